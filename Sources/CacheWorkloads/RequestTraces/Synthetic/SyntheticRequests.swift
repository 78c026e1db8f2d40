package import SimCore

/// A made trace of requests: the same settings and seed give the same requests on any machine.
///
/// Each request is by chance one of the loop (a burst begins), one for an object that is never
/// requested again, or one by Zipf's law. Objects 0 to N−1 are those of the law by first rank, then
/// come the loop's, then those that are requested once. Objects, times and sizes are drawn from
/// streams of their own. Memory: 12 bytes for each object of the law, 12 for each object met.
package struct SyntheticRequests: ~Copyable {
  private let settings: SyntheticSettings
  private let seed: UInt64
  private let law: ZipfLaw
  private let burstChance: Double
  private var choices: SeededGenerator
  private var clock: SeededGenerator
  private var keys = KeyInterner()
  private var objects: [UInt64] = []
  private var sizes: [Int64] = []
  private var made = 0
  private var time = 0.0
  private var loopPlace = 0
  private var burstLeft = 0
  private var oneHitCount = 0

  /// Begins the trace. - Complexity: O(objects).
  /// - Precondition: nothing is wrong with the settings together.
  package init(_ settings: SyntheticSettings, seed: UInt64) {
    precondition(settings.mistake == nil, "settings that do not fit each other")
    self.settings = settings
    self.seed = seed
    law = ZipfLaw(ranks: settings.objects, exponent: settings.zipf)
    choices = SeededGenerator(seed: seed, purpose: .workload, entity: 1)
    clock = SeededGenerator(seed: seed, purpose: .workload, entity: 2)
    // A share p of requests in bursts of L: q·L / (q·L + 1 − q) = p for the chance q of a burst.
    let share = settings.loopShare
    burstChance = share / (share + Double(settings.loopBurst) * (1 - share))
  }

  /// The latest time, in nanoseconds: chance may make a trace longer than it is on average.
  private static let latest = 9e18

  package var objectCount: Int { objects.count }

  package var names: RequestNames { RequestNames(identifiers: objects) }

  /// Fills an empty block with the next requests.
  /// - Returns: false when there are no more, and the block stays empty.
  package mutating func fill(_ block: inout RequestBlock) -> Bool {
    block.removeAll()
    let count = min(RequestBlock.capacity, settings.requests - made)
    for _ in 0..<count {
      let key = key(of: object())
      block.keys.append(key)
      if settings.sizes != .none { block.sizes.append(sizes[Int(key)]) }
      if settings.rate > 0 { block.times.append(Int64(min(time, Self.latest))) }
      made += 1
      if settings.rate > 0 { time += clock.exponential(mean: 1_000_000_000 / settings.rate) }
    }
    return count > 0
  }

  private mutating func object() -> UInt64 {
    if burstLeft > 0 || settings.loopShare > 0 && choices.chance(burstChance) {
      burstLeft = burstLeft > 0 ? burstLeft - 1 : settings.loopBurst - 1
      let place = loopPlace
      loopPlace = (loopPlace + 1) % settings.loopObjects
      return UInt64(settings.objects + place)
    }
    // Of the requests outside the loop.
    if settings.oneHitShare > 0, choices.chance(settings.oneHitShare / (1 - settings.loopShare)) {
      oneHitCount += 1
      return UInt64(settings.objects + settings.loopObjects + oneHitCount - 1)
    }
    let rank = law.draw(&choices)
    guard settings.churnEvery > 0 else { return UInt64(rank) }
    let moved = made / settings.churnEvery % settings.objects
    let object = rank - moved
    return UInt64(object < 0 ? object + settings.objects : object)
  }

  private mutating func key(of object: UInt64) -> ObjectKey {
    let key = keys.key(of: object)
    if Int(key) == objects.count {
      var random = SeededGenerator(seed: seed, purpose: .workload, entity: object, attempt: 1)
      objects.append(settings.scrambles ? random.next() : object)
      if settings.sizes != .none { sizes.append(size(&random)) }
    }
    return key
  }

  private func size(_ random: inout SeededGenerator) -> Int64 {
    let median = Double(settings.size.count)
    let size =
      switch settings.sizes {
      case .none, .constant: median
      case .lognormal: random.logNormal(median: median, sigma: settings.sizeShape)
      case .pareto: median * DeterministicMath.pow(1 - random.unit(), -1 / settings.sizeShape)
      }
    return Int64(min(max(size.rounded(), 1), Double(settings.largestSize.count)))
  }
}

/// Ranks by Zipf's law: rank r of N with probability r^(−s) / Σ i^(−s).
///
/// Drawn by inversion with a guide table (Chen, Asau: On Generating Random Variates from an
/// Empirical Distribution, AIIE Transactions 6, 1974): expected O(1) a draw, exact up to rounding.
/// Memory: 12 bytes for each rank.
struct ZipfLaw: Sendable {
  /// The probability of a rank up to each one, the first first.
  private var cumulative: [Double] = []
  /// For each step of the unit interval the first rank that can be meant.
  private var guide: [UInt32] = []

  /// Makes a law. - Complexity: O(ranks).
  init(ranks: Int, exponent: Double) {
    precondition(ranks >= 1 && ranks < UInt32.max, "ranks are counted from 1 in 32 bits")
    cumulative.reserveCapacity(ranks)
    var sum = 0.0
    for rank in 1...ranks {
      sum += DeterministicMath.pow(Double(rank), -exponent)
      cumulative.append(sum)
    }
    for index in cumulative.indices { cumulative[index] /= sum }
    guide.reserveCapacity(ranks)
    var rank = 0
    for step in 0..<ranks {
      let share = Double(step) / Double(ranks)
      while rank < ranks - 1, cumulative[rank] <= share { rank += 1 }
      guide.append(UInt32(rank))
    }
  }

  /// Draws a rank, 0 for the most popular. - Complexity: O(1) expected.
  func draw(_ random: inout SeededGenerator) -> Int {
    let share = random.unit()
    var rank = Int(guide[Int(share * Double(guide.count))])
    while rank < cumulative.count - 1, cumulative[rank] <= share { rank += 1 }
    return rank
  }
}
