internal import Client
internal import SimCore
internal import Testing
internal import Workloads

@Suite struct DescribeTests {
  /// Everything with settings: its name, its other names, its settings.
  static let things: [(name: String, aliases: [String], settings: [String])] =
    AnyStrategy.catalog.entries.map { ($0.name, $0.aliases, $0.settings.map(\.name)) }
    + AnyWorkload.catalog.entries.map { ($0.name, $0.aliases, $0.settings.map(\.name)) }
    + AnyWeather.catalog.entries.map { ($0.name, $0.aliases, $0.settings.map(\.name)) }

  @Test(arguments: things.indices) func everySettingIsTold(index: Int) async throws {
    let thing = Self.things[index]
    let folder = try Folder()
    let ended = try await Program.run("describe", thing.name, in: folder)
    #expect(ended.status == 0 && ended.notes == [])
    let lines = ended.output.split(separator: "\n")
    for setting in thing.settings {
      #expect(lines.contains { $0.hasPrefix("  \(setting) = ") })
    }
    if thing.settings.isEmpty { #expect(ended.output.contains("It has no settings.")) }
    if let alias = thing.aliases.first {
      // Where an alias is the name of a trace format too, that follows.
      let output = try await Program.run("describe", alias, in: folder).output
      #expect(
        output == ended.output || output.hasPrefix(ended.output + "\n\(alias) (trace format)"))
    }
  }

  @Test func theNearestNameIsTold() async throws {
    let ended = try await Program.run("describe", "pre-chache", in: try Folder())
    #expect(ended.status == 64)
    #expect(
      ended.notes.first
        == "Error: nothing is called 'pre-chache' (did you mean 'pre-cache'?)")
  }
}
