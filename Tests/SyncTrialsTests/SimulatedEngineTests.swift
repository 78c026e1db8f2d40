internal import SimCore
internal import TestCases
internal import Testing

@testable internal import SyncTrials

/// Simulated engines under all that they have to bear.
@Suite struct SimulatedEngineTests {
  private static func plan(for engine: SyncEngine, users: Int = 2) -> SyncPlan {
    var plan = SyncPlan()
    plan.users = users
    plan.kinds = engine.kinds
    plan.faults = engine.faults
    if engine.name.hasPrefix("crdt") || ["outbox-lww", "field-merge"].contains(engine.name) {
      plan.faults[.rollback] = 1
    }
    return plan
  }

  @Test(arguments: SyncCatalog.standard.map(\.name), [1, 2])
  func whatAnEnginePromisesItKeeps(name: String, users: Int) throws {
    let engine = try #require(SyncCatalog.all.first { $0.name == name })
    let (bench, plan) = (SyncBench(engine), Self.plan(for: engine, users: users))
    var row = FleetRow(engine)
    let runs = Cases.areAll ? 400 : 100
    for seed in 1...UInt64(runs) {
      let broken = row.add(try bench.run(plan.story(seed: seed)))
      for violation in broken { Issue.record("seed \(seed): \(violation)") }
      if !broken.isEmpty { break }
    }
    expect(row.runs == runs && row.broken == 0)
    expect(row.costs.edits > 5 * runs && row.costs.requests > 5 * runs)
  }

  @Test(arguments: SyncCatalog.mistaken.map(\.name))
  func aPlantedMistakeIsFoundAndShrunk(name: String) async throws {
    let engine = try #require(SyncCatalog.all.first { $0.name == name })
    let bench = SyncBench(engine)
    var plan = Self.plan(for: engine, users: name.contains("users") ? 2 : 1)
    plan.events = 60
    for seed in 1...UInt64(200) {
      let story = plan.story(seed: seed)
      let broken = try bench.run(story).violations.filter {
        engine.promises.contains($0.promise, $0.kind)
      }
      guard let violation = broken.first else { continue }
      let shrunk = try await bench.shrink(story, breaking: violation)
      expect(shrunk.story.events.count <= 8, "\(shrunk.story.text())\(shrunk.violation)")
      expect(shrunk.story.events.count < story.events.count)
      // What is written shows the same.
      let read = try SyncStory.read(Array(shrunk.story.text().utf8), file: "story")
      expect(read, is: shrunk.story)
      try expect(bench.run(read).violations.contains(shrunk.violation))
      return
    }
    Issue.record("not found in 200 seeds")
  }

  /// Values as wholes lose what two do at once: the table shows it, as it is not promised.
  @Test func whatIsNotPromisedIsCounted() throws {
    let engine = SyncCatalog.standard[0]
    let (bench, plan) = (SyncBench(engine), SyncPlan())
    var row = FleetRow(engine)
    for seed in 1...UInt64(50) { _ = row.add(try bench.run(plan.story(seed: seed))) }
    expect(row.broken, is: 0)
    expect(row.counts[.kept] ?? 0 > 10)
    expect(row.given(.kept) == .partly && row.given(.conflicts) == .no)
    expect(row.given(.convergence), is: .yes)
  }

  @Test(arguments: SyncCatalog.all.map(\.name))
  func twoRunsAreAlike(name: String) throws {
    let engine = try #require(SyncCatalog.all.first { $0.name == name })
    let plan = Self.plan(for: engine)
    let used = SyncBench(engine)
    _ = try used.run(plan.story(seed: 9))
    for seed in 1...UInt64(20) {
      let first = try used.run(plan.story(seed: seed), keepsTranscript: true)
      let second = try SyncBench(engine).run(plan.story(seed: seed), keepsTranscript: true)
      expect(first.transcript == second.transcript && first.violations == second.violations)
      expect(first.transcript.count > 40)
    }
    expect(plan.story(seed: 1) != plan.story(seed: 2))
  }

  /// A second process of an app works on the memory that it read when it began.
  @Test func twoProcessesOfAnAppAreTried() throws {
    let engine = SyncCatalog.standard[3]
    var plan = SyncPlan()
    plan.faults = [.processes: 1]
    let bench = SyncBench(engine)
    let broken = try (1...UInt64(100)).contains { seed in
      try bench.run(plan.story(seed: seed)).violations.contains { $0.promise == .kept }
    }
    expect(broken)
  }
}

