internal import Experiments
internal import Foundation
internal import Testing

/// What documentation shows of expectations is accepted as it stands.
@Suite struct DocumentedExpectationTests {
  @Test(arguments: ["README.md", "Docs/Expectations.md"])
  func theExampleIsRead(page: String) throws {
    let text = try String(contentsOf: Checkout.root.appending(path: page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst().map { block in
      block.components(separatedBy: "```")[0]
    }
    let example = try #require(blocks.first { $0.hasPrefix("\"expect\"") })
    let scenario = """
      {"question": "?", "workload": {"name": "menus"}, \(example),
       "strategies": [{"name": "on-demand"}, {"name": "memory-tier"},
         {"name": "url-cache", "label": "what HTTP alone does"}]}
      """
    #expect(throws: Never.self) {
      try ScenarioFile(bytes: Array(scenario.utf8), file: page, name: "x")
    }
  }

  /// The reports that `make reports` writes are those of all scenarios that read no recording.
  @Test func everyBundledScenarioHasItsReport() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
    }
    let script = try text(".ci/reports")
    let list = try #require(script.components(separatedBy: "scenarios=\"").last)
      .prefix { $0 != "\"" }.split(whereSeparator: \.isWhitespace).map(String.init)
    let names = BundledScenarios.all.map(\.name).filter { !["access-log", "capture"].contains($0) }
    #expect(list == names)
    let kept = try text(".gitignore").split(separator: "\n")
    for name in names { #expect(kept.contains("!Reports/\(name)/"), "\(name)") }
  }
}
