package import SimCore

/// A stretch of time that a radio is in one state.
package struct RadioStretch: Hashable, Sendable {
  /// `idle`, `promotion`, `active`, or of a tail `tail: ` and what its source calls the state.
  package var state: String
  /// Its power, of an active radio without the bits.
  package var watts: Double
  package var begin: Instant
  package var end: Instant

  package static let tail = "tail: "
}

/// The stretches of a radio, in order of time and without gaps.
struct RadioJournal: Sendable {
  private(set) var stretches: [RadioStretch] = []

  mutating func add(_ state: String, watts: Double, from begin: Instant, to end: Instant) {
    guard begin < end else { return }
    if let last = stretches.last, last.end == begin, last.state == state, last.watts == watts {
      stretches[stretches.count - 1].end = end
    } else {
      stretches.append(RadioStretch(state: state, watts: watts, begin: begin, end: end))
    }
  }

  /// Adds a time without packets: the tail states as far as it goes, then idle.
  mutating func rest(
    of profile: RadioProfile, afterPacket: Bool, from start: Instant, to end: Instant
  ) {
    var begin = start
    for tail in afterPacket ? profile.tail : [] {
      let last = min(begin + tail.duration, end)
      add(RadioStretch.tail + tail.name, watts: tail.power.watts, from: begin, to: last)
      begin = last
    }
    add("idle", watts: profile.idle.watts, from: begin, to: end)
  }

  /// What lies before an instant.
  func cut(at end: Instant) -> [RadioStretch] {
    stretches.filter { $0.begin < end }.map { stretch in
      var stretch = stretch
      stretch.end = min(stretch.end, end)
      return stretch
    }
  }
}
