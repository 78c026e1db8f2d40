internal import Devices
internal import SimCore
internal import Workloads

extension Thrift {
  /// What the life that is over has taught; nil: its bound holds.
  ///
  /// There is an end to it: what is known to be unseen or hopeless only grows, and what has to be
  /// written only shrinks.
  func lesson(from world: borrowing World) -> Foreknowledge? {
    var next = foresight
    next.isFirst = false
    next.hopeless.formUnion(lived.unanswered)
    switch options.bound {
    case .latency: return nil
    case .bytes:
      let shown = lived.shown
      let unseen = lived.received.subtracting(shown)
      next.unseen.formUnion(unseen)
      // Who asks again gets the same again.
      for surprise in lived.surprises where unseen.contains(surprise.came) {
        next.unseen.insert(surprise.asked)
      }
      let isDone = next.unseen == foresight.unseen && lived.unanswered.isEmpty
      return isDone ? nil : next
    case .flash:
      let needed = piecesOnlyFlashCanShow(in: world)
      if foresight.isFirst {
        next.uses = lived.uses
        next.written = needed
        return next
      }
      let unneeded = lived.written.subtracting(needed)
      next.written.subtract(unneeded)
      return unneeded.isEmpty && lived.unanswered.isEmpty ? nil : next
    }
  }

  /// The pieces that were shown by a process which could not have fetched them.
  private func piecesOnlyFlashCanShow(in world: borrowing World) -> Set<Piece> {
    var stretches: [[ReachLog.Stretch]] = []
    for stretch in world.reach?.stretches ?? [] {
      while stretches.count <= stretch.life { stretches.append([]) }
      stretches[stretch.life].append(stretch)
    }
    var needed: Set<Piece> = []
    for visit in lived.visits {
      let own = visit.life < stretches.count ? stretches[visit.life] : []
      for piece in visit.pieces {
        let version = lived.publication(of: piece)
        let isInReach = own.contains { stretch in
          stretch.user == piece.user
            && world.plan.couldFetch(
              version.size, between: stretch.from, and: min(stretch.to, visit.closedAt),
              sentFrom: version.from, until: version.to, over: stretch.profile)
        }
        if !isInReach { needed.insert(piece) }
      }
    }
    return needed
  }
}

extension WorldPlan {
  /// Whether any fetch could be over in a stretch of time on one network: over an open connection
  /// that nobody else uses, with a window without bounds, an awake radio, and the luckiest jitter.
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
    let luck = profile.hasJitter ? 1 - network.jitter : 1
    let way = profile.roundTrip.seconds / 2 * luck
    let there = TimeSpan(rounding: Self.seconds(network.requestHeader, at: profile.up) + way)
    let answer = Self.seconds(body + network.responseHeader, at: profile.down)
    let back = TimeSpan(rounding: origin.thinkTime.seconds * luck + way + answer)
    let earliest = max(start + there - Self.slack, published)
    let latest = min(end == .distantFuture ? end : end - back + Self.slack, outdated)
    return earliest <= latest
  }

  /// What rounding to nanoseconds may make of the parts of a fetch.
  private static let slack = TimeSpan.microseconds(1)

  private static func seconds(_ bytes: Bytes, at rate: BitRate) -> Double {
    rate == .unlimited ? 0 : Double(bytes.count) * 8 / Double(rate.bitsPerSecond)
  }
}
