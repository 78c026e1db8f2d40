/// The write amplification of a flash translation layer, by simulation: fill it, warm it up, and
/// count.
///
/// Every unit is written once in order; then the pattern writes until the mixture of blocks is
/// stationary, and only what comes after that is counted.
package struct WriteAmplificationSimulation: Hashable, Sendable {
  package var geometry: FlashGeometry
  package var cleaning: FlashCleaning
  package var pattern: WritePattern
  package var seed: UInt64
  /// The host's writes before the count begins, in turnovers: as many writes as there are units.
  package var warmUp = 6.0
  /// The host's writes that are counted, in turnovers.
  package var measured = 3.0

  package init(
    _ geometry: FlashGeometry, cleaning: FlashCleaning = .greedy,
    pattern: WritePattern = .uniform, seed: UInt64 = 1
  ) {
    self.geometry = geometry
    self.cleaning = cleaning
    self.pattern = pattern
    self.seed = seed
  }

  /// What the device did while it was counted, and its wear since it was new.
  /// - Complexity: O(units × (1 + warm-up + measured) × amplification).
  package func run() -> (count: FTLCounters, wear: BlockWear) {
    var layer = FlashTranslationLayer(geometry: geometry, cleaning: cleaning)
    var stream = WriteStream(pattern, units: geometry.units, seed: seed)
    let all = ContiguousArray(0..<UInt32(geometry.units))
    layer.write(all.span)
    Self.write(turnovers: warmUp, from: &stream, to: &layer)
    let before = layer.count
    Self.write(turnovers: measured, from: &stream, to: &layer)
    return (layer.count - before, layer.wear)
  }

  /// Addresses in a batch: they stay in the first cache.
  private static let batch = 4_096

  private static func write(
    turnovers: Double, from stream: inout WriteStream, to layer: inout FlashTranslationLayer
  ) {
    var rest = Int((Double(layer.geometry.units) * turnovers).rounded(.up))
    var addresses = [UInt32](repeating: 0, count: batch)
    while rest > 0 {
      if rest < batch { addresses.removeLast(addresses.count - rest) }
      stream.fill(&addresses)
      let written = ContiguousArray(addresses)
      layer.write(written.span)
      rest -= addresses.count
    }
  }
}

/// What a flash translation layer did, in units and blocks.
package struct FTLCounters: Hashable, Sendable {
  package var hostWrites: Int64 = 0
  /// Live units that cleaning moved.
  package var moved: Int64 = 0
  package var erases: Int64 = 0
  /// Live units that the host trimmed.
  package var trimmed: Int64 = 0

  package init() {}

  /// Units programmed: the host's and the moved ones.
  package var programs: Int64 { hostWrites + moved }

  /// Units programmed for each that the host wrote; 1 when it wrote none.
  package var amplification: Double {
    hostWrites == 0 ? 1 : Double(programs) / Double(hostWrites)
  }

  package static func - (left: FTLCounters, right: FTLCounters) -> FTLCounters {
    var difference = FTLCounters()
    difference.hostWrites = left.hostWrites - right.hostWrites
    difference.moved = left.moved - right.moved
    difference.erases = left.erases - right.erases
    difference.trimmed = left.trimmed - right.trimmed
    return difference
  }
}

/// How often the blocks of a device were erased.
package struct BlockWear: Hashable, Sendable {
  package let least: Int64
  package let mean: Double
  package let most: Int64
}
