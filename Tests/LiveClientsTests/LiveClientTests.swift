internal import CacheReports
internal import ClientStrategies
internal import Experiments
internal import Foundation
internal import LiveClients
internal import Measurement
internal import SimCore
internal import Testing

/// Real clients under the virtual clock: children of this process, in Python.
@Suite(.enabled(if: Python.isThere, "python3 is not installed"))
struct LiveClientTests {
  private static func scenario(_ name: String, days: Int) throws -> ScenarioFile {
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

  private static func run(
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

  @Test(arguments: [("news", 2), ("shared-device", 2), ("upgrade", 2), ("commute", 2)])
  func theHarnessAddsNothing(name: String, days: Int) async throws {
    let seats = [Python.client("no_cache"), Python.client("dictionary")]
    let result = try await Self.run(
      Self.scenario(name, days: days), seats,
      beside: [StrategyChoice(named: "network-only"), StrategyChoice(named: "dictionary")])
    #expect(seats.map(\.messages) == [[], []])
    #expect(result.violations == [])
    #expect(Self.differences(result, 0, 2) == [])
    #expect(Self.differences(result, 1, 3) == [])
    // That equal rows say something: a cache is not none.
    #expect(!Self.differences(result, 0, 1).isEmpty)
  }

  @Test func twoRunsAreAlikeToTheByte() async throws {
    var reports: [[String]] = []
    for _ in 0..<2 {
      let seats = [Python.client("dictionary")]
      let result = try await Self.run(Self.scenario("articles", days: 1), seats, beside: [])
      reports.append(ReportFile.all(of: result).map(\.text))
    }
    #expect(reports[0] == reports[1])
    #expect(!reports[0].isEmpty)
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
    #expect(messages[0].contains("ended with status 3; its last words: out of luck"))
    #expect(messages[0].hasPrefix("seed 1, device 0, day 1 "))
    #expect(messages[1].contains("did not answer within 2s"))
    #expect(messages[2].contains("said 'one word one word"))
    #expect(messages[3].contains("gave 'cachesim 0 9 0 100' for resource"))
    #expect(messages[4].contains("expected \"memory\", \"disk\" or \"nothing\""))
    #expect(messages[5].contains("at 'open': ended with status 127"))
    #expect(sound.messages == [])
    #expect(Self.differences(result, 6, 7) == [])
  }
}

/// Python, as far as tests need it.
enum Python {
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isThere: Bool { path != nil }

  /// An adapter of Examples/Live.
  static func client(_ name: String) -> LiveSeat {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Examples/Live/\(name).py").path
    return LiveSeat(ClientCommand(name: name, command: "\(path ?? "python3") '\(file)'"))
  }

  /// A program of its own.
  static func command(_ code: String) -> String {
    let quoted = code.replacing("'", with: "'\\''")
    return "\(path ?? "python3") -c '\(quoted)'"
  }
}
