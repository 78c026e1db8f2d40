internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// What somebody would send who wants the program to fall over; what is refused of it, with its
/// exit status and the place, is in the transcripts (`Tests/Golden/Commands`).
@Suite struct AttackTests {
  /// Names that would be code somewhere: in a shell, in gnuplot, in HTML, in Markdown, in a path.
  @Test(
    arguments: Cases.some(
      [
        "</title><script>alert(1)</script>", "'; system(\"touch pwned\") #", "`touch pwned`",
        "$(touch pwned)", "\" . system('touch pwned') . \"", "a\nset output 'pwned'\n",
        "../../pwned",
        "\u{1B}[2J\u{202E}gnp", "@touch pwned", "%s%n%d", "|pwned|", "{/Symbol a}_{x}^{y}",
        String(repeating: "W", count: 5_000), "👩🏽‍🚀 ü ع 中",
      ], oneIn: 3))
  func namesAreNoCode(_ name: String) async throws {
    let folder = try Folder()
    let quoted = String(
      decoding: try JSONEncoder().encode([name]), as: UTF8.self
    ).dropFirst().dropLast()
    let text = SmallScenario.text(
      strategies: #"[{"name": "network-only", "label": \#(quoted)}, {"name": "on-demand"}]"#,
      more: #""title": \#(quoted),"#)
    try folder.write(text, to: "named.json")
    let ended = try await Program.run("run", "named.json", in: folder)
    // 69: gnuplot is not there.
    expect([0, 69].contains(ended.status), "\(ended.notes)")
    try expect(folder.names(), is: ["Reports", "named.json"])
    try expect(folder.names(in: "Reports"), is: ["named"])
    expect(!folder.exists("Reports/named/pwned"))
    expect(!ended.output.contains("\u{1B}"))
    let page = try folder.text("Reports/named/report.html")
    // The data and the page's own script, which the policy names by its digest.
    expect(page.components(separatedBy: "<script").count, is: 3)
    let data = page.components(separatedBy: "id=\"data\">").last?
      .components(separatedBy: "</script>").first
    #expect(throws: Never.self) { try JSON.parse(Array((data ?? "").utf8)) }
  }

  /// What looks like an attack and is none.
  @Test(arguments: ["\u{FEFF}", "\r\n", "// a comment\n", ""])
  func harmlessFormsAreRead(_ beginning: String) async throws {
    let folder = try Folder()
    var text = beginning + SmallScenario.text()
    if beginning == "\r\n" { text = text.replacing("\n", with: "\r\n") }
    try folder.write(text, to: "small.json")
    let ended = try await Program.run("run", "small.json", "--no-charts", "--quiet", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
  }

  @Test func withoutGnuplotTheResultsAreThereAndTheChartsAreNot() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program.run(
      "run", "small.json", in: folder, environment: ["PATH": "/nowhere"])
    expect([0, 69].contains(ended.status))
    expect(folder.exists("Reports/small/summary.csv"))
    expect(!folder.exists("Reports/small/latency-cdf.svg"))
  }
}
