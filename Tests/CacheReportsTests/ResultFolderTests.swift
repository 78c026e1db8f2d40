internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import SimCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

@Suite struct ResultFolderTests {
  private func text(_ path: String) -> String? {
    Disk.bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private let first = [
    ReportFile(name: "a.csv", text: "1"), ReportFile(name: "old.svg", text: "2"),
    ReportFile(name: "run.json", text: #"{"files": ["a.csv", "old.svg", "run.json"]}"#),
  ]
  private let second = [
    ReportFile(name: "a.csv", text: "3"),
    ReportFile(name: "run.json", text: #"{"files": ["a.csv", "run.json"]}"#),
  ]

  @Test func aReportAppearsWithItsParents() throws {
    try ChartFixture.inFolder { folder in
      try ResultFolder.write(first, replacing: "\(folder)/Reports/deep/day/")
      try expect(
        Disk.names(in: "\(folder)/Reports/deep/day"), is: ["a.csv", "old.svg", "run.json"])
      try expect(Disk.names(in: "\(folder)/Reports/deep"), is: ["day"])
    }
  }

  @Test func aNewReportKeepsForeignFilesAndDropsOldCharts() throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      try ResultFolder.write(first, replacing: target)
      try Disk.write("mine", to: "\(target)/notes.txt")
      try Disk.makeFolder("\(target)/pictures")
      try Disk.write("also mine", to: "\(target)/pictures/x")
      try ResultFolder.write(second, replacing: target)
      try expect(Disk.names(in: target), is: ["a.csv", "notes.txt", "pictures", "run.json"])
      expect(text("\(target)/a.csv"), is: "3")
      expect(text("\(target)/notes.txt"), is: "mine")
      expect(text("\(target)/pictures/x"), is: "also mine")
      try expect(Disk.names(in: folder), is: ["day"])
    }
  }

  @Test func aFailureLeavesTheReportBeforeAsItWas() throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      try ResultFolder.write(first, replacing: target)
      // A name longer than any file system takes: the second file cannot be written.
      let broken = [second[0], ReportFile(name: String(repeating: "x", count: 5_000), text: "")]
      #expect(throws: FileError.self) {
        try ResultFolder.write(broken, replacing: target)
      }
      try expect(Disk.names(in: target), is: ["a.csv", "old.svg", "run.json"])
      expect(text("\(target)/a.csv"), is: "1")
      try expect(Disk.names(in: folder), is: ["day"])
    }
  }

  @Test func untilCommitNothingIsSeen() throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      let report = try ResultFolder(replacing: target)
      for file in first { try report.write(file) }
      expect(!Disk.exists(target))
      expect(text("\(report.path)/a.csv"), is: "1")
      try report.commit()
      expect(text("\(target)/a.csv"), is: "1")
      try expect(Disk.names(in: folder), is: ["day"])
    }
  }

  private func drop(_: consuming ResultFolder) {}

  @Test func discardingLeavesNothing() throws {
    try ChartFixture.inFolder { folder in
      let report = try ResultFolder(replacing: "\(folder)/day")
      try report.write(first[0])
      drop(report)
      try expect(Disk.names(in: folder).isEmpty)
    }
  }

  @Test func whatAnInterruptedRunLeftIsCleared() throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      try Disk.makeFolder("\(folder)/.day.1-1.partial")
      try Disk.write("half", to: "\(folder)/.day.1-1.partial/half.csv")
      // Interrupted between the two renames: the report before, with a foreign file, is aside.
      try Disk.makeFolder("\(folder)/.day.1-2.previous")
      try Disk.write("mine", to: "\(folder)/.day.1-2.previous/notes.txt")
      try ResultFolder.write(second, replacing: target)
      try expect(Disk.names(in: target), is: ["a.csv", "notes.txt", "run.json"])
      try expect(Disk.names(in: folder), is: ["day"])
    }
  }

  @Test func aFileInThePlaceOfTheFolderIsNotReplaced() throws {
    try ChartFixture.inFolder { folder in
      try Disk.write("mine", to: "\(folder)/day")
      let error = #expect(throws: FileError.self) {
        try ResultFolder.write(second, replacing: "\(folder)/day")
      }
      expect(error?.description.hasSuffix("/day: it is a file, not a folder"), is: true)
      expect(text("\(folder)/day"), is: "mine")
    }
  }

  @Test func aLinkStaysALink() throws {
    try ChartFixture.inFolder { folder in
      try Disk.makeFolder("\(folder)/real")
      expect(symlink("\(folder)/real", "\(folder)/link"), is: 0)
      try ResultFolder.write(second, replacing: "\(folder)/link")
      expect(text("\(folder)/real/a.csv"), is: "3")
      try expect(Disk.names(in: folder), is: ["link", "real"])
    }
  }

  @Test func errorsNameThePathAndTheReason() throws {
    try ChartFixture.inFolder { folder in
      try Disk.write("", to: "\(folder)/file")
      let error = #expect(throws: FileError.self) {
        try ResultFolder.write(second, replacing: "\(folder)/file/day")
      }
      expect(error?.path.hasPrefix("\(folder)/file/"), is: true)
      expect(error?.reason, is: "Not a directory")
    }
  }

  /// A folder next to the target that is not a report, before its writer ended.
  @Test func whatOthersAreWritingStays() throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      let one = try ResultFolder(replacing: target)
      let other = try ResultFolder(replacing: target)
      expect(one.path != other.path)
      try one.write(ReportFile(name: "a.csv", text: "one"))
      for file in second { try other.write(file) }
      try other.commit()
      expect(text("\(one.path)/a.csv"), is: "one")
      for file in first { try one.write(file) }
      try one.commit()
      try expect(Disk.names(in: target), is: ["a.csv", "old.svg", "run.json"])
      try expect(Disk.names(in: folder), is: ["day"])
    }
  }

  /// Where folders can be exchanged and where they cannot, many at once.
  @Test(arguments: [true, false])
  func ofManyWritersTheLastOnesReportStaysWhole(exchanges: Bool) async throws {
    var template = Array("\(P_tmpdir)/cachesim-results-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { FolderTree.remove(folder) }
    let target = "\(folder)/day"
    try ResultFolder.write(first, replacing: target)
    try Disk.write("mine", to: "\(target)/notes.txt")
    try Disk.makeFolder("\(target)/pictures")
    try Disk.write("mine", to: "\(target)/pictures/x")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<25 {
            // Each writer's files have names of their own, so that a mixture shows.
            let names = ["a.csv", "\(writer)-\(round).csv", "run.json"]
            let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
            let folder = try ResultFolder(replacing: target)
            try folder.write(ReportFile(name: names[0], text: names[1]))
            try folder.write(ReportFile(name: names[1], text: ""))
            try folder.write(ReportFile(name: names[2], text: "{\"files\": [\(list)]}"))
            try folder.commit(exchanges: exchanges)
          }
        }
      }
      try await group.waitForAll()
    }
    let own = try #require(text("\(target)/a.csv"))
    let names = try Disk.names(in: target)
    expect(names, is: [own, "a.csv", "notes.txt", "pictures", "run.json"].sorted())
    try expect(Disk.names(in: "\(target)/pictures"), is: ["x"])
    try expect(Disk.names(in: folder), is: ["day"])
  }

  @Test func aFolderThatIsNoReportIsNotReplaced() throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      try Disk.makeFolder(target)
      for name in ["a.csv", "run.json"] {
        try Disk.write("mine", to: "\(target)/\(name)")
      }
      let error = #expect(throws: FileError.self) {
        try ResultFolder.write(second, replacing: target)
      }
      expect(
        error?.reason.contains("no report of this program, and has a.csv and 1 more"), is: true)
      expect(text("\(target)/a.csv") == "mine" && text("\(target)/run.json") == "mine")
      try ResultFolder.write(second, replacing: target, force: true)
      expect(text("\(target)/a.csv"), is: "3")
      try expect(Disk.names(in: folder), is: ["day"])
    }
  }

  @Test func aFolderWithHiddenFilesOnlyIsEmpty() throws {
    try ChartFixture.inFolder { folder in
      try Disk.makeFolder("\(folder)/day")
      try Disk.write("", to: "\(folder)/day/.gitkeep")
      try ResultFolder.write(second, replacing: "\(folder)/day")
      try expect(Disk.names(in: "\(folder)/day"), is: [".gitkeep", "a.csv", "run.json"])
    }
  }

  // MARK: - Folders that stay

  private func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status
  }

  /// A folder that only its owner, or a group, may read stays so, run after run.
  @Test(arguments: [0o700, 0o750, 0o2775] as [mode_t])
  func aReportKeepsItsModeAndGroup(mode: mode_t) throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      try ResultFolder.write(first, replacing: target)
      // Another group where the system lets one choose.
      if getuid() == 0 { expect(chown(target, 12_345, 54_321), is: 0) }
      expect(chmod(target, mode), is: 0)
      let before = try status(target)
      for _ in 0..<2 {
        let report = try ResultFolder(replacing: target)
        try expect(status(report.path).st_mode & 0o7777, is: mode)
        for file in second { try report.write(file) }
        try report.commit()
      }
      let after = try status(target)
      expect(after.st_mode, is: before.st_mode)
      expect(after.st_uid == before.st_uid && after.st_gid == before.st_gid)
    }
  }

  /// A folder that is there before a report stays the same folder: an empty one, one with hidden
  /// files, one with files of somebody's own, and a report that is more than a report.
  @Test(arguments: [
    [], [".profile"], ["a.csv", "notes.txt"], ["a.csv", ".git/config", "run.json"],
  ])
  func aFolderThatIsNotOnlyAReportStays(names: [String]) throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      try Disk.makeFolder("\(target)/.git")
      if !names.contains(".git/config") { try Disk.remove("\(target)/.git") }
      for name in names where name != "run.json" {
        try Disk.write("mine", to: "\(target)/\(name)")
      }
      if names.contains("run.json") {
        for file in first { try Disk.write(file.text, to: "\(target)/\(file.name)") }
      }
      let before = try status(target)
      for _ in 0..<2 {
        try ResultFolder.write(first, replacing: target, force: true)
        try ResultFolder.write(second, replacing: target, force: true)
        if names.isEmpty || names.contains("a.csv") && !names.contains("run.json") { break }
        try expect(status(target).st_ino, is: before.st_ino)
      }
      expect(text("\(target)/a.csv"), is: "3")
      expect(text("\(target)/old.svg") == nil)
      for name in names where name != "a.csv" && name != "run.json" {
        expect(text("\(target)/\(name)"), is: "mine")
      }
      try expect(Disk.names(in: folder), is: ["day"])
      try expect(!Disk.names(in: target).contains { $0.hasSuffix(".partial") })
    }
  }

  @Test func theFirstReportIsWrittenIntoAFolderThatIsThere() throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      try Disk.makeFolder(target)
      let before = try status(target)
      try ResultFolder.write(first, replacing: target)
      try expect(status(target).st_ino, is: before.st_ino)
      try expect(Disk.names(in: target), is: ["a.csv", "old.svg", "run.json"])
    }
  }

  /// What a forged description lists is removed from its folder at most.
  @Test func nothingOutsideOfTheFolderIsRemoved() throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      try Disk.makeFolder("\(target)/.hidden")
      try Disk.write("mine", to: "\(folder)/other.txt")
      let forged = #"{"files": ["run.json", "../other.txt", ".hidden/../../other.txt"]}"#
      try Disk.write(forged, to: "\(target)/run.json")
      try ResultFolder.write(second, replacing: target)
      expect(text("\(folder)/other.txt"), is: "mine")
      try expect(Disk.names(in: target), is: [".hidden", "a.csv", "run.json"])
    }
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may write everywhere"))
  func aFolderThatCannotBeWrittenIsRefusedBeforeAnyWork() throws {
    try ChartFixture.inFolder { folder in
      let target = "\(folder)/day"
      try ResultFolder.write(first, replacing: target)
      expect(chmod(target, 0o500), is: 0)
      defer { chmod(target, 0o700) }
      #expect(throws: FileError.self) { try ResultFolder.check(target) }
    }
  }

  @Test func aReportThatIsNotWrittenLeavesNoFolderAboveIt() throws {
    try ChartFixture.inFolder { folder in
      drop(try ResultFolder(replacing: "\(folder)/Reports/deep/day"))
      try expect(Disk.names(in: folder).isEmpty)
    }
  }
}
