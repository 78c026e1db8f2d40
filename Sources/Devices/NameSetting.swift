internal import SimCore

extension JSON {
  /// A name out of a catalogue; nil: it is none, which is noted.
  func name(
    of kind: String, among names: [String], path: String, _ problems: inout Problems
  ) -> String? {
    guard let text = string else {
      problems.note(at: offset, path: path, "expected the name of a \(kind), found \(found)")
      return nil
    }
    guard names.contains(text) else {
      let hint = Suggestion.hint(for: text, among: names)
      problems.note(at: offset, path: path, "unknown \(kind) '\(text)'\(hint)")
      return nil
    }
    return text
  }

  /// The JSON Schema of one of some words.
  static func words(_ words: [String]) -> JSON {
    .object([("enum", JSON(.array(words.map { JSON(.string($0)) })))])
  }
}
