internal import ClientSimulation
package import SimCore

/// The JSON Schema of scenarios, made from the same declarations that read them.
package enum ScenarioSchema {
  /// The schema; editors use it to complete and to check.
  package static var json: JSON {
    var members: [(String, JSON)] = [
      ("$schema", "http://json-schema.org/draft-07/schema#"),
      ("title", JSON(.string("cachesim scenario, version \(Scenario.schemaVersion)"))),
    ]
    members += Scenario.schema.members?.map { ($0.name, $0.value) } ?? []
    let policy = PolicyName.definition
    members.append(("definitions", .object([(policy.name, policy.schema)])))
    return .object(
      members.map { name, value in
        guard name == "properties", let properties = value.members else { return (name, value) }
        let schema = JSON.object([("type", "string"), ("description", "Where this schema lies.")])
        return (name, JSON(.object([JSON.Member("$schema", schema)] + properties)))
      })
  }
}
