internal import Foundation
internal import TestCases
internal import Testing

/// A sweep as people start it: what it leaves, what it keeps, what it refuses.
@Suite struct SweepTests {
  private static let grid = [
    "sweep", "small.json", "--vary", "on-demand.staleAfter=15s..4m*4", "--vary", "devices=1,2",
  ]

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "1d"), to: "small.json")
    return folder
  }

  private func sweep(_ more: String..., in folder: Folder) async throws -> Program.Ended {
    try await Program(arguments: Self.grid + more, folder: folder).run()
  }

  private func report(_ path: String, in folder: Folder) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try folder.names(in: path) where name != ".cells" {
      files[name] = try Data(contentsOf: folder.url("\(path)/\(name)"))
    }
    return files
  }

  @Test func aSweepLeavesTablesAPageAndCharts() async throws {
    let folder = try folder()
    let ended = try await sweep(in: folder)
    expect(ended.status, is: 0)
    expect(ended.notes, is: [])
    expect(ended.output.hasPrefix("on-demand.staleAfter  devices  strategy"))
    let names = try folder.names(in: "Reports/small-sweep")
    for name in [".cells", "report.md", "summary.csv", "sweep.csv", "sweep.json"] {
      expect(names.contains(name), "\(name)")
    }
    expect(names.filter { $0.hasSuffix(".svg") }.count >= 7)
    let json = try folder.text("Reports/small-sweep/sweep.json")
    expect(!json.contains(folder.url.path))
    expect(json.contains("--vary 'on-demand.staleAfter=15s,1m,4m' --vary 'devices=1,2'"))
  }

  @Test func anInterruptedSweepGoesOn() async throws {
    let folder = try folder()
    _ = try await sweep("--no-charts", "--jobs", "1", in: folder)
    let whole = try report("Reports/small-sweep", in: folder)
    let cells = try folder.names(in: "Reports/small-sweep/.cells").filter { $0 != "outline.json" }
    expect(cells.count, is: 3 * 2 + 2)
    for name in cells.prefix(4) {
      try FileManager.default.removeItem(at: folder.url("Reports/small-sweep/.cells/\(name)"))
    }
    let kept = folder.url("Reports/small-sweep/.cells/\(cells[6])").path
    let before = try FileManager.default.attributesOfItem(atPath: kept)
    let ended = try await sweep("--no-charts", "--jobs", "3", in: folder)
    expect(ended.notes, is: ["note: 4 of 8 cells were there already"])
    try expect(report("Reports/small-sweep", in: folder), is: whole)
    let after = try FileManager.default.attributesOfItem(atPath: kept)
    expect(before[.systemFileNumber] as? Int, is: after[.systemFileNumber] as? Int)
    expect(before[.modificationDate] as? Date, is: after[.modificationDate] as? Date)
  }

  /// Shards through make, in one folder, two at a time.
  @Test(arguments: [1, 2, 3, 7, 11])
  func shardsMadeByMakeAreMergedToTheSameBytes(count: Int) async throws {
    let folder = try folder()
    _ = try await sweep("--no-charts", "--output", "whole", in: folder)
    let listed = try await sweep("--output", "parts", "--list-shards", "\(count)", in: folder)
    let commands = listed.output.split(separator: "\n")
    expect(commands.count, is: count)
    var rules = "all: \((1...count).map { "part\($0)" }.joined(separator: " "))\n"
    for (index, command) in commands.enumerated() {
      rules += "part\(index + 1):\n\t\(command) --quiet\n"
    }
    try folder.write(rules, to: "Makefile")
    let make = Program(
      arguments: ["make", "-s", "-j2"], folder: folder,
      environment: ["MAKEFLAGS": nil, "MAKELEVEL": nil],
      executable: URL(filePath: "/usr/bin/env"))
    try await expect(make.run().status, is: 0)
    let merged = try await Program.run("merge", "parts", "--no-charts", in: folder)
    expect(merged.status, is: 0)
    try expect(report("parts", in: folder), is: report("whole", in: folder))
    try expect(folder.files(in: "parts/.cells"), is: folder.files(in: "whole/.cells"))
  }

  /// Each shard in a folder of its own, as machines without a common disk make them.
  @Test func shardsInFoldersOfTheirOwnAreMerged() async throws {
    let folder = try folder()
    _ = try await sweep("--no-charts", "--output", "whole", in: folder)
    for number in 1...3 {
      let ended = try await sweep(
        "--output", "part\(number)", "--shard", "\(number)/3", in: folder)
      expect(ended.status, is: 0)
      try expect(folder.names(in: "part\(number)"), is: [".cells"])
    }
    let lacking = try await Program.run(
      "merge", "part1", "part3", "--output", "all", "--no-charts", in: folder)
    expect(lacking.status, is: 1)
    expect(lacking.notes.first, is: "error: all: 3 of 8 cells are not there:")
    expect(lacking.notes.contains("  missing: on-demand.staleAfter=15s devices=1 on-demand"))
    expect(!folder.exists("all"))
    let merged = try await Program.run(
      "merge", "part1", "part2", "part3", "--output", "all", "--no-charts", in: folder)
    expect(merged.status, is: 0)
    try expect(report("all", in: folder), is: report("whole", in: folder))
  }

  @Test func aSlurmTaskIsAShard() async throws {
    let folder = try folder()
    let task = Program(
      arguments: Self.grid, folder: folder,
      environment: [
        "SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_MIN": "0",
      ])
    let ended = try await task.run()
    expect(ended.status, is: 0)
    expect(ended.output.hasPrefix("Shard 1/2: cells made 4, there already 0."))
    try expect(folder.names(in: "Reports/small-sweep"), is: [".cells"])
  }

  @Test func cellsOfAnotherScenarioAreNotMixed() async throws {
    let folder = try folder()
    _ = try await sweep("--shard", "1/2", "--output", "a", in: folder)
    try folder.write(SmallScenario.text(duration: "2d"), to: "small.json")
    let refused = try await sweep("--output", "a", in: folder)
    expect(refused.status, is: 65)
    expect(
      refused.notes.first?.hasPrefix("error: a: the cells there are of the scenario"), is: true)
    _ = try await sweep("--shard", "2/2", "--output", "b", in: folder)
    let merged = try await Program.run("merge", "a", "b", "--output", "c", in: folder)
    expect(merged.status, is: 65)
    expect(merged.notes.first, is: "error: a and b are parts of different sweeps")
    expect(!folder.exists("c"))
    let fresh = try await sweep("--output", "a", "--fresh", "--no-charts", in: folder)
    expect(fresh.status, is: 0)
    try expect(folder.names(in: "a/.cells").count, is: 9)
  }

  @Test func aTornCellIsFoundAndMadeAnew() async throws {
    let folder = try folder()
    _ = try await sweep("--no-charts", in: folder)
    let whole = try report("Reports/small-sweep", in: folder)
    let path =
      "Reports/small-sweep/.cells/"
      + (try folder.names(in: "Reports/small-sweep/.cells")[0])
    try folder.write(folder.text(path).replacing("\"opens\": ", with: "\"opens\": 1"), to: path)
    let merged = try await Program.run("merge", "Reports/small-sweep", in: folder)
    expect(merged.status, is: 1)
    expect(merged.notes.contains("  incomplete or altered: \(path)"))
    let ended = try await sweep("--no-charts", in: folder)
    expect(ended.notes.first, is: "warning: \(path) was incomplete or altered, and was made anew")
    try expect(report("Reports/small-sweep", in: folder), is: whole)
  }

  @Test func whatIsForeignInTheFolderStays() async throws {
    let folder = try folder()
    _ = try await sweep("--no-charts", in: folder)
    try folder.write("mine", to: "Reports/small-sweep/notes.txt")
    for _ in 1...2 { _ = try await sweep("--no-charts", in: folder) }
    try expect(folder.text("Reports/small-sweep/notes.txt"), is: "mine")
    _ = try await Program.run("run", "small.json", "--no-charts", in: folder)
    let ended = try await sweep("--output", "Reports/small", in: folder)
    expect(ended.status, is: 64)
    expect(folder.exists("Reports/small/run.json"))
  }

  /// Whatever it fails by: a cell that is missing or torn, a folder that is refused, a full disk.
  @Test(arguments: ["missing", "torn", "refused", "full"])
  func aMergeThatFailsLeavesNothing(reason: String) async throws {
    let folder = try folder()
    for number in 1...2 {
      _ = try await sweep("--output", "part\(number)", "--shard", "\(number)/2", in: folder)
    }
    let cell = "part1/.cells/" + (try folder.names(in: "part1/.cells")[0])
    let text = try folder.text(cell)
    switch reason {
    case "missing": try FileManager.default.removeItem(at: folder.url(cell))
    case "torn": try folder.write("{", to: cell)
    case "refused": try folder.write("mine", to: "new/all/summary.csv")
    default: break
    }
    let before = Set(folder.tree())
    var merge = Program(
      arguments: ["merge", "part1", "part2", "--output", "new/all", "--no-charts"], folder: folder)
    let arguments = merge.arguments
    if reason == "full" {
      merge.arguments =
        ["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", Program.file.path] + arguments
      merge.executable = URL(filePath: "/bin/sh")
    }
    let failed = try await merge.run()
    expect(failed.status, is: ["missing", "torn"].contains(reason) ? 1 : 74, "\(failed)")
    expect(Set(folder.tree()), is: before)
    try folder.write(text, to: cell)
    if reason == "refused" { try FileManager.default.removeItem(at: folder.url("new")) }
    try await expect(Program(arguments: arguments, folder: folder).run().status, is: 0)
    try expect(folder.names(in: "new/all/.cells").count, is: 9)
  }
}
