internal import Foundation
internal import TestCases
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
    expect(first.status == 0 && second.status == 0)
    try expect(folder.names(in: "out"), is: (SmallScenario.tables + ["notes.txt", "sub"]).sorted())
    try expect(folder.text("out/notes.txt"), is: "mine")
    try expect(folder.text("out/sub/deep.txt"), is: "mine too")
    try expect(folder.names(), is: ["out", "small.json"])
  }

  @Test func aRunThatFailsLeavesTheReportBeforeAsItWas() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    _ = try await Program.run("run", "small.json", "--output", "out", "--no-charts", in: folder)
    let before = try folder.files(in: "out")
    let ended = try await Program.run(
      "run", "small.json", "--output", "out", "--trace", "missing.har", in: folder)
    expect(ended.status, is: 66)
    try expect(folder.files(in: "out"), is: before)
    try expect(folder.names(), is: ["out", "small.json"])
  }

  @Test(arguments: ["/nonexistent/gnuplot", "/bin/false", "/bin/true"])
  func withoutGnuplotTheResultsAreThere(gnuplot: String) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program.run(
      "run", "small.json", in: folder, environment: ["CACHESIM_GNUPLOT": gnuplot])
    expect(ended.status, is: 69)
    expect(ended.output.contains("network-only"))
    expect(ended.notes.count, is: 1)
    expect(
      ended.notes.first?.hasPrefix("error: the results are there, the charts are not: "), is: true)
    expect(ended.notes.first?.contains("gnuplot"), is: true)
    // Data and scripts are there, so that another machine can draw; pictures are not.
    let names = try folder.names(in: "Reports/small")
    expect(Set(names).isSuperset(of: SmallScenario.tables))
    expect(names.contains("latency-cdf.gp") && names.contains("latency-cdf.csv"))
    expect(!names.contains { $0.hasSuffix(".svg") || $0.hasSuffix(".png") })
    try expect(folder.names(in: "Reports"), is: ["small"])
    expect(!(try folder.text("Reports/small/report.md")).contains(".svg"))
  }

  @Test func withoutChartsNobodyMissesGnuplot() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program.run(
      "run", "small.json", "--no-charts", in: folder,
      environment: ["CACHESIM_GNUPLOT": "/nonexistent/gnuplot"])
    expect(ended.status, is: 0)
    expect(ended.notes, is: [])
    try expect(folder.names(in: "Reports/small"), is: SmallScenario.tables)
  }
}

/// A folder that is somebody's own.
@Suite struct ForeignFolderTests {
  static let commands = [
    ["run", "small.json"], ["sweep", "small.json", "--vary", "devices=1,2"],
    ["sweep", "ids.txt", "--vary", "capacity=2"], ["merge", "part"], ["merge", "part", "out"],
  ]

  @Test(arguments: commands, ["summary.csv", "report.html", "notes.txt"])
  func aFolderThatIsNoReportIsRefused(command: [String], file: String) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "1d"), to: "small.json")
    try folder.write("1\n2\n1\n", to: "ids.txt")
    _ = try await Program.run(
      "sweep", "small.json", "--vary", "devices=1,2", "--output", "part", "--no-charts", in: folder)
    var command = command
    if command.last == "out" {
      // Cells are hidden, and do not make a folder with files of somebody's a report.
      try folder.write("", to: "out/.hidden")
      try FileManager.default.copyItem(
        at: folder.url("part/.cells"), to: folder.url("out/.cells"))
    }
    try folder.write("mine", to: "out/\(file)")
    let before = folder.tree()
    command += ["--output", "out", "--no-charts"]
    let refused = try await Program(arguments: command, folder: folder).run()
    expect(refused.status, is: 74)
    expect(refused.output, is: "")
    expect(refused.notes.count, is: 1)
    let note = try #require(refused.notes.first)
    expect(note.hasPrefix("error: cannot replace ") && note.contains("it is no report of this"))
    expect(note.contains(" has \(file) in it; name another folder with --output, or say --force"))
    expect(Set(folder.tree()), is: Set(before))
    try expect(folder.text("out/\(file)"), is: "mine")
    let forced = try await Program(arguments: command + ["--force"], folder: folder).run()
    expect(forced.status, is: 0)
    expect(folder.exists("out/summary.csv"))
    if file == "notes.txt" { try expect(folder.text("out/notes.txt"), is: "mine") }
    let again = try await Program(arguments: command, folder: folder).run()
    expect(again.status, is: 0)
  }
}

