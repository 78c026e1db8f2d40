package import SimCore

/// An object of a file of vectors whose members are read by name, none left unknown.
struct VectorReader {
  /// What the object is called in errors.
  let place: String
  private let members: [JSON.Member]

  init(_ json: JSON, _ place: String, known: [String]) throws(InputError) {
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

  func required(_ name: String) throws(InputError) -> JSON {
    guard let value = self[name] else { throw .missing(name, in: place) }
    return value
  }

  func wrong(_ name: String, _ expected: String, _ found: JSON) -> InputError {
    .wrongValue(name, in: place, expected: expected, found: found.found)
  }

  func text(_ name: String) throws(InputError) -> String? {
    guard let value = self[name], value != JSON(.null) else { return nil }
    guard let text = value.string else { throw wrong(name, "a text", value) }
    return text
  }

  func flag(_ name: String) throws(InputError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .bool(let flag) = value.value else { throw wrong(name, "true or false", value) }
    return flag
  }

  func integer(_ name: String) throws(InputError) -> Int64? {
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
  func list(_ name: String) throws(InputError) -> [JSON] {
    guard let value = self[name] else { return [] }
    guard let elements = value.elements else { throw wrong(name, "a list", value) }
    return elements
  }

  func texts(_ name: String) throws(InputError) -> [String] {
    var texts: [String] = []
    for element in try list(name) {
      guard let text = element.string else { throw wrong(name, "a list of texts", element) }
      texts.append(text)
    }
    return texts
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, _: Choice.Type
  ) throws(InputError) -> Choice? {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw .wrongValue(name, in: place, expected: "one of \(names)", found: "'\(text)'")
    }
    return choice
  }
}

extension InputError {
  /// A member that the format does not know; what it asks for would be left out silently.
  static func unknownField(_ name: String, in place: String, known: [String]) -> InputError {
    InputError(
      "\(place) has the unknown field '\(name)'; known are \(known.joined(separator: ", "))")
  }

  static func missing(_ name: String, in place: String) -> InputError {
    InputError("\(place) has no '\(name)'")
  }

  static func wrongValue(
    _ name: String, in place: String, expected: String, found: String
  ) -> InputError {
    InputError("'\(name)' of \(place) has to be \(expected) and is \(found)")
  }

  static func duplicate(_ id: String) -> InputError { InputError("the test '\(id)' stands twice") }

  /// Tests that depend on each other in a circle.
  static func circle(_ id: String) -> InputError {
    InputError("the test '\(id)' depends on itself")
  }

  /// Tests that depend on each other in a chain of more than 1,000.
  package static func tooDeep(_ id: String) -> InputError {
    InputError("the test '\(id)' stands behind more than 1,000 others")
  }

  package static func unknownTest(_ id: String) -> InputError {
    InputError("there is no test '\(id)'")
  }
}
