internal import ClientStrategies

extension Listing {
  /// Whose words are understood where a scenario says how a screen is read.
  static var words: Listing {
    Listing(
      ["library", "spelling", "read", "request policy", "beside it"],
      RequestPolicy.spellings.filter { ReadStrategy(spelled: $0.text) == nil }.map {
        [$0.library, $0.text, "", $0.word.rawValue, $0.remark ?? ""]
      }
        + ReadStrategy.spellings.map { spelling in
          [
            spelling.library, spelling.text, spelling.word.rawValue,
            RequestPolicy(spelled: spelling.text)?.rawValue ?? "", spelling.remark ?? "",
          ]
        })
  }
}
