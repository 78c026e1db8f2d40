internal import CacheWorkloads

/// Header lines that the workload has from a capture or a log, as recordings of live clients may
/// have them: without what may be a secret, as everywhere.
///
/// A tag has the same replacement in answers and in conditions, numbered by first appearance: with
/// the same answers in the same order a recording that is played back finds the tags again.
final class HiddenLines {
  typealias Lines = [(name: String, value: String)]

  private let tags = NameHiding(.secrets)
  private let others = NameHiding(.secrets)
  /// The tags by their replacements.
  private var clear: [String: String] = [:]
  /// The names of the lines that clients were given with what they were asked for.
  private var givenNames: Set<String> = []

  /// The lines that are the origin's own, and dates.
  private static let own: Set = [
    "age", "cachesim-nanoseconds", "content-type", "date", "expires", "last-modified",
  ]
  private static let conditions: Set = ["if-match", "if-none-match", "if-range"]

  /// The lines of an answer.
  func answered(_ lines: Lines) -> Lines {
    lines.map { line in
      if Self.own.contains(line.name) { return line }
      if line.name != "etag" { return other(line) }
      let tag = hidden(tag: line.value)
      clear[tag] = line.value
      return (line.name, tag)
    }
  }

  /// The lines with which a client is asked for something.
  func given(_ lines: Lines) -> Lines {
    lines.map { line in
      if line.name == "authorization" { return line }
      givenNames.insert(line.name.lowercased())
      return other(line)
    }
  }

  /// The lines of a client's request: its own are shown, but for conditions.
  func asked(_ lines: Lines) -> Lines {
    lines.map { line in
      if Self.conditions.contains(line.name) { return (line.name, hidden(tag: line.value)) }
      return givenNames.contains(line.name) ? other(line) : line
    }
  }

  /// The lines of a request with the tags that were answered.
  func shown(_ lines: Lines) -> Lines {
    lines.map { line in
      guard Self.conditions.contains(line.name) else { return line }
      let tags = line.value.split(separator: ",").map { tag in
        let tag = String(tag.trimmingPrefix { $0 == " " })
        return clear[tag] ?? tag
      }
      return (line.name, tags.joined(separator: ", "))
    }
  }

  private func hidden(tag: String) -> String { tags.field(RecordedField("etag", tag)).value }

  private func other(_ line: (name: String, value: String)) -> (name: String, value: String) {
    // A `Vary` names lines in any case.
    let value = line.name == "vary" ? line.value.lowercased() : line.value
    let field = others.field(RecordedField(line.name.lowercased(), value))
    return (field.name, field.value)
  }
}
