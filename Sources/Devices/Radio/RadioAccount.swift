internal import SimCore

/// The whole numbers that a radio's energy follows from: times, promotions and bytes.
struct RadioAccount: Hashable, Sendable {
  /// Time in promotion from idle.
  var promotion = TimeSpan.zero
  /// Time in promotion from each tail state.
  var resumption: [TimeSpan]
  /// Time with packets.
  var active = TimeSpan.zero
  /// Time in each tail state.
  var tail: [TimeSpan]
  /// Time without a connection.
  var idle = TimeSpan.zero
  /// How many promotions began.
  var promotions = 0
  /// Bytes sent.
  var up = Bytes.zero
  /// Bytes received.
  var down = Bytes.zero

  init(tails: Int) {
    resumption = Array(repeating: .zero, count: tails)
    tail = resumption
  }

  /// Adds time in promotion from a tail state, or from idle.
  mutating func promote(_ span: TimeSpan, fromTail state: Int?) {
    if let state { resumption[state] += span } else { promotion += span }
  }

  /// Adds a time without packets, as far as it goes through the tail states, then idle.
  mutating func rest(_ gap: TimeSpan, in states: [RadioTail]) {
    var left = gap
    for (index, state) in states.enumerated() {
      let stay = min(left, state.duration)
      tail[index] += stay
      left = left - stay
    }
    idle += left
  }

  /// The energy at a profile's powers: the only place where times become joules.
  func energy(_ profile: RadioProfile) -> RadioEnergy {
    var energy = RadioEnergy()
    energy.promotionTime = resumption.reduce(promotion, +)
    energy.activeTime = active
    energy.tailTime = tail.reduce(.zero, +)
    energy.idleTime = idle
    energy.promotions = promotions
    energy.promotion = promotion.seconds * (profile.promotion?.watts ?? 0)
    for (index, state) in profile.tail.enumerated() {
      energy.promotion += resumption[index].seconds * (state.promotion?.watts ?? 0)
      energy.tail += tail[index].seconds * state.power.watts
    }
    energy.active =
      active.seconds * profile.activeWatts + megabits(up) * profile.joulesPerMegabitUp
      + megabits(down) * profile.joulesPerMegabitDown
    energy.idle = idle.seconds * profile.idle.watts
    return energy
  }

  /// Millions of bits.
  private func megabits(_ bytes: Bytes) -> Double { Double(bytes.count) * 8 / 1e6 }
}
