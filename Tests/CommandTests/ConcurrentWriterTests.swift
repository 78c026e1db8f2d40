internal import Foundation
internal import TestCases
internal import Testing

/// Processes that write one folder, or one file, at the same time: each ends well, and what stays
/// is wholly one's.
@Suite struct ConcurrentWriterTests {
  private func folder() throws -> Folder {
    let folder = try Folder()
    for seed in 1...2 {
      try folder.write(
        SmallScenario.text(seeds: "[\(seed)]", duration: "1d"), to: "seed\(seed).json")
    }
    try folder.write((0..<2_000).map { "\($0 * $0 % 97)\n" }.joined(), to: "ids.txt")
    return folder
  }

  private func start(_ arguments: [String], in folder: Folder) async throws -> Program.Ended {
    try await Program(arguments: arguments, folder: folder).run()
  }

  /// Starts both at once, and again and again.
  private func race(
    _ pairs: Int, _ one: [String], _ other: [String], in folder: Folder,
    _ check: (Int) throws -> Void
  ) async throws {
    for pair in 0..<pairs {
      async let first = start(one, in: folder)
      async let second = start(other, in: folder)
      for ended in [try await first, try await second] {
        expect(ended.status == 0 && ended.notes == [], "pair \(pair): \(ended)")
      }
      try check(pair)
    }
  }

  /// Every other pair finds no report, the others find one with a file of somebody's own.
  @Test(arguments: [(25, ["--no-charts"]), (2, [])])
  func aReportIsWhollyOnes(pairs: Int, more: [String]) async throws {
    let folder = try folder()
    var alone: [[String: Data]] = []
    for seed in 1...2 {
      let ended = try await start(
        ["run", "seed\(seed).json", "--output", "alone\(seed)"] + more, in: folder)
      // Without gnuplot there are no charts to be mixed.
      guard ended.status == 0 else { return expect(ended.status, is: 69) }
      alone.append(try folder.files(in: "alone\(seed)"))
    }
    expect(alone[0] != alone[1])
    let commands = (1...2).map { ["run", "seed\($0).json", "--output", "out"] + more }
    try await race(pairs, commands[0], commands[1], in: folder) { pair in
      var files = try folder.files(in: "out")
      let notes = files.removeValue(forKey: "notes.txt")
      expect(notes, is: pair % 2 == 1 ? Data("mine".utf8) : nil, "pair \(pair)")
      expect(alone.contains(files), "pair \(pair) has \(files.keys.sorted())")
      try expect(folder.names().filter { $0.hasPrefix(".") || $0 == "out" }, is: ["out"])
      if pair % 2 == 0 {
        try folder.write("mine", to: "out/notes.txt")
      } else {
        try FileManager.default.removeItem(at: folder.url("out"))
      }
    }
  }

  /// Defect: a page and its charts came one after the other, so that a page could have the charts
  /// of another command.
  @Test func aPageAndItsChartsAreOnes() async throws {
    let folder = try folder()
    let commands = ["10%", "20%"].map {
      ["replay", "ids.txt", "--quiet", "--capacity", $0, "--output", "out"]
    }
    var alone: [[String: Data]] = []
    for command in commands {
      let ended = try await start(command, in: folder)
      guard ended.status == 0 else { return expect(ended.status, is: 69) }
      alone.append(try folder.files(in: "out"))
    }
    expect(alone[0] != alone[1])
    try await race(10, commands[0], commands[1], in: folder) { pair in
      let files = try folder.files(in: "out")
      expect(alone.contains(files), "pair \(pair) has \(files.keys.sorted())")
    }
  }

  /// Of one sweep: of another one the cells are refused.
  @Test func twoSweepsOfTheSameMakeOneReport() async throws {
    let folder = try folder()
    let sweep = ["sweep", "seed1.json", "--vary", "devices=1,2", "--no-charts", "--quiet"]
    _ = try await start(sweep + ["--output", "alone"], in: folder)
    let alone = try folder.tree().filter { $0.hasPrefix("alone/") && $0 != "alone/.cells" }
      .map { ($0.dropFirst("alone/".count), try folder.text($0)) }
    let command = sweep + ["--output", "out"]
    try await race(5, command, command, in: folder) { pair in
      for (name, text) in alone {
        try expect(folder.text("out/\(name)"), is: text, "pair \(pair): \(name)")
      }
      expect(folder.tree().filter { $0.hasPrefix("out/") }.count, is: alone.count + 1)
      try FileManager.default.removeItem(at: folder.url("out"))
    }
  }

  /// Files that are asked for by name.
  @Test(arguments: [
    ["replay", "ids.txt", "--quiet", "--csv", "out", "--capacity"],
    ["trace", "sample", "ids.txt", "--quiet", "--to", "csv", "--output", "out", "--rate"],
  ])
  func aFileIsWhollyOnes(command: [String]) async throws {
    let folder = try folder()
    var alone: [String] = []
    for value in ["0.5", "1"] {
      let value = command.last == "--capacity" ? value + "KB" : value
      _ = try await start(command + [value], in: folder)
      alone.append(try folder.text("out"))
    }
    expect(alone[0] != alone[1])
    let values = command.last == "--capacity" ? ["0.5KB", "1KB"] : ["0.5", "1"]
    let commands = values.map { command + [$0] }
    try await race(10, commands[0], commands[1], in: folder) { pair in
      let text = try folder.text("out")
      expect(alone.contains(text), "pair \(pair)")
      try expect(folder.names(), is: ["ids.txt", "out", "seed1.json", "seed2.json"])
    }
  }
}
