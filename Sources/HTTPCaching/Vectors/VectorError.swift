/// Why a file of vectors cannot be run, and where.
public enum VectorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not JSON.
  case syntax(offset: Int, message: String)
  /// A member that the format does not know; what it asks for would be left out silently.
  case unknownField(String, in: String, known: [String])
  /// A member that is not there.
  case missing(String, in: String)
  /// A value of the wrong kind.
  case wrongValue(String, in: String, expected: String, found: String)
  /// Two tests of one name.
  case duplicate(String)
  /// Tests that depend on each other in a circle.
  case circle(String)
  /// Tests that depend on each other in a chain of more than 1,000.
  case tooDeep(String)
  /// A test that is asked for and is not there.
  case unknownTest(String)

  public var description: String {
    switch self {
    case .syntax(let offset, let message): "byte \(offset): \(message)"
    case .unknownField(let name, let place, let known):
      "\(place) has the unknown field '\(name)'; known are \(known.joined(separator: ", "))"
    case .missing(let name, let place): "\(place) has no '\(name)'"
    case .wrongValue(let name, let place, let expected, let found):
      "'\(name)' of \(place) has to be \(expected) and is \(found)"
    case .duplicate(let id): "the test '\(id)' stands twice"
    case .circle(let id): "the test '\(id)' depends on itself"
    case .tooDeep(let id): "the test '\(id)' stands behind more than 1,000 others"
    case .unknownTest(let id): "there is no test '\(id)'"
    }
  }
}
