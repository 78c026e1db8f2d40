package import SimCore

/// The client of a capture as it names itself: `log.browser`, and the User-Agents of its requests.
package struct HARClient: Sendable {
  package private(set) var browser: String?
  /// The different User-Agents with how many requests have each, in order of appearance.
  package private(set) var agents: [(name: String, requests: Int)] = []

  private static let limit = 1_000

  package init(_ log: JSON) {
    if let name = log["browser"]?["name"]?.string, !name.isEmpty {
      browser = [name, log["browser"]?["version"]?.string ?? ""].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    var places: [String: Int] = [:]
    for entry in log["entries"]?.elements ?? [] {
      let agent = HARResponse.fields(entry["request"]).first { $0.name == "user-agent" }?.value
      guard let agent, !agent.isEmpty else { continue }
      if let place = places[agent] {
        agents[place].requests += 1
      } else if agents.count < Self.limit {
        places[agent] = agents.count
        agents.append((agent, 1))
      }
    }
  }
}
