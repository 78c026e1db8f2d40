internal import SimCore

/// The links between replicas and the server, with what goes wrong on them.
struct SyncNetwork {
  struct Link: Hashable {
    var from: Int
    var to: Int
  }

  /// What becomes of the next messages of a link, one after the other.
  private var misfortunes: [Link: [(verb: SyncEvent.Verb, span: TimeSpan)]] = [:]
  private var cuts: [SyncEvent] = []

  /// How long a message takes: assumption, half of the round trip of a usual mobile network.
  private static let latency = TimeSpan.milliseconds(50)

  mutating func take(_ event: SyncEvent) {
    switch event.verb {
    case .isolate, .mute, .deafen: cuts.append(event)
    case .heal: cuts = []
    case .lose, .double, .delay:
      misfortunes[Link(from: event.device, to: event.number), default: []]
        .append((event.verb, event.span))
    default: break
    }
  }

  mutating func healAll() {
    cuts = []
    misfortunes = [:]
  }

  func isCut(from: Int, to: Int, devices: Int) -> Bool {
    func device(_ number: Int) -> Int { number < devices ? number : number - devices }
    return cuts.contains { cut in
      let (isFrom, isTo) = (cut.side.contains(device(from)), cut.side.contains(device(to)))
      guard isFrom != isTo else { return false }
      return switch cut.verb {
      case .mute: isFrom
      case .deafen: isTo
      default: true
      }
    }
  }

  /// After how long a message arrives, once or more often; empty: it is lost.
  mutating func delays(from: Int, to: Int) -> [TimeSpan] {
    let link = Link(from: from, to: to)
    guard var next = misfortunes[link], !next.isEmpty else { return [Self.latency] }
    let misfortune = next.removeFirst()
    misfortunes[link] = next
    return switch misfortune.verb {
    case .lose: []
    case .double: [Self.latency, Self.latency + .milliseconds(300)]
    default: [Self.latency + misfortune.span]
    }
  }
}
