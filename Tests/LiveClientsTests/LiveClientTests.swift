internal import CacheMetrics
internal import CacheReports
internal import ClientStrategies
internal import Experiments
internal import Foundation
internal import LiveClients
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Results

/// Real clients under the virtual clock: children of this process, in Python.
@Suite(.enabled(if: Python.isThere, "python3 is not installed"))
struct LiveClientTests {
  static func scenario(_ name: String, days: Int) throws -> ScenarioFile {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let short: [(String, JSON)] = [
      ("seeds", [1]), ("devices", 1), ("duration", JSON(.string("\(days)d"))),
      ("warmUp", JSON(.null)),
    ]
    return try ScenarioFile(bytes: bytes, file: "\(name).json", name: name) { root in
      let kept = root.members?.filter { member in !short.contains { $0.0 == member.name } } ?? []
      return .object(kept.map { ($0.name, $0.value) } + short)
    }
  }

  static func run(
    _ file: ScenarioFile, _ seats: [LiveSeat], beside others: [StrategyChoice]
  ) async throws -> RunResult {
    let question = file.restricted(
      to: seats.map(\.choice) + others, in: file.scenario.withoutExpectations, varied: nil)
    return try await Runner.run(question, jobs: 1, command: "").result
  }

  /// The metrics in which two rows differ, with both numbers.
  private static func differences(_ result: RunResult, _ first: Int, _ second: Int) -> [String] {
    let (first, second) = (result.rows[first].pooled, result.rows[second].pooled)
    return result.metrics.compactMap { metric in
      let (left, right) = (metric.value(first), metric.value(second))
      return left == right
        ? nil : "\(metric.name): \(String(describing: left)), \(String(describing: right))"
    }
  }

  private static func strategy(
    _ name: String, _ settings: [(String, JSON)]
  ) throws -> StrategyChoice {
    var problems = Problems()
    let json = JSON.object([
      ("name", JSON(.string(name))), ("label", "plain"), ("settings", .object(settings)),
    ])
    return try #require(StrategyChoice.read(json, path: "", &problems))
  }

  @Test(arguments: [("news", 2), ("shared-device", 2), ("upgrade", 2), ("commute", 2)])
  func theHarnessAddsNothing(name: String, days: Int) async throws {
    let names = ["no_cache", "dictionary", "refreshing_dictionary"]
    let seats = names.map { Python.client($0) }
    let plain = try Self.strategy("dictionary", [("staleAfter", JSON(.null))])
    let result = try await Self.run(
      Self.scenario(name, days: days), seats,
      beside: [StrategyChoice(named: "network-only"), plain, StrategyChoice(named: "dictionary")])
    expect(seats.flatMap(\.messages), is: [])
    expect(result.violations, is: [])
    for place in 0..<3 { expect(Self.differences(result, place, place + 3), is: []) }
    // That equal rows say something: a cache is not none.
    expect(!Self.differences(result, 0, 1).isEmpty)
  }

  @Test func twoRunsAreAlikeToTheByte() async throws {
    var reports: [[String]] = []
    for _ in 0..<2 {
      let seats = [Python.client("dictionary")]
      let result = try await Self.run(Self.scenario("articles", days: 1), seats, beside: [])
      reports.append(ReportFile.all(of: result).map(\.text))
    }
    expect(reports[0], is: reports[1])
    expect(!reports[0].isEmpty)
  }

  /// A recording stands for its client: the same decisions give the same row, without a process.
  @Test(arguments: ["no_cache", "refreshing_dictionary"])
  func aRecordingPlaysBackWithoutTheClient(name: String) async throws {
    let file = try Self.scenario("upgrade", days: 2)
    let seat = Python.client(name)
    let live = try await Self.run(file, [seat], beside: [])
    let recordings = try seat.recordings.map { place, recording in
      let text = recording.log.text
      return (place, try SessionRecording(log: JSON.parse(Array(text.utf8))))
    }
    expect(recordings.count, is: 1)
    let played = LiveSeat(name, .recordings(Dictionary(uniqueKeysWithValues: recordings)))
    let again = try await Self.run(file, [played], beside: [])
    expect(played.messages, is: [])
    expect(again.rows[0].label, is: "\(name) (recorded)")
    for metric in live.metrics {
      expect(metric.value(live.rows[0].pooled), is: metric.value(again.rows[0].pooled))
    }
    expect(seat.recordings[0].recording.log["entries"]?.elements?.isEmpty, is: false)
    // Played back it says of itself what was recorded.
    expect(
      played.recordings.map(\.recording.log.text), is: seat.recordings.map(\.recording.log.text))
    // It fits no other simulation.
    let other = try await Self.run(Self.scenario("articles", days: 1), [played], beside: [])
    expect(played.messages.joined().contains("the recording is of another scenario"))
    expect(!other.rows.isEmpty)
  }