/// What gnuplot can do to a run: nothing to its results.
@Suite struct FailingGnuplotTests {
  static let commands = [["run", "small.json"], ["sweep", "small.json", "--vary", "devices=1,2"]]
  static let programs = [
    "#!/bin/sh\nsleep 1000 &\nsleep 1000\n", "#!/bin/sh\ncat > rest\nsleep 1000\n",
    "#!/bin/sh\nexit 1\n", nil,
  ]

  @Test(arguments: commands, programs)
  func theResultsAreThere(command: [String], text: String?) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "1d"), to: "small.json")
    try folder.write("", to: "bin/none")
    if let text { try folder.writeProgram(text, to: "bin/gnuplot") }
    let arguments = command + ["--output", "out"]
    let program = Program(
      arguments: arguments, folder: folder,
      environment: [
        "PATH": text == nil ? folder.url("bin").path : folder.url("bin").path + ":/usr/bin:/bin",
        "CACHESIM_GNUPLOT": nil, "CACHESIM_GNUPLOT_TIMEOUT": "0.5",
      ])
    let ended = try await program.run()
    // A build without charts misses nothing.
    if ended.status == 0, try folder.names(in: "out").allSatisfy({ !$0.hasSuffix(".gp") }) {
      return
    }
    expect(ended.status, is: 69)
    expect(ended.notes.count, is: 1)
    let note = ended.notes.first ?? ""
    expect(note.hasPrefix("error: the results are there, the charts are not: "))
    if text?.contains("sleep") == true {
      expect(
        note.contains("did not end within 0.5 s") && note.contains("CACHESIM_GNUPLOT_TIMEOUT"))
    }
    expect(folder.exists("out/summary.csv") && folder.exists("out/report.md"))
    expect(!folder.tree().contains { $0.contains(".partial") || $0.contains(".part") })
  }

  /// Whoever looks while gnuplot draws finds the results in their place.
  @Test func theResultsAreThereBeforeTheCharts() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "1d"), to: "small.json")
    try folder.writeProgram(
      "#!/bin/sh\nls '\(folder.url.path)/out' > '\(folder.url.path)/seen'\nexit 1\n", to: "gnuplot")
    let ended = try await Program.run(
      "run", "small.json", "--output", "out", in: folder,
      environment: ["CACHESIM_GNUPLOT": folder.url("gnuplot").path])
    guard ended.status != 0 else { return }
    expect(ended.status, is: 69)
    let seen = try folder.text("seen").split(separator: "\n").map(String.init)
    expect(Set(seen).isSuperset(of: SmallScenario.tables))
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
    expect(ended.status, is: 74)
    expect(ended.notes.count, is: 1)
    expect(ended.notes.first?.hasPrefix("error: cannot write "), is: true)
    expect(!folder.exists("Reports"))
  }

  /// Whether disks of a small size can be made: that takes the rights of the system's owner.
  private static let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Full at any moment: while tables are written, their second copy, data of charts, pictures.
  @Test(
    .enabled(if: canMount, "a disk of a small size cannot be made here"),
    arguments: [40, 80, 160, 200, 240, 280, 320, 360, 400, 480, 560, 640])
  func aFullDiskIsNotGnuplotsFault(kilobytes: Int) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "1d"), to: "small.json")
    try folder.write("", to: "disk/none")
    try folder.writeProgram(
      """
      #!/bin/sh
      mount -t tmpfs -o size=\(kilobytes)k none disk || exit 99
      "$1" run small.json --output disk/out
      status=$?
      ls -A disk > left
      ls -A disk/out > files 2>/dev/null
      exit $status
      """, to: "script")
    let script = Program(
      arguments: ["unshare", "-m", "./script", Program.file.path], folder: folder,
      executable: URL(filePath: "/usr/bin/env"))
    let ended = try await script.run()
    if ended.status == 69 { expect(ended.notes.first?.contains("not installed"), is: true) }
    guard ended.status != 69 else { return }
    expect([0, 74].contains(ended.status), "\(ended)")
    let files = try folder.text("files").split(separator: "\n").map(String.init)
    try expect(folder.text("left"), is: files.isEmpty ? "" : "out\n")
    if !files.isEmpty { expect(Set(files).isSuperset(of: SmallScenario.tables)) }
    guard ended.status == 74 else { return }
    expect(ended.notes.count, is: 1)
    let note = ended.notes.first ?? ""
    expect(note.contains("disk/") && note.hasSuffix("No space left on device"), "\(note)")
    expect(note.contains("the results are there"), is: !files.isEmpty)
    expect(!files.contains { $0.hasSuffix(".png") || $0.hasSuffix(".svg") })
  }
}
