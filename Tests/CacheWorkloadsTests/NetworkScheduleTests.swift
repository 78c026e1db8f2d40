internal import SimCore
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
    return schedule
  }()

  @Test func aMondayIsAsWorkedOutByHand() {
    var random = SeededGenerator(seed: 1, purpose: .network)
    let monday = WorkloadDay(number: 0)
    let changes = Self.punctual.changes(on: monday, &random)
    #expect(
      Self.networks(changes, on: monday) == [
        "00:00:00 home", "08:00:00 -", "08:02:00 outside", "08:02:40 -", "08:04:40 outside",
        "08:05:20 -", "08:06:00 work", "12:00:00 outside", "13:00:00 work", "18:00:00 -",
        "18:02:00 outside", "18:02:40 -", "18:04:40 outside", "18:05:20 -", "18:06:00 home",
      ])
  }

  @Test func aSaturdayIsSpentOutside() {
    var random = SeededGenerator(seed: 1, purpose: .network)
    let saturday = WorkloadDay(number: 5)
    let changes = Self.punctual.changes(on: saturday, &random)
    #expect(Self.networks(changes, on: saturday) == ["11:00:00 outside", "17:00:00 home"])
  }

  @Test(arguments: [(0, false), (2, true), (5, true), (9, true), (13, false)])
  func flightsAreOnWednesdaysAndSaturdays(number: Int, isFlying: Bool) {
    var schedule = AeroplaneSchedule()
    schedule.commuter = Self.punctual
    var random = SeededGenerator(seed: 1, purpose: .network)
    let day = WorkloadDay(number: number)
    let networks = Self.networks(schedule.changes(on: day, &random), on: day)
    #expect(networks.contains("10:00:00 -") == isFlying)
    #expect(networks.contains { $0.hasPrefix("13:00:00") } == (isFlying || !day.isWeekend))
  }

  @Test func windowsThatOverlapAreOne() {
    var random = SeededGenerator(seed: 1, purpose: .network)
    let day = WorkloadDay(number: 6)
    let windows = [(9, 10.5), (9.5, 9.75), (10.25, 11.5), (23.5, 25)].map {
      day.at(hour: $0.0)..<day.at(hour: $0.1)
    }
    let changes = Self.punctual.changes(on: day, &random, without: windows)
    #expect(
      Self.networks(changes, on: day) == [
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
      #expect(since == nil)
    }
    // 3 000 lifts of 30 s: the standard error is 1.8 %; some overlap, one in a thousand.
    #expect(abs(seconds / 90_000 - 1) < 0.09)
  }

  static let names = AnyNetworkSchedule.catalog.names

  /// The schedule's events among those of a workload.
  private static func events(
    _ name: String, workload: String = "menus", devices: Int = 2, days: Int64 = 8
  ) throws -> [WorkloadEvent] {
    let schedule = Chosen<AnyNetworkSchedule>.standard(name).product
    let opened = try Chosen<AnyWorkload>.standard(workload).product.open(devices, .days(days), 1)
    let stream = schedule.wrap(opened.stream, 1)
    var events: [WorkloadEvent] = []
    var block = EventBlock()
    while try stream.fill(&block) {
      events += block.events
      block.removeAll()
    }
    return events
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
      #expect(zip(own, own.dropFirst()).allSatisfy { $0.at <= $1.at })
      #expect(own.first { !Self.isScheduled($0) }?.at == .start)
      var last: UInt8?
      for event in own {
        guard case .network(let index) = event.action else { continue }
        if last == nil { #expect(event.at == .start) }
        #expect(index != last && Int(index) < profiles.count)
        last = index
      }
      #expect(last != nil)
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
      #expect(isCharging ? hour == 23 || event.at == .start : (6...7).contains(hour))
      states.append(isCharging)
    }
    #expect(states == (0..<17).map { $0 % 2 == 0 })
  }

  /// The schedule is that of the device, whatever its user does and however many devices there are.
  @Test(arguments: names)
  func theScheduleDependsOnTheDeviceAlone(name: String) throws {
    func scheduleEvents(_ events: [WorkloadEvent]) -> [String] {
      events.filter { $0.device == 1 && Self.isScheduled($0) }.map { "\($0)" }
    }
    let known = try scheduleEvents(Self.events(name))
    #expect(try scheduleEvents(Self.events(name, devices: 4)) == known)
    #expect(try scheduleEvents(Self.events(name, workload: "articles")) == known)
  }

  @Test(arguments: ["commuter", "aeroplane"])
  func eachDeviceHasAScheduleOfItsOwn(name: String) throws {
    let events = try Self.events(name).filter(Self.isScheduled)
    let instants = (0..<2 as Range<UInt32>).map { device in
      events.filter { $0.device == device }.map(\.at)
    }
    #expect(instants[0] != instants[1])
  }
}
