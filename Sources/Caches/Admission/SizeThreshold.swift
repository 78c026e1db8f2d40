public import SimCore

/// Only what is not larger than a limit may come in.
public struct SizeThreshold: AdmissionFilter {
  public static let name = "size"

  /// What a scenario can set.
  public struct Options: Settings {
    /// The largest size that comes in.
    public var largest = Bytes.unlimited
    public init() {}
    public static let fields: [Field<Options>] = [
      Field("largest", \.largest, "The largest size that comes in; without a limit by default.")
    ]
  }

  private let largest: Bytes
  public init(capacity: Bytes, options: Options, seed: UInt64) { largest = options.largest }
  public func admits(_ incoming: Entry) -> Bool { incoming.size <= largest }
}
