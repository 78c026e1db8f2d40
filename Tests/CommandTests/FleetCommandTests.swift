internal import Foundation
internal import Testing

/// Fleets as people start them.
@Suite struct FleetCommandTests {
  @Test func cleanEnginesEndWithStatus0() async throws {
    let folder = try Folder()
    let ended = try await Program.run("fleet", "--seeds", "1..3", "--format", "csv", in: folder)
    #expect(ended.status == 0, "\(ended.notes)")
    let lines = ended.output.split(separator: "\n")
    #expect(
      lines.map { String($0.prefix { $0 != "," }) }
        == ["engine", "outbox-lww", "server-order", "field-merge", "crdt"])
    let again = try await Program.run(
      "fleet", "--seeds", "1..3", "--format", "csv", "--twice", in: folder)
    #expect(again.output == ended.output && again.status == 0)
  }

  @Test func aBrokenPromiseIsShrunkWrittenAndPlayedAgain() async throws {
    let folder = try Folder()
    let ended = try await Program.run(
      "fleet", "--engines", "crdt!wall-clock", "--seeds", "1..40", "--kinds", "register",
      in: folder)
    #expect(ended.status == 2, "\(ended.notes)")
    let story = "Fleet/crdt-wall-clock-kept-register.jsonl"
    #expect(ended.output.contains("--story \(story)"), "\(ended.output)")
    let played = try await Program.run(
      "fleet", "--engines", "crdt!wall-clock,crdt", "--story", story, "--transcript", in: folder)
    #expect(played.status == 2)
    #expect(played.output.contains("crdt!wall-clock: kept register: device"))
    #expect(!played.output.contains("crdt: "))
    #expect(played.output.contains(" device 0 edit register "))
    let sound = try await Program.run("fleet", "--engines", "crdt", "--story", story, in: folder)
    #expect(sound.status == 0)
  }

  @Test(arguments: [
    (["--engines", "crdd"], "--engines: unknown engine 'crdd' (did you mean 'crdt'?)", 64),
    (["--faults", "weather"], "--faults: unknown name", 64),
    (["--devices", "0"], "--devices: expected a number from 1 to 16, found 0", 64),
    (["--engines", "crdt-list", "--kinds", "set"], "--kinds: crdt-list has none of", 64),
    (["--story", "none.jsonl"], "none.jsonl", 66),
    (["--story", "bad.jsonl"], "bad.jsonl:1: expected {", 65),
    (["--replica", "sh -c 'exit 7'"], "ended with status 7", 1),
    (["--replica", "sleep 60", "--timeout", "1s"], "did not answer within 1s", 1),
  ])
  func aMistakeIsNamed(arguments: [String], message: String, status: Int32) async throws {
    let folder = try Folder()
    try folder.write("{}\n", to: "bad.jsonl")
    let ended = try await Program(
      arguments: ["fleet"] + (arguments[0] == "--story" ? [] : ["--seeds", "1"]) + arguments,
      folder: folder
    ).run()
    #expect(ended.status == status)
    #expect(ended.notes.contains { $0.contains(message) }, "\(ended.notes)")
  }

  /// Without seeds a fleet runs until it is stopped; whatever ends it, no process is left.
  @Test(
    .enabled(if: LivePython.path != nil, "python3 is not installed"),
    arguments: [SIGINT, SIGKILL])
  func nothingIsLeftRunning(signal: Int32) async throws {
    let folder = try Folder()
    let file = Checkout.root.appending(path: "Examples/SyncEngine/register.py").path
    let note = "sh -c 'echo $$ >>numbers; echo started >&2; exec \(LivePython.path ?? "") \(file)'"
    let numbers = folder.url("numbers")
    // A process that is killed leaves its replicas' folders, here where the test removes them.
    let ended = try await Program(
      arguments: ["fleet", "--replica", "own=\(note)", "--verbose"], folder: folder,
      environment: ["TMPDIR": numbers.deletingLastPathComponent().path]
    ).run(interruptedBy: signal) { _ in
      let text = (try? String(contentsOf: numbers, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").count >= 4
    }
    #expect(ended.isSignalled == (signal == SIGKILL), "\(ended.notes)")
    if signal == SIGINT { #expect(ended.status == 0 && ended.output.contains("convergence")) }
    let started = try folder.text("numbers").split(separator: "\n").compactMap { Int32($0) }
    #expect(started.count >= 4)
    for number in started {
      var isGone = false
      for _ in 0..<500 where !isGone {
        isGone = kill(number, 0) == -1 && errno == ESRCH
        if !isGone { usleep(10_000) }
      }
      #expect(isGone, "process \(number) is left")
    }
  }
}
