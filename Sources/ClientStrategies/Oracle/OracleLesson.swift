internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

extension PrefetchOracle {
  /// What the run that is over has taught; nil: its bound holds.
  ///
  /// There is an end to it: what is known to be unseen or hopeless only grows, and what has to be
  /// written only shrinks.
  func lesson(from simulation: borrowing DeviceSimulation) -> Foreknowledge? {
    var next = foresight
    next.isFirst = false
    next.hopeless.formUnion(run.unanswered)
    switch options.bound {
    case .latency: return nil
    case .bytes:
      let shown = run.shown
      let unseen = run.received.subtracting(shown)
      next.unseen.formUnion(unseen)
      // Asked again, it gives the same again.
      for surprise in run.surprises where unseen.contains(surprise.came) {
        next.unseen.insert(surprise.asked)
      }
      let isDone = next.unseen == foresight.unseen && run.unanswered.isEmpty
      return isDone ? nil : next
    case .flash:
      let needed = piecesOnlyFlashCanShow(in: simulation)
      if foresight.isFirst {
        next.uses = run.uses
        next.written = needed
        return next
      }
      let unneeded = run.written.subtracting(needed)
      next.written.subtract(unneeded)
      return unneeded.isEmpty && run.unanswered.isEmpty ? nil : next
    }
  }

  /// The pieces that were shown by a process which could not have fetched them.
  private func piecesOnlyFlashCanShow(in simulation: borrowing DeviceSimulation) -> Set<UserVersion>
  {
    var stretches: [[ReachabilityLog.Stretch]] = []
    for stretch in simulation.reachability?.stretches ?? [] {
      while stretches.count <= stretch.process { stretches.append([]) }
      stretches[stretch.process].append(stretch)
    }
    var needed: Set<UserVersion> = []
    for visit in run.visits {
      let own = visit.process < stretches.count ? stretches[visit.process] : []
      for piece in visit.pieces {
        let version = run.publication(of: piece)
        let isInReach = own.contains { stretch in
          stretch.user == piece.user
            && simulation.plan.couldFetch(
              version.size, between: stretch.from, and: min(stretch.to, visit.closedAt),
              sentFrom: version.from, until: version.to, over: stretch.profile)
        }
        if !isInReach { needed.insert(piece) }
      }
    }
    return needed
  }
}

extension SimulationPlan {
  /// Whether any fetch could be over in a stretch of time on one network: over an open connection
  /// that nothing else uses, with a window without bounds, an awake radio, the least round trip and
  /// the greatest rate.
  /// - Parameters:
  ///   - body: what the answer carries.
  ///   - start: when the request can be sent at the earliest.
  ///   - end: when the answer must have come.
  ///   - published: from when on the origin sends the version.
  ///   - outdated: until when it does.
  func couldFetch(
    _ body: Bytes, between start: Instant, and end: Instant, sentFrom published: Instant,
    until outdated: Instant, over profile: NetworkProfile
  ) -> Bool {
    let least = profile.hasJitter ? 1 - network.jitter : 1
    let way = profile.leastRoundTrip(variance) / 2 * least
    let there = TimeSpan(
      rounding: Self.seconds(network.requestHeader, at: profile.greatest(of: profile.up, variance))
        + way)
    let answer = Self.seconds(
      body + network.responseHeader, at: profile.greatest(of: profile.down, variance))
    let back = TimeSpan(rounding: leastThinkTime(on: profile) * least + way + answer)
    let earliest = max(start + there - Self.slack, published)
    let latest = min(end == .distantFuture ? end : end - back + Self.slack, outdated)
    return earliest <= latest
  }

  /// The least that the origin takes for any resource, in seconds; nothing where it varies.
  private func leastThinkTime(on profile: NetworkProfile) -> Double {
    if variance == .measured, profile.hasJitter, origin.thinkTimeSigma > 0 { return 0 }
    return ([origin.thinkTime] + origin.thinkTimes.map(\.thinkTime)).map(\.seconds).min() ?? 0
  }

  /// What rounding to nanoseconds may make of the parts of a fetch.
  private static let slack = TimeSpan.microseconds(1)

  private static func seconds(_ bytes: Bytes, at rate: BitRate) -> Double {
    rate == .unlimited ? 0 : Double(bytes.count) * 8 / Double(rate.bitsPerSecond)
  }
}
