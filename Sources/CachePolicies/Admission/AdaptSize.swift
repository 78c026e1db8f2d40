package import SimCore

/// The larger a missed object, the less likely it is admitted, by a scale that is tuned to recent
/// requests.
///
/// Berger, Sitaraman, Harchol-Balter: AdaptSize: Orchestrating the Hot Object Memory Cache in a
/// Content Delivery Network, NSDI 2017. The probability is e^(−size/c); after each window of
/// requests c becomes the one for which a model of LRU with such a filter predicts most hits. The
/// rates of objects are smoothed over windows, as in the authors' code.
package struct AdaptSize: AdmissionFilter {
  package static let name = "adapt-size"

  /// What a scenario can set.
  package struct Options: Settings {
    package var window = 250_000
    package var smoothing = 0.7
    package var scale = Bytes.kibibytes(32)
    package init() {}
    package static let fields: [Field<Options>] = [
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

  /// The state of an object.
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

  package init(capacity: Bytes, options: Options, seed: UInt64) {
    self.capacity = Double(capacity.count)
    window = options.window
    smoothing = Float(options.smoothing)
    scale = Double(options.scale.count)
    random = SeededGenerator(seed: seed, purpose: .policy, entity: 1)
  }

  package mutating func prepare(for access: Access) {
    if seen == window { tune() }
    seen += 1
    let key = Int(access.key)
    if objects[key].count == 0, objects[key].rate == 0 { known.append(access.key) }
    objects[key].count += 1
    objects[key].size = access.size
  }

  package mutating func admits(_ incoming: CacheEntry) -> Bool {
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
