internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore

/// What the reports of simulated devices would say: the same quantities as those of real ones.
///
/// Reads a trace whose detail is collected.
struct FieldObserver: TraceObserver {
  private(set) var data = FieldData()
  private let start: Instant
  private let firstPerson: UInt32
  private let accesses: [String: NetworkAccess]
  private var people: [Person?] = []

  private struct Person {
    var access: NetworkAccess?
    var session: Session?
    var days: [Day] = []
    /// The last transfer, whose exchange ends next.
    var transfer = TimeSpan.zero
  }

  /// From the first to the last view or request, as reports tell it.
  private struct Session {
    var first: Instant?
    var last = Instant.start
    var opens = 0
    var requests = 0

    mutating func note(_ instant: Instant) {
      first = first ?? instant
      last = max(last, instant)
    }
  }

  private struct Day {
    var sessions = 0
    var requests = 0
    var notModified = 0
    var up: Int64 = 0
    var down: Int64 = 0
    var flashBytes: Int64 = 0
    var views = 0
    var fromCache = 0
  }

  /// - Parameters:
  ///   - start: what happened before is left out, and days are counted from there.
  ///   - firstPerson: the number of the first device's.
  init(_ plan: SimulationPlan, from start: Instant, firstPerson: UInt32 = 0) {
    self.start = start
    self.firstPerson = firstPerson
    accesses = Dictionary(plan.profiles.map { ($0.name, $0.access) }) { first, _ in first }
  }

  mutating func observe(_ page: [TraceRecord], device: UInt32) {
    while people.count <= Int(device) { people.append(nil) }
    var person = people[Int(device)] ?? Person()
    // One owner while it changes.
    people[Int(device)] = nil
    for record in page { read(record, &person, firstPerson + device) }
    people[Int(device)] = person
  }

  private mutating func read(_ record: TraceRecord, _ person: inout Person, _ number: UInt32) {
    if case .network(let name, _) = record.event { person.access = accesses[name] }
    guard record.at >= start else { return }
    let day = Int((record.at - start).nanoseconds / TimeSpan.days(1).nanoseconds)
    while person.days.count <= day { person.days.append(Day()) }
    func add(_ quantity: FieldQuantity, _ value: Double, _ data: inout FieldData) {
      data.add(
        FieldData.Observation(
          quantity, value, person: number, day: Int32(day), kind: record.kind,
          access: person.access))
    }
    switch record.event {
    case .app(.foregrounded(let span, let isCold)):
      if span > .zero { add(isCold ? .coldLaunch : .warmLaunch, span.seconds, &data) }
      person.session = Session()
      person.days[day].sessions += 1
    case .app(.backgrounded), .app(.ended):
      guard let session = person.session.take(), let first = session.first else { return }
      add(.sessionLength, (session.last - first).seconds, &data)
      add(.opensPerSession, Double(session.opens), &data)
      add(.requestsPerSession, Double(session.requests), &data)
    case .closed(let view, _):
      guard !view.isReaction else { return }
      person.session?.opens += 1
      person.session?.note(view.openedAt)
      guard let wait = view.firstContent else { return }
      person.days[day].views += 1
      if view.firstSource.isCache { person.days[day].fromCache += 1 }
      add(.firstContent, wait.seconds, &data)
      add(.openToContent, (wait + (view.launch ?? .zero)).seconds, &data)
    case .phase(.connection, _, let span): add(.roundTrip, span.seconds, &data)
    case .phase(.server, _, let span): add(.serverTime, span.seconds, &data)
    case .phase(.transfer, _, let span): person.transfer = span
    case .exchanged(let exchange):
      let span = person.transfer
      person.transfer = .zero
      person.days[day].up += exchange.bytesUp.count
      person.days[day].down += exchange.bytesDown.count
      guard exchange.status > 0 else { return }
      person.session?.note(exchange.startedAt)
      person.session?.requests += 1
      person.days[day].requests += 1
      if exchange.status == 304 { person.days[day].notModified += 1 }
      if exchange.payload > .zero {
        add(.responseBytes, Double(exchange.payload.count), &data)
      }
      if exchange.bytesDown.count >= FieldData.rateBytes, span > .zero {
        add(.rateDown, Double(exchange.bytesDown.count) * 8 / span.seconds, &data)
      }
    case .wrote(_, let write): person.days[day].flashBytes += write.bytes.count
    case .finished: finish(person, number)
    default: break
    }
  }

  /// What is told once a day, from the first day of use to the last one.
  private mutating func finish(_ person: Person, _ number: UInt32) {
    guard let first = person.days.firstIndex(where: { $0.sessions > 0 }),
      let last = person.days.lastIndex(where: { $0.sessions > 0 })
    else { return }
    for day in first...last {
      let own = person.days[day]
      func add(_ quantity: FieldQuantity, _ value: Double, count: Int = 1, if isTold: Bool) {
        guard isTold else { return }
        data.add(
          FieldData.Observation(
            quantity, value, count: count, person: number, day: Int32(day)))
      }
      let isUsed = own.sessions > 0 || own.requests > 0
      add(.sessionsPerDay, Double(own.sessions), if: true)
      add(.networkBytesPerDay, Double(own.up + own.down), if: isUsed)
      add(.downBytesPerDay, Double(own.down), if: isUsed)
      add(.upBytesPerDay, Double(own.up), if: isUsed)
      add(.flashBytesPerDay, Double(own.flashBytes), if: isUsed)
      add(
        .notModifiedShare, Double(own.notModified) / Double(max(own.requests, 1)),
        count: own.requests, if: own.requests > 0)
      add(
        .cachedShare, Double(own.fromCache) / Double(max(own.views, 1)), count: own.views,
        if: own.views > 0)
    }
  }
}

extension Scenario {
  /// What the field would report of a strategy's users under the first of its seeds.
  func fieldData(_ strategy: StrategyChoice) throws(InputError) -> FieldData {
    let seed = UInt64(seeds[0])
    let start = try measuringStart() ?? .start
    var (plan, stream) = try simulationInput(seed: seed, measuredFrom: start)
    plan.detailedDevices = Set(0..<UInt32(plan.devices))
    return try strategy.product.run(plan, stream, FieldObserver(plan, from: start)).data
  }
}
