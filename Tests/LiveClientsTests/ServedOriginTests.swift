internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import Experiments
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import LiveClients

/// An origin by itself, at instants that the test says.
@Suite struct ServedOriginTests {
  /// A front page that changes at nine, with a picture. Numbers: 0 the picture, 1 the page.
  static let morning = """
    {"event": "story", "version": 1, "complete": true}
    {"event": "headers", "name": "page", "maxAge": "10m", "entityTag": true, "lastModified": true}
    {"event": "headers", "name": "picture", "maxAge": "7d", "lastModified": true}
    {"event": "publish", "resource": "picture", "kind": "image", "size": "5 kB", \
    "headers": "picture"}
    {"event": "publish", "resource": "front page", "kind": "model", "size": "20 kB", \
    "headers": "page", "parts": ["picture"]}
    {"at": "08:00", "event": "open", "resource": "front page", "for": "20s"}
    {"at": "09:00", "event": "publish", "resource": "front page", "size": "24 kB"}
    {"at": "09:10", "event": "open", "resource": "front page", "for": "1m"}
    {"at": "+5s", "event": "refresh", "resource": "front page"}
    {"at": "09:20", "event": "background"}
    {"at": "10:00", "event": "network", "network": "offline"}
    {"at": "10:05", "event": "crash"}
    {"at": "10:10", "event": "open", "resource": "front page", "for": "5s"}
    {"at": "11:00", "event": "terminate"}
    """

  static func scenario(_ text: String) throws -> Scenario {
    var scenario = try Scenario(playing: Story(text: text, named: "morning.jsonl"))
    scenario.variance = .none
    return scenario
  }

  static func origin(
    of scenario: Scenario, _ network: ServedNetwork = .none, at time: Int64? = nil,
    speed: Int64 = 1, from start: Instant = .start
  ) throws -> ServedOrigin {
    let (plan, stream) = try scenario.simulationInput(seed: 1)
    let second = time ?? plan.secondsAtStart * 1_000_000_000
    return try ServedOrigin(
      plan, stream, device: 0, network: network,
      times: ClientTimes(servedFrom: start, at: second, speed: speed),
      page: OriginPage(scenario: "morning", device: 0, users: plan.users, names: StoryNames()),
      from: start)
  }

  private static func clock(_ hours: Int64, _ minutes: Int64 = 0) -> Instant {
    .start + .hours(hours) + .minutes(minutes)
  }

