internal import CacheWorkloads
internal import ClientSimulation
internal import SimCore

/// What came of a run: what was received, written and shown, from which the next one learns.
struct RunRecord {
  /// A screen that was open.
  struct Visit {
    var screen: UInt32
    var user: UInt16
    var process: Int
    var needs: [ResourceIndex] = []
    var closedAt = Instant.distantFuture
    var pieces: [UserVersion] = []
  }

  /// A version that came where another had been asked for: it was published meanwhile.
  struct Surprise {
    var asked: UserVersion
    var came: UserVersion
  }

  var received: Set<UserVersion> = []
  var surprises: [Surprise] = []
  var written: Set<UserVersion> = []
  var visits: [Visit] = []
  /// Needs that stayed unanswered though an older version was at hand.
  var unanswered: Set<ScreenNeed> = []
  /// By resource: when each version was published, and its size.
  private var published: [[(at: Instant, size: Bytes)]] = []

  /// Every piece that was shown, or will be now that it is known that nothing newer comes in time.
  var shown: Set<UserVersion> { visits.reduce(into: []) { $0.formUnion($1.pieces) } }

  /// What was shown in which process of the app.
  var uses: Set<UserVersionUse> {
    visits.reduce(into: []) { uses, visit in
      for piece in visit.pieces {
        uses.insert(UserVersionUse(process: visit.process, piece: piece))
      }
    }
  }

  mutating func notePublished(_ copy: ResourceCopy, of resource: ResourceIndex, at now: Instant) {
    while published.count <= Int(resource) { published.append([]) }
    while published[Int(resource)].count < Int(copy.version) {
      published[Int(resource)].append((now, copy.size))
    }
  }

  /// From when until when the origin sends a version, and its size.
  func publication(of piece: UserVersion) -> (from: Instant, to: Instant, size: Bytes) {
    let versions = published[Int(piece.resource)]
    let own = versions[Int(piece.version) - 1]
    let next = Int(piece.version)
    return (own.at, next < versions.count ? versions[next].at : .distantFuture, own.size)
  }
}

/// A version of a resource, as one user was sent it.
struct UserVersion: Hashable {
  var user: UInt16
  var resource: ResourceIndex
  var version: UInt32
}

/// A version in one process of the app.
struct UserVersionUse: Hashable {
  var process: Int
  var piece: UserVersion
}

/// A need of one screen.
struct ScreenNeed: Hashable {
  var screen: UInt32
  var resource: ResourceIndex
}

/// What is known before a run: what users will do, and what earlier runs taught.
package struct Foreknowledge: Sendable {
  /// An instant at which a screen will need a resource.
  struct Due {
    var at: Instant
    var user: UInt16
  }

  /// By resource, in order of time; parts of screens are not among them.
  private(set) var dues: [[Due]] = []
  var isFirst = true
  /// What need not be fetched: it came, and was never shown.
  var unseen: Set<UserVersion> = []
  /// What a screen waited for in vain, though something older was at hand.
  var hopeless: Set<ScreenNeed> = []
  /// What was shown in which process.
  var uses: Set<UserVersionUse> = []
  var written: Set<UserVersion> = []

  init() {}

  init(of device: DeviceEvents) {
    var user: UInt16 = 0
    for event in device.events {
      switch event.action {
      case .switchUser(let next): user = next
      case .open(let resource), .need(let resource):
        while dues.count <= Int(resource) { dues.append([]) }
        dues[Int(resource)].append(Due(at: event.at, user: user))
      default: break
      }
    }
  }
}
