internal import Testing

/// Names of the version before: understood, noted once on standard error, and quiet with --quiet.
@Suite struct FormerNameTests {
  /// Runs a command with a former name and with the present one.
  private func expectSame(
    _ former: [String], _ current: [String], noting words: String, in folder: Folder,
    quiet: [String]? = ["--quiet"]
  ) async throws {
    let old = try await Program(arguments: former, folder: folder).run()
    let new = try await Program(arguments: current, folder: folder).run()
    #expect(old.status == 0 && new.status == 0, "\(old.notes) \(new.notes)")
    #expect(old.output == new.output)
    #expect(old.notes.filter { $0.hasPrefix("note: ") }.count == 1, "\(old.notes)")
    #expect(old.notes.contains { $0.hasPrefix("note: ") && $0.contains(words) }, "\(old.notes)")
    #expect(!new.notes.contains { $0.contains("is now called") }, "\(new.notes)")
    guard let quiet else { return }
    let silent = try await Program(arguments: former + quiet, folder: folder).run()
    #expect(silent.status == 0 && silent.notes == [])
  }

  @Test func ofAScenario() async throws {
    let folder = try Folder()
    let text = SmallScenario.text()
    try folder.write(text, to: "s.json")
    try folder.write(text.replacing("networkSchedule", with: "weather"), to: "old/s.json")
    try await expectSame(
      ["compare", "old/s.json", "network-only", "on-demand"],
      ["compare", "s.json", "network-only", "on-demand"],
      noting: "old/s.json:10:3: weather: 'weather' is now called 'networkSchedule'", in: folder)
  }

  @Test func ofASweep() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "s.json")
    func sweep(_ axis: String, _ output: String) async throws -> Program.Ended {
      try await Program.run(
        "sweep", "s.json", "--no-charts", "--vary", axis, "--output", output, in: folder)
    }
    let old = try await sweep("weather.outside=edge,wifi", "old")
    let new = try await sweep("networkSchedule.outside=edge,wifi", "new")
    #expect(old.status == 0 && new.status == 0)
    #expect(
      old.notes.filter { $0.contains("is now called") } == [
        "note: --vary weather.outside: 'weather.outside' is now called "
          + "'networkSchedule.outside'; the old name is understood for one version"
      ])
    #expect(!new.notes.contains { $0.contains("is now called") })
    #expect(try folder.text("old/summary.csv") == folder.text("new/summary.csv"))
  }

  @Test func ofAPolicysSetting() async throws {
    let folder = try Folder()
    try folder.write("1\n2\n1\n3\n2\n3\n", to: "trace.txt")
    let rest = ["--capacity", "2", "--csv", "-"]
    let old = try await Program(
      arguments: ["replay", "trace.txt", "--policy", "2q:newcomerShare=0.5"] + rest, folder: folder
    ).run()
    #expect(old.status == 0)
    #expect(
      old.notes.filter { $0.contains("is now called") } == [
        "note: --policy 2q: 'newcomerShare' is now called 'inQueueShare'; the old name is "
          + "understood for one version"
      ])
  }

  @Test func ofOptionsAndTopics() async throws {
    let folder = try Folder()
    try await expectSame(
      ["list", "weathers"], ["list", "network-schedules"],
      noting: "'weathers' is now called 'network-schedules'", in: folder, quiet: nil)
    try await expectSame(
      ["model", "flash", "--fill", "0.7"], ["model", "flash", "--utilization", "0.7"],
      noting: "'--fill' is now called '--utilization'", in: folder, quiet: nil)
    let both = try await Program.run(
      "model", "flash", "--fill", "0.7", "--utilization", "0.7", in: folder)
    #expect(both.status == 64 && both.notes.contains { $0.contains("old name") })
  }
}
