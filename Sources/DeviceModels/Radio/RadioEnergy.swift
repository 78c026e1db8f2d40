package import SimCore

/// The energy that a radio took, in joules, by what it was taken for, and the times.
package struct RadioEnergy: Hashable, Sendable {
  /// Joules of promotions.
  package var promotion = 0.0
  /// Joules while packets flowed, with those of their bits.
  package var active = 0.0
  /// Joules of waiting for more packets.
  package var tail = 0.0
  /// Joules of the idle radio.
  package var idle = 0.0
  package var promotions = 0
  package var promotionTime = TimeSpan.zero
  package var activeTime = TimeSpan.zero
  package var tailTime = TimeSpan.zero
  package var idleTime = TimeSpan.zero

  package init() {}

  package var total: Double { promotion + active + tail + idle }

  package static func + (left: RadioEnergy, right: RadioEnergy) -> RadioEnergy {
    var sum = left
    sum.promotion += right.promotion
    sum.active += right.active
    sum.tail += right.tail
    sum.idle += right.idle
    sum.promotions += right.promotions
    sum.promotionTime += right.promotionTime
    sum.activeTime += right.activeTime
    sum.tailTime += right.tailTime
    sum.idleTime += right.idleTime
    return sum
  }
  /// What an account has more than an earlier one, part by part.
  package static func - (left: RadioEnergy, right: RadioEnergy) -> RadioEnergy {
    var rest = left
    rest.promotion -= right.promotion
    rest.active -= right.active
    rest.tail -= right.tail
    rest.idle -= right.idle
    rest.promotions -= right.promotions
    rest.promotionTime = rest.promotionTime - right.promotionTime
    rest.activeTime = rest.activeTime - right.activeTime
    rest.tailTime = rest.tailTime - right.tailTime
    rest.idleTime = rest.idleTime - right.idleTime
    return rest
  }
  package static func += (left: inout RadioEnergy, right: RadioEnergy) { left = left + right }
}

/// The whole numbers that a radio's energy follows from: times, promotions and bytes.
struct RadioAccount: Hashable, Sendable {
  var promotion = TimeSpan.zero
  /// Time in promotion from each tail state.
  var resumption: [TimeSpan]
  var active = TimeSpan.zero
  var tail: [TimeSpan]
  /// Time without a connection.
  var idle = TimeSpan.zero
  var promotions = 0
  var up = Bytes.zero
  var down = Bytes.zero

  init(tails: Int) {
    resumption = Array(repeating: .zero, count: tails)
    tail = resumption
  }

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

  private func megabits(_ bytes: Bytes) -> Double { Double(bytes.count) * 8 / 1e6 }
}
