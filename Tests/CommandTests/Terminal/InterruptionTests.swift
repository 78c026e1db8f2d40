internal import Foundation
internal import TestCases
internal import Testing

/// Ctrl-C, and what is alike, leaves nothing unfinished and says what is kept.
@Suite struct InterruptionTests {
  /// A command that would last, and when it is interrupted.
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    /// How the file begins that is a sign that the work is under way; nil: it says so.
    var sign: String?
    /// How it says so.
    var words = ["run ", "read "]
    var kept = "nothing was written"
    var signal = SIGINT

    var testDescription: String { arguments.joined(separator: " ") }

    static func command(_ arguments: String...) -> Case { Case(arguments: arguments) }

    static func writing(_ file: String, _ arguments: String...) -> Case {
      Case(arguments: arguments, sign: ".\(file).", kept: "nothing was written to \(file)")
    }
  }

  static let cases: [Case] = [
    .command("run", "long.json"),
    Case(arguments: ["run", "long.json", "--output", "mine"], signal: SIGTERM),
    Case(arguments: ["run", "long.json"], signal: SIGHUP),
    .command("advise", "long.json"),
    .command("compare", "long.json", "network-only", "on-demand"),
    .command("explain", "long.json"),
    .command("baseline", "save", "long.json", "--output", "base.json"),
    .command("replay", "-", "--trace-format", "ids", "--capacity", "2", "--csv", "x.csv"),
    .command("mrc", "-", "--trace-format", "ids", "--capacity", "2", "--chart", "charts"),
    .command("trace", "stats", "-", "--trace-format", "ids", "--charts", "charts"),
    .command("trace", "check", "-", "--trace-format", "ids"),
    .writing("o.csv", "trace", "generate", "--set", "requests=1000000000", "-o", "o.csv"),
    .writing("o.csv", "trace", "convert", "-", "--trace-format", "ids", "-o", "o.csv"),
    .writing(
      "o.csv", "trace", "filter", "-", "--trace-format", "ids", "--limit", "9", "-o", "o.csv"),
    .writing(
      "o.bin", "trace", "sample", "-", "--trace-format", "ids", "--rate", "1", "-o", "o.bin"),
    Case(
      arguments: ["trace", "convert", "-", "--trace-format", "ids"], words: ["write "],
      kept: "standard output has only a part"),
  ]

  @Test(arguments: cases)
  func nothingUnfinishedIsLeft(_ each: Case) async throws {
    let folder = try Folder()
    // So long that it lasts until a busy machine comes to interrupt it.
    let seeds = "\(Array(1...100))"
    try folder.write(SmallScenario.text(seeds: seeds, duration: "3650d"), to: "long.json")
    let program = Program(arguments: each.arguments + ["--verbose"], folder: folder)
    let ended = try await program.run(input: "1\n2\n", interruptedBy: each.signal) { notes in
      each.sign.map { sign in (try? folder.names())?.contains { $0.hasPrefix(sign) } ?? false }
        ?? notes.split(separator: "\n").contains { line in
          each.words.contains { line.hasPrefix($0) }
        }
    }
    expect(ended.status == 130 && !ended.isSignalled, "\(ended.notes)")
    expect(ended.notes.last, is: "interrupted: \(each.kept)")
    expect(ended.output.isEmpty)
    try expect(folder.names(), is: ["long.json"])
  }

  /// Interrupted while the charts are drawn, by a gnuplot that does not come to an end.
  @Test func theResultsStandAndGnuplotIsEnded() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    try folder.writeProgram(
      """
      #!/bin/sh
      : > image.part
      sleep 1000 &
      echo $! > '\(folder.url("sign").path)'
      wait
      """, to: "gnuplot")
    let program = Program(
      arguments: ["run", "small.json"], folder: folder,
      environment: ["CACHESIM_GNUPLOT": folder.url("gnuplot").path])
    let ended = try await program.run(interruptedBy: SIGINT) { _ in
      (try? folder.text("sign"))?.hasSuffix("\n") ?? false
    }
    // A build without charts comes to its end without gnuplot.
    guard folder.exists("sign") else { return }
    expect(ended.status, is: 130)
    expect(
      ended.notes,
      is: ["interrupted: the report in Reports/small is whole, its charts were not drawn"])
    try expect(folder.names(in: "Reports/small").filter { !$0.contains(".gp") }.count > 7)
    try expect(folder.names(in: "Reports"), is: ["small"])
    let child = try #require(Int32(try folder.text("sign").dropLast()))
    for _ in 0..<200 where kill(child, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    expect(kill(child, 0) != 0, "what gnuplot had started still runs")
  }

  /// Defect: folders that were made for an answer stayed, empty, and a comparison's charts stood
  /// beside its former text.
  @Test(arguments: [
    ["replay", "ids.txt", "--trace-format", "ids", "--capacity", "2", "--output", "a/b"],
    [
      "baseline", "compare", "old.json", "new.json", "--format", "markdown", "--output", "a/b.md",
    ],
  ])
  func anAnswerComesWithItsChartsOrNotAtAll(arguments: [String]) async throws {
    let folder = try Folder()
    try folder.write("1\n2\n3\n1\n", to: "ids.txt")
    for (name, more) in [("old", []), ("new", ["--set", "on-demand.staleAfter=0s"])] {
      try folder.write(SmallScenario.text(), to: "small.json")
      let saved = try await Program(
        arguments: ["baseline", "save", "small.json", "--output", "\(name).json"] + more,
        folder: folder
      ).run()
      expect(saved.status, is: 0)
    }
    try folder.writeProgram(
      "#!/bin/sh\n: > '\(folder.url("sign").path)'\nsleep 1000\n", to: "gnuplot")
    let before = Set(try folder.names())
    let ended = try await Program(
      arguments: arguments + (arguments[0] == "baseline" ? ["--any-scenario"] : []),
      folder: folder, environment: ["CACHESIM_GNUPLOT": folder.url("gnuplot").path]
    ).run(interruptedBy: SIGTERM) { _ in folder.exists("sign") }
    // A build without charts comes to its end without gnuplot.
    guard folder.exists("sign") else { return }
    expect(ended.status == 130 && ended.notes.last == "interrupted: nothing was written")
    expect(Set(try folder.names()), is: before.union(["sign"]))
  }

  /// The commands that need no time listen as well.
  @Test func aReaderThatGoesAwayEndsTheProgramQuietly() async throws {
    let folder = try Folder()
    let script = Program(
      arguments: [
        "-c",
        "{ \"$0\" trace generate --set requests=3000000; echo $? >status; } | head -1",
        Program.file.path,
      ], folder: folder, executable: URL(filePath: "/bin/sh"))
    let ended = try await script.run()
    expect(ended.output, is: "id\n")
    expect(ended.notes, is: [])
    // 128 and SIGPIPE's number, as shells tell it.
    try expect(folder.text("status"), is: "141\n")
  }
}

@Suite struct SweepInterruptionTests {
  /// A sweep that would take long is interrupted when its first cell is on disk.
  @Test func whatIsFinishedIsKeptAndSaid() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "30d"), to: "small.json")
    try folder.write(
      """
      #!/bin/sh
      "$1" sweep small.json --vary devices=1..400 --jobs 1 --output out 2>notes.txt &
      while [ "$(ls out/.cells 2>/dev/null | grep -c '^[0-9a-f]*[.]json$')" -lt 2 ]
      do sleep 0.05; done
      kill -INT $!
      wait $!
      """, to: "interrupt.sh")
    // A shell without job control lets its children ignore Ctrl-C; the sweep listens all the same.
    let script = Program(
      arguments: ["sh", "interrupt.sh", Program.file.path], folder: folder,
      executable: URL(filePath: "/usr/bin/env"))
    let ended = try await script.run()
    expect(ended.status, is: 130)
    let notes = try folder.text("notes.txt")
    expect(notes.hasPrefix("interrupted: "))
    expect(notes.contains(" of 800 cells are finished and kept; the same command continues"))
    try expect(folder.names(in: "out"), is: [".cells"])
  }
}
