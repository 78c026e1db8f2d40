internal import Foundation
internal import TestCases
internal import Testing

/// The script of Examples/CacheBudget, and the page that tells of it. The example's own tests are a
/// target of this package.
@Suite struct CacheBudgetCheckTests {
  private static let example = Checkout.root.appending(path: "Examples/CacheBudget")

  /// A copy of what the script needs, and how it ends.
  private static func check(
    environment: [String: String?] = ["GITHUB_ACTIONS": nil, "REPORT_PAGE": nil],
    _ change: (String) -> String
  ) async throws -> (folder: Folder, ended: Program.Ended) {
    let folder = try Folder()
    for name in ["Budget/news.json", "Budget/news.baseline.json"] {
      let text = try String(contentsOf: example.appending(path: name), encoding: .utf8)
      try folder.write(name.hasSuffix("news.json") ? change(text) : text, to: name)
    }
    try FileManager.default.copyItem(
      at: example.appending(path: "check"), to: folder.url("check"))
    let program = Program(
      arguments: [Program.file.path], folder: folder, environment: environment,
      executable: folder.url("check"))
    return (folder, try await program.run())
  }

  @Test func whatShipsIsWithinItsBudget() async throws {
    let (folder, ended) = try await Self.check { $0 }
    expect(ended.status, is: 0)
    expect(ended.notes.isEmpty)
    let summary = try folder.text("Results/summary.md")
    // The answer stands first, and none before it, as it is the same.
    expect(summary.hasPrefix("### Baseline of `news`\n\nTake `as shipped`: "))
    expect(summary.contains("\n\nnothing moved, ") && !summary.contains("Before: "))
    expect(summary.contains("all 6 hold"))
    expect(summary.hasSuffix("[The report](report/report.html)\n"))
    expect(folder.exists("Results/report/report.html"))
    try expect(folder.text("Results/cache-budget.xml").contains(#"failures="0""#))
  }

  /// The page tells of this change, with these numbers.
  @Test func aLongerLifeBreaksTheBudgetAsThePageSays() async throws {
    let (folder, ended) = try await Self.check {
      $0.replacingOccurrences(of: #""300s""#, with: #""30m""#)
    }
    expect(ended.status, is: 2)
    expect(ended.notes.count, is: 2)
    let comparison = try await Program.run(
      "baseline", "compare", "Budget/news.baseline.json", "Results/report", "--any-scenario",
      "--all", in: folder)
    let page = try Page("Docs/ContinuousIntegration.md")
    let quoted = try #require(page.blocks("text").first).split(separator: "\n")
    expect(quoted.count, is: 3)
    let told = Self.plain(ended.output + comparison.output)
    for line in quoted { expect(told.contains(Self.plain(line)), "\(line)") }
    for name in ["metered_bytes", "outdated_time_share"] {
      let line = try #require(comparison.output.split(separator: "\n").first { $0.contains(name) })
      let part = try #require(line.firstMatch(of: /\([+-]([0-9.]+ %)\)/)).output.1
      expect(page.text.contains(" \(part)"), "\(name): \(part)")
    }
    try expect(folder.text("Results/cache-budget.xml").contains("<failure"))
  }

  /// In a workflow, the lines of the budget are annotated, from the repository's folder on.
  @Test func aWorkflowAnnotatesTheLineOfTheBudget() async throws {
    let page = "https://example.org/runs/1#artifacts"
    let (folder, ended) = try await Self.check(
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": nil, "REPORT_PAGE": page]
    ) { $0.replacingOccurrences(of: #""300s""#, with: #""30m""#) }
    expect(ended.status, is: 2)
    let lines = try folder.text("Budget/news.json").components(separatedBy: "\n")
    let broken = try #require(lines.firstIndex { $0.contains("outdated_time_share") }) + 1
    let commands = ended.output.split(separator: "\n").filter { $0.hasPrefix("::") }
    expect(
      commands.first?.hasPrefix(
        "::error file=Budget/news.json,line=\(broken),title=Expectation of news::as shipped."),
      is: true,
      "\(ended.output)")
    expect(commands.count { $0.hasPrefix("::error ") } <= 10)
    expect(commands.last?.hasPrefix("::notice file=Budget/news.json,title="), is: true)
    try expect(folder.text("Results/summary.md").hasSuffix("[The report](\(page))\n"))
    let junit = try folder.text("Results/cache-budget.xml")
    expect(junit.contains("file=\"Budget/news.json\" line=\"\(broken)\"><failure type=\"broken\""))
  }

  /// A text with single blanks: how wide columns are depends on the table.
  private static func plain(_ text: some StringProtocol) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  @Test func whatThePageShowsStandsInTheFiles() throws {
    let page = try Page("Docs/ContinuousIntegration.md")
    for (kind, file) in [
      ("json", "Budget/news.json"), ("yaml", ".github/workflows/cache-budget.yml"),
    ] {
      let block = try #require(page.blocks(kind).first)
      let text = try String(contentsOf: Self.example.appending(path: file), encoding: .utf8)
      for line in block.split(separator: "\n") { expect(text.contains(line), "\(line)") }
    }
  }
}
