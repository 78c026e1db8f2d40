internal import Testing

@testable internal import Reports

/// Every way in which gnuplot can fail ends in words, and never ends the process.
@Suite(.enabled(if: Gnuplot.isBuiltIn, "this build has no charts"))
struct GnuplotTests {
  @Test func aMissingProgramIsNotInstalled() {
    let gnuplot = Gnuplot(program: "/no/such/gnuplot")
    #expect(throws: ChartError.notInstalled(program: "/no/such/gnuplot")) {
      try gnuplot.run([.text("print 1\n")], in: "/tmp")
    }
    #expect(!gnuplot.isUsable)
    #expect(
      ChartError.notInstalled(program: "gnuplot").message.contains("apt-get install gnuplot-nox"))
  }

  @Test func aProgramThatFailsAtOnceTellsItsStatus() {
    #expect(throws: ChartError.failed(status: 1, words: "")) {
      try Gnuplot(program: "/bin/false").run([.text("print 1\n")], in: "/tmp")
    }
  }

  @Test func aProgramThatStopsReadingIsNoSignalForUs() {
    let table = GnuplotInput.table(values: [Double](repeating: 1, count: 200_000), columnCount: 2)
    #expect(throws: ChartError.failed(status: 0, words: "")) {
      try Gnuplot(program: "/bin/true").run([.text("$data << e\n"), table], in: "/tmp")
    }
  }

  @Test(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed"))
  func aBadCommandIsAnsweredInGnuplotsWords() throws {
    let error = #expect(throws: ChartError.self) {
      try Gnuplot().run([.text("plod sin(x)\n")], in: "/tmp")
    }
    #expect(error?.message.contains("invalid command") == true)
  }

  @Test(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed"))
  func aTableArrivesAsItWasSent() throws {
    let script: [GnuplotInput] = [
      .text("$data << e\n"), .table(values: [1, 0.1, 2, 1e300, 3, -7], columnCount: 2),
      .text("stats $data using 1:2 nooutput\nset print '-'\n"),
      .text("if (STATS_records != 3 || STATS_max_y != 1e300 || STATS_min_y != -7) exit status 3\n"),
    ]
    #expect(try Gnuplot().run(script, in: "/tmp") == "")
  }
}
