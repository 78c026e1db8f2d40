internal import ArgumentParser
internal import Experiments
internal import SimCore

/// Prints the JSON Schema of scenarios.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of scenarios, for editors.",
    discussion: """
      EXAMPLE
        cachesim schema > scenario.schema.json
        Then begin a scenario with: "$schema": "./scenario.schema.json"
      """)

  func run() { Terminal.write(ScenarioSchema.json.text + "\n") }
}
