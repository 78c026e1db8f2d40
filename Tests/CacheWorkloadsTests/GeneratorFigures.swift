internal import SimCore

@testable internal import CacheWorkloads

/// What can be counted in a generator's workload.
struct GeneratorFigures {
  private(set) var sessions = 0
  private(set) var launches = 0
  private(set) var secondsInFront = 0.0
  private(set) var opens: [(device: UInt32, resource: ResourceIndex, at: Instant)] = []
  private(set) var edits: [Edit] = []
  private(set) var warnings = 0
  private(set) var crashesInFront = 0
  private(set) var crashesBehind = 0
  private(set) var ends = 0
  /// What is published after the start.
  private(set) var updates: [(resource: ResourceIndex, content: Content)] = []
  private var frontSince: Instant?

  init<G: WorkloadGenerator>(_ generator: G.Type, devices: Int, days: Int64, _ options: G.Options)
    throws
  {
    var source = GeneratedWorkload<G>(options, WorkloadOpening(devices, .days(days), 1))
    var block = EventBlock()
    while try source.fill(&block) {
      for event in block.events { count(event) }
      block.removeAll()
    }
  }

  private mutating func count(_ event: WorkloadEvent) {
    switch event.action {
    case .publish(let resource, let content):
      if event.at > .start { updates.append((resource, content)) }
    case .open(let resource): opens.append((event.device, resource, event.at))
    case .edit(let edit): edits.append(edit)
    case .launch, .foreground:
      sessions += 1
      if case .launch = event.action { launches += 1 }
      frontSince = event.at
    case .background: leaveFront(at: event.at)
    case .crash:
      if frontSince == nil { crashesBehind += 1 } else { crashesInFront += 1 }
      leaveFront(at: event.at)
    case .terminate: ends += 1
    case .memoryWarning: warnings += 1
    case .end: frontSince = nil
    default: break
    }
  }

  private mutating func leaveFront(at instant: Instant) {
    if let frontSince { secondsInFront += (instant - frontSince).seconds }
    frontSince = nil
  }
}
