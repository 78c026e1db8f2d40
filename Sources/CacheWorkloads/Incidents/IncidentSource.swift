internal import SimCore

/// A story with its incidents: each device's are told before what happens to it later.
struct IncidentSource: EventSource {
  /// A device's incidents, known up to a day's end.
  private struct Fate {
    /// For what happens by the clock.
    var clock: SeededGenerator
    /// For what happens by the screen.
    var screens: SeededGenerator
    var day = 0
    /// In order of time.
    var coming: [(at: Instant, action: Action)] = []
    /// The last edits made here: what is edited elsewhere.
    var edits: [Edit] = []
  }

  /// How many of the last edits a person may change again elsewhere.
  private static let editMemory = 32
  /// How long after a screen's opening an app crashes at most.
  private static let crashDelay = 10.0

  private let incidents: Incidents
  private let stream: EventStream
  private let seed: UInt64
  private var fates = DenseMap<Fate?>(filling: nil)
  private var told = EventBlock()

  init(_ incidents: Incidents, _ stream: EventStream, seed: UInt64) {
    self.incidents = incidents
    self.stream = stream
    self.seed = seed
  }

  var issues: TraceIssues? { stream.issues }

  mutating func fill(_ block: inout EventBlock) throws(WorkloadError) -> Bool {
    told.removeAll()
    guard try stream.fill(&told) else { return false }
    swap(&block.parts, &told.parts)
    for event in told.events {
      let index = Int(event.device)
      var fate = fates[index] ?? begin(event.device)
      fates[index] = nil
      tell(&fate, until: event.at, device: event.device, into: &block)
      block.events.append(event)
      notice(event, &fate)
      if case .end = event.action { continue }
      fates[index] = fate
    }
    return true
  }

  private func begin(_ device: UInt32) -> Fate {
    func generator(_ stream: UInt64) -> SeededGenerator {
      SeededGenerator(seed: seed, purpose: .device, entity: UInt64(device), attempt: .max - stream)
    }
    var fate = Fate(clock: generator(0), screens: generator(1))
    for (index, span) in incidents.upgrades.enumerated() {
      fate.coming.append((.start + span, .upgrade(schema: UInt16(clamping: index + 2))))
    }
    fate.coming.sort { $0.at < $1.at }
    return fate
  }

  /// Tells a device's incidents up to an instant.
  private func tell(
    _ fate: inout Fate, until instant: Instant, device: UInt32, into block: inout EventBlock
  ) {
    while Day(number: fate.day).start <= instant {
      plan(Day(number: fate.day), &fate)
      fate.day += 1
    }
    let due = fate.coming.prefix { $0.at <= instant }
    for (at, action) in due {
      block.events.append(WorkloadEvent(at: at, device: device, action: action))
    }
    fate.coming.removeFirst(due.count)
  }

  /// Draws a day's incidents.
  private func plan(_ day: Day, _ fate: inout Fate) {
    for _ in 0..<fate.clock.poisson(mean: incidents.memoryWarningsPerDay) {
      let isCritical = fate.clock.chance(incidents.criticalShare)
      let at = day.at(hour: 24 * fate.clock.unit())
      fate.coming.append((at, .memoryWarning(isCritical ? .critical : .warning)))
    }
    for _ in 0..<fate.clock.poisson(mean: incidents.spaceShortagesPerDay) {
      fate.coming.append((day.at(hour: 24 * fate.clock.unit()), .spaceShortage))
    }
    for _ in 0..<fate.clock.poisson(mean: incidents.elsewhereEditsPerDay) {
      let at = day.at(hour: 24 * fate.clock.unit())
      let draw = fate.clock.next()
      guard !fate.edits.isEmpty else { continue }
      var edit = fate.edits[Int(draw % UInt64(fate.edits.count))]
      edit.value = UInt32(truncatingIfNeeded: draw >> 32)
      fate.coming.append((at, .editElsewhere(edit)))
    }
    if incidents.users > 1 { planTurns(on: day, &fate) }
    fate.coming.sort { $0.at < $1.at }
  }

  /// The device changes hands whenever a turn is over.
  private func planTurns(on day: Day, _ fate: inout Fate) {
    let turn = incidents.turn.nanoseconds
    var number = max(1, (day.start.nanoseconds + turn - 1) / turn)
    while Instant(nanoseconds: number * turn) < day.end {
      let user = UInt16(number % Int64(incidents.users))
      fate.coming.append((Instant(nanoseconds: number * turn), .switchUser(user)))
      number += 1
    }
  }

  /// What a story's event may lead to.
  private func notice(_ event: WorkloadEvent, _ fate: inout Fate) {
    switch event.action {
    case .open:
      guard incidents.crashesPerThousandOpens > 0,
        fate.screens.chance(incidents.crashesPerThousandOpens / 1_000)
      else { return }
      let at = event.at + TimeSpan(rounding: Self.crashDelay * fate.screens.unit())
      let place = fate.coming.firstIndex { $0.at > at } ?? fate.coming.endIndex
      fate.coming.insert((at, .crash), at: place)
    case .edit(let edit):
      fate.edits.append(edit)
      if fate.edits.count > Self.editMemory { fate.edits.removeFirst() }
    default: return
    }
  }
}
