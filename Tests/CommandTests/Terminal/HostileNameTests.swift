internal import Foundation
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// Names of people, files and traces go through every command that prints them: none steers a
/// terminal, is a formula in a table, or is markup on a page.
@Suite struct HostileNameTests {
  private static let names = [
    "\u{1B}[2J\u{1B}]0;title\u{7}", "\u{9B}31mred", "gpj\u{202E}exe\u{2066}\u{200F}",
    "\u{1B}[31mred",
    "=1+1", "@sum", "-1+1", "| a | `b` | [c](http://example.org) <img src=x>\n# d", "```\nx\n```",
  ]

  /// A scenario whose title, question, and both labels are hostile.
  private static func scenario(_ name: String) throws -> String {
    let quoted = try json(name)
    return SmallScenario.text(
      strategies: #"[{"name": "network-only", "label": \#(quoted)}, {"name": "on-demand"}]"#,
      more: #""title": \#(quoted),"#
    ).replacing(#""Who waits?""#, with: quoted)
  }

  private static func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode([text]).dropFirst().dropLast(), as: UTF8.self)
  }

  /// Whether a text for people has what could steer a terminal.
  private static func steers(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      scalar != "\n" && scalar.properties.generalCategory == .control
        || [0x200E, 0x200F, 0x061C].contains(scalar.value)
        || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }

  @Test(arguments: Cases.some(names, oneIn: 3))
  func noTerminalIsSteeredByAnyCommand(_ name: String) async throws {
    let folder = try Folder()
    try folder.write(try Self.scenario(name), to: "s.json")
    try folder.write("time,id,size\n1,\"\(name.replacing("\n", with: " "))\",9\n", to: "t.csv")
    let commands = [
      ["run", "s.json", "--no-charts", "--output", "out"],
      ["advise", "s.json", "--no-charts", "--output", "explored"],
      ["compare", "s.json", name, "on-demand"], ["compare", "s.json", name, "nobody"],
      ["explain", "s.json", "--worst", "latency"], ["explain", "s.json", "--strategy", name],
      ["baseline", "compare", "out", "s.json"], ["run", name], ["list", name], ["describe", name],
      ["sweep", "s.json", "--vary", "devices=1,2", "--output", "sweep", "--no-charts"],
      ["sweep", "s.json", "--vary", "devices=1,2", "--list-shards", "2", "--output", name],
      ["trace", "head", "1", "t.csv", "--format", "table"], ["trace", "check", name],
      ["replay", "t.csv", "--policy", name], ["run", "s.json", "--networks", name],
      ["trace", "stats", "t.csv"], ["http-check", "vectors", name], ["merge", name],
      ["model", "device", name],
    ]
    for command in commands {
      let ended = try await Program(arguments: command, folder: folder).run()
      expect(!Self.steers(ended.output), "\(command): \(ended.output.debugDescription)")
      expect(!Self.steers(ended.notes.joined()), "\(command): \(ended.notes)")
    }
  }

  /// What goes to programs is exact, and a terminal in its place is not steered.
  @Test func rowsAreExactInPipesAndVisibleOnATerminal() async throws {
    let folder = try Folder()
    let name = "a\u{1B}[2J\u{202E}b"
    try folder.write("time,id,size\n1,\(name),9\n", to: "t.csv")
    for format in ["csv", "jsonl"] {
      let piped = try await Program.run(
        "trace", "head", "1", "t.csv", "--format", format, in: folder)
      expect(format != "csv" || piped.output.contains(name))
      expect(piped.output.contains("\u{202E}"))
      let shown = try await onATerminal("trace head 1 t.csv --format \(format)", in: folder)
      guard let shown else { continue }
      expect(shown.contains("\\u{202E}") && !shown.contains("\u{202E}"))
      expect(!shown.contains("\u{1B}"))
    }
  }

  /// What the program writes to a terminal of its own; nil where the system has no `script`.
  private func onATerminal(_ command: String, in folder: Folder) async throws -> String? {
    let script = "/usr/bin/script"
    guard FileManager.default.isExecutableFile(atPath: script) else { return nil }
    var program = Program(
      arguments: ["-qec", "'\(Program.file.path)' \(command)", "/dev/null"], folder: folder)
    program.executable = URL(filePath: script)
    let ended = try await program.run()
    return ended.status == 0 ? ended.output : nil
  }

  @Test(arguments: ["=1+1", "@sum", "-1+1", "+x", "'=x", "\tx"])
  func textsOfTablesAreNoFormulas(_ name: String) async throws {
    let folder = try Folder()
    try folder.write(try Self.scenario(name), to: "s.json")
    let ended = try await Program.run(
      "run", "s.json", "--no-charts", "--quiet", "--output", "out", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    for file in ["summary.csv", "latency.csv", "differences.csv", "timeline.csv"] {
      let text = try folder.text("out/\(file)")
      expect(text.contains("\n'\(name),") || text.contains(",'\(name),"), "\(file): \(text)")
      expect(!text.contains("\n\(name),"))
    }
    // Numbers and what programs read stay as they are.
    try expect(folder.text("out/run.json").contains(try Self.json(name)))
    let again = try await Program.run("baseline", "compare", "out", "s.json", in: folder)
    expect(again.status, is: 0, "\(again.notes)")
  }

  @Test func namesOfATraceAreGuardedWhereItIsForASpreadsheet() async throws {
    let folder = try Folder()
    let rows = "time,id,size\n1,=x,9\n2,-5,9\n3,'=x,9\n"
    try folder.write(rows, to: "t.csv")
    let plain = try await Program.run("trace", "convert", "t.csv", "--no-redact", in: folder)
    expect(plain.output, is: rows)
    let guarded = try await Program.run(
      "trace", "convert", "t.csv", "--no-redact", "--for-spreadsheets", in: folder)
    expect(guarded.output, is: "time,id,size\n1,'=x,9\n2,-5,9\n3,''=x,9\n")
    try folder.write(guarded.output, to: "g.csv")
    let replays = try await [
      Program.run("replay", "t.csv", "--capacity", "9B", "--output-format", "csv", in: folder),
      Program.run("replay", "g.csv", "--capacity", "9B", "--output-format", "csv", in: folder),
    ]
    expect(replays[0].status == 0 && replays[0].output == replays[1].output)
  }

  @Test(arguments: Cases.some(names, oneIn: 3))
  func pagesShowNamesAsTheyAre(_ name: String) async throws {
    let folder = try Folder()
    try folder.write(try Self.scenario(name), to: "s.json")
    _ = try await Program.run("run", "s.json", "--no-charts", "--output", "out", in: folder)
    let sweep = ["sweep", "s.json", "--vary", "devices=1,2", "--output", "sweep", "--no-charts"]
    _ = try await Program(arguments: sweep, folder: folder).run()
    var pages = [try folder.text("out/report.md"), try folder.text("sweep/report.md")]
    for command in [
      ["advise", "s.json", "--no-charts"], ["compare", "s.json", name, "on-demand"],
      ["explain", "s.json"],
      ["baseline", "compare", "out", "s.json"],
    ] {
      let ended = try await Program(
        arguments: command + ["--format", "markdown"], folder: folder
      ).run()
      pages.append(ended.output)
    }
    for page in pages {
      let prose = Self.prose(of: page)
      expect(!prose.contains("<img") && !prose.contains("](http"), "\(prose)")
      expect(!prose.contains("\n# d"), "\(prose)")
      expect(!Self.steers(prose))
      // Every row of a table has as many cells as the row above it.
      var cells = 0
      for line in prose.split(separator: "\n", omittingEmptySubsequences: false) {
        let isRow = line.hasPrefix("|")
        let count = line.replacing("\\|", with: "").count { $0 == "|" }
        expect(!isRow || cells == 0 || cells == count, "\(line)")
        cells = isRow ? count : 0
      }
    }
  }

  /// Defect: a sweep's page showed `on\\*demand &lt;1 h&gt;`. The pages of all commands that write
  /// some have each name as it is.
  @Test(arguments: [#"on*demand <1 h> & "x""#, "a_b_c **d** $e$ | f", "[g](h) &lt; {{i}} \\*"])
  func webPagesShowNamesAsTheyAre(_ name: String) async throws {
    let folder = try Folder()
    try folder.write(try Self.scenario(name), to: "s.json")
    let commands = [
      ["run", "s.json", "--no-charts"], ["compare", "s.json", name, "on-demand"],
      ["explain", "s.json", "--strategy", name],
      ["sweep", "s.json", "--vary", "\(name).requests.retries.count=0,1", "--no-charts"],
      ["tune", "s.json", "--vary", "\(name).requests.retries.count=0,1", "--no-charts"],
    ]
    for command in commands {
      let ended = try await Program(
        arguments: command + ["--output", command[0]], folder: folder
      ).run()
      expect(ended.status, is: 0, "\(command): \(ended.notes)")
      let page = try folder.text("\(command[0])/report.html")
      let text = page.replacing(/(?s)<style.*?<\/style>|<script.*?<\/script>|<[^>]*>/, with: " ")
      let shown = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .reduce(text) { $0.replacing($1.0, with: $1.1) }
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      expect(shown.contains(name), "\(command)")
      // The goal's own constraint has a sign that markup has, too.
      let rest = shown.replacing(name, with: "").replacing("blank_ratio <= ", with: "")
      for mark in ["&lt;", "&amp;", "&#", "\\*", "**", "\\_", "<", "{{"] {
        expect(!rest.contains(mark), "\(command): \(mark)")
      }
    }
  }

  /// A page without its blocks of code and its code in lines, which show what they hold.
  private static func prose(of page: String) -> String {
    var fence: Substring?
    var lines: [Substring] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      let mark = line.prefix { $0 == "`" }
      if let open = fence {
        if mark.count >= open.count, mark.count == line.count { fence = nil }
      } else if mark.count >= 3 {
        fence = mark
      } else {
        lines.append(line)
      }
    }
    expect(fence == nil, "a block of code never ends")
    return lines.joined(separator: "\n").replacing(/\\.|`[^`\n]*`/, with: "x")
  }

  @Test(arguments: [
    ["run", "%"], ["compare", "twitter", "%", "url-cache"], ["replay", "t.csv", "--policy", "%"],
    ["run", "twitter", "--networks", "%"], ["explain", "twitter", "--strategy", "%"],
    ["describe", "%"], ["list", "%"], ["run", "two.json"], ["replay", "t.csv", "--ttl", "%"],
    ["sweep", "twitter", "--vary", "%"], ["trace", "check", "%"], ["%"],
  ])
  func longTextsMakeNoLongMessages(_ command: [String]) async throws {
    let folder = try Folder()
    let name = String(repeating: "long ", count: 20_000)
    try folder.write("time,id,size\n1,a,9\n", to: "t.csv")
    let quoted = try Self.json(name)
    try folder.write(
      SmallScenario.text(
        strategies: #"[{"name": "on-demand", "label": \#(quoted)}, "#
          + #"{"name": "dictionary", "label": \#(quoted)}]"#), to: "two.json")
    let arguments = command.map { $0 == "%" ? name : $0 }
    let ended = try await Program(arguments: arguments, folder: folder).run()
    expect(ended.status != 0 && !ended.notes.isEmpty)
    expect(ended.notes.joined(separator: "\n").count < 8_000, "\(ended.notes.map(\.count))")
    expect(ended.notes.joined().contains("…"))
  }
}
