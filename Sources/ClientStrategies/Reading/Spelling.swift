package import SimCore

/// A choice among words that libraries spell differently: all spellings are read, ours is written.
package protocol SpelledWord: WordSettingValue {
  /// How others spell the words, in the order in which tables show them.
  static var spellings: [Spelling<Self>] { get }
}

/// Another library's spelling of a word of ours.
package struct Spelling<Word: Sendable>: Sendable {
  /// Whose spelling it is.
  package let library: String
  /// How they write it.
  package let text: String
  /// What it is called here.
  package let word: Word
  /// What their word says beyond ours, to be set beside it; nil: nothing.
  package let remark: String?

  package init(_ library: String, _ text: String, _ word: Word, _ remark: String? = nil) {
    self.library = library
    self.text = text
    self.word = word
    self.remark = remark
  }
}

extension SpelledWord {
  /// The word that a text spells; nil when no library spells one so. - Complexity: O(spellings).
  package init?(spelled text: String) {
    guard let word = Self(rawValue: text) ?? Self.spellings.first(where: { $0.text == text })?.word
    else { return nil }
    self = word
  }

  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Self? {
    let words = allCases.map(\.rawValue)
    guard let text = json.string else {
      let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
      problems.note(at: json.offset, path: path, "expected one of \(list), found \(json.found)")
      return nil
    }
    if let word = Self(spelled: text) { return word }
    let nearest = Suggestion.nearest(to: text, among: words + spellings.map(\.text))
    let hint =
      nearest.map { " (did you mean '\($0)'?)" } ?? Suggestion.hint(for: text, among: words)
    problems.note(at: json.offset, path: path, "unknown word '\(text)'\(hint)")
    return nil
  }

  public static var schema: JSON {
    .object(["enum": JSON((allCases.map(\.rawValue) + spellings.map(\.text)).uniqued)])
  }
}
