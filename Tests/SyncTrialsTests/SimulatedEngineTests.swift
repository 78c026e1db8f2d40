internal import SimCore
internal import Testing

@testable internal import SyncTrials

/// Simulated engines under all that they have to bear.
@Suite struct SimulatedEngineTests {
  private static func plan(for engine: SyncEngine, users: Int = 2) -> SyncPlan {
    var plan = SyncPlan()
    plan.users = users
    plan.kinds = engine.kinds
    plan.faults = engine.faults
    return plan
  }

  @Test(arguments: SyncCatalog.standard.map(\.name), [1, 2])
  func whatAnEnginePromisesItKeeps(name: String, users: Int) throws {
    let engine = try #require(SyncCatalog.all.first { $0.name == name })
    let (bench, plan) = (SyncBench(engine), Self.plan(for: engine, users: users))
    var row = FleetRow(engine)
    for seed in 1...UInt64(400) {
      let broken = row.add(try bench.run(plan.story(seed: seed)))
      for violation in broken { Issue.record("seed \(seed): \(violation)") }
      if !broken.isEmpty { break }
    }
    #expect(row.runs == 400 && row.broken == 0)
    #expect(row.costs.edits > 2_000 && row.costs.requests > 2_000)
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
      #expect(shrunk.story.events.count <= 8, "\(shrunk.story.text())\(shrunk.violation)")
      #expect(shrunk.story.events.count < story.events.count)
      // What is written shows the same.
      let read = try SyncStory.read(Array(shrunk.story.text().utf8), file: "story")
      #expect(read == shrunk.story)
      #expect(try bench.run(read).violations.contains(shrunk.violation))
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
    #expect(row.broken == 0)
    #expect(row.counts[.kept] ?? 0 > 10)
    #expect(row.given(.kept) == .partly && row.given(.conflicts) == .no)
    #expect(row.given(.convergence) == .yes)
  }

  @Test(arguments: ["crdt", "server-order"])
  func twoRunsAreAlike(name: String) throws {
    let engine = try #require(SyncCatalog.all.first { $0.name == name })
    let plan = Self.plan(for: engine)
    let used = SyncBench(engine)
    _ = try used.run(plan.story(seed: 9))
    for seed in 1...UInt64(20) {
      let first = try used.run(plan.story(seed: seed), keepsTranscript: true)
      let second = try SyncBench(engine).run(plan.story(seed: seed), keepsTranscript: true)
      #expect(first.transcript == second.transcript && first.fingerprint == second.fingerprint)
      #expect(first.transcript.count > 40)
    }
    #expect(plan.story(seed: 1) != plan.story(seed: 2))
  }

  /// A second process of an app works on the memory that it read when it began.
  @Test func twoProcessesOfAnAppAreTried() throws {
    let engine = SyncCatalog.standard[3]
    var plan = SyncPlan()
    plan.faults = [.processes]
    let bench = SyncBench(engine)
    let broken = try (1...UInt64(100)).contains { seed in
      try bench.run(plan.story(seed: seed)).violations.contains { $0.promise == .kept }
    }
    #expect(broken)
  }
}

@Suite struct SyncStoryTests {
  @Test func aStoryReadsBack() throws {
    var plan = SyncPlan()
    plan.events = 400
    plan.faults = Set(SyncFault.allCases)
    plan.users = 3
    let story = plan.story(seed: 5)
    // With several users there are no subscriptions.
    let verbs = Set(SyncEvent.Verb.allCases).subtracting([.subscribe])
    #expect(Set(story.events.map(\.verb)) == verbs)
    #expect(try SyncStory.read(Array(story.text([("what", "more")]).utf8), file: "a") == story)
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
  ])
  func aMistakeIsNamed(text: String, message: String) {
    let head = #"{"cachesim": "fleet story", "version": 1, "devices": 2, "seed": "1"}"#
    let bytes = Array(text.replacing("HEAD", with: head).utf8)
    let error = #expect(throws: InputError.self) { try SyncStory.read(bytes, file: "a") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func withoutADeviceTheOthersMoveUp() throws {
    var story = SyncStory(devices: 3, seed: 1)
    for device in 0..<3 { story.events.append(SyncEvent(at: .start, device, .sync)) }
    var cut = SyncEvent(at: .start, 2, .isolate)
    cut.side = [1, 2]
    story.events.append(cut)
    let rest = try #require(story.without(1))
    #expect(rest.devices == 2 && rest.events.map(\.device) == [0, 1, 1])
    #expect(rest.events[2].side == [1])
  }
}
