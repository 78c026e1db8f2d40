internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// What goes wrong around an app, merged into a workload.
@Suite struct IncidentTests {
  /// Thirty days of a device that opens a screen every hour.
  private struct Hours: EventSource {
    var hour = 0
    mutating func fill(_ block: inout EventBlock) -> Bool {
      guard hour <= 720 else { return false }
      let at = Instant.start + .hours(Int64(hour))
      block.events.append(
        WorkloadEvent(at: at, device: 0, action: hour == 720 ? .end : .open(0)))
      if hour == 1 {
        block.events.append(
          WorkloadEvent(
            at: at, device: 0, action: .edit(Edit(record: 0, field: .note, value: 1))))
      }
      hour += 1
      return true
    }
  }

  private func events(_ change: (inout Incidents) -> Void, seed: UInt64 = 1) throws
    -> [WorkloadEvent]
  {
    var incidents = Incidents()
    change(&incidents)
    return try incidents.wrap(.over(Hours()), seed: seed).events()
  }

  private func words(_ events: [WorkloadEvent]) -> [String] {
    events.map { "\($0.at.nanoseconds) \($0.action)" }
  }

  @Test func withoutIncidentsAWorkloadIsUnchanged() throws {
    try expect(events { _ in }.count, is: 722)
  }

  @Test func incidentsComeAsOftenAsAsked() throws {
    let events = try events {
      $0.crashesPerThousandOpens = 250
      $0.memoryWarningsPerDay = 10
      $0.spaceShortagesPerDay = 2
      $0.elsewhereEditsPerDay = 3
    }
    func count(_ matches: (Action) -> Bool) -> Int { events.count { matches($0.action) } }
    // Of 720, 300, 60 and 87 expected; five standard deviations either way.
    expect((130...230).contains(count { if case .crash = $0 { true } else { false } }))
    expect((210...390).contains(count { if case .memoryWarning = $0 { true } else { false } }))
    expect((20...100).contains(count { if case .spaceShortage = $0 { true } else { false } }))
    expect((40...135).contains(count { if case .editElsewhere = $0 { true } else { false } }))
    expect(events.map(\.at), is: events.map(\.at).sorted())
  }

  @Test func theSameSeedHasTheSameIncidents() throws {
    let change = { (incidents: inout Incidents) in incidents.crashesPerThousandOpens = 100 }
    let first = try words(events(change))
    try expect(first, is: words(events(change)))
    try expect(first != words(events(change, seed: 2)))
  }

  @Test func releasesAndUsersComeWhenTheyAreSet() throws {
    let events = try events {
      $0.upgrades = [.days(3), .days(9)]
      $0.users = 3
      $0.turn = .days(7)
    }
    let changes = events.compactMap { event -> String? in
      switch event.action {
      case .upgrade(let schema): "\(event.at.nanoseconds / 86_400_000_000_000) schema \(schema)"
      case .switchUser(let user): "\(event.at.nanoseconds / 86_400_000_000_000) user \(user)"
      default: nil
      }
    }
    expect(
      changes,
      is: [
        "3 schema 2", "7 user 1", "9 schema 3", "14 user 2", "21 user 0", "28 user 1",
      ])
  }
}
