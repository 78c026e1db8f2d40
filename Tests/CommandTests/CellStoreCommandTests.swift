internal import Foundation
internal import TestCases
internal import Testing

/// Simulations that commands keep, and find again.
@Suite struct CellStoreCommandTests {
  private static let seeds = "[1, 2, 3]"

  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(SmallScenario.text(seeds: seeds), to: "small.json")
    return folder
  }

  private static func cells(_ ended: Program.Ended) -> [String] {
    ended.notes.filter { $0.hasPrefix("cells") }
  }

  @Test func theSecondRunFindsAllAndWritesTheSame() async throws {
    let folder = try Self.folder()
    var files: [[String: Data]] = []
    for (place, words) in ["6 kept", "6 found"].enumerated() {
      let ended = try await Program.run(
        "run", "small.json", "--no-charts", "--robustness", "off", "--verbose", "--cells", "cells",
        "--output", "r\(place)", in: folder)
      expect(ended.status, is: 0)
      expect(Self.cells(ended).count == 1 && Self.cells(ended)[0].contains(words))
      files.append(try folder.files(in: "r\(place)"))
    }
    let alone = try await Program.run(
      "run", "small.json", "--no-charts", "--robustness", "off", "--verbose", "--no-cells",
      "--output", "r2", in: folder)
    expect(Self.cells(alone).isEmpty)
    files.append(try folder.files(in: "r2"))
    expect(files[0] == files[1] && files[1] == files[2])
    try expect(folder.names(in: "cells").count, is: 6)
    let advice = try await Program.run(
      "advise", "small.json", "--verbose", "--cells", "cells", "--no-charts", in: folder)
    expect(Self.cells(advice)[0].contains(" 6 found"))
    let baseline = try await Program.run(
      "baseline", "save", "small.json", "--verbose", "--cells", "cells", in: folder)
    expect(Self.cells(baseline)[0].contains(" 6 found, 0 kept"))
    let comparison = try await Program.run(
      "compare", "small.json", "network-only", "on-demand", "--verbose", "--cells", "cells",
      in: folder)
    expect(Self.cells(comparison)[0].contains(" 6 found, 0 kept"))
  }

  /// What an answer hangs on is of the same cells.
  @Test func theSecondTrialFindsAllAndSaysTheSame() async throws {
    let folder = try Self.folder()
    let ended = [
      try await Program.run("run", "small.json", "--no-charts", "--cells", "cells", in: folder),
      try await Program.run(
        "run", "small.json", "--no-charts", "--verbose", "--cells", "cells", in: folder),
      try await Program.run("run", "small.json", "--no-charts", "--no-cells", in: folder),
    ]
    expect(Set(ended.map(\.output)).count, is: 1)
    expect(Self.cells(ended[1]).count, is: 2)
    expect(Self.cells(ended[1]).allSatisfy { $0.contains(" found, 0 kept") })
  }

  @Test func twoProcessesShareAFolder() async throws {
    let folder = try Self.folder()
    async let first = Program.run(
      "run", "small.json", "--no-charts", "--robustness", "off", "--quiet", "--cells", "cells",
      "--output", "a", in: folder)
    async let second = Program.run(
      "run", "small.json", "--no-charts", "--robustness", "off", "--quiet", "--cells", "cells",
      "--output", "b", in: folder)
    let statuses = try await [first.status, second.status]
    expect(statuses, is: [0, 0])
    try expect(folder.files(in: "a"), is: folder.files(in: "b"))
    try expect(folder.names(in: "cells").count, is: 6)
    try expect(folder.names(in: "cells").allSatisfy { $0.hasSuffix(".cell") })
  }

  /// The variable names a folder, or none; without it, only a build of a known commit keeps.
  @Test func theVariableNamesTheFolder() async throws {
    let folder = try Self.folder()
    func run(_ more: String..., environment: [String: String?]) async throws -> Program.Ended {
      try await Program(
        arguments: ["run", "small.json", "--no-charts", "--robustness", "off", "--verbose"] + more,
        folder: folder,
        environment: environment
      ).run()
    }
    let named = try await run(environment: ["CACHESIM_CELLS": folder.url("named").path])
    expect(Self.cells(named)[0].contains("6 kept in \(folder.url("named").path)"))
    let none = try await run(environment: ["CACHESIM_CELLS": "none"])
    expect(Self.cells(none).isEmpty)
    let asked = try await run("--cells", "asked", environment: ["CACHESIM_CELLS": "none"])
    expect(Self.cells(asked)[0].contains("6 kept in asked"))
    let usual = try await run(
      environment: ["CACHESIM_CELLS": nil, "XDG_CACHE_HOME": folder.url("caches").path])
    expect(usual.status, is: 0)
    let version = try await Program.run("--version", in: folder).output
    let isKnown = version.contains("(") && !version.contains("-dirty")
    expect(Self.cells(usual).count, is: isKnown ? 1 : 0)
    expect(folder.exists("caches/cachesim/cells"), is: isKnown)
  }

  @Test func aFolderThatCannotBeMadeIsANote() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "run", "small.json", "--no-charts", "--verbose", "--cells", "small.json/cells", in: folder)
    expect(ended.status, is: 0)
    expect(Self.cells(ended).contains { $0.contains("not kept: ") })
    let both = try await Program.run(
      "run", "small.json", "--cells", "a", "--no-cells", in: folder)
    expect(both.status, is: 64)
  }
}
