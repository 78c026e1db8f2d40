/// An experiment with a translation layer: fill it, warm it up, and count.
///
/// Every unit is written once in order; then the pattern writes until the mixture of blocks is
/// stationary, and only what comes after that is counted.
public struct TranslationTrial: Hashable, Sendable {
  /// The device.
  public var geometry: TranslationGeometry
  /// Which block it cleans.
  public var cleaning: FlashCleaning
  /// What the host writes.
  public var pattern: WritePattern
  /// The seed of the pattern's draws.
  public var seed: UInt64
  /// The host's writes before the count begins, in turnovers: as many writes as there are units.
  public var warmUp = 6.0
  /// The host's writes that are counted, in turnovers.
  public var measured = 3.0

  /// Makes a trial.
  public init(
    _ geometry: TranslationGeometry, cleaning: FlashCleaning = .greedy,
    pattern: WritePattern = .uniform, seed: UInt64 = 1
  ) {
    self.geometry = geometry
    self.cleaning = cleaning
    self.pattern = pattern
    self.seed = seed
  }

  /// What the device did while it was counted, and its wear since it was new.
  /// - Complexity: O(units × (1 + warm-up + measured) × amplification).
  public func run() -> (count: TranslationCount, wear: BlockWear) {
    var layer = TranslationLayer(geometry: geometry, cleaning: cleaning)
    var stream = WriteStream(pattern, units: geometry.units, seed: seed)
    let all = Array(0..<UInt32(geometry.units))
    layer.write(all.span)
    Self.write(turnovers: warmUp, from: &stream, to: &layer)
    let before = layer.count
    Self.write(turnovers: measured, from: &stream, to: &layer)
    return (layer.count - before, layer.wear)
  }

  /// Addresses in a batch: they stay in the first cache.
  private static let batch = 4_096

  private static func write(
    turnovers: Double, from stream: inout WriteStream, to layer: inout TranslationLayer
  ) {
    var rest = Int((Double(layer.geometry.units) * turnovers).rounded(.up))
    var addresses = [UInt32](repeating: 0, count: batch)
    while rest > 0 {
      if rest < batch { addresses.removeLast(addresses.count - rest) }
      stream.fill(&addresses)
      layer.write(addresses.span)
      rest -= addresses.count
    }
  }
}
