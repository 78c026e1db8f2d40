package import SimCore

/// The tests of a file of vectors, in the declarative form of the cache-tests suite.
///
/// Read strictly: a field that is not known is an error that names it, as a test without it would
/// be another test.
package struct VectorSuite: Hashable, Sendable {
  /// The tests in the order of the file, without those that are for delivery networks alone.
  package let tests: [VectorTest]

  /// Reads a file. - Throws: the first thing that does not fit. - Complexity: O(bytes).
  /// - Parameter limit: the most values of JSON that are read.
  package init(_ bytes: [UInt8], limit: Int = 4_000_000) throws(InputError) {
    let json: JSON
    do { json = try JSON.parse(bytes, limit: limit) } catch {
      throw InputError(.malformed, at: "byte \(error.offset)", error.message)
    }
    let reader = try VectorReader(json, "the file", known: ["source", "note", "suites", "tests"])
    var tests: [VectorTest] = []
    for (index, suite) in try reader.list("suites").enumerated() {
      let suite = try VectorReader(
        suite, "suite \(index + 1)", known: ["name", "id", "description", "spec_anchors", "tests"])
      for test in try suite.list("tests") {
        tests.append(try VectorTest(test, number: tests.count + 1, suite: try suite.text("id")))
      }
    }
    for test in try reader.list("tests") {
      tests.append(try VectorTest(test, number: tests.count + 1, suite: nil))
    }
    tests.removeAll(where: \.isForDeliveryNetworks)
    var names: Set<String> = []
    for test in tests where !names.insert(test.id).inserted {
      throw InputError("the test '\(test.id)' stands twice")
    }
    self.tests = tests
    try checkDependencies()
  }

  /// The tests that a word names: of a suite or of a kind of that name, or the one of that name;
  /// all where it is nil.
  /// - Throws: `unknownTest` where there is none.
  package func tests(matching filter: String?) throws(InputError) -> [VectorTest] {
    guard let filter else { return tests }
    let matching = tests.filter {
      $0.suite == filter || $0.kind.rawValue == filter || $0.id == filter
    }
    if matching.isEmpty { throw .unknownTest(filter) }
    return matching
  }

  /// How long a chain of dependencies may be: far beyond any file, and safe for the stack.
  private static let depthLimit = 1_000

  private func checkDependencies() throws(InputError) {
    let testsByName = Dictionary(uniqueKeysWithValues: tests.map { ($0.id, $0) })
    var isChecked: Set<String> = []
    var path: Set<String> = []
    func visit(_ test: VectorTest) throws(InputError) {
      if isChecked.contains(test.id) { return }
      guard path.insert(test.id).inserted else {
        throw InputError("the test '\(test.id)' depends on itself")
      }
      guard path.count <= Self.depthLimit else { throw .tooDeep(test.id) }
      for name in test.dependencies {
        if let next = testsByName[name] { try visit(next) }
      }
      path.remove(test.id)
      isChecked.insert(test.id)
    }
    for test in tests { try visit(test) }
  }
}

extension VectorTest {
  private static let known = [
    "id", "suite", "name", "kind", "profile", "requests", "depends_on", "spec_anchors", "uses",
    "virtual_seconds", "browser_only", "browser_skip", "cdn_only",
  ]

  fileprivate init(_ json: JSON, number: Int, suite: String?) throws(InputError) {
    let place = json["id"]?.string.map { "test '\($0)'" } ?? "test \(number)"
    let reader = try VectorReader(json, place, known: Self.known)
    guard let id = try reader.text("id") else { throw .missing("id", in: place) }
    self.id = id
    self.suite = try reader.text("suite") ?? suite ?? ""
    name = try reader.text("name") ?? id
    kind = try reader.choice("kind", Kind.self) ?? .required
    profile = try reader.choice("profile", Profile.self) ?? .private
    isForDeliveryNetworks = try reader.flag("cdn_only") ?? false
    dependencies = try reader.texts("depends_on")
    guard case .array(let elements) = try reader.required("requests").value else {
      throw reader.wrong("requests", "a list", try reader.required("requests"))
    }
    var requests: [VectorRequest] = []
    for element in elements {
      requests.append(try VectorRequest(element, of: "request \(requests.count + 1) of \(place)"))
    }
    self.requests = requests
  }
}

/// One test of a file of vectors: requests in their order, and what has to come of them.
package struct VectorTest: Hashable, Sendable {
  /// What a test's result means.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The protocol asks for it.
    case required
    /// A cache without it is right and wasteful.
    case optimal
    /// It shows how a cache behaves, and neither result is wrong.
    case check
  }

  /// For which caches a test is.
  package enum Profile: String, Hashable, Sendable, CaseIterable {
    /// Caches of one user.
    case `private`
    /// Caches of one user that evaluate conditional requests, keep redirects and pass on
    /// interim responses.
    case privateExtended = "private-ext"
    /// Caches of several users.
    case shared
  }

  /// The test's name, once in a file.
  package let id: String
  package let suite: String
  package let name: String
  package let kind: Kind
  package let profile: Profile
  /// Whether it is for delivery networks alone, whose own fields this cache does not know.
  let isForDeliveryNetworks: Bool
  /// Tests without which this one has no result.
  package let dependencies: [String]
  let requests: [VectorRequest]
}

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
      throw InputError(
        "\(place) has the unknown field '\(member.name)'; known are "
          + known.joined(separator: ", "))
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
  static func missing(_ name: String, in place: String) -> InputError {
    InputError("\(place) has no '\(name)'")
  }

  static func wrongValue(
    _ name: String, in place: String, expected: String, found: String
  ) -> InputError {
    InputError("'\(name)' of \(place) has to be \(expected) and is \(found)")
  }

  /// Tests that depend on each other in a chain of more than 1,000.
  package static func tooDeep(_ id: String) -> InputError {
    InputError("the test '\(id)' stands behind more than 1,000 others")
  }

  package static func unknownTest(_ id: String) -> InputError {
    InputError("there is no test '\(id)'")
  }
}
