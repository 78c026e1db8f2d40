/// Settings that name a thing of a catalogue without settings of its own.
public enum CatalogName {
  /// Reads one of the names, and notes the nearest when it is none of them.
  public static func read(
    _ json: JSON, path: String, _ kind: String, among names: [String], _ problems: inout Problems
  ) -> String? {
    guard let text = json.string else {
      problems.note(
        at: json.offset, path: path, "expected the name of a \(kind), found \(json.found)")
      return nil
    }
    guard names.contains(text) else {
      problems.note(
        at: json.offset, path: path,
        "unknown \(kind) '\(text)'\(Suggestion.hint(for: text, among: names))")
      return nil
    }
    return text
  }

  /// The JSON Schema of one of the names.
  public static func schema(_ names: [String]) -> JSON {
    .object([("enum", JSON(.array(names.map { JSON(.string($0)) })))])
  }
}
