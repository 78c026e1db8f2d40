internal import Foundation
internal import Testing

/// Values at and beyond their limits: what is documented works, what is not is named with the
/// limit.
@Suite struct LimitMessageTests {
  private static let page =
    #"{"startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "request": {"method": "GET", "#
    + #""url": "http://example.org/a", "headers": []}, "response": {"status": 200, %}}"#

  @Test(arguments: [
    (
      ["replay", "t.csv", "--ttl", "300000d"], "--ttl: expected a length of time of at most 106751d"
    ),
    (["replay", "t.csv", "--warmup", "300000d"], "--warmup: expected a length of time of at most"),
    (
      ["replay", "t.csv", "--policy", "s3-fifo:smallShare=2"],
      "--policy: s3-fifo: smallShare: expected 0 to 1, found 2"
    ),
    (
      ["replay", "t.csv", "--policy", "clock:bits=99"],
      "--policy: clock: bits: expected 1 to"
    ),
  ])
  func theSettingAndItsLimitAreNamed(_ command: [String], _ words: String) async throws {
    let folder = try Folder()
    try folder.write("time,id,size\n1,a,9\n", to: "t.csv")
    let ended = try await Program(arguments: command, folder: folder).run()
    #expect(ended.status == 64)
    #expect(ended.notes.joined(separator: " ").contains(words), "\(ended.notes)")
  }

  @Test func theDocumentedEndOfTheSessionGapIsTaken() async throws {
    let folder = try Folder()
    try folder.write(
      "10.0.0.1 - - [10/Oct/2025:13:55:36 +0000] \"GET /a HTTP/1.1\" 200 99\n", to: "a.log")
    for (gap, status) in [("3650d", 0), ("300000d", 65)] {
      try folder.write(
        """
        {"question": "?", "duration": "1d", "strategies": [{"name": "on-demand"}],
         "workload": {"name": "trace", "settings": {"path": "a.log",
           "reading": {"sessionGap": "\(gap)"}}}}
        """, to: "s.json")
      let ended = try await Program.run("run", "s.json", "--no-charts", in: folder)
      #expect(ended.status == Int32(status), "\(gap): \(ended.notes)")
      #expect(
        status == 0 || ended.notes.joined().contains("a length of time, \"0s\" to \"3650d\""),
        "\(ended.notes)")
    }
    let described = try await Program.run("describe", "trace", in: folder)
    #expect(described.output.contains("3650d"))
  }

  /// A number is a number, however large: logs and captures say that no body is so large.
  @Test(arguments: ["999999999999999999", "99999999999999999999", "1000000000000001"])
  func aBodyThatNobodyBelievesIsAnErrorInLogsAndCaptures(_ size: String) async throws {
    let folder = try Folder()
    let line = "10.0.0.1 - - [10/Oct/2025:13:55:36 +0000] \"GET /a HTTP/1.1\" 200 "
    try folder.write("\(line)\(size)\n\(line)99\n", to: "a.log")
    let responses = [
      #""headers": [], "bodySize": \#(size)"#, #""headers": [], "content": {"size": \#(size)}"#,
      #""headers": [{"name": "Content-Length", "value": "\#(size)"}]"#, #""headers": []"#,
    ]
    let pages = responses.map { Self.page.replacing("%", with: $0) }
    for (index, page) in pages.enumerated() {
      try folder.write(#"{"log": {"entries": [\#(page), \#(pages[3])]}}"#, to: "\(index).har")
    }
    for file in ["a.log", "0.har", "1.har", "2.har"] {
      let ended = try await Program.run("trace", "check", file, in: folder)
      #expect(ended.status == 65, "\(file)")
      #expect(ended.output.contains("is larger than 1 PB"), "\(file): \(ended.output)")
      #expect(ended.output.contains("1  malformed items"))
    }
    #expect(try await Program.run("trace", "check", "3.har", in: folder).status == 0)
  }

  @Test(arguments: ["e.oracleGeneral.bin", "e.csv", "h.csv", "e.ids", "e.jsonl", "e.le64"])
  func aTraceWithoutRequestsIsTheSameErrorEverywhere(_ file: String) async throws {
    let folder = try Folder()
    try folder.write(file == "h.csv" ? "time,id,size\n" : "", to: file)
    for command in [["trace", "check"], ["trace", "stats"], ["replay"], ["mrc"]] {
      let ended = try await Program(arguments: command + [file], folder: folder).run()
      #expect(ended.status == 65, "\(command)")
      #expect(ended.notes == ["error: \(file): there are no requests in it"], "\(command)")
    }
  }

  @Test func aRunInWhichNobodyOpensAnythingSaysSo() async throws {
    let folder = try Folder()
    let text = SmallScenario.text().replacing(
      #""sessionsPerDay": 3"#, with: #""sessionsPerDay": 0.0001"#)
    try folder.write(text, to: "s.json")
    let ended = try await Program.run("run", "s.json", "--no-charts", "--output", "out", in: folder)
    #expect(ended.status == 0, "\(ended.notes)")
    let words = "No screen was opened in this run"
    #expect(ended.notes.contains { $0.hasPrefix("warning: \(words)") }, "\(ended.notes)")
    #expect(try folder.text("out/report.md").contains(words))
    #expect(try folder.text("out/report.html").contains(words))
    let quiet = try await Program.run(
      "run", "s.json", "--no-charts", "--quiet", "--output", "out", in: folder)
    #expect(quiet.notes.isEmpty)
  }
}
