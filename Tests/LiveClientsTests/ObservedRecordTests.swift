internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import Experiments
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import LiveClients

/// What a driver is told, what an origin observes of it, and what comes of that.
@Suite struct ObservedRecordTests {
  // MARK: - The driver's lines

  static let origin = "http://127.0.0.1:8080"

  static func lines(of scenario: Scenario, device: UInt32 = 0) throws -> [String] {
    let (plan, stream) = try scenario.simulationInput(seed: 1)
    var lines: [String] = []
    let head = DrivenDay.Head(
      scenario: "small", fingerprint: "f", device: device, origin: origin)
    try DrivenDay.write(head, plan, stream) { lines.append($0) }
    return lines
  }

  private static func json(_ line: String) throws -> JSON { try JSON.parse(Array(line.utf8)) }

  @Test func aDayIsToldInTheVerbsOfTheProtocol() throws {
    let scenario = try ServedOriginTests.scenario(ServedOriginTests.morning)
    let lines = try Self.lines(of: scenario)
    try expect(Self.lines(of: scenario), is: lines)
    let head = try Self.json(lines[0])
    expect(head["cachesim"]?.string, is: "drive")
    expect(head["version"]?.integer, is: 2)
    expect(head["origin"]?.string, is: Self.origin)
    try expect(Self.json(lines[2])["origin"]?.string, is: Self.origin)
    let told = try lines.dropFirst().map { line in
      let json = try Self.json(line)
      // Addresses are whole, as a client under test is told them.
      let path = json["url"]?.string.map { $0.replacing(Self.origin, with: "", maxReplacements: 1) }
      let words = [json["do"]?.string, path, json["network"]?.string]
      expect(json["url"]?.string?.hasPrefix(Self.origin + "/") ?? true)
      return words.compactMap(\.self).joined(separator: " ")
        + (json["reload"] == true ? " again" : "")
    }
    expect(
      told,
      is: [
        "network wifi", "open", "foreground", "view /model/1", "get /model/1", "get /image/0",
        "leave",
        "view /model/1", "get /model/1", "get /image/0", "get /model/1 again", "leave",
        "background", "network offline", "crash",
        "open", "foreground", "view /model/1", "get /model/1", "get /image/0", "leave",
        "terminate",
      ])
    let eight = try Self.json(lines[5])
    expect(eight["nanoseconds"]?.integer, is: 28_800_000_000_000)
    let start = try scenario.simulationInput(seed: 1).plan.secondsAtStart
    expect(eight["at"]?.real, is: Double(start + 28_800))
    expect(eight["id"]?.integer, is: 5)
    let launches = try lines.map { try Self.json($0)["launch"]?.integer }.compactMap(\.self)
    expect(launches, is: [1, 2])
  }

  // MARK: - The proof

  /// A scenario in which nothing is lost and nobody is kept waiting: what a screen needs is what
  /// network-only asks for.
  private static func calm(_ name: String, days: Int) throws -> ScenarioFile {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let calm: [(String, JSON)] = [
      ("seeds", [1]), ("devices", 1), ("duration", JSON(.string("\(days)d"))),
      ("warmUp", JSON(.null)), ("patience", JSON(.null)), ("variance", "none"),
      (
        "networkSchedule",
        .object([("name", "always"), ("settings", .object([("profile", "ideal")]))])
      ),
    ]
    return try ScenarioFile(bytes: bytes, file: "\(name).json", name: name) { root in
      let kept = root.members?.filter { member in !calm.contains { $0.0 == member.name } } ?? []
      return .object(kept.map { ($0.name, $0.value) } + calm)
    }
  }

