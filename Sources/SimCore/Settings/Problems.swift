/// The mistakes found in one text, collected so that a person sees all of them at once.
public struct Problems: Sendable {
  /// One mistake: where, in which setting, what was found and what was expected.
  package struct Problem: Hashable, Sendable {
    /// Byte offset in the text.
    package var offset: Int
    /// The way from the root to the setting, such as `strategies[1].name`; empty: the root.
    package var path: String
    /// What was found, what was expected, and the nearest known name.
    package var message: String

    /// The mistake as a line, without its offset.
    package var line: String { path.isEmpty ? message : "\(path): \(message)" }
  }

  /// The mistakes in the order in which they were found.
  package private(set) var all: [Problem] = []

  /// Whether names that no catalogue has are of types of one's own: settings that were made in
  /// Swift are checked by being written and read.
  package var acceptsOwnNames = false

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  package mutating func add(_ problem: Problem) { all.append(problem) }

  /// Notes a mistake.
  public mutating func note(at offset: Int, path: String, _ message: String) {
    all.append(Problem(offset: offset, path: path, message: message))
  }

  /// The mistakes as lines `file:line:column: path: message`, in order of their place.
  /// - Parameters:
  ///   - file: the text's name.
  ///   - bytes: the text, from which lines and columns (of Unicode scalars, from 1) are counted.
  package func lines(file: String, bytes: [UInt8]) -> [String] {
    all.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map { _, problem in
        let (line, column) = Self.place(of: problem.offset, in: bytes)
        return "\(file):\(line):\(column): \(problem.line)"
      }
  }

  /// The mistakes of values that have no text, as lines `path: message`.
  package var lines: [String] { all.map(\.line) }

  /// The line and the column of a byte offset, both from 1; columns count Unicode scalars.
  /// - Complexity: O(offset).
  package static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}

/// The known name nearest to a mistyped one.
package enum Suggestion {
  /// The nearest of `names`; nil when none is near enough to be what was meant.
  ///
  /// Near enough: a third of the letters (at least two) may be wrong, missing, added or swapped.
  /// - Complexity: O(names × length²).
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    nearest(to: name, among: Array(names)).first
  }

  /// All of the names that are as near as the nearest.
  private static func nearest(to name: String, among names: [String]) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars)
    var least = min(max(2, wanted.count / 3), wanted.count - 1)
    var nearest: [String] = []
    for candidate in names {
      let scalars = candidate.unicodeScalars
      // So many letters too many or too few are wrong at least.
      guard abs(scalars.count - wanted.count) <= least else { continue }
      let distance = distance(wanted, Array(candidate.lowercased().unicodeScalars))
      guard distance <= least else { continue }
      if distance < least { nearest = [] }
      least = distance
      nearest.append(candidate)
    }
    return nearest
  }

  /// The words ` (did you mean 'x'?)`, or the list of known names when none is near.
  package static func hint(for name: String, among names: [String]) -> String {
    if let nearest = nearest(to: name, among: names) { return " (did you mean '\(nearest)'?)" }
    if names.isEmpty { return "" }
    if names.count <= listLimit { return " (known: \(names.joined(separator: ", ")))" }
    let some = names.prefix(mostNearest).map { "'\($0)'" }
    return " (known are \(names.count) names, such as \(joined(some, by: "and")))"
  }

  /// The same with as many as three names that are about as near, among them those that contain
  /// what was typed; empty where none is near.
  package static func hintOfSeveral(for name: String, among names: [String]) -> String {
    let wanted = name.lowercased()
    var found: [String] = nearest(to: name, among: names)
    if found.isEmpty, wanted.count >= 3 {
      found = names.filter {
        $0.utf8.count >= wanted.utf8.count && $0.lowercased().contains(wanted)
      }
    }
    return found.isEmpty ? "" : " (did you mean \(choice(of: found.uniqued))?)"
  }

  /// A few names in quotes, with "or" before the last one.
  package static func choice(of names: [String]) -> String {
    joined(names.prefix(mostNearest).map { "'\($0)'" }, by: "or")
  }

  private static let listLimit = 24
  private static let mostNearest = 3

  private static func joined(_ words: [String], by last: String) -> String {
    guard words.count > 1 else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) \(last) \(words[words.count - 1])"
  }

  /// Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for i in 0..<left.count {
      var row = [i + 1]
      row.reserveCapacity(right.count + 1)
      for j in 0..<right.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
