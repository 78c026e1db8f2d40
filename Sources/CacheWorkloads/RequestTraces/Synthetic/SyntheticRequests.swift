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

package struct SyntheticSettings: Settings {
  package var requests = 1_000_000
  package var objects = 100_000
  /// 1 is the middle of what was measured: 0.64 to 0.83 in web proxies (Breslau et al.: Web Caching
  /// and Zipf-like Distributions, INFOCOM 1999), 1 to 2.5 in Twitter's caches (OSDI 2020).
  package var zipf = 1.0
  package var oneHitShare = 0.0
  package var loopShare = 0.0
  package var loopObjects = 10_000
  package var loopBurst = 1
  package var churnEvery = 0
  package var sizes = SizeLaw.none
  package var size = Bytes.kilobytes(10)
  package var sizeShape = 1.0
  package var largestSize = Bytes.megabytes(100)
  package var rate = 0.0
  package var scrambles = false

  package enum SizeLaw: String, WordSettingValue {
    case none
    case constant
    /// The logarithm is normally distributed around that of the median.
    case lognormal
    /// The share of objects larger than x is (least/x)^shape.
    case pareto
  }

  package init() {}

  /// The longest trace that is made, in seconds: a century.
  private static let longest = 36_525.0 * 86_400

  /// What is wrong with the settings together: which of them, what was expected and found.
  package var mistake: String? {
    if oneHitShare + loopShare > 1 {
      return "oneHitShare and loopShare: expected at most 1 together, found "
        + "\(oneHitShare) and \(loopShare)"
    }
    let slowest = Double(requests) / Self.longest
    guard rate > 0, rate < slowest else { return nil }
    return "rate: expected 0, or \(slowest) or more for \(requests) requests within a century, "
      + "found \(rate)"
  }

  package static let fields: [Field<Self>] = [
    Field("requests", \.requests, in: 1...4_000_000_000, "How many requests."),
    Field(
      "objects", \.objects, in: 1...100_000_000,
      "How many objects the popular requests go to; 12 bytes of memory for each."),
    Field("zipf", \.zipf, in: 0...10, "The exponent s: rank r is requested in proportion to r^-s."),
    .share(
      "oneHitShare", \.oneHitShare, "The share of requests for objects that are requested once."),
    .share(
      "loopShare", \.loopShare,
      "The share of requests that go through the loop's objects one after the other."),
    Field(
      "loopObjects", \.loopObjects, in: 1...1_000_000_000,
      "How many objects the loop has; as many as its requests make it a scan."),
    Field(
      "loopBurst", \.loopBurst, in: 1...1_000_000,
      "How many requests of the loop follow one another."),
    Field(
      "churnEvery", \.churnEvery, in: 0...1_000_000_000,
      "After how many requests each object loses a rank and the last becomes the first; 0: never."),
    Field("sizes", \.sizes, "The law of sizes: none, constant, lognormal or pareto."),
    Field(
      "size", \.size, in: Bytes(1)...Bytes(TraceNumber.largestBody),
      "The size of all (constant), the median (lognormal) or the least (pareto)."),
    Field(
      "sizeShape", \.sizeShape, in: 0.01...20, "The sigma (lognormal) or the exponent (pareto)."),
    Field(
      "largestSize", \.largestSize, in: Bytes(1)...Bytes(TraceNumber.largestBody),
      "The largest size."),
    Field(
      "rate", \.rate, in: 0...1_000_000_000,
      "Requests a second on average, as a Poisson process; 0: no times. The trace may last a "
        + "century at most."),
    Field("scrambles", \.scrambles, "Whether objects are numbered in random order."),
  ]
}