  /// A client with a clock of its own has its days at a speed, without which it is refused; what
  /// does not depend on a clock is the same.
  @Test func aClockOfItsOwnIsScaled() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "cachesim-tests-\(UUID().uuidString).py")
    defer { try? FileManager.default.removeItem(at: path) }
    let plain = try String(contentsOf: Python.adapter("no_cache"), encoding: .utf8)
    let code = plain.replacing(
      "\"keeps\": \"nothing\"", with: "\"keeps\": \"nothing\", \"clock\": \"own\"")
    expect(code != plain)
    try code.write(to: path, atomically: true, encoding: .utf8)
    var command = ClientCommand(
      name: "own", command: "\(Python.path ?? "python3") '\(path.path)'")
    let refused = LiveSeat(command)
    command.speed = 100_000
    let scaled = LiveSeat(command)
    let result = try await Self.run(
      Self.scenario("articles", days: 1), [refused, scaled],
      beside: [StrategyChoice(named: "network-only")])
    expect(refused.messages.joined().contains("its clock cannot be set: expected --speed"))
    expect(scaled.messages, is: [])
    expect(Self.differences(result, 1, 2), is: [])
  }

  @Test func whatAClientDoesWrongEndsItsRowAlone() async throws {
    let open = "import json, sys\nline = json.loads(input())\n"
    let answer = "print(json.dumps({'id': line['id'], 'keeps': 'nothing'}), flush=True)\n"
    let clients = [
      ("gone", open + answer + "print('out of luck', file=sys.stderr)\nsys.exit(3)"),
      ("silent", open + answer + "sys.stdin.read()"),
      ("babbling", "while True: print('one word ' * 9)"),
      (
        "lying",
        open + answer
          + "for text in sys.stdin:\n  line = json.loads(text)\n"
          + "  print(json.dumps({'id': line['id'], 'body': 'cachesim 0 9 0 100'}), flush=True)"
      ),
      ("unclear", open + "print(json.dumps({'id': line['id'], 'keeps': 'all'}), flush=True)"),
    ]
    let seats = clients.map { name, code in
      var command = ClientCommand(name: name, command: Python.command(code))
      command.patience = .seconds(2)
      return LiveSeat(command)
    }
    let missing = LiveSeat(ClientCommand(name: "missing", command: "/no/such/program"))
    let sound = Python.client("no_cache")
    let result = try await Self.run(
      Self.scenario("articles", days: 1), seats + [missing, sound],
      beside: [StrategyChoice(named: "network-only")])
    let messages = (seats + [missing]).map { $0.messages.joined() }
    expect(messages[0].contains("ended with status 3; its last words: out of luck"))
    expect(messages[0].hasPrefix("seed 1, device 0, day 1 "))
    expect(messages[1].contains("did not answer within 2s"))
    expect(messages[2].contains("said 'one word one word"))
    expect(messages[3].contains("gave 'cachesim 0 9 0 100' for resource"))
    expect(messages[4].contains("expected \"memory\", \"disk\" or \"nothing\""))
    expect(messages[5].contains("at 'open': ended with status 127"))
    expect(sound.messages, is: [])
    expect(Self.differences(result, 6, 7), is: [])
  }
}

/// Python, as far as tests need it.
enum Python {
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isThere: Bool { path != nil }

  /// An adapter of Examples/Live.
  static func client(_ name: String) -> LiveSeat {
    let file = adapter(name).path
    return LiveSeat(ClientCommand(name: name, command: "\(path ?? "python3") '\(file)'"))
  }

  /// The file of an adapter.
  static func adapter(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Examples/Live/\(name).py")
  }

  /// A program of its own.
  static func command(_ code: String) -> String {
    let quoted = code.replacing("'", with: "'\\''")
    return "\(path ?? "python3") -c '\(quoted)'"
  }
}
