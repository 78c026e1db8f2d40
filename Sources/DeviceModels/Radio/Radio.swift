package import SimCore

/// The radio of a device: it says when a packet can go, and what its states cost.
///
/// It is idle at first. Calls of `wake` and `carry` come in order of their (first) instant. The
/// account is of whole nanoseconds and bytes, so that no sum depends on the order of rounding.
package struct Radio: Sendable {
  package let profile: RadioProfile
  private var account: RadioAccount
  private var latest: Instant
  /// When the last promotion ends or ended.
  private var ready: Instant
  /// Until when the account is written: the end of the last promotion or packet.
  private var written: Instant
  /// Whether there was a promotion or packet; before it there is no tail.
  private var hasBeenActive = false
  /// The tail state that the last promotion began in; nil: idle.
  private var promotedFrom: Int?
  /// What it did; nil: that is not noted.
  private var journal: RadioJournal?

  /// Makes an idle radio, whose account begins at `start`.
  package init(_ profile: RadioProfile, at start: Instant = .start) {
    self.profile = profile
    account = RadioAccount(tails: profile.tail.count)
    latest = start
    ready = start
    written = start
  }

  /// Notes from now on which state it is in when; nothing else changes by it.
  package mutating func keepJournal() { journal = RadioJournal() }

  /// Its states from the beginning until an instant; none where they are not noted.
  package func stretches(until instant: Instant) -> [RadioStretch] {
    guard var journal else { return [] }
    if instant > written {
      journal.rest(of: profile, afterPacket: hasBeenActive, from: written, to: instant)
    }
    return journal.cut(at: instant)
  }

  /// Asks for the radio at an instant; returns when a packet can go, that instant or later.
  ///
  /// All packets during a promotion wait for its end. A tail state without promotion of its own
  /// sends at once, and so does an active radio.
  /// - Complexity: O(tail states).
  package mutating func wake(at instant: Instant) -> Instant {
    precondition(instant >= latest, "a radio's calls come in order")
    latest = instant
    guard instant > written || !hasBeenActive else { return max(instant, ready) }
    let gap = instant - written
    let state = hasBeenActive ? tailState(after: gap) : nil
    account.rest(gap, in: hasBeenActive ? profile.tail : [])
    journal?.rest(of: profile, afterPacket: hasBeenActive, from: written, to: instant)
    let isIdle = !hasBeenActive || state == nil
    let promotion = isIdle ? profile.promotion : state.flatMap { profile.tail[$0].promotion }
    hasBeenActive = true
    written = instant
    guard let promotion else { return instant }
    account.promote(promotion.duration, fromTail: state)
    account.promotions += 1
    promotedFrom = state
    ready = instant + promotion.duration
    written = ready
    journal?.add("promotion", watts: promotion.watts, from: instant, to: ready)
    return ready
  }

  /// Packets flow from one instant to another; the same instant twice is one packet.
  ///
  /// Intervals may overlap. An idle radio is woken, and of the interval what lies behind the
  /// promotion is active.
  /// - Complexity: O(tail states).
  package mutating func carry(from: Instant, to: Instant) {
    precondition(from <= to, "an interval does not end before it begins")
    _ = wake(at: from)
    guard to > written else { return }
    account.active += to - written
    journal?.add("active", watts: profile.activeWatts, from: written, to: to)
    written = to
  }

  /// Counts bytes on the air, for the energy of their bits.
  /// - Complexity: O(1).
  package mutating func count(up: Bytes, down: Bytes) {
    precondition(up >= .zero && down >= .zero, "bytes are not taken back")
    account.up += up
    account.down += down
  }

  /// The energy from the beginning until an instant not before the latest call's.
  ///
  /// A tail counts as far as it went, as does an interval or promotion that goes on longer.
  /// - Complexity: O(tail states).
  package func energy(until instant: Instant) -> RadioEnergy {
    precondition(instant >= latest, "the account goes on from the latest call")
    var account = account
    if instant >= written {
      account.rest(instant - written, in: hasBeenActive ? profile.tail : [])
    } else {
      account.active = account.active - (written - max(ready, instant))
      if instant < ready { account.promote(instant - ready, fromTail: promotedFrom) }
    }
    return account.energy(profile)
  }

  /// Closes the account at an instant: the energy until then.
  ///
  /// The radio goes on idle from there, with an account of nothing.
  package mutating func end(at instant: Instant) -> RadioEnergy {
    let energy = energy(until: instant)
    self = Radio(profile, at: instant)
    return energy
  }

  /// The tail state that the radio is in so long after its last packet; nil: idle.
  private func tailState(after gap: TimeSpan) -> Int? {
    var end = TimeSpan.zero
    for (index, state) in profile.tail.enumerated() {
      end += state.duration
      if gap < end { return index }
    }
    return nil
  }
}