  /// A driver without a cache, and the origin that it asks: the record's text.
  private static func record(of file: ScenarioFile) throws -> String {
    let scenario = file.scenario
    let (plan, stream) = try scenario.simulationInput(seed: 1)
    var head = ObservedRecord.Head()
    (head.scenario, head.fingerprint, head.seed) = (file.name, scenario.worldDigest, 1)
    var served = try ServedOrigin(
      plan, stream, device: 0, network: .none,
      times: ClientTimes(servedFrom: .start, at: 0, speed: 1),
      page: OriginPage(scenario: file.name, device: 0, users: plan.users, names: StoryNames()),
      from: .start)
    var text = head.line
    var count = 0
    for line in try lines(of: scenario) {
      let json = try json(line)
      guard let path = json["url"]?.string?.dropFirst(origin.count),
        let nanoseconds = json["nanoseconds"]?.integer,
        json["do"] == "get" || json["do"] == "edit"
      else { continue }
      count += 1
      let headers = (json["headers"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
      try served.take(
        HeldRequest(
          id: count, method: json["do"] == "edit" ? "POST" : json["method"]?.string ?? "GET",
          path: String(path), headers: headers), at: Instant(nanoseconds: nanoseconds))
      for settled in served.takeSettled() { text += settled.observed.line }
    }
    return text + ObservedRecord.endLine(at: .start + scenario.duration)
  }

  @Test(arguments: [("news", 2), ("shared-device", 2), ("commute", 5)])
  func aDriverWithoutACacheHasNetworkOnlysRow(name: String, days: Int) async throws {
    let file = try Self.calm(name, days: days)
    let record = try ObservedRecord(bytes: Array(try Self.record(of: file).utf8), path: "r")
    let question = try file.restricted(
      to: [StrategyChoice(named: "network-only")], in: file.scenario.withoutExpectations,
      varied: nil)
    let simulated = try await Runner.run(question, jobs: 1, command: "").result.rows[0].pooled
    let observed = record.aggregates(interval: file.scenario.interval)
    let known = MetricCatalog.all.filter(\.isKnownToOrigin)
    expect(known.count, is: 16)
    expect(observed.network.exchanges.total > 100)
    for metric in known {
      expect(metric.value(observed), is: metric.value(simulated), "\(metric.name)")
    }
  }

  @Test func whatAnOriginCannotKnowHasNoValue() {
    var head = ObservedRecord.Head()
    (head.scenario, head.fingerprint, head.seed) = ("s", "f", 1)
    var record = ObservedRecord(head)
    record.end = .start + .days(2)
    let aggregates = record.aggregates(interval: .hours(1))
    for metric in MetricCatalog.all where !metric.isKnownToOrigin {
      expect(metric.value(aggregates) == nil, "\(metric.name)")
    }
    expect(MetricCatalog.metric(named: "network_requests")?.value(aggregates), is: 0)
    expect(MetricCatalog.metric(named: "virtual_days")?.value(aggregates), is: 2)
    expect(MetricCatalog.metric(named: "opens")?.isKnownToOrigin, is: false)
  }

  // MARK: - Records

  private static let head =
    #"{"cachesim": "observed", "version": 1, "scenario": "s", "fingerprint": "f", "seed": 1, "#
    + #""device": 0, "speed": 1, "network": "none", "start": 1000}"# + "\n"
  private static let line =
    #"{"nanoseconds": 2000, "ended": 3000, "method": "GET", "path": "/model/1", "condition": "#
    + #"null, "status": 200, "resource": 1, "resourceVersion": 4, "bytes": 7, "upBytes": 500, "#
    + #""downBytes": 307}"# + "\n"

  private static func read(_ text: String) throws(InputError) -> ObservedRecord {
    try ObservedRecord(bytes: Array(text.utf8), path: "r.jsonl")
  }

  @Test func aRecordReadsBack() throws {
    let record = try Self.read(Self.head + Self.line + "{\"end\": 9000}\n")
    expect(record.head.line, is: Self.head)
    expect(record.requests.map(\.line), is: [Self.line])
    expect(record.observed, is: TimeSpan(nanoseconds: 8_000))
    // An address of the app's own does not say the kind.
    let own = Self.line.replacing("/model/1", with: "/api/items?page=2")
      .replacing("307}", with: "307, \"kind\": \"document\"}")
    let read = try Self.read(Self.head + own)
    expect(read.requests.map(\.line), is: [own])
    expect(read.requests.map(\.kind), is: ["document"])
    // A process that died could not say when it ended.
    let cut = try Self.read(Self.head + Self.line)
    expect(cut.end == nil)
    expect(cut.observedUntil, is: Instant(nanoseconds: 3_000))
    let counts = ObservedRecord.counts(of: record.requests)
    expect(counts.map(\.kind), is: ["model"])
    expect(counts.map(\.body), is: [Bytes(7)])
  }

  /// Numbers as large as they can be end no run.
  @Test func theLargestRecordHasItsMetrics() throws {
    let most = "9223372036854775807"
    let line = Self.line.replacing("2000", with: "9223372036854775806")
      .replacing("3000", with: most).replacing("307", with: "9223372036854775000")
    let record = try Self.read(
      Self.head + line
        + line.replacing(
          "\"bytes\": 7, \"upBytes\": 500, "
            + "\"downBytes\": 9223372036854775000",
          with: "\"bytes\": 1, \"upBytes\": 1, \"downBytes\": 1")
        + "{\"end\": \(most)}\n")
    let aggregates = record.aggregates(interval: .hours(1))
    for metric in MetricCatalog.all { _ = metric.value(aggregates) }
    expect(MetricCatalog.metric(named: "network_requests")?.value(aggregates), is: 2)
    expect(aggregates.timeline.intervals.count <= Timeline.intervalLimit)
  }

  @Test func whatIsWrongWithARecordIsSaidWithItsLine() {
    let cases: [(String, String, String)] = [
      ("", "r.jsonl", "expected a record of requests, found nothing"),
      (String(Self.head.dropLast(4)), "r.jsonl:1", "expected a whole line"),
      (Self.head + String(Self.line.dropLast(9)), "r.jsonl:2", "expected a whole line"),
      (
        Self.head.replacing("\"version\": 1", with: "\"version\": 2"), "r.jsonl:1",
        "expected version 1 of the form of records, found the number 2"
      ),
      (Self.line, "r.jsonl:1", "expected the first line of a record"),
      ("[1]\n", "r.jsonl:1", "expected an object"),
      (Self.head + "nonsense\n", "r.jsonl:2", ""),
      (
        Self.head + Self.line.replacing("3000", with: "1999"), "r.jsonl:2",
        "ended: expected a whole number of 2000 or more, found the number 1999"
      ),
      (
        Self.head + Self.line.replacing("2000", with: "999"), "r.jsonl:2",
        "nanoseconds: expected a whole number of 1000 or more, found the number 999"
      ),
      (
        Self.head + Self.line.replacing("\"GET\"", with: "7"), "r.jsonl:2",
        "method: expected a text, found the number 7"
      ),
      (
        Self.head + "{\"end\": 9000}\n" + Self.line, "r.jsonl:3",
        "expected nothing behind the end, found another line"
      ),
      (
        Self.head + Self.line.replacing("307", with: "9223372036854775000")
          + Self.line, "r.jsonl:3",
        "upBytes: expected all bytes of the record to add up to less than 2^63, found 500 more "
          + "behind 9223372036854775514"
      ),
      (
        Self.head + Self.line.replacing("\"bytes\": 7", with: "\"bytes\": 9223372036854775807"),
        "r.jsonl:2", "upBytes: expected all bytes"
      ),
    ]
    for (text, place, message) in cases {
      do throws(InputError) {
        _ = try Self.read(text)
        Issue.record("was read: \(text)")
      } catch {
        expect(error.place, is: place)
        expect(error.message.contains(message), "\(error.message)")
        expect(error.reason, is: .malformed)
      }
    }
  }
}
