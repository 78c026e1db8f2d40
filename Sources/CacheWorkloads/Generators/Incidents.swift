package import SimCore

/// What goes wrong or changes around an app, whatever its users do: crashes, warnings that memory
/// or space is short, new releases, other users of the same device.
///
/// The same for every strategy. No public data about their frequency was found; every number is an
/// assumption, and zero or none unless a scenario sets it.
package struct Incidents: Settings {
  package var crashesPerThousandOpens = 0.0
  package var memoryWarningsPerDay = 0.0
  package var criticalShare = 0.25
  package var spaceShortagesPerDay = 0.0
  package var upgrades: [TimeSpan] = []
  package var users = 1
  package var turn = TimeSpan.days(1)
  package var elsewhereEditsPerDay = 0.0

  package init() {}
  package static let fields: [Field<Incidents>] = [
    Field(
      "crashesPerThousandOpens", \.crashesPerThousandOpens, in: 0...1_000,
      "Crashes for each thousand screens opened, within ten seconds of the opening."),
    Field(
      "memoryWarningsPerDay", \.memoryWarningsPerDay, in: 0...10_000,
      "Warnings of the system that memory is short, at any time of the day."),
    .share(
      "criticalShare", \.criticalShare,
      "The share of those warnings that are the last before a kill."),
    Field(
      "spaceShortagesPerDay", \.spaceShortagesPerDay, in: 0...1_000,
      "How often the system runs out of space and empties the caches' folders of apps that do not "
        + "run."),
    Field(
      "upgrades", \.upgrades, each: .seconds(1)...(.days(3_650)), count: 0...1_000,
      "When new releases of the app arrive, each with another schema of what it stores."
    ),
    Field("users", \.users, in: 1...100, "How many people share the device in turn."),
    Field("userTurn", \.turn, in: .minutes(1)...(.days(365)), "How long each of them has it."),
    Field(
      "remoteEditsPerDay", \.elsewhereEditsPerDay, in: 0...10_000,
      "How many edits a day the user makes on another device, of the records edited on this one."
    ),
  ]

  package func wrap(_ stream: EventStream, seed: UInt64) -> EventStream {
    self.json.compact == Incidents().json.compact
      ? stream : stream.with(IncidentProcess(incidents: self, seed: seed))
  }
}

struct IncidentProcess: DeviceProcess {
  struct State {
    var clock: SeededGenerator
    var screens: SeededGenerator
    var day = 0
    var coming: [(at: Instant, action: Action)] = []
    var edits: [Edit] = []
  }

  private static let editMemory = 32
  /// How long after a screen's opening an app crashes at most.
  private static let crashDelay = 10.0

  let incidents: Incidents
  let seed: UInt64

  func begin(_ device: UInt32) -> State {
    func generator(_ stream: UInt64) -> SeededGenerator {
      SeededGenerator(seed: seed, purpose: .device, entity: UInt64(device), attempt: .max - stream)
    }
    var state = State(clock: generator(0), screens: generator(1))
    for (index, span) in incidents.upgrades.enumerated() {
      state.coming.append((.start + span, .upgrade(schema: UInt16(clamping: index + 2))))
    }
    state.coming.sort { $0.at < $1.at }
    return state
  }

  func emit(
    _ state: inout State, until instant: Instant, device: UInt32, into block: inout EventBlock
  ) {
    while WorkloadDay(number: state.day).start <= instant {
      plan(WorkloadDay(number: state.day), &state)
      state.day += 1
    }
    // Before most events nothing comes.
    guard let next = state.coming.first, next.at <= instant else { return }
    let due = state.coming.prefix { $0.at <= instant }
    for (at, action) in due {
      block.events.append(WorkloadEvent(at: at, device: device, action: action))
    }
    state.coming.removeFirst(due.count)
  }

  private func plan(_ day: WorkloadDay, _ state: inout State) {
    for _ in 0..<state.clock.poisson(mean: incidents.memoryWarningsPerDay) {
      let isCritical = state.clock.chance(incidents.criticalShare)
      let at = day.at(hour: 24 * state.clock.unit())
      state.coming.append((at, .memoryWarning(isCritical ? .critical : .warning)))
    }
    for _ in 0..<state.clock.poisson(mean: incidents.spaceShortagesPerDay) {
      state.coming.append((day.at(hour: 24 * state.clock.unit()), .spaceShortage))
    }
    for _ in 0..<state.clock.poisson(mean: incidents.elsewhereEditsPerDay) {
      let at = day.at(hour: 24 * state.clock.unit())
      let draw = state.clock.next()
      guard !state.edits.isEmpty else { continue }
      var edit = state.edits[Int(draw % UInt64(state.edits.count))]
      edit.value = UInt32(truncatingIfNeeded: draw >> 32)
      state.coming.append((at, .editElsewhere(edit)))
    }
    if incidents.users > 1 { planTurns(on: day, &state) }
    state.coming.sort { $0.at < $1.at }
  }

  private func planTurns(on day: WorkloadDay, _ state: inout State) {
    let turn = incidents.turn.nanoseconds
    var number = max(1, (day.start.nanoseconds + turn - 1) / turn)
    while Instant(nanoseconds: number * turn) < day.end {
      let user = UInt16(number % Int64(incidents.users))
      state.coming.append((Instant(nanoseconds: number * turn), .switchUser(user)))
      number += 1
    }
  }

  func observe(_ event: WorkloadEvent, _ state: inout State) {
    switch event.action {
    case .open:
      guard incidents.crashesPerThousandOpens > 0,
        state.screens.chance(incidents.crashesPerThousandOpens / 1_000)
      else { return }
      let at = event.at + TimeSpan(rounding: Self.crashDelay * state.screens.unit())
      let place = state.coming.firstIndex { $0.at > at } ?? state.coming.endIndex
      state.coming.insert((at, .crash), at: place)
    case .edit(let edit):
      state.edits.append(edit)
      if state.edits.count > Self.editMemory { state.edits.removeFirst() }
    default: return
    }
  }
}
