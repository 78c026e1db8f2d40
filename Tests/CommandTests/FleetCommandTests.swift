internal import Foundation
internal import TestCases
internal import Testing

/// Fleets as people start them.
@Suite struct FleetCommandTests {
  @Test func cleanEnginesEndWithStatus0() async throws {
    let folder = try Folder()
    let ended = try await Program.run("fleet", "--seeds", "1..3", "--format", "csv", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    let lines = ended.output.split(separator: "\n")
    expect(
      lines.map { String($0.prefix { $0 != "," }) },
      is: ["engine", "outbox-lww", "server-order", "field-merge", "crdt", "etag-retry"])
    let again = try await Program.run(
      "fleet", "--seeds", "1..3", "--format", "csv", "--twice", "--jobs", "3", in: folder)
    expect(again.output == ended.output && again.status == 0)
  }

  @Test func aBrokenPromiseIsShrunkWrittenAndPlayedAgain() async throws {
    let folder = try Folder()
    let ended = try await Program.run(
      "fleet", "--engines", "crdt!wall-clock", "--seeds", "1..40", "--kinds", "register",
      in: folder)
    expect(ended.status, is: 2, "\(ended.notes)")
    let story = "Fleet/crdt-wall-clock-kept-register.jsonl"
    expect(ended.output.contains("--story \(story)"), "\(ended.output)")
    let played = try await Program.run(
      "fleet", "--engines", "crdt!wall-clock,crdt", "--story", story, "--transcript", in: folder)
    expect(played.status, is: 2)
    expect(played.output.contains("crdt!wall-clock: kept register: device"))
    expect(!played.output.contains("crdt: "))
    expect(played.output.contains(" device 0 edit register "))
    let sound = try await Program.run("fleet", "--engines", "crdt", "--story", story, in: folder)
    expect(sound.status, is: 0)
  }

  @Test(arguments: [
    (["--replica", "sh -c 'exit 7'"], "ended with status 7"),
    (["--replica", "sleep 60", "--timeout", "1s"], "did not answer within 1s"),
    (["--replica", "cat", "--server", "sh -c 'exit 8'"], "ended with status 8"),
  ])
  func aMistakeIsNamed(arguments: [String], message: String) async throws {
    let folder = try Folder()
    let ended = try await Program(
      arguments: ["fleet", "--seeds", "1", "--quiet"] + arguments, folder: folder
    ).run()
    // A server is first spoken to in a run, where it is the engine's.
    expect(ended.status, is: message.hasSuffix("8") ? 2 : 1)
    expect((ended.output + ended.notes.joined()).contains(message), "\(ended.notes)")
  }

  private static let numbers = "echo $$ >>numbers; exec"

  /// A replica that says which process it is.
  private static var replica: String {
    let file = Checkout.root.appending(path: "Examples/SyncEngine/register.py").path
    return "own=sh -c '\(numbers) \(LivePython.path ?? "") \(file)'"
  }

  /// Runs a fleet until so many processes were started, in a folder for all that is temporary.
  private static func fleet(
    _ arguments: [String], in folder: Folder, until signal: Int32, when count: Int = 0,
    there file: String = "numbers"
  ) async throws -> Program.Ended {
    let path = folder.url(file)
    return try await Program(
      arguments: ["fleet", "--replica", replica, "--jobs", "1"] + arguments, folder: folder,
      environment: ["TMPDIR": folder.url.path]
    ).run(interruptedBy: signal) { _ in
      let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").count >= count
    }
  }

  private static func leftovers(in folder: Folder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix(".cachesim-fleet.") }
  }

  /// Without seeds a fleet runs until it is stopped; whatever ends it, no process is left, and the
  /// next one removes the folders of one that was killed.
  @Test(
    .enabled(if: LivePython.path != nil, "python3 is not installed"),
    arguments: [SIGINT, SIGTERM, SIGKILL])
  func nothingIsLeftRunning(signal: Int32) async throws {
    let folder = try Folder()
    // One that answers and does nothing: all that is left of it is its process.
    let server = #"""
      echo $$ >>numbers
      while read -r line; do id=${line#*'"id": '}; echo "{\"id\": ${id%%,*}}"; done

      """#
    try folder.write(server, to: "server.sh")
    let ended = try await Self.fleet(
      ["--server", "sh server.sh"], in: folder, until: signal, when: 5)
    expect(ended.isSignalled, is: signal == SIGKILL, "\(ended.notes)")
    if signal != SIGKILL { expect([0, 2, 130].contains(ended.status), "\(ended.notes)") }
    let started = try folder.text("numbers").split(separator: "\n").compactMap { Int32($0) }
    expect(started.count >= 5)
    for number in started {
      var isGone = false
      for _ in 0..<500 where !isGone {
        isGone = kill(number, 0) == -1 && errno == ESRCH
        if !isGone { usleep(10_000) }
      }
      expect(isGone, "process \(number) is left")
    }
    try expect(Self.leftovers(in: folder).isEmpty, is: signal != SIGKILL)
    let next = try await Self.fleet(
      ["--seeds", "1"], in: folder, until: SIGINT, when: .max)
    expect(next.status, is: 0, "\(next.notes)")
    try expect(Self.leftovers(in: folder), is: [])
  }

  /// What another fleet that goes on has in the same place stays.
  @Test(.enabled(if: LivePython.path != nil, "python3 is not installed"))
  func twoFleetsDoNotDisturbEachOther() async throws {
    let folder = try Folder()
    async let first = Self.fleet([], in: folder, until: SIGINT, when: 1, there: "done")
    while (try? folder.text("numbers").split(separator: "\n").count) ?? 0 < 4 {
      try await Task.sleep(for: .milliseconds(10))
    }
    let second = try await Self.fleet(["--seeds", "1..5"], in: folder, until: SIGINT, when: .max)
    expect(second.status, is: 0, "\(second.output)\(second.notes)")
    try expect(!Self.leftovers(in: folder).isEmpty)
    try folder.write("done\n", to: "done")
    let ended = try await first
    expect(ended.status, is: 0, "\(ended.output)\(ended.notes)")
    try expect(Self.leftovers(in: folder), is: [])
  }
}
