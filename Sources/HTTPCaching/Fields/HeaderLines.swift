/// The lines of a header section in their order; lines of one name stay apart.
public struct HeaderLines: Hashable, Sendable {
  /// The lines.
  public private(set) var lines: [HeaderLine]

  /// Makes a section. - Complexity: O(1).
  public init(_ lines: [HeaderLine] = []) { self.lines = lines }

  /// The value of the first line of that name, which is in lower case.
  /// - Complexity: O(lines).
  public subscript(name: String) -> String? { lines.first { $0.name == name }?.value }

  /// The values of all lines of that name, which is in lower case.
  /// - Complexity: O(lines).
  public func values(of name: String) -> [String] {
    lines.compactMap { $0.name == name ? $0.value : nil }
  }

  /// All values of that name as one, as RFC 9110 §5.3 combines lines; nil where there is none.
  /// - Complexity: O(bytes).
  public func combined(_ name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Whether there is a line of that name, which is in lower case.
  /// - Complexity: O(lines).
  public func contains(_ name: String) -> Bool { lines.contains { $0.name == name } }

  /// Adds a line at the end. - Complexity: O(1).
  public mutating func append(_ name: String, _ value: String) {
    lines.append(HeaderLine(name, value))
  }

  /// Adds lines at the end. - Complexity: O(lines added).
  public mutating func append(contentsOf more: [HeaderLine]) { lines += more }

  /// Removes all lines of that name, which is in lower case. - Complexity: O(lines).
  public mutating func remove(_ name: String) { lines.removeAll { $0.name == name } }

  /// Removes all lines of those names. - Complexity: O(lines + names).
  public mutating func remove(_ names: [String]) {
    guard !names.isEmpty else { return }
    let names = Set(names)
    lines.removeAll { names.contains($0.name) }
  }

  /// Puts one line in place of all of that name. - Complexity: O(lines).
  public mutating func set(_ name: String, _ value: String) {
    remove(name)
    append(name, value)
  }

  /// The bytes that names and values take. - Complexity: O(lines).
  public var byteCount: Int { lines.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}

extension HeaderLines: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral lines: (String, String)...) {
    self.init(lines.map { HeaderLine($0.0, $0.1) })
  }
}
