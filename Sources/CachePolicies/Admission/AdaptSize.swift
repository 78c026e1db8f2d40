internal import SimCore

/// The larger a missed object, the less likely it is admitted, by a scale that is tuned to recent
/// requests.
///
/// Berger, Sitaraman, Harchol-Balter: AdaptSize: Orchestrating the Hot Object Memory Cache in a
/// Content Delivery Network, NSDI 2017. The probability is e^(−size/c); after each window of
/// requests c becomes the one for which a model of LRU with such a filter predicts most hits. The
/// rates of objects are smoothed over windows, as in the authors' code.
struct AdaptSize: AdmissionFilter {
  static let name = "adapt-size"
  struct Options: Settings {
    var window = 250_000
    var smoothing = 0.7
    var scale = Bytes.kibibytes(32)
    static let fields: [Field<Options>] = [
      Field(
        "window", \.window, in: 100...1_000_000_000,
        "After how many requests the filter is tuned anew; 250,000, as in the paper."),
      Field(
        "smoothing", \.smoothing, in: 0.01...1,
        "How much the last window weighs beside those before it in an object's rate; 0.7, as in"
          + " the authors' code."),
      Field(
        "scale", \.scale, in: Bytes(1)...(.gigabytes(1_000_000)),
        "The size that is admitted with probability 1/e before the first window has passed; 32 KiB,"
          + " as in the authors' code."),
    ]
  }

  private struct Object {
    var size: Int64 = 0
    /// Requests in this window.
    var count: Int32 = 0
    /// Requests in a window, smoothed; 0: none.
    var rate: Float = 0
  }

  /// Objects requested less often in a window are dropped: a parameter that bounds the work.
  private static let leastRate: Float = 0.05

  private let capacity: Double
  private let window: Int
  private let smoothing: Float
  /// The size that is admitted with probability 1/e.
  private(set) var scale: Double
  private var random: SeededGenerator
  /// By key.
  private var objects = DenseMap(filling: Object())
  /// The keys of objects that have a rate or were requested in this window.
  private var known: [ObjectKey] = []
  private var seen = 0

  init(capacity: Bytes, options: Options, seed: UInt64) {
    self.capacity = Double(capacity.count)
    window = options.window
    smoothing = Float(options.smoothing)
    scale = Double(options.scale.count)
    random = SeededGenerator(seed: seed, purpose: .policy, entity: 1)
  }

  mutating func prepare(for access: Access) {
    if seen == window { tune() }
    seen += 1
    let key = Int(access.key)
    if objects[key].count == 0, objects[key].rate == 0 { known.append(access.key) }
    objects[key].count += 1
    objects[key].size = access.size
  }

  mutating func admits(_ incoming: CacheEntry) -> Bool {
    random.chance(DeterministicMath.exp(-Double(incoming.size.count) / scale))
  }

  /// Smooths the rates and takes the best scale of the model.
  private mutating func tune() {
    seen = 0
    var model = AdaptSizeModel(capacity: capacity)
    var kept: [ObjectKey] = []
    for key in known {
      var object = objects[Int(key)]
      object.rate = smoothing * Float(object.count) + (1 - smoothing) * object.rate
      object.count = 0
      if object.rate < Self.leastRate { object.rate = 0 }
      objects[Int(key)] = object
      guard object.rate > 0 else { continue }
      kept.append(key)
      model.add(size: object.size, rate: Double(object.rate))
    }
    known = kept
    scale = model.bestScale() ?? scale
  }
}

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

  private static func power(_ exponent: Double) -> Double { DeterministicMath.exp(exponent * ln2) }

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
