internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation
@testable internal import ClientStrategies

/// Edits under way: conflicts, repetitions, and crashes at every single instant.
@Suite struct EditTests {
  private static let note = Edit(record: 0, field: .note, value: 7)

  private static func plan(_ change: (inout OriginSettings) -> Void) -> SimulationPlan {
    var plan = HandWorkedDayTests.plan()
    change(&plan.origin)
    return plan
  }

  private static func story(_ tell: (inout HandmadeStory) -> Void) -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .document)
    story.at(0, .launch)
    tell(&story)
    story.at(10_000, .end)
    return story
  }

  /// Made here offline at 100 s, elsewhere at 200 s, sent at 300 s: the phone had not seen it.
  @Test(arguments: [
    (ConflictPolicy.lastReceivedWins, Edit.Field.note, EditStage.synced),
    (.clientWins, .note, .synced), (.serverWins, .note, .overruled),
    (.lastMadeWins, .note, .overruled), (.merge, .note, .overruled), (.merge, .read, .synced),
  ])
  func aConflictEndsByTheOriginsRule(
    policy: ConflictPolicy, field: Edit.Field, end: EditStage
  ) throws {
    let story = Self.story { story in
      story.at(50, .network(1))
      story.at(100, .edit(Edit(record: 0, field: field, value: 1)))
      story.at(200, .editElsewhere(Edit(record: 0, field: field, value: 2)))
      story.at(300, .network(0))
    }
    let plan = Self.plan { $0.conflicts = policy }
    let diary = try AnyStrategy.diary(of: "pre-cache", in: plan, story)
    expect(diary.edits, is: [.made, .conflicted, end])
  }

  /// Two are counted here and two elsewhere, or an element is put into a set here and another one
  /// elsewhere: nobody overrules the other where that is merged, and all else is a conflict.
  @Test(arguments: [
    (ConflictPolicy.merge, [EditStage.made, .synced]),
    (.lastReceivedWins, [.made, .conflicted, .synced]),
    (.serverWins, [.made, .conflicted, .overruled]),
  ])
  func setsAndCountersMerge(policy: ConflictPolicy, stages: [EditStage]) throws {
    let edits = [
      (Edit(record: 0, field: .count, value: 2), Edit(record: 0, field: .count, value: 2)),
      (
        Edit(record: 0, element: 1, isRemoved: false),
        Edit(record: 0, element: 2, isRemoved: false)
      ),
    ]
    for (here, elsewhere) in edits {
      let story = Self.story { story in
        story.at(50, .network(1))
        story.at(100, .edit(here))
        story.at(200, .editElsewhere(elsewhere))
        story.at(300, .network(0))
      }
      let diary = try AnyStrategy.diary(
        of: "pre-cache", in: Self.plan { $0.conflicts = policy }, story)
      expect(diary.edits, is: stages)
    }
  }

  /// The day of the page: four edits on the phone, one of them superseded, against two on a tablet.
  /// One request of 2,000 B over a new connection settles the rest.
  @Test(arguments: [
    (ConflictPolicy.lastReceivedWins, EditStage.synced), (.clientWins, .synced),
    (.lastMadeWins, .overruled), (.serverWins, .overruled), (.merge, .overruled),
  ])
  func aDayOfEditsOnTwoDevices(policy: ConflictPolicy, end: EditStage) throws {
    let diary = try AnyStrategy.diary(
      of: "pre-cache", in: Self.plan { $0.conflicts = policy }, day: "pre-cache-edits")
    expect(
      diary.edits,
      is: [
        .made, .made, .made, .superseded, .made, .conflicted, .synced, .synced, end,
      ])
    let sent = try #require(diary.exchanges.last)
    expect(sent.purpose == .edits && sent.bytesUp == Bytes(2_000))
    expect(sent.startedAt, is: .start + .minutes(5))
    let upload = 16_000 / 750e3
    let segment = 11_680 / 1.6e6
    let seconds: Double = HandWorkedDayTests.handshake + upload + 0.180 + segment
    expect(abs((sent.endedAt - sent.startedAt).seconds - seconds) < 1e-6)
    let refused = try AnyStrategy.diary(
      of: "query-cache", in: Self.plan { $0.conflicts = policy }, day: "pre-cache-edits")
    expect(refused.count(.refused) == 4 && refused.count(.made) == 4)
  }

  @Test func aClockThatIsAheadWinsWhatItShouldNot() throws {
    let story = Self.story { story in
      story.at(50, .network(1))
      story.at(100, .edit(Self.note))
      story.at(200, .editElsewhere(Edit(record: 0, field: .note, value: 2)))
      story.at(300, .network(0))
    }
    let plan = Self.plan {
      $0.conflicts = .lastMadeWins
      $0.clockSkew = .minutes(5)
    }
    let diary = try AnyStrategy.diary(of: "pre-cache", in: plan, story)
    expect(diary.edits, is: [.made, .conflicted, .synced])
  }

  @Test func whatAPullHasBroughtIsNoConflict() throws {
    let story = Self.story { story in
      story.at(200, .editElsewhere(Edit(record: 0, field: .note, value: 2)))
      story.at(4_000, .network(1))
      story.at(4_100, .network(0))
      story.at(5_000, .edit(Self.note))
    }
    let diary = try AnyStrategy.diary(of: "pre-cache", in: Self.plan { _ in }, story)
    expect(diary.edits, is: [.made, .synced])
  }

  /// The answer is lost in the tunnel: the origin has the edit, the phone does not know.
  @Test(arguments: [
    (true, [EditStage.made, .synced]), (false, [.made, .duplicated, .synced]),
  ])
  func anEditThatComesTwiceIsKnownByItsKey(usesIdempotencyKeys: Bool, stages: [EditStage]) throws {
    // Warm: 5 ms of upload, 75 ms to the origin, 30 ms there, 75 ms back.
    let story = Self.story { story in
      story.visit(0, from: 10)
      story.at(30, .edit(Self.note))
      story.at(30.12, .network(1))
      story.at(40, .network(0))
    }
    let plan = Self.plan { $0.usesIdempotencyKeys = usesIdempotencyKeys }
    let diary = try AnyStrategy.diary(of: "pre-cache", in: plan, story)
    expect(diary.edits, is: stages)
  }

  /// The network changes while the answer is on its way: the origin has the edit. The client that
  /// sends everything again has it known by its key, or applied twice; the one that does so only
  /// with what changes nothing leaves it to the app, which sends it when it next sends anything.
  @Test(arguments: [
    (ResendRule.always, true, [EditStage.made, .synced]),
    (.always, false, [.made, .duplicated, .synced]),
    (.idempotent, true, [.made]), (.never, true, [.made]),
  ])
  func anEditIsMadeAgainByTheClient(
    rule: ResendRule, usesIdempotencyKeys: Bool, stages: [EditStage]
  ) throws {
    let story = Self.story { story in
      story.visit(0, from: 10)
      story.at(30, .edit(Self.note))
      story.at(30.12, .network(2))
    }
    var plan = Self.plan { $0.usesIdempotencyKeys = usesIdempotencyKeys }
    plan.network.resends = rule
    plan.profiles.append(NetworkProfiles.wifi)
    let diary = try AnyStrategy.diary(of: "pre-cache", in: plan, story)
    let sent = diary.exchanges.filter { $0.purpose == .edits }
    expect(sent.first?.status, is: rule == .always ? 200 : 0)
    expect(sent.first?.bytesUp, is: Bytes(rule == .always ? 2_000 : 1_000))
    expect(Array(diary.edits.prefix(stages.count)), is: stages)
  }

  /// A message that the client sends again is posted twice, unless its key is known.
  @Test(arguments: [
    (true, [EditStage.made, .synced]), (false, [.made, .duplicated, .synced]),
  ])
  func aMessageThatComesTwiceIsPostedTwice(usesIdempotencyKeys: Bool, stages: [EditStage]) throws {
    let story = Self.story { story in
      story.visit(0, from: 10)
      story.at(30, .edit(Edit(record: 0, field: .message, value: 1)))
      story.at(30.12, .network(2))
    }
    var plan = Self.plan { $0.usesIdempotencyKeys = usesIdempotencyKeys }
    plan.network.resends = .always
    plan.profiles.append(NetworkProfiles.wifi)
    for name in ["network-only", "on-demand", "pre-cache"] {
      let diary = try AnyStrategy.diary(of: name, in: plan, story)
      expect(diary.edits, is: stages, "\(name)")
    }
  }

  @Test(arguments: [(true, 0), (false, 1)])
  func aPullLeavesUnsentEditsAlone(skips: Bool, reverted: Int) throws {
    // The origin refuses at first: the edit waits, the list comes.
    let story = Self.story { story in
      story.at(50, .network(1))
      story.at(60, .edit(Self.note))
      story.at(70, .editElsewhere(Edit(record: 0, field: .note, value: 2)))
      story.at(4_000, .network(0))
    }
    let settings = JSON.object([
      ("outbox", .object([("pollSkipsPending", JSON(.bool(skips)))]))
    ])
    var plan = Self.plan { _ in }
    plan.origin.editBytes = .megabytes(5)
    let diary = try AnyStrategy.diary(of: "pre-cache", settings: settings, in: plan, story)
    expect(diary.count(.reverted), is: reverted)
    expect(diary.count(.synced), is: 1)
  }

  @Test func anOutboxInCachesIsLostWithThem() throws {
    let story = Self.story { story in
      story.at(50, .network(1))
      story.at(60, .edit(Self.note))
      story.at(70, .background)
      story.at(100, .spaceShortage)
      story.at(200, .network(0))
    }
    let caches = JSON.object([
      ("maintenance", .object([("directory", "caches")]))
    ])
    let lost = try AnyStrategy.diary(
      of: "pre-cache", settings: caches, in: Self.plan { _ in }, story)
    expect(lost.edits, is: [.made, .lost])
    let kept = try AnyStrategy.diary(of: "pre-cache", in: Self.plan { _ in }, story)
    expect(kept.count(.lost), is: 0)
  }

  /// A check-in at 100 s without a network, and two with one: what cannot be sent is not kept, and
  /// what is sent changes nothing that is stored, so that the screen's answer is still good.
  @Test(arguments: ["network-only", "url-cache", "on-demand", "pre-cache", "hybrid", "memory-tier"])
  func aMessageNeedsAConnectionWhateverTheStrategy(name: String) throws {
    var headers = CacheHeaders()
    headers.maxAge = .hours(1)
    let story = Self.story { story in
      story.visit(0, from: 10, for: 290)
      story.at(50, .network(1))
      for (index, second) in [100.0, 200, 220].enumerated() {
        story.at(second, .edit(Edit(record: 0, field: .message, value: UInt32(index))))
      }
      story.at(150, .network(0))
      story.visit(0, from: 400)
    }
    let diary = try AnyStrategy.diary(of: name, in: HandWorkedDayTests.plan(headers), story)
    expect(diary.edits == [.made, .synced, .made, .synced] && diary.unsentMessages == 1)
    expect(diary.summaries.map(\.peakOutbox) == [0] && diary.summaries[0].violations == [])
    expect(diary.writes.allSatisfy { $0.bytesByCause[.outbox] == 0 })
    expect((diary.visits.last?.firstSource == .network), is: name == "network-only")
  }

  /// A day of edits on and off line; the app is killed at one instant after the other, from the
  /// first event to the last: nothing that was taken is ever lost, and all of it arrives.
  @Test func aCrashAtAnyInstantLosesNothingThatWasTaken() throws {
    func day(_ crash: Double?) -> HandmadeStory {
      var events: [(Double, Action)] = [
        (1, .open(0)), (2, .edit(Edit(record: 0, field: .read, value: 1))), (3, .close(0)),
        (5, .network(1)), (6, .open(0)), (7, .edit(Edit(record: 0, field: .favourite, value: 1))),
        (8, .edit(Edit(record: 0, field: .favourite, value: 0))),
        (9, .editElsewhere(Edit(record: 0, field: .read, value: 1))),
        (10, .edit(Self.note)), (11, .close(0)), (12, .background), (30, .foreground),
        (31, .network(0)), (31.4, .edit(Edit(record: 0, field: .note, value: 8))),
        (31.9, .network(1)), (33, .network(0)),
      ]
      if let crash { events.append((crash, .crash)) }
      events += [(60, .launch), (200, .background)]
      events = events.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        .map(\.element)
      return Self.story { story in for (at, action) in events { story.at(at, action) } }
    }
    let calm = try AnyStrategy.diary(of: "pre-cache", in: Self.plan { _ in }, day(nil))
    expect(calm.count(.made), is: 5)
    // The instants at which anything happened, and those just before and after.
    let instants = Set(calm.instants.flatMap { [$0 - 1e-4, $0, $0 + 1e-4] }.filter { $0 > 0 })
    // And a grid between them, for what the book does not tell.
    let all = instants.union((1...160).map { Double($0) / 4 })
    expect(all.count > 180)
    for instant in all.sorted() {
      let diary = try AnyStrategy.diary(of: "pre-cache", in: Self.plan { _ in }, day(instant))
      let ends = diary.count(.synced) + diary.count(.superseded) + diary.count(.overruled)
      expect(diary.count(.lost) == 0 && diary.count(.pending) == 0, "\(instant)")
      expect(diary.count(.duplicated), is: 0, "\(instant)")
      expect(ends + diary.count(.refused), is: diary.count(.made), "\(instant)")
    }
  }
}
