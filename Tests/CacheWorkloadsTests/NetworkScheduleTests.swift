internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct NetworkScheduleTests {
  /// A day's networks as "hour:minute:second place", in order.
  private static func networks(_ changes: [NetworkChange], on day: WorkloadDay) -> [String] {
    changes.compactMap { change in
      guard case .network(let index) = change.action else { return nil }
      let seconds = (change.at - day.start).nanoseconds / 1_000_000_000
      let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map {
        $0 < 10 ? "0\($0)" : "\($0)"
      }
      return "\(clock.joined(separator: ":")) \(["home", "work", "outside", "-"][Int(index)])"
    }
  }

  /// A commuter whose days follow the clock, without lifts.
  private static let punctual: CommuterSchedule = {
    var schedule = CommuterSchedule()
    schedule.liftsPerDay = 0
    schedule.shift = .zero
    schedule.commute = .minutes(6)
    schedule.tunnel = .seconds(120)
    return schedule
  }()

  @Test func aMondayIsAsWorkedOutByHand() {
    var random = SeededGenerator(seed: 1, purpose: .network)
    let monday = WorkloadDay(number: 0)
    let changes = Self.punctual.changes(on: monday, &random)
    expect(
      Self.networks(changes, on: monday),
      is: [
        "00:00:00 home", "08:00:00 -", "08:02:00 outside", "08:02:40 -", "08:04:40 outside",
        "08:05:20 -", "08:06:00 work", "12:00:00 outside", "13:00:00 work", "18:00:00 -",
        "18:02:00 outside", "18:02:40 -", "18:04:40 outside", "18:05:20 -", "18:06:00 home",
      ])
  }

  /// A commuter's ways of many weekdays: how long they have no network, and their longest gaps.
  private static func ways(gapShare: Double) -> (offline: [Double], gaps: [Double]) {
    var schedule = punctual
    schedule.commute = .minutes(40)
    schedule.tunnel = nil
    schedule.gapShare = gapShare
    var random = SeededGenerator(seed: 5, purpose: .network)
    var offline: [Double] = []
    var gaps: [Double] = []
    for number in 0..<700 where !WorkloadDay(number: number).isWeekend {
      let day = WorkloadDay(number: number)
      var since: (place: UInt8, at: Instant)?
      var ways = [0.0, 0.0]
      for change in schedule.changes(on: day, &random) {
        guard case .network(let index) = change.action else { continue }
        if let since, since.place == 3 {
          ways[change.at < day.at(hour: 12) ? 0 : 1] += (change.at - since.at).seconds
          gaps.append((change.at - since.at).seconds)
        }
        since = (index, change.at)
      }
      offline += ways
    }
    return (offline, gaps)
  }

  @Test func oneWayInTwelveHasTheGapsOfTheRecordedSubway() {
    let (offline, gaps) = Self.ways(gapShare: 1.0 / 12)
    // 1 000 ways: 83.3 with gaps, give or take four deviations of 8.7.
    expect(offline.count, is: 1_000)
    expect((48...118).contains(offline.count { $0 > 0 }), "\(offline.count { $0 > 0 })")
    // A gap has 23.1 s in the mean; a few are cut by the way's end.
    let mean = gaps.reduce(0, +) / Double(gaps.count)
    expect(abs(mean / 23.1 - 1) < 0.12, "\(mean)")
  }

  @Test func aRideThroughTheSubwayIsASixthOfTheTimeWithoutANetwork() {
    let (offline, _) = Self.ways(gapShare: 1)
    // 23.1 of 138 s: 16.7 %; of 40 minutes some 17 gaps, so that 1 000 ways have 0.8 % of error.
    let share = offline.reduce(0, +) / Double(offline.count) / 2_400
    let recorded = 23.1 / 138
    expect(abs(share / recorded - 1) < 0.04, "\(share)")
    expect(Self.ways(gapShare: 0).offline.allSatisfy { $0 == 0 })
  }

  /// Lifts and the day's shift are those of before, however many gaps there are.
  @Test func gapsMoveNothingElse() {
    func lifts(_ gapShare: Double) -> [Instant] {
      var schedule = CommuterSchedule()
      schedule.gapShare = gapShare
      var random = SeededGenerator(seed: 2, purpose: .network)
      return (0..<14).flatMap { number -> [Instant] in
        let day = WorkloadDay(number: number)
        return schedule.changes(on: day, &random).compactMap { change -> Instant? in
          guard case .charging = change.action else { return nil }
          return change.at
        }
      }
    }
    expect(lifts(0) == lifts(1) && Set(lifts(0)).count > 14)
  }

  @Test func withoutVarianceThereAreTunnelsOf120Seconds() {
    var constant = Self.punctual
    constant.tunnel = nil
    constant = constant.withoutVariance()
    expect(constant.tunnel, is: .seconds(120))
    constant.tunnel = .seconds(60)
    expect(constant.withoutVariance().tunnel, is: .seconds(60))
    var flying = AeroplaneSchedule()
    flying.commuter.tunnel = nil
    expect(flying.withoutVariance().commuter.tunnel, is: .seconds(120))
  }

  @Test func aSaturdayIsSpentOutside() {
    var random = SeededGenerator(seed: 1, purpose: .network)
    let saturday = WorkloadDay(number: 5)
    let changes = Self.punctual.changes(on: saturday, &random)
    expect(Self.networks(changes, on: saturday), is: ["11:00:00 outside", "17:00:00 home"])
  }

  @Test(arguments: [(0, false), (2, true), (5, true), (9, true), (13, false)])
  func flightsAreOnWednesdaysAndSaturdays(number: Int, isFlying: Bool) {
    var schedule = AeroplaneSchedule()
    schedule.commuter = Self.punctual
    var random = SeededGenerator(seed: 1, purpose: .network)
    let day = WorkloadDay(number: number)
    let networks = Self.networks(schedule.changes(on: day, &random), on: day)
    expect(networks.contains("10:00:00 -"), is: isFlying)
    expect(networks.contains { $0.hasPrefix("13:00:00") }, is: isFlying || !day.isWeekend)
  }

  @Test func windowsThatOverlapAreOne() {
    var random = SeededGenerator(seed: 1, purpose: .network)
    let day = WorkloadDay(number: 6)
    let windows = [(9, 10.5), (9.5, 9.75), (10.25, 11.5), (23.5, 25)].map {
      day.at(hour: $0.0)..<day.at(hour: $0.1)
    }
    let changes = Self.punctual.changes(on: day, &random, without: windows)
    expect(
      Self.networks(changes, on: day),
      is: [
        "09:00:00 -", "11:30:00 outside", "17:00:00 home", "23:30:00 -", "23:59:59 home",
      ])
  }

  @Test func liftsComeAsOftenAsTheirSettingSays() {
    var schedule = CommuterSchedule()
    schedule.commute = .seconds(1)
    schedule.tunnel = .zero
    var random = SeededGenerator(seed: 1, purpose: .network)
    var seconds = 0.0
    for number in 0..<1_000 {
      let day = WorkloadDay(number: number)
      var since: Instant?
      for change in schedule.changes(on: day, &random) {
        guard case .network(let index) = change.action else { continue }
        if let since { seconds += (change.at - since).seconds }
        since = index == 3 ? change.at : nil
      }
      expect(since == nil)
    }
    // 3 000 lifts of 30 s: the standard error is 1.8 %; some overlap, one in a thousand.
    expect(abs(seconds / 90_000 - 1) < 0.09)
  }

  static let names = AnyNetworkSchedule.catalog.names

  /// The schedule's events among those of a workload.
  private static func events(
    _ name: String, workload: String = "menus", devices: Int = 2, days: Int64 = 8
  ) throws -> [WorkloadEvent] {
    let schedule = Chosen<AnyNetworkSchedule>.standard(name).product
    let opened = try Chosen<AnyWorkload>.standard(workload).product.open(
      WorkloadOpening(devices, .days(days), 1))
    return try schedule.wrap(opened.stream, 1).events()
  }

  private static func isScheduled(_ event: WorkloadEvent) -> Bool {
    switch event.action {
    case .network, .charging: true
    default: false
    }
  }

  @Test(arguments: names)
  func eachDeviceHasANetworkFromTheStartAndEachChangeIsOne(name: String) throws {
    let profiles = Chosen<AnyNetworkSchedule>.standard(name).product.profiles
    for device in 0..<2 as Range<UInt32> {
      let own = try Self.events(name).filter { $0.device == device }
      expect(zip(own, own.dropFirst()).allSatisfy { $0.at <= $1.at })
      expect(own.first { !Self.isScheduled($0) }?.at, is: .start)
      var last: UInt8?
      for event in own {
        guard case .network(let index) = event.action else { continue }
        if last == nil { expect(event.at, is: .start) }
        expect(index != last && Int(index) < profiles.count)
        last = index
      }
      expect(last != nil)
      guard case .end? = own.last?.action else {
        Issue.record("there are events after the end")
        return
      }
    }
  }

  @Test(arguments: names)
  func devicesAreChargedAtNight(name: String) throws {
    let own = try Self.events(name, devices: 1)
    var states: [Bool] = []
    for event in own {
      guard case .charging(let isCharging) = event.action else { continue }
      let hour = event.at.nanoseconds / 3_600_000_000_000 % 24
      expect(isCharging ? hour == 23 || event.at == .start : (6...7).contains(hour))
      states.append(isCharging)
    }
    expect(states, is: (0..<17).map { $0 % 2 == 0 })
  }

  /// The schedule is that of the device, whatever its user does and however many devices there are.
  @Test(arguments: names)
  func theScheduleDependsOnTheDeviceAlone(name: String) throws {
    func scheduleEvents(_ events: [WorkloadEvent]) -> [String] {
      events.filter { $0.device == 1 && Self.isScheduled($0) }.map { "\($0)" }
    }
    let known = try scheduleEvents(Self.events(name))
    try expect(scheduleEvents(Self.events(name, devices: 4)), is: known)
    try expect(scheduleEvents(Self.events(name, workload: "articles")), is: known)
  }

  @Test(arguments: ["commuter", "aeroplane"])
  func eachDeviceHasAScheduleOfItsOwn(name: String) throws {
    let events = try Self.events(name).filter(Self.isScheduled)
    let instants = (0..<2 as Range<UInt32>).map { device in
      events.filter { $0.device == device }.map(\.at)
    }
    expect(instants[0] != instants[1])
  }
}
