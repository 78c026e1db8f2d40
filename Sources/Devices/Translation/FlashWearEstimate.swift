public import SimCore

/// What an app's writes do to the flash below it.
public struct FlashWearEstimate: Hashable, Sendable {
  /// Bytes programmed for each byte that reaches the device.
  public let amplification: Double
  /// The app's bytes that reached the device.
  public let deviceBytes: Bytes
  /// Bytes programmed for them.
  public let nandBytes: Bytes
  /// Blocks erased for them; a fraction, where they do not fill one.
  public let erases: Double
  /// The share of the device's cycles that the app uses in a year of 365 days at this rate.
  public let enduranceUsedPerYear: Double
  /// The same of the app and everything else.
  public let enduranceUsedPerYearByAll: Double

  /// Years that the flash would last if only the app wrote; nil: it writes nothing.
  public var yearsByAppAlone: Double? { Self.years(enduranceUsedPerYear) }
  /// Years that the flash lasts; nil: nobody writes anything.
  public var yearsOfLife: Double? { Self.years(enduranceUsedPerYearByAll) }

  private static func years(_ share: Double) -> Double? { share > 0 ? 1 / share : nil }
}
