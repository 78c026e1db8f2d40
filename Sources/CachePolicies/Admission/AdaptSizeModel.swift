internal import SimCore

/// How many hits an LRU cache has that admits objects with probability e^(−size/c).
///
/// The Markov model of the AdaptSize paper (section 4.2), with Che's approximation that an object
/// stays for one time T, the same for all, after its last request: it is resident with probability
/// q/(1 + q), q = (e^(rate·T) − 1)·e^(−size/c), and T is such that what is expected to be resident
/// just fills the cache. Objects of nearly the same size and rate, an eighth of a doubling of each,
/// are counted together.
struct AdaptSizeModel {
  /// Objects that are counted together.
  private struct Group {
    var count = 0.0
    var size = 0.0
    var rate = 0.0
  }

  private typealias Filter = (scales: Double, probability: Double)

  /// Odds of e to this are certainty.
  private static let certain = 100.0
  /// Parts of a request in which rates are told apart: rates below one matter little.
  private static let rateParts = 64.0
  private static let rateClasses = 40 * 8

  private let capacity: Double
  private var groups: [Int: Int] = [:]
  private var members: [Group] = []

  init(capacity: Double) { self.capacity = capacity }

  mutating func add(size: Int64, rate: Double) {
    let rateClass = Self.octaveClass(Int64(rate * Self.rateParts) + 1)
    let name = Self.octaveClass(max(size, 1)) * Self.rateClasses + rateClass
    let index = groups[name] ?? members.count
    if index == members.count {
      groups[name] = index
      members.append(Group())
    }
    members[index].count += 1
    members[index].size += Double(size)
    members[index].rate += rate
  }

  /// The power of two, and which eighth above it.
  private static func octaveClass(_ value: Int64) -> Int {
    let exponent = Int64.bitWidth - 1 - value.leadingZeroBitCount
    let eighth =
      exponent >= 3 ? Int(value >> Int64(exponent - 3)) & 7 : Int(value << (3 - exponent)) & 7
    return exponent * 8 + eighth
  }

  /// The scale that predicts most hits: the best power of two up to the capacity, refined between
  /// its neighbours by golden section, as the authors search; nil without objects.
  ///
  /// The model is of the steady state, in which even a filter that hardly ever admits has admitted
  /// every object. So of powers that predict the same within a thousandth, an assumption, it is the
  /// largest: with it the cache fills soonest.
  func bestScale() -> Double? {
    if members.isEmpty { return nil }
    let highest = max(1, Int((DeterministicMath.log(max(capacity, 2)) / Self.ln2).rounded(.up)))
    let predicted = (0...highest).map { hits(scale: Self.power(Double($0))) }
    let enough = (predicted.max() ?? 0) * 0.999
    let exponent = predicted.lastIndex { $0 >= enough } ?? 0
    let best = (exponent: Double(exponent), hits: predicted[exponent])
    var (low, high) = (best.exponent - 1, best.exponent + 1)
    for _ in 0..<12 {
      let left = high - Self.golden * (high - low)
      let right = low + Self.golden * (high - low)
      if hits(scale: Self.power(left)) < hits(scale: Self.power(right)) {
        low = left
      } else {
        high = right
      }
    }
    let refined = (low + high) / 2
    return Self.power(hits(scale: Self.power(refined)) > best.hits ? refined : best.exponent)
  }

  private static let ln2 = DeterministicMath.log(2)
  /// The smaller part of the golden section, (√5 − 1)/2.
  private static let golden = (5.0.squareRoot() - 1) / 2

  private static func power(_ exponent: Double) -> Double {
    DeterministicMath.exp(exponent * ln2)
  }

  func hits(scale: Double) -> Double {
    let filters = members.map { member in
      let scales = member.size / member.count / scale
      return Filter(scales, DeterministicMath.exp(-scales))
    }
    let time = stayingTime(filters)
    return zip(members, filters).reduce(0) { sum, each in
      sum + each.0.rate * Self.presence(each.0.rate / each.0.count * time, filter: each.1)
    }
  }

  /// The time T, in windows, for which the cache is just full; the longest one when all fits.
  private func stayingTime(_ filters: [Filter]) -> Double {
    var (low, high) = (0.0, 1.0)
    while high < 0x1p40, occupancy(high, filters) < capacity { (low, high) = (high, 2 * high) }
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if occupancy(middle, filters) < capacity { low = middle } else { high = middle }
    }
    return high
  }

  private func occupancy(_ time: Double, _ filters: [Filter]) -> Double {
    zip(members, filters).reduce(0) { sum, each in
      sum + each.0.size * Self.presence(each.0.rate / each.0.count * time, filter: each.1)
    }
  }

  /// The probability that an object is resident that is requested so often in the time T.
  private static func presence(_ requests: Double, filter: Filter) -> Double {
    if requests - filter.scales > certain { return 1 }
    // So large that one is negligible beside it, and the probability may underflow.
    let odds =
      requests > certain
      ? DeterministicMath.exp(requests - filter.scales)
      : (DeterministicMath.exp(requests) - 1) * filter.probability
    return odds / (1 + odds)
  }
}
