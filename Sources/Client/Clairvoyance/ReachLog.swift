internal import Devices
internal import SimCore
internal import Workloads

/// When the app could fetch: the stretches in which its process worked and had a network.
struct ReachLog {
  /// A stretch on one network, in one life of the app, with one person.
  struct Stretch {
    var life: Int
    var user: UInt16
    var profile: NetworkProfile
    var from: Instant
    var to: Instant
  }

  /// Counts the lives of the app: from a start to the end of its process.
  private(set) var life = 0
  /// In order of time.
  private(set) var stretches: [Stretch] = []
  private var isOpen = false
  private var wasAlive = false

  /// Notes how things stand from an instant on.
  mutating func note(_ profile: NetworkProfile?, user: UInt16, isAlive: Bool, at now: Instant) {
    if isOpen, let last = stretches.indices.last {
      if isAlive, stretches[last].profile == profile, stretches[last].user == user { return }
      stretches[last].to = now
      isOpen = false
    }
    if wasAlive, !isAlive { life += 1 }
    wasAlive = isAlive
    guard let profile else { return }
    stretches.append(
      Stretch(life: life, user: user, profile: profile, from: now, to: .distantFuture))
    isOpen = true
  }
}

extension World {
  /// Has a strategy hear what no app can know: what the origin publishes, and each change of the
  /// network; and has it noted when the app could fetch. Its app is never killed for its memory.
  mutating func foresee() {
    reach = ReachLog()
    noteReach()
  }

  /// Called whenever the life, the network or the person may have changed.
  mutating func noteReach() {
    guard reach != nil else { return }
    let network = canFetch ? profile : nil
    let isAlive = life != .ended
    let person = user
    reach?.note(network, user: person, isAlive: isAlive, at: now)
  }

  /// The version that a screen showed of a resource last; nil: none. Known until the resource is
  /// painted on a later screen.
  func paintedVersion(of resource: ResourceIndex, on screen: UInt32) -> UInt32? {
    guard Int(resource) < needs.count, needs[Int(resource)].paintedOn == screen else { return nil }
    return needs[Int(resource)].paintedVersion
  }
}
