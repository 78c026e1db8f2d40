public import SimCore

/// A missed object comes in with the probability e^(−size/scale): the larger, the less likely.
///
/// The filter that AdaptSize tunes (Berger, Sitaraman, Harchol-Balter: AdaptSize: Orchestrating the
/// Hot Object Memory Cache in a Content Delivery Network, NSDI 2017), with a scale that stays.
public struct SizeProbability: AdmissionFilter {
  public static let name = "size-probability"

  /// What a scenario can set.
  public struct Options: Settings {
    /// The size that comes in with probability 1/e.
    public var scale = Bytes.megabytes(1)
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "scale", \.scale,
        "The size that comes in with probability 1/e, about 37 %; 1 MB is an assumption, a knob.",
        check: { $0 > .zero ? nil : "expected more than no bytes" })
    ]
  }

  private let scale: Double
  private var random: SeededGenerator

  public init(capacity: Bytes, options: Options, seed: UInt64) {
    scale = Double(options.scale.count)
    random = SeededGenerator(seed: seed, purpose: .policy, entity: 1)
  }

  public mutating func admits(_ incoming: Entry) -> Bool {
    random.chance(DeterministicMath.exp(-Double(incoming.size.count) / scale))
  }
}
