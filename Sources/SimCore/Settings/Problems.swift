/// The mistakes found in one text, collected so that a person sees all of them at once.
public struct Problems: Sendable {
  /// One mistake: where, in which setting, what was found and what was expected.
  public struct Problem: Hashable, Sendable {
    /// Byte offset in the text.
    public var offset: Int
    /// The way from the root to the setting, such as `strategies[1].name`; empty: the root.
    public var path: String
    /// What was found, what was expected, and the nearest known name.
    public var message: String
  }

  /// The mistakes in the order in which they were found.
  public private(set) var all: [Problem] = []

  /// No mistakes yet.
  public init() {}

  /// Whether nothing was found.
  public var isEmpty: Bool { all.isEmpty }

  /// Notes a mistake.
  public mutating func note(at offset: Int, path: String, _ message: String) {
    all.append(Problem(offset: offset, path: path, message: message))
  }

  /// The mistakes as lines `file:line:column: path: message`, in order of their place.
  /// - Parameters:
  ///   - file: the text's name.
  ///   - bytes: the text, from which lines and columns (of Unicode scalars, from 1) are counted.
  public func lines(file: String, bytes: [UInt8]) -> [String] {
    all.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map { _, problem in
        let (line, column) = Self.place(of: problem.offset, in: bytes)
        let path = problem.path.isEmpty ? "" : "\(problem.path): "
        return "\(file):\(line):\(column): \(path)\(problem.message)"
      }
  }

  /// The line and the column of a byte offset, both from 1; columns count Unicode scalars.
  /// - Complexity: O(offset).
  public static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
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
