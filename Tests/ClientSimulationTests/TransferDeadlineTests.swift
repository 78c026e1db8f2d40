internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import SimulationFixtures
internal import TestCases
internal import Testing

/// What can wait is held back for a radio that is awake anyway.
@Suite struct TransferDeadlineTests {
  /// A radio with a tail of 14 s, of which 0.57 is 8 s.
  private static let plan: SimulationPlan = {
    var plan = SimulationPlan(
      seed: 1, profiles: [NetworkProfiles.slow4G, NetworkProfiles.offline],
      headers: [CacheHeaders()])
    plan.useTextbookWorld()
    plan.device.radio.isModelled = true
    plan.device.radio.lte = RadioName(RadioProfiles.threeGARO)
    plan.device.silentPushes.perHour = nil
    plan.shared.codec = Codecs.json
    return plan
  }()

  private static let waiting = #"{"interval": "1d", "transferDeadline": "10m"}"#

  private static func diary(
    _ strategy: String = "pre-cache", _ settings: String = waiting,
    _ tell: (inout HandmadeStory) -> Void
  ) throws -> Diary {
    var story = HandmadeStory()
    story.publish(0, kind: .document)
    story.publish(1, kind: .document)
    story.at(1, .launch)
    tell(&story)
    return try AnyStrategy.diary(
      of: strategy, settings: JSON.parse(Array(settings.utf8)), in: plan, story)
  }

  /// When transfers of some purpose began, in whole seconds.
  private static func starts(_ diary: Diary, _ purpose: Purpose = .manifest) -> [Int] {
    diary.exchanges.filter { $0.purpose == purpose }
      .map { Int(($0.startedAt - .start).seconds.rounded()) }
  }

  /// In front, and in the background, where the system lets the app work at the deadline: what
  /// comes within it goes together, and what comes while the radio is awake goes at once.
  @Test(arguments: [
    (waiting, false, [1, 2_600, 2_608]), (waiting, true, [1, 2_600, 2_608]),
    (#"{"interval": "1d"}"#, false, [1, 2_000, 2_300, 2_608]),
  ])
  func pushesWaitForEachOther(settings: String, isBehind: Bool, starts: [Int]) throws {
    let diary = try Self.diary("pre-cache", settings) { story in
      if isBehind { story.at(1_000, .background) }
      for push in [2_000.0, 2_300, 2_608] { story.at(push, .push(0)) }
      story.at(4_000, .end)
    }
    expect(Self.starts(diary), is: starts)
  }

  /// An app that its user ended is not woken; its next start finds the deadline over.
  @Test func anAppThatWasEndedIsNotWoken() throws {
    let diary = try Self.diary { story in
      story.at(2_000, .push(0))
      story.at(2_100, .terminate)
      story.at(3_000, .foreground)
      story.at(4_000, .end)
    }
    expect(Self.starts(diary), is: [1, 3_000])
  }

  /// A pull to refresh does not wait, and takes with it what does.
  @Test func aPullGoesAtOnce() throws {
    let diary = try Self.diary { story in
      story.visit(0, from: 1_900, for: 600)
      story.at(2_000, .push(0))
      story.at(2_100, .refresh(0))
      story.at(4_000, .end)
    }
    expect(Self.starts(diary), is: [1, 2_100])
  }

  @Test func aDeadlineWithoutANetworkWaitsForOne() throws {
    let diary = try Self.diary { story in
      story.at(2_000, .push(0))
      story.at(2_100, .network(1))
      story.at(2_900, .network(0))
      story.at(4_000, .end)
    }
    expect(Self.starts(diary), is: [1, 2_900])
  }

  /// An edit waits as a poll does, and both go with what a screen fetches.
  @Test(arguments: [(false, 2_600), (true, 2_200)])
  func whatWaitsGoesWithAScreensFetch(hasScreen: Bool, sent: Int) throws {
    let settings = #"{"interval": null, "prefetch": 0, "transferDeadline": "10m"}"#
    let diary = try Self.diary("hybrid", settings) { story in
      story.at(2_000, .edit(Edit(record: 1, field: .read, value: 1)))
      if hasScreen { story.visit(0, from: 2_200, for: 60) }
      story.at(4_000, .end)
    }
    let edits = Self.starts(diary, .edits)
    expect(edits.count == 1 && abs(edits[0] - sent) < 8, "\(edits)")
    expect(diary.edits.filter { $0 == .synced }.count, is: 1)
  }
}
