internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Every way in which gnuplot can fail ends in words, and never ends the process.
@Suite(.enabled(if: Gnuplot.isBuiltIn, "this build has no charts"))
struct GnuplotTests {
  @Test func aMissingProgramIsNotInstalled() {
    let gnuplot = Gnuplot(program: "/no/such/gnuplot")
    #expect(throws: ToolError.notInstalled(program: "/no/such/gnuplot")) {
      try gnuplot.run([.text("print 1\n")], in: "/tmp")
    }
    expect(!gnuplot.isUsable)
    expect(
      ToolError.notInstalled(program: "gnuplot").description.contains("apt-get install gnuplot-nox")
    )
  }

  @Test func theStatusOfAProgramThatFailsAtOnceIsReported() {
    #expect(throws: ToolError.failed(status: 1, words: "")) {
      try Gnuplot(program: "/bin/false").run([.text("print 1\n")], in: "/tmp")
    }
  }

  @Test func aProgramThatStopsReadingIsNoSignalForUs() {
    let table = GnuplotInput.table(values: [Double](repeating: 1, count: 200_000), columnCount: 2)
    for isPlain in [false, true] {
      var gnuplot = Gnuplot(program: "/bin/true")
      gnuplot.isPlain = isPlain
      #expect(throws: ToolError.failed(status: 0, words: "")) {
        try gnuplot.run([.text("$data << e\n"), table], in: "/tmp")
      }
    }
  }

  @Test(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed"))
  func aBadCommandIsAnsweredInGnuplotsWords() throws {
    let error = #expect(throws: ToolError.self) {
      try Gnuplot().run([.text("plod sin(x)\n")], in: "/tmp")
    }
    expect(error?.description.contains("invalid command"), is: true)
  }

  @Test(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed"))
  func aTableArrivesAsItWasSent() throws {
    for isPlain in [false, true] { try checkTable(isPlain: isPlain) }
  }

  private func checkTable(isPlain: Bool) throws {
    var gnuplot = Gnuplot()
    gnuplot.isPlain = isPlain
    let script: [GnuplotInput] = [
      .text("$data << e\n"), .table(values: [1, 0.1, 2, 1e300, 3, -7], columnCount: 2),
      .text("stats $data using 1:2 nooutput\nset print '-'\n"),
      .text("if (STATS_records != 3 || STATS_max_y != 1e300 || STATS_min_y != -7) exit status 3\n"),
    ]
    try expect(gnuplot.run(script, in: "/tmp"), is: "")
  }

  /// What the program started is ended with it: it would hold the pipes open.
  @Test func aProgramThatHangsIsEnded() throws {
    try withScript("#!/bin/sh\nsleep 1000 & sleep 1000\n") { path in
      var gnuplot = Gnuplot(program: path)
      gnuplot.limit = "0.3"
      #expect(throws: ToolError.timedOut(limit: "0.3")) {
        try gnuplot.run([.text("print 1\n")], in: "/tmp")
      }
    }
  }

  /// One that does not even read: what is sent to it does not fit into a pipe.
  @Test func aProgramThatDoesNotReadIsEnded() throws {
    let table = GnuplotInput.table(values: [Double](repeating: 1, count: 200_000), columnCount: 2)
    try withScript("#!/bin/sh\nsleep 1000\n") { path in
      var gnuplot = Gnuplot(program: path)
      gnuplot.limit = "0.3"
      #expect(throws: ToolError.timedOut(limit: "0.3")) {
        try gnuplot.run([.text("$data << e\n"), table], in: "/tmp")
      }
    }
  }

  @Test(arguments: ["soon", "0", "-1", "nan", "1e9"])
  func aLimitThatIsNoNumberOfSecondsIsReported(limit: String) {
    var gnuplot = Gnuplot(program: "/bin/true")
    gnuplot.limit = limit
    #expect(throws: ToolError.badLimit(limit)) { try gnuplot.run([.text("")], in: "/tmp") }
  }

  /// Runs a body with a program that is a script.
  private func withScript(_ text: String, _ body: (String) throws -> Void) throws {
    try ChartFixture.inFolder { folder in
      try Disk.write(text, to: "\(folder)/gnuplot")
      try #require(chmod("\(folder)/gnuplot", 0o755) == 0)
      try body("\(folder)/gnuplot")
    }
  }
}

struct GnuplotTextTests {
  @Test(arguments: [
    ("plain", "'plain'"),
    ("it's", "'it''s'"),
    ("'first", "'’first'"),
    ("''", "'’'''"),
    ("`id` $(id) \"x\" \\n %s", "'`id` $(id) \"x\" \\n %s'"),
    ("two\nlines\r\t\u{2028}", "'two lines   '"),
    ("\u{202E}turned", "'turned'"),
    ("", "''"),
  ])
  func quotedTextIsNothingButText(text: String, quoted: String) {
    expect(GnuplotText.quoted(text), is: quoted)
  }

  @Test(arguments: [
    (0.0, "0"), (1.0, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1e21, "1e+21"), (1e-7, "1e-07"),
    (.infinity, "inf"),
  ])
  func numbersReadBackAsThemselves(value: Double, text: String) {
    expect(GnuplotText.number(value), is: text)
  }

  @Test func lettersThatTheFontLacksBecomeSquares() {
    expect(FontCoverage.drawable("é Ω Ж 漢 😀 🦊\n"), is: "é Ω Ж □ 😀 □\n")
  }
}
