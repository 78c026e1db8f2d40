internal import SimCore

/// An object of a file of vectors whose members are read by name, none left unknown.
struct VectorReader {
  /// What the object is called in errors.
  let place: String
  private let members: [JSON.Member]

  init(_ json: JSON, _ place: String, known: [String]) throws(VectorError) {
    guard let members = json.members else {
      throw .wrongValue("it", in: place, expected: "an object", found: json.found)
    }
    for member in members where !known.contains(member.name) {
      throw .unknownField(member.name, in: place, known: known)
    }
    self.place = place
    self.members = members
  }

  /// A member; nil where it is not there.
  subscript(name: String) -> JSON? { members.first { $0.name == name }?.value }

  func required(_ name: String) throws(VectorError) -> JSON {
    guard let value = self[name] else { throw .missing(name, in: place) }
    return value
  }

  func wrong(_ name: String, _ expected: String, _ found: JSON) -> VectorError {
    .wrongValue(name, in: place, expected: expected, found: found.found)
  }

  func text(_ name: String) throws(VectorError) -> String? {
    guard let value = self[name], value != JSON(.null) else { return nil }
    guard let text = value.string else { throw wrong(name, "a text", value) }
    return text
  }

  func flag(_ name: String) throws(VectorError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .bool(let flag) = value.value else { throw wrong(name, "true or false", value) }
    return flag
  }

  func integer(_ name: String) throws(VectorError) -> Int64? {
    guard let value = self[name], value != JSON(.null) else { return nil }
    guard let number = Self.number(value) else {
      throw wrong(name, "a whole number below a million million", value)
    }
    return number
  }

  /// A whole number that times can be worked out with.
  static func number(_ value: JSON) -> Int64? {
    value.integer.flatMap { (-numberLimit...numberLimit).contains($0) ? $0 : nil }
  }

  private static let numberLimit: Int64 = 1_000_000_000_000

  /// A list; empty where it is not there.
  func list(_ name: String) throws(VectorError) -> [JSON] {
    guard let value = self[name] else { return [] }
    guard let elements = value.elements else { throw wrong(name, "a list", value) }
    return elements
  }

  func texts(_ name: String) throws(VectorError) -> [String] {
    var texts: [String] = []
    for element in try list(name) {
      guard let text = element.string else { throw wrong(name, "a list of texts", element) }
      texts.append(text)
    }
    return texts
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, _: Choice.Type
  ) throws(VectorError) -> Choice? {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw .wrongValue(name, in: place, expected: "one of \(names)", found: "'\(text)'")
    }
    return choice
  }
}

/// Why a file of vectors cannot be run, and where.
package enum VectorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not JSON.
  case syntax(offset: Int, message: String)
  /// A member that the format does not know; what it asks for would be left out silently.
  case unknownField(String, in: String, known: [String])
  case missing(String, in: String)
  case wrongValue(String, in: String, expected: String, found: String)
  case duplicate(String)
  /// Tests that depend on each other in a circle.
  case circle(String)
  /// Tests that depend on each other in a chain of more than 1,000.
  case tooDeep(String)
  case unknownTest(String)

  package var description: String {
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
