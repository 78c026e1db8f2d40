package import SimCore

/// How many devices each person has, and which one they take.
package struct SeveralDevices: Settings {
  package var count = 1
  package var mainShare = 0.7

  package init() {}
  package static let fields: [Field<SeveralDevices>] = [
    Field(
      "count", \.count, in: 1...10,
      "How many devices a person has, all with the same app and account; `devices` then counts "
        + "people. Of a trace or a story: how many of its devices, in the order of their numbers, "
        + "are one person's."),
    Field(
      "mainShare", \.mainShare, in: 0...1,
      assumed: "Share of sessions on the first of them; the others have even shares of the rest. "
        + "Without effect in a trace or a story."),
  ]
}

/// A generated workload of people with several devices: each session is on one of them, and what
/// the origin publishes reaches all. Of person p the devices are p · count and those after it.
struct SeveralDevicesSource: EventSource {
  private struct Person {
    /// The device of the present session, or else of the last one.
    var inUse = 0
    var sessions: UInt64 = 0
    /// On which devices the app's process is there.
    var running: [Bool]
  }

  private let settings: SeveralDevices
  private let seed: UInt64
  fileprivate let stream: EventStream
  private var source = EventBlock()
  private var people = DenseMap<Person?>(filling: nil)

  init(_ settings: SeveralDevices, _ stream: EventStream, seed: UInt64) {
    (self.settings, self.stream, self.seed) = (settings, stream, seed)
  }

  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    source.removeAll()
    guard try stream.fill(&source) else { return false }
    swap(&block.parts, &source.parts)
    for event in source.events { add(event, to: &block) }
    return true
  }

  private mutating func add(_ event: WorkloadEvent, to block: inout EventBlock) {
    var person =
      people[event.device] ?? Person(running: Array(repeating: false, count: settings.count))
    let first = event.device * UInt32(settings.count)
    var event = event
    switch event.action {
    case .publish, .retire, .push, .network, .charging, .upgrade, .end:
      for place in 0..<UInt32(settings.count) {
        event.device = first + place
        block.events.append(event)
      }
      return
    case .launch, .foreground:
      person.inUse = device(of: event.device, session: person.sessions)
      person.sessions += 1
      event.action = person.running[person.inUse] ? .foreground : .launch
      person.running[person.inUse] = true
    case .terminate, .crash: person.running[person.inUse] = false
    // It is there, whatever incident ended it.
    case .open: person.running[person.inUse] = true
    case .need, .scroll, .close, .refresh, .edit, .editElsewhere, .background, .memoryWarning,
      .spaceShortage, .switchUser:
      break
    }
    people[event.device] = person
    event.device = first + UInt32(person.inUse)
    block.events.append(event)
  }

  private func device(of person: UInt32, session: UInt64) -> Int {
    // Other draws of a user's have small attempts.
    var random = SeededGenerator(
      seed: seed, purpose: .workload, entity: UInt64(person), attempt: 1 << 62 | session)
    if settings.count == 1 || random.chance(settings.mainShare) { return 0 }
    return 1 + random.index(below: settings.count - 1)
  }
}

extension EventStream {
  /// The same with several devices of each person.
  package func with(_ devices: SeveralDevices, seed: UInt64) -> EventStream {
    guard devices.count > 1 else { return self }
    return .over(SeveralDevicesSource(devices, self, seed: seed)) { $0.stream.issues }
  }
}
