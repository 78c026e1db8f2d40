internal import CacheWorkloads
package import DeviceModels
package import SimCore

/// When the app could fetch: the stretches in which its process worked and had a network.
package struct ReachabilityLog: Sendable {
  /// A stretch of time on one network, in one process of the app, with one user.
  package struct Stretch: Sendable {
    /// The process: how many have ended before.
    package var process: Int
    package var user: UInt16
    package var profile: NetworkProfile
    package var from: Instant
    /// Until when; `distantFuture` while it lasts.
    package var to: Instant
  }

  package private(set) var endedProcesses = 0
  /// In order of time.
  package private(set) var stretches: [Stretch] = []
  private var isOpen = false
  private var wasAlive = false

  mutating func note(_ profile: NetworkProfile?, user: UInt16, isAlive: Bool, at now: Instant) {
    if isOpen, let last = stretches.indices.last {
      if isAlive, stretches[last].profile == profile, stretches[last].user == user { return }
      stretches[last].to = now
      isOpen = false
    }
    if wasAlive, !isAlive { endedProcesses += 1 }
    wasAlive = isAlive
    guard let profile else { return }
    stretches.append(
      Stretch(process: endedProcesses, user: user, profile: profile, from: now, to: .distantFuture))
    isOpen = true
  }
}

extension DeviceSimulation {
  /// Has a strategy hear what no app can know: what the origin publishes, and each change of the
  /// network; and has it noted when the app could fetch. Its app is never killed for its memory.
  package mutating func grantForesight() {
    reachabilityLog = ReachabilityLog()
    noteReachability()
  }

  /// When the app could fetch; nil unless foresight was granted.
  package var reachability: ReachabilityLog? { reachabilityLog }

  /// Called whenever the app's state, the network or the user may have changed.
  mutating func noteReachability() {
    guard reachabilityLog != nil else { return }
    let network = canFetch ? client.profile : nil
    let isAlive = app.state != .ended
    let user = app.user
    reachabilityLog?.note(network, user: user, isAlive: isAlive, at: now)
  }
}
