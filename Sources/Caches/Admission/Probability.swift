public import SimCore

/// A missed object comes in with a fixed probability, drawn anew at each miss.
public struct Probability: AdmissionFilter {
  public static let name = "probability"

  /// What a scenario can set.
  public struct Options: Settings {
    /// How likely an object comes in.
    public var probability = 0.5
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "probability", \.probability, in: 0...1,
        "How likely a missed object comes in; a half is an assumption, a knob.")
    ]
  }

  private let probability: Double
  private var random: SeededGenerator

  public init(capacity: Bytes, options: Options, seed: UInt64) {
    probability = options.probability
    random = SeededGenerator(seed: seed, purpose: .policy, entity: 1)
  }

  public mutating func admits(_ incoming: Entry) -> Bool { random.chance(probability) }
}
