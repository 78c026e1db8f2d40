internal import Foundation
internal import SimCore
internal import SyncTrials
internal import TestCases
internal import Testing

@testable internal import LiveClients

/// Replicas in processes of their own: the lines, and what becomes of bad ones.
@Suite(.enabled(if: Python.isThere, "python3 is not installed"))
struct ReplicaProcessTests {
  /// A replica that keeps one value in a file, and answers as it should.
  private static let sound = """
    import json, sys, os
    def main(change=lambda line, answer: answer):
      for text in sys.stdin:
        line = json.loads(text)
        answer = {"id": line["id"]}
        if line["do"] == "open":
          path = line["folder"] + "/value"
          answer["kinds"] = ["register"]
        if line["do"] == "edit":
          with open(path, "w") as file: file.write(line.get("value") or "")
        if line["do"] == "read":
          answer["value"] = open(path).read() if os.path.exists(path) else None
        print(json.dumps(change(line, answer)), flush=True)

    """

  static let bad: [(code: String, message: String)] = [
    ("sys.exit(3)", "ended with status 3"),
    ("main(lambda line, answer: line['do'] == 'read' and sys.exit(4) or answer)", "status 4"),
    ("print('nonsense', flush=True)\nsys.stdin.read()", "said 'nonsense': expected an object of"),
    ("main(lambda line, answer: {'id': 99})", "found the number 99"),
    ("sys.stderr.write('I wait\\n')\nimport time\ntime.sleep(99)", "did not answer within 1s"),
    (
      "main(lambda line, answer: {**answer, 'accepted': 'yes'})",
      "\"accepted\": expected true or false, found the text \"yes\""
    ),
    (
      "main(lambda line, answer: {**answer, 'send': [{'body': 7}]})",
      "expected messages with \"body\", a text, found the number 7"
    ),
    (
      "main(lambda line, answer: {**answer, 'send': [{'to': 9, 'body': ''}]})",
      "sent a message to replica 9, which is not there"
    ),
    ("main(lambda line, answer: {**answer, 'send': {}})", "\"send\": expected a list, found an"),
    (
      "main(lambda line, answer: {**answer, 'kinds': ['tree']})", "expected a list of register, set"
    ),
    ("main(lambda line, answer: print('x' * 1048577))", "wrote a line of more than 1048576 B"),
  ]

  private static func engine(
    _ code: String, recordsWrites: Bool = false
  ) throws(ToolError) -> SyncEngine {
    var command = ReplicaCommand(name: "own", command: Python.command(sound + code))
    command.patience = .seconds(recordsWrites ? 20 : 1)
    command.recordsWrites = recordsWrites
    return try command.engine(server: nil)
  }

  @Test(.timeLimit(.minutes(5)), arguments: bad)
  func aBadReplicaIsNamed(code: String, message: String) throws {
    var plan = SyncPlan()
    plan.kinds = [.register]
    var found: [String] = []
    do throws(ToolError) {
      let bench = SyncBench(try Self.engine(code))
      let outcome = try bench.run(plan.story(seed: 1))
      expect(outcome.violations.contains { $0.promise == .answers })
      found = outcome.violations.map(\.what)
    } catch {
      found = [error.description]
    }
    expect(found.contains { $0.contains(message) }, "\(found)")
  }

  /// Without messages replicas are alone, which is found; what they are told is in the lines.
  @Test func aReplicaThatSendsNothingDoesNotConverge() async throws {
    let engine = try Self.engine("main()")
    expect(engine.kinds, is: [.register])
    let bench = SyncBench(engine)
    var plan = SyncPlan()
    (plan.kinds, plan.events, plan.devices) = ([.register], 12, 2)
    plan.faults = [.crash: 1, .clock: 1]
    let story = plan.story(seed: 4)
    let first = try bench.run(story, keepsTranscript: true)
    let violation = try #require(first.violations.first { $0.promise == .convergence })
    try expect(bench.run(story, keepsTranscript: true).transcript, is: first.transcript)
    let shrunk = try await bench.shrink(story, breaking: violation)
    expect(shrunk.story.events.count == 1 && shrunk.story.devices == 2)
    // What was written before a crash is there after it.
    expect(!first.violations.contains { $0.promise == .ownWrites })
  }

  /// A file that is emptied before it is written: a crash in between loses what was there.
  @Test(.enabled(if: WriteCounter.isThere, "strace is not installed"), arguments: [true, false])
  func aCrashComesBetweenTwoWrites(isSeen: Bool) throws {
    // What a crash leaves empty was never written so.
    let code = "main(lambda line, answer: {**answer, 'value': answer.get('value') or None})"
    let bench = SyncBench(try Self.engine(code, recordsWrites: isSeen))
    var story = SyncStory(devices: 1, seed: 1)
    for (number, verb) in [SyncEvent.Verb.write, .crash, .write, .read].enumerated() {
      var event = SyncEvent(at: .start + .seconds(Int64(number)), 0, verb)
      event.object = verb == .crash ? nil : SyncObject(.register, "a")
      (event.id, event.number) = (number + 1, verb == .crash ? 2 : 0)
      story.events.append(event)
    }
    let outcome = try bench.run(story, keepsTranscript: true)
    let broken = Set(outcome.violations.map(\.promise))
    // The crash is before the second write of the second edit, or after its answer to come.
    expect(broken.contains(.ownWrites), is: isSeen, "\(outcome.transcript) \(outcome.violations)")
    expect(outcome.costs.writes, is: isSeen ? 3 : 0)
    expect(outcome.unseen, is: [])
    try expect(bench.run(story, keepsTranscript: true).transcript, is: outcome.transcript)
  }

  /// An example as it is shipped: the right one is clean, the planted mistake is found.
  @Test(arguments: [("register.py", true), ("register.py' 'wall", false)])
  func theRegisterOfTheExamples(file: String, isSound: Bool) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Examples/SyncEngine").path
    let command = "\(Python.path ?? "python3") '\(path)/\(file)'"
    let store = try #require(SyncCatalog.servers.first)
    let engine = try ReplicaCommand(name: "own", command: command).engine { store.make() }
    let bench = SyncBench(engine)
    var plan = SyncPlan()
    plan.kinds = engine.kinds
    let found = try (1...UInt64(isSound ? 20 : 200)).first { seed in
      let outcome = try bench.run(plan.story(seed: seed))
      return outcome.violations.contains { engine.promises.contains($0.promise, $0.kind) }
    }
    expect((found == nil), is: isSound)
  }
}
