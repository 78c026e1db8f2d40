internal import SimCore

/// What may go wrong in drawn stories.
public enum SyncFault: String, CaseIterable, Sendable {
  /// Partitions (of one, of halves, of one direction), messages that are lost, late or doubled.
  case network
  /// Clocks jump, and are wrong from then on.
  case clock
  /// Processes end, also between two writes.
  case crash
  /// Disks are full or slow.
  case disk
  /// The server's process ends, and starts anew.
  case server
  /// The server goes back to an earlier state, as from a backup.
  case rollback
  /// A second process of the app works on the same folder.
  case processes

  /// Those that every engine has to bear, each as often as is usual.
  public static let usual: [SyncFault: Int] = [
    .network: 1, .clock: 1, .crash: 1, .disk: 1, .server: 1,
  ]

  /// The greatest multiple.
  package static let mostOften = 100

  fileprivate var verbs: [(verb: SyncEvent.Verb, weight: Int)] {
    switch self {
    case .network:
      [(.isolate, 3), (.mute, 1), (.deafen, 1), (.heal, 3), (.lose, 4), (.double, 4), (.delay, 6)]
    case .clock: [(.clock, 4)]
    case .crash: [(.crash, 4), (.kill, 1), (.launch, 2)]
    case .disk: [(.fullDisk, 1), (.freeDisk, 2), (.slowDisk, 1)]
    case .server: [(.restart, 1)]
    case .rollback: [(.rollback, 1)]
    case .processes: [(.launch, 4), (.kill, 2)]
    }
  }
}

/// What stories are drawn from.
package struct SyncPlan: Sendable {
  package var devices = 3
  package var users = 1
  package var events = 40
  package var kinds = SyncKind.allCases
  /// How often each goes wrong, as a multiple of what is usual.
  package var faults = SyncFault.usual

  package init() {}

  private typealias Choice = (verb: SyncEvent.Verb, weight: Int, fault: SyncFault?)

  private var choices: [Choice] {
    var choices: [Choice] = [
      (.write, 26, nil), (.erase, 8, nil), (.read, 8, nil), (.sync, 22, nil),
      (.background, 1, nil), (.foreground, 1, nil), (.restart, 2, nil),
    ]
    choices.append(users > 1 ? (.switchUser, 6, nil) : (.subscribe, 2, nil))
    for fault in SyncFault.allCases {
      let rate = min(max(faults[fault] ?? 0, 0), SyncFault.mostOften)
      if rate > 0 { choices += fault.verbs.map { ($0.verb, $0.weight * rate, fault) } }
    }
    return choices
  }

  package func story(seed: UInt64) -> SyncStory {
    var story = SyncStory(devices: devices, seed: seed)
    story.users = users
    story.hasExtensions = faults[.processes] ?? 0 > 0
    var generator = SeededGenerator(seed: seed, purpose: .workload)
    let choices = choices
    let sum = choices.reduce(0) { $0 + $1.weight }
    var now = Instant.start
    for id in 1...max(1, events) {
      now = now + .milliseconds(Int64.random(in: 1...2_000, using: &generator))
      var draw = Int.random(in: 0..<sum, using: &generator)
      let choice = choices.first { choice in
        draw -= choice.weight
        return draw < 0
      }
      guard let choice else { continue }
      story.events.append(event(id, at: now, choice, story.replicas, &generator))
    }
    return story
  }

  private func event(
    _ id: Int, at now: Instant, _ choice: Choice, _ replicas: Int,
    _ generator: inout SeededGenerator
  ) -> SyncEvent {
    let isExtension = choice.fault == .processes
    let range = isExtension ? devices..<replicas : 0..<replicas
    var event = SyncEvent(at: now, Int.random(in: range, using: &generator), choice.verb)
    let other = Int.random(in: -1..<devices, using: &generator)
    let size = Int.random(in: 0..<1_000, using: &generator)
    if choice.verb.hasObject, let kind = kinds.randomElement(using: &generator) {
      event.object = SyncObject(kind, ["a", "b"][size % 2])
    }
    switch choice.verb {
    case .write, .erase:
      event.number = size / 2 % 8
      event.id = choice.verb == .write ? id : 0
    case .switchUser: event.number = size % users
    case .crash: event.number = size % 4
    case .lose, .double, .delay:
      // Both ways between devices and the server, and between devices.
      if size % 2 == 0 { event.device = SyncStory.server }
      event.number = event.device == SyncStory.server ? max(0, other) : other
      event.span = choice.verb == .delay ? .milliseconds(Int64(size * 50)) : .zero
    case .clock:
      let spans: [TimeSpan] = [.seconds(1), .seconds(30), .minutes(5), .hours(2), .days(3)]
      let span = spans[size % spans.count]
      event.span = size / 8 % 2 == 0 ? span : .zero - span
    case .slowDisk: event.span = .milliseconds(Int64(size))
    case .isolate, .mute, .deafen:
      let half = (0..<devices).filter { ($0 + size) % 2 == 0 }
      event.side = size % 3 == 0 && !half.isEmpty ? half : [event.device % devices]
    case .restart where choice.fault == .server: event.device = SyncStory.server
    case .rollback: event.device = SyncStory.server
    default: break
    }
    return event
  }
}
