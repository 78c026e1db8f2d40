internal import CacheWorkloads
internal import SimCore

/// Worlds of a handful of events, ten seconds apart.
struct TinyWorld {
  /// What can happen.
  enum Happening: CaseIterable {
    case publishFirst, publishSecond, visitFirst, visitSecond, stayOnFirst, offline, online, crash
    case background, terminate
  }

  let happenings: [Happening]
  private(set) var story = HandmadeStory()

  /// Two resources with a version each; every version has a size of its own.
  init(_ happenings: [Happening]) {
    self.happenings = happenings
    var versions: [UInt32] = [0, 0]
    func publish(_ resource: ResourceIndex, at now: Double) {
      versions[Int(resource)] += 1
      let version = versions[Int(resource)]
      // Newer versions are smaller, so that it would pay to skip older ones.
      story.publish(
        resource, version: version, size: 10_000 * Int64(resource + 1) - Int64(version) * 100,
        at: now)
    }
    publish(0, at: 0)
    publish(1, at: 0)
    story.at(1, .launch)
    var now = 1.0
    for happening in happenings {
      now += 10
      switch happening {
      case .publishFirst: publish(0, at: now)
      case .publishSecond: publish(1, at: now)
      case .visitFirst: story.visit(0, from: now, for: 2)
      case .visitSecond: story.visit(1, from: now, for: 2)
      // Until the next visit, or the end.
      case .stayOnFirst: story.at(now, .open(0))
      case .offline: story.at(now, .network(1))
      case .online: story.at(now, .network(0))
      case .crash: story.at(now, .crash)
      case .background: story.at(now, .background)
      case .terminate: story.at(now, .terminate)
      }
    }
    story.at(now + 10, .end)
  }

  static func random(_ seed: UInt64, events: Int) -> TinyWorld {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    let all = Happening.allCases
    return TinyWorld((0..<events).map { _ in all[random.index(below: all.count)] })
  }
}
