internal import Foundation
internal import Testing

/// What a run does with the folder of its report, and without gnuplot.
@Suite struct ReportFolderTests {
  @Test func foreignFilesStayAndOldChartsGo() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let first = try await Program.run("run", "small.json", "--output", "out", in: folder)
    try folder.write("mine", to: "out/notes.txt")
    try folder.write("mine too", to: "out/sub/deep.txt")
    let second = try await Program.run(
      "run", "small.json", "--output", "out", "--no-charts", in: folder)
    #expect(first.status == 0 && second.status == 0)
    #expect(try folder.names(in: "out") == (SmallScenario.tables + ["notes.txt", "sub"]).sorted())
    #expect(try folder.text("out/notes.txt") == "mine")
    #expect(try folder.text("out/sub/deep.txt") == "mine too")
    #expect(try folder.names() == ["out", "small.json"])
  }

  @Test func aRunThatFailsLeavesTheReportBeforeAsItWas() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    _ = try await Program.run("run", "small.json", "--output", "out", "--no-charts", in: folder)
    let before = try folder.files(in: "out")
    let ended = try await Program.run(
      "run", "small.json", "--output", "out", "--trace", "missing.har", in: folder)
    #expect(ended.status == 66)
    #expect(try folder.files(in: "out") == before)
    #expect(try folder.names() == ["out", "small.json"])
  }

  @Test(arguments: ["/nonexistent/gnuplot", "/bin/false", "/bin/true"])
  func withoutGnuplotTheResultsAreThere(gnuplot: String) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program.run(
      "run", "small.json", in: folder, environment: ["CACHESIM_GNUPLOT": gnuplot])
    #expect(ended.status == 69)
    #expect(ended.output.contains("network-only"))
    #expect(ended.notes.count == 1)
    #expect(
      ended.notes.first?.hasPrefix("error: the results are there, the charts are not: ") == true)
    #expect(ended.notes.first?.contains("gnuplot") == true)
    // Data and scripts are there, so that another machine can draw; pictures are not.
    let names = try folder.names(in: "Reports/small")
    #expect(Set(names).isSuperset(of: SmallScenario.tables))
    #expect(names.contains("latency-cdf.gp") && names.contains("latency-cdf.csv"))
    #expect(!names.contains { $0.hasSuffix(".svg") || $0.hasSuffix(".png") })
    #expect(try folder.names(in: "Reports") == ["small"])
    #expect(!(try folder.text("Reports/small/report.md")).contains(".svg"))
  }

  @Test func withoutChartsNobodyMissesGnuplot() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program.run(
      "run", "small.json", "--no-charts", in: folder,
      environment: ["CACHESIM_GNUPLOT": "/nonexistent/gnuplot"])
    #expect(ended.status == 0)
    #expect(ended.notes == [])
    #expect(try folder.names(in: "Reports/small") == SmallScenario.tables)
  }
}

/// A disk that takes no more.
@Suite struct FullDiskTests {
  @Test func aReportThatDoesNotFitLeavesNothing() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    var program = Program(
      arguments: [
        "-c", "trap '' XFSZ; ulimit -f 4; exec \"$0\" run small.json --no-charts",
        Program.file.path,
      ], folder: folder)
    program.executable = URL(filePath: "/bin/sh")
    let ended = try await program.run()
    #expect(ended.status == 74)
    #expect(ended.notes.count == 1)
    #expect(ended.notes.first?.hasPrefix("error: cannot write ") == true)
    #expect(try folder.names(in: "Reports") == [])
  }
}