  /// What an origin that answers at once says.
  private static func ask(
    _ origin: inout ServedOrigin, _ path: String, at instant: Instant, method: String = "GET",
    _ headers: (name: String, value: String)...
  ) throws -> (answer: OriginAnswer, observed: ObservedRequest) {
    try origin.take(
      HeldRequest(id: 1, method: method, path: path, headers: headers), at: instant)
    let all = origin.takeSettled()
    let settled = try #require(all.first)
    expect(all.count, is: 1)
    return (try #require(settled.answer), settled.observed)
  }

  private static func line(_ answer: OriginAnswer, _ name: String) -> String? {
    answer.headers.first { $0.name == name }?.value
  }

  /// Which version a body of JSON says that it is: resource, version and user.
  private static func said(_ answer: OriginAnswer) throws -> [Int64?] {
    let json = try JSON.parse(answer.body)
    return ["resource", "version", "user"].map { json[$0]?.integer }
  }

  @Test func versionsComeAsTheyArePublished() throws {
    var origin = try Self.origin(of: Self.scenario(Self.morning))
    let first = try Self.ask(&origin, "/model/1", at: Self.clock(8))
    expect(first.answer.status, is: 200)
    expect(first.answer.body.count, is: 20_000)
    try expect(Self.said(first.answer), is: [1, 1, 0])
    expect(Self.line(first.answer, "content-type"), is: "application/json")
    expect(Self.line(first.answer, "etag"), is: "\"1\"")
    expect(Self.line(first.answer, "cache-control"), is: "max-age=600")
    expect(first.observed.version, is: 1)
    expect(first.observed.body, is: Bytes(20_000))
    // The usual header of 500 B there and of 300 B back, and texts at 0.28 of their size.
    expect(first.observed.up, is: Bytes(500))
    expect(first.observed.down, is: Bytes(300 + 5_600))
    let second = try Self.ask(&origin, "/model/1", at: Self.clock(9))
    try expect(Self.said(second.answer), is: [1, 2, 0])
    expect(second.answer.body.count, is: 24_000)
    let picture = try Self.ask(&origin, "/image/0", at: Self.clock(9))
    expect(picture.observed.down, is: Bytes(300 + 5_000))
  }

  @Test func conditionsAreHeldAgainstWhatIsPublished() throws {
    var origin = try Self.origin(of: Self.scenario(Self.morning))
    let first = try Self.ask(&origin, "/model/1", at: Self.clock(8))
    let date = try #require(Self.line(first.answer, "last-modified"))
    let tag = ("if-none-match", "\"1\"")
    let since = ("If-Modified-Since", date)
    for condition in [tag, since, ("if-none-match", "W/\"1\", \"7\""), ("if-none-match", "*")] {
      let asked = try Self.ask(&origin, "/model/1", at: Self.clock(8, 30), condition)
      expect(asked.answer.status, is: 304, "\(condition)")
      expect(asked.answer.body.isEmpty)
      expect(asked.observed.condition, is: condition.1)
      expect(asked.observed.version, is: 1)
      expect(asked.observed.down, is: Bytes(300))
    }
    for condition in [tag, since, ("if-none-match", "\"11\""), ("if-modified-since", "noon")] {
      let asked = try Self.ask(&origin, "/model/1", at: Self.clock(9, 30), condition)
      expect(asked.answer.status, is: 200, "\(condition)")
    }
    // The picture's answers have no tag: a condition on one is not met.
    try expect(Self.ask(&origin, "/image/0", at: Self.clock(10), tag).answer.status, is: 200)
  }

  /// RFC 9211 and Server Timing: no cache has handled the request, what is left of the lifetime,
  /// and how long the origin took; of its own pages nothing.
  @Test func answersSayWhoGaveThem() throws {
    var origin = try Self.origin(of: Self.scenario(Self.morning), speed: 60)
    let page = try Self.ask(&origin, "/model/1", at: Self.clock(8)).answer
    expect(Self.line(page, "cache-status"), is: "cachesim; fwd=bypass; ttl=10")
    expect(Self.line(page, "server-timing"), is: "origin;dur=0")
    let confirmed = try Self.ask(
      &origin, "/model/1", at: Self.clock(8, 1), ("if-none-match", "\"1\"")
    ).answer
    expect(confirmed.status, is: 304)
    expect(Self.line(confirmed, "cache-status"), is: "cachesim; fwd=bypass; ttl=10")
    let missing = try Self.ask(&origin, "/model/9", at: Self.clock(8, 2)).answer
    expect(Self.line(missing, "cache-status"), is: "cachesim; fwd=bypass")
    for method in ["POST", "OPTIONS"] {
      let other = try Self.ask(&origin, "/model/1", at: Self.clock(8, 2), method: method).answer
      expect(Self.line(other, "cache-status"), is: "cachesim; fwd=bypass", "\(method)")
    }
    let own = try Self.ask(&origin, "/", at: Self.clock(8, 3)).answer
    expect(Self.line(own, "cache-status") == nil)
  }

  @Test func whatIsNotThereIsSaidSo() throws {
    var origin = try Self.origin(of: Self.scenario(Self.morning))
    let cases: [(String, String, Int, UInt32?)] = [
      ("GET", "/model/9", 404, 9), ("GET", "/image/1", 404, 1), ("GET", "/favicon.ico", 404, nil),
      ("GET", "/nothing/1", 404, nil), ("PROPFIND", "/model/1", 405, 1),
      ("POST", "/model/1", 204, 1), ("HEAD", "/model/1", 200, 1), ("GET", "/", 200, nil),
      ("GET", "/catalogue.json", 200, nil), ("POST", "/", 405, nil),
    ]
    for (method, path, status, resource) in cases {
      let asked = try Self.ask(&origin, path, at: Self.clock(8), method: method)
      expect(asked.answer.status, is: status, "\(method) \(path)")
      expect(asked.observed.resource, is: resource, "\(method) \(path)")
    }
    let page = try Self.ask(&origin, "/", at: Self.clock(8))
    expect(String(decoding: page.answer.body, as: UTF8.self).contains("href=\"/model/1\""))
    let catalogue = try Self.ask(&origin, "/catalogue.json", at: Self.clock(9, 1))
    let json = try JSON.parse(catalogue.answer.body)
    let model = json["kinds"]?["model"]?.elements?.first
    expect(model?["address"]?.string, is: "/model/1")
    expect(model?["version"]?.integer, is: 2)
    expect(model?["parts"]?.elements?.compactMap(\.string), is: ["/image/0"])
  }

  /// At 60 times the speed, from eight o'clock on, half a second after a full one: thirty virtual
  /// seconds are half a real one, and the eight hours before eight minutes. Of scaled time the next
  /// full second is said.
  @Test func datesAreTheMachinesAndAgesNearer() throws {
    let start = Self.clock(8)
    var origin = try Self.origin(
      of: Self.scenario(Self.morning), at: 1_700_000_000_500_000_000, speed: 60, from: start)
    let asked = try Self.ask(&origin, "/model/1", at: start)
    expect(Self.line(asked.answer, "date"), is: HTTPDate.text(1_700_000_001))
    expect(Self.line(asked.answer, "last-modified"), is: HTTPDate.text(1_700_000_001 - 480))
    expect(Self.line(asked.answer, "cache-control"), is: "max-age=10")
    let later = try Self.ask(&origin, "/model/1", at: start + .seconds(30))
    expect(Self.line(later.answer, "date"), is: HTTPDate.text(1_700_000_001))
    expect(Self.line(later.answer, "last-modified"), is: HTTPDate.text(1_700_000_001 - 480))
  }

  /// Two versions in one second of the machine's clock: their date does not tell them apart.
  @Test func aDateOfTwoVersionsConfirmsNone() throws {
    let text = """
      {"event": "story", "version": 1, "complete": true}
      {"event": "headers", "name": "page", "lastModified": true}
      {"at": "08:00:10", "event": "publish", "resource": "page", "size": "2 kB", "headers": "page"}
      {"at": "08:00:20", "event": "publish", "resource": "page"}
      {"at": "08:10:00", "event": "open", "resource": "page", "for": "5s"}
      """
    for (speed, status) in [(Int64(1), 304), (60, 200)] {
      var origin = try Self.origin(of: Self.scenario(text), speed: speed)
      let (answer, _) = try Self.ask(&origin, "/model/0", at: Self.clock(9))
      let date = try #require(Self.line(answer, "last-modified"))
      let again = try Self.ask(
        &origin, "/model/0", at: Self.clock(9), ("if-modified-since", date))
      expect(again.answer.status, is: status, "at \(speed)")
    }
  }

  @Test func aUserIsNamedByTheRequest() throws {
    let text =
      Self.morning + "\n" + #"{"at": "11:30", "event": "login", "user": "Ann"}"#
      + "\n" + #"{"at": "11:40", "event": "login", "user": "Bob"}"#
    var origin = try Self.origin(of: Self.scenario(text))
    func ask(_ user: String) throws -> OriginAnswer {
      try Self.ask(&origin, "/model/1", at: Self.clock(8), ("Authorization", user)).answer
    }
    try expect(Self.said(ask("Bearer 1")), is: [1, 1, 1])
    try expect(Self.said(ask("Bearer 0")), is: [1, 1, 0])
    try expect(ask("Bearer 99").status, is: 401)
    try expect(ask("Basic QW5u").status, is: 401)
  }

  @Test func anOriginThatFailsFails() throws {
    var scenario = try Self.scenario(Self.morning)
    scenario.origin.failureRate = 1
    var origin = try Self.origin(of: scenario)
    try expect(Self.ask(&origin, "/model/1", at: Self.clock(8)).answer.status, is: 503)
  }

  @Test func aNetworkShapesAnswers() throws {
    let scenario = try Self.scenario(Self.morning)
    let (plan, _) = try scenario.simulationInput(seed: 1)
    let profile = NetworkProfiles.slow4G
    var origin = try Self.origin(of: scenario, .profile(profile))
    try origin.take(
      HeldRequest(id: 7, method: "GET", path: "/image/0", headers: []), at: Self.clock(8))
    expect(origin.takeSettled().isEmpty)
    try origin.advance(to: Self.clock(8) + .minutes(1))
    let settled = origin.takeSettled()
    expect(settled.map(\.request.id), is: [7])
    let milliseconds = NumberText.decimal(plan.origin.thinkTime.milliseconds, places: 3)
    expect(
      Self.line(try #require(settled[0].answer), "server-timing"), is: "origin;dur=\(milliseconds)")
    let model = try #require(
      FetchTimeline(
        profile: profile, settings: plan.network, bytes: Bytes(5_000),
        thinkTime: plan.origin.thinkTime, start: .cold,
        radio: plan.device.radio.profile(for: profile.access)))
    expect(settled[0].observed.endedAt - settled[0].observed.at, is: model.total)
    expect(settled[0].answer?.body.count, is: 5_000)
    expect(settled[0].observed.down, is: Bytes(5_300))
    expect(origin.nextInstant, is: .distantFuture)
  }

  /// The head comes with the first byte, and the body as large a share as is carried.
  @Test func anAnswerComesAsTheNetworkCarriesIt() throws {
    let scenario = try Self.scenario(Self.morning.replacing("5 kB", with: "500 kB"))
    let (plan, _) = try scenario.simulationInput(seed: 1)
    let profile = NetworkProfiles.slow4G
    var origin = try Self.origin(of: scenario, .profile(profile))
    let start = Self.clock(8)
    try origin.take(HeldRequest(id: 7, method: "GET", path: "/image/0", headers: []), at: start)
    var first: Instant?
    var counts: [Int] = []
    var settled: [ServedOrigin.Asked] = []
    while settled.isEmpty {
      if let arriving = origin.arriving().first {
        first = first ?? origin.now
        counts.append(arriving.count)
        // Who answered is said by the head.
        expect(Self.line(arriving.answer, "server-timing") != nil)
      }
      try origin.advance(to: origin.nextInstant)
      settled = origin.takeSettled()
    }
    let model = try #require(
      FetchTimeline(
        profile: profile, settings: plan.network, bytes: Bytes(500_000),
        thinkTime: plan.origin.thinkTime, start: .cold,
        radio: plan.device.radio.profile(for: profile.access)))
    let transfer = try #require(model.phases.first { $0.kind == .transfer })
    expect(first, is: start + transfer.start)
    expect(origin.now - start, is: model.total)
    expect(counts.first, is: 0)
    expect(counts == counts.sorted() && (497_000..<500_000).contains(counts.last ?? 0))
    // A piece each ten milliseconds, besides what the network's own instants bring.
    expect(counts.count >= Int(transfer.duration.milliseconds / 10))
    expect(origin.arriving().isEmpty)
  }

  @Test func withoutANetworkConnectionsAreClosed() throws {
    var origin = try Self.origin(of: Self.scenario(Self.morning), .scenario)
    try origin.take(
      HeldRequest(id: 1, method: "GET", path: "/model/1", headers: []), at: Self.clock(10, 1))
    try origin.advance(to: Self.clock(10, 2))
    let settled = origin.takeSettled()
    expect(settled.count, is: 1)
    expect(settled[0].answer == nil)
    expect(settled[0].observed.status, is: 0)
    expect(settled[0].observed.version == nil)
  }

  @Test func aDeviceThatThereIsNotIsRefused() throws {
    let (plan, stream) = try Self.scenario(Self.morning).simulationInput(seed: 1)
    #expect(throws: InputError.self) {
      _ = try ServedOrigin(
        plan, stream, device: 3, network: .none,
        times: ClientTimes(servedFrom: .start, at: 0, speed: 1),
        page: OriginPage(scenario: "", device: 3, users: 1, names: StoryNames()), from: .start)
    }
  }
}
