internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
package import SimCore

/// The JSON Schema of scenarios, made from the same declarations that read them. What several
/// settings take stands once, among its definitions.
package enum ScenarioSchema {
  package static var json: JSON {
    var shared = SharedSchemas([
      NetworkChoice.definition, PolicyName.definition, RadioName.definition, Phone.definition,
    ])
    shared.count(Scenario.schema)
    let schema = shared.rewritten(Scenario.schema.members ?? [], named: "")
    let place = JSON.object(["type": "string", "description": "Where this schema lies."])
    let members = schema.map { member in
      guard member.name == SharedSchemas.properties, let own = member.value.members else {
        return member
      }
      return JSON.Member(member.name, JSON(.object([JSON.Member("$schema", place)] + own)))
    }
    let title = JSON("cachesim scenario, version \(Scenario.schemaVersion)")
    return JSON(
      .object(
        [
          JSON.Member("$schema", "http://json-schema.org/draft-07/schema#"),
          JSON.Member("title", title),
        ] + members + [JSON.Member("definitions", .object(shared.definitions))]))
  }
}

/// Schemas in which what stands several times is a reference to a definition.
///
/// Two are the same that differ in their description and their default alone, which stand beside
/// the reference.
private struct SharedSchemas {
  static let properties = "properties"
  /// A shorter schema is not shared: a reference has its length, and is read less easily.
  private static let least = 400
  private static let notes = ["description", "default"]
  private static let single = ["items", "additionalProperties", "propertyNames"]
  private static let lists = ["anyOf", "oneOf", "allOf"]

  private var counts: [String: Int] = [:]
  /// The names of definitions, by what they define.
  private var names: [String: String] = [:]
  private let given: [(name: String, schema: JSON)]
  private var made: [(name: String, schema: JSON)] = []

  init(_ definitions: [(name: String, schema: JSON)]) {
    given = definitions
    for (name, schema) in definitions { names[Self.form(of: schema)] = name }
    for (_, schema) in definitions { count(schema) }
  }

  /// - Complexity: O(size × depth).
  mutating func count(_ schema: JSON) {
    let form = Self.form(of: schema)
    if form.utf8.count > Self.least {
      counts[form, default: 0] += 1
      // What is within it is in its definition, once.
      if counts[form] ?? 0 > 1 { return }
    }
    for member in schema.members ?? [] {
      switch member.name {
      case Self.properties: for each in member.value.members ?? [] { count(each.value) }
      case _ where Self.single.contains(member.name): count(member.value)
      case _ where Self.lists.contains(member.name):
        for each in member.value.elements ?? [] { count(each) }
      default: break
      }
    }
  }

  /// Those that were given and those that were found, each with what it has in common with others.
  var definitions: [(String, JSON)] {
    mutating get {
      let own = given.map { name, schema in
        (name, JSON(.object(rewritten(schema.members ?? [], named: name))))
      }
      return own + made.map { ($0.name, $0.schema) }
    }
  }

  /// The members of a schema, which `name` has or is the nearest that has it.
  mutating func rewritten(_ members: [JSON.Member], named name: String) -> [JSON.Member] {
    members.map { member in
      var member = member
      switch member.name {
      case Self.properties:
        let own = member.value.members ?? []
        member.value = JSON(
          .object(own.map { JSON.Member($0.name, rewritten($0.value, named: $0.name)) }))
      case _ where Self.single.contains(member.name):
        member.value = rewritten(member.value, named: name)
      case _ where Self.lists.contains(member.name):
        member.value = JSON((member.value.elements ?? []).map { rewritten($0, named: name) })
      default: break
      }
      return member
    }
  }

  private mutating func rewritten(_ schema: JSON, named name: String) -> JSON {
    guard let members = schema.members else { return schema }
    let form = Self.form(of: schema)
    guard counts[form] ?? 0 > 1 else { return JSON(.object(rewritten(members, named: name))) }
    let own = members.filter { Self.notes.contains($0.name) }
    let reference = JSON.reference(to: definition(of: form, members, named: name))
    return JSON(.object((reference.members ?? []) + own))
  }

  private mutating func definition(
    of form: String, _ members: [JSON.Member], named name: String
  ) -> String {
    if let known = names[form] { return known }
    let taken = given.map(\.name) + made.map(\.name)
    var own = name
    var number = 2
    while taken.contains(own) { (own, number) = ("\(name)\(number)", number + 1) }
    names[form] = own
    let place = made.count
    made.append((own, true))
    let rest = members.filter { !Self.notes.contains($0.name) }
    let schema = JSON(.object(rewritten(rest, named: name)))
    made[place].schema = schema
    return own
  }

  private static func form(of schema: JSON) -> String {
    JSON(.object((schema.members ?? []).filter { !notes.contains($0.name) })).dense
  }
}