/// The server of documents, by the words of HTTP.
@Suite struct ETagStoreTests {
  @Test func conditionsDecide() throws {
    let node = SimulatedNode(ETagStore.init)
    func open(_ launch: Int) throws {
      let opening = SyncOpening(number: nil, replicas: 1, launch: launch, seed: 1)
      _ = try node.call(.open(opening), at: .start)
    }
    func ask(
      _ method: String, _ path: String, _ headers: [(String, String)] = [], _ body: String? = nil
    )
      throws -> String
    {
      let request = ETagReplica.request(method, path, id: 7, headers, body)
      let reply = try node.call(.receive(from: 0, request.body), at: .start)
      let json = try JSON.parse(Array(try #require(reply.sent.first).body.utf8))
      expect(json["id"] == 7 && json["path"] == JSON(path) && reply.sent.first?.to == 0)
      let tag = json["headers"]?["ETag"]?.string ?? "-"
      return "\(json["status"]?.integer ?? 0) \(tag) \(json["body"]?.string ?? "-")"
    }
    try open(1)
    try expect(ask("GET", "/a"), is: "404 - -")
    try expect(ask("PUT", "/a", [("If-Match", "\"1.1\"")], "x"), is: "412 - -")
    try expect(ask("PUT", "/a", [("If-None-Match", "*")], "x"), is: "201 \"1.1\" -")
    try expect(ask("PUT", "/a", [("If-None-Match", "*")], "y"), is: "412 \"1.1\" -")
    try expect(ask("GET", "/a"), is: "200 \"1.1\" x")
    try expect(ask("GET", "/a", [("If-None-Match", "\"0.0\", \"1.1\"")]), is: "304 \"1.1\" -")
    try expect(ask("PUT", "/a", [("If-Match", "\"1.1\"")], "y"), is: "200 \"1.2\" -")
    try expect(ask("PUT", "/a", [("If-Match", "\"1.1\"")], "z"), is: "412 \"1.2\" -")
    try expect(ask("GET", "/"), is: "200 \"1.2\" {\"/a\":\"\\\"1.2\\\"\"}")
    try expect(ask("DELETE", "/a", [("If-Match", "*")]), is: "204 - -")
    try expect(ask("DELETE", "/a"), is: "404 - -")
    try expect(ask("PUT", "/"), is: "405 - -")
    // What a backup has had again has other tags.
    node.save()
    try expect(ask("PUT", "/b", [], "1"), is: "201 \"1.4\" -")
    node.kill()
    node.restore()
    try open(2)
    try expect(ask("PUT", "/b", [], "2"), is: "201 \"2.4\" -")
  }
}

@Suite struct SyncStoryTests {
  @Test func aStoryReadsBack() throws {
    var plan = SyncPlan()
    plan.events = 400
    plan.faults = Dictionary(uniqueKeysWithValues: SyncFault.allCases.map { ($0, 1) })
    plan.users = 3
    let story = plan.story(seed: 5)
    // With several users there are no subscriptions.
    let verbs = Set(SyncEvent.Verb.allCases).subtracting([.subscribe])
    expect(Set(story.events.map(\.verb)), is: verbs)
    try expect(SyncStory.read(Array(story.text([("what", "more")]).utf8), file: "a"), is: story)
  }

  @Test(arguments: [
    ("", "a: expected the first line of a fleet story, found none"),
    ("{}", #"a:1: expected {"cachesim": "fleet story", "version": 1, …}"#),
    (#"HEAD\#n{"at": "1s", "device": 0, "do": "snyc"}"#, "a:2: unknown event 'snyc' (did you mean"),
    (
      #"HEAD\#n{"at": "1s", "device": 2, "do": "sync"}"#,
      #"a:2: "device": expected a number from 0"#
    ),
    (
      #"HEAD\#n{"at": "soon", "device": 1, "do": "sync"}"#, #"a:2: "at": expected a length of time"#
    ),
    (
      #"HEAD\#n{"at": "1s", "device": 1, "do": "read"}"#, #"a:2: "object": expected a text such as"#
    ),
    (
      #"HEAD\#n{"at": "1s", "device": 1, "do": "lose"}"#, #"a:2: "to": expected a number from 0 to"#
    ),
    (
      #"HEAD\#n{"at": "1s", "device": 1, "do": "crash", "write": -1}"#,
      #"a:2: "write": expected a whole number from 0"#
    ),
    (#"HEAD\#n{"at": "1s""#, "a:2: "),
    (
      #"HEAD\#n{"at": "1s", "device": 1, "do": "isolate"}"#,
      #"a:2: "side": expected a list of numbers of devices, found nothing"#
    ),
    (
      #"HEAD\#n{"at": "1s", "device": 1, "do": "isolate", "side": [2]}"#,
      #"a:2: "side": expected a list of numbers of devices, found [2]"#
    ),
    (
      #"HEAD\#n{"at": "1s", "device": 1, "do": "switchUser", "user": 1}"#,
      #"a:2: "user": expected a whole number from 0 to 0, found the number 1"#
    ),
    (
      #"HEAD\#nWRITE\#nWRITE"#, #"a:3: "id": expected a whole number from 1 on that no other event"#
    ),
  ])
  func aMistakeIsNamed(text: String, message: String) {
    let head = #"{"cachesim": "fleet story", "version": 1, "devices": 2, "seed": "1"}"#
    let write =
      #"{"at": "1s", "device": 1, "do": "write", "object": "set a", "place": 0, "id": 3}"#
    let bytes = Array(text.replacing("HEAD", with: head).replacing("WRITE", with: write).utf8)
    let error = #expect(throws: InputError.self) { try SyncStory.read(bytes, file: "a") }
    expect(error?.description.hasPrefix(message), is: true, "\(error?.description ?? "")")
  }

  @Test func aFaultComesSoManyTimesAsOften() {
    func share(_ rate: Int) -> Int {
      var plan = SyncPlan()
      (plan.events, plan.faults) = (2_000, [.clock: rate])
      return plan.story(seed: 1).events.count { $0.verb == .clock }
    }
    // Of 76 that are drawn otherwise, 4 or 40.
    expect((60...160).contains(share(1)) && (560...850).contains(share(10)) && share(0) == 0)
  }

  @Test func withoutADeviceTheOthersMoveUp() throws {
    var story = SyncStory(devices: 3, seed: 1)
    for device in 0..<3 { story.events.append(SyncEvent(at: .start, device, .sync)) }
    var cut = SyncEvent(at: .start, 2, .isolate)
    cut.side = [1, 2]
    story.events.append(cut)
    let rest = try #require(story.without(1))
    expect(rest.devices == 2 && rest.events.map(\.device) == [0, 1, 1])
    expect(rest.events[2].side, is: [1])
  }
}
