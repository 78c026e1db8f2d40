internal import DeviceModels

/// A figure of another simulator, to hold this one to.
///
/// Produced with sssl-ftlsim (Desnoyers' own, its `runsim_greedy` and `runsim_lru`): 2 000 user
/// blocks, `2 000·α + 2` in all, six turnovers to warm up, three measured.
struct WriteAmplificationOracle: Sendable, CustomStringConvertible {
  var cleaning: FlashCleaning
  var unitsPerBlock: Int
  var slack: Double
  var pattern: WritePattern
  /// What it measured.
  var simulated: Double
  /// What the closed form says to the digits printed; nil where there is none.
  var formula: Double?

  var description: String { "\(cleaning) \(unitsPerBlock) \(slack) \(pattern)" }

  /// The closed form of this cleaning for even writes.
  var closedForm: Double {
    switch cleaning {
    case .greedy: WriteAmplification.greedy(slack: slack, unitsPerBlock: unitsPerBlock)
    case .fifo: WriteAmplification.fifo(slack: slack)
    }
  }

  /// This simulator's figure for a device of so many user blocks.
  func measured(userBlocks: Int, seed: UInt64 = 1) -> Double {
    let geometry = FlashGeometry(
      userBlocks: userBlocks, slack: slack, unitsPerBlock: unitsPerBlock)
    return WriteAmplificationSimulation(geometry, cleaning: cleaning, pattern: pattern, seed: seed)
      .run().count
      .amplification
  }

  /// Every row.
  static let all = uniform + skewed

  /// Even writes: five tables by units in a block and slack, and one by the fill of a device with
  /// 7 % of spare area.
  static let uniform =
    table(
      .greedy, 32, [1.07, 1.15, 1.28, 1.50], [6.3238, 3.5995, 2.3308, 1.6498],
      [6.3427, 3.6050, 2.3279, 1.6473])
    + table(
      .greedy, 64, slacks, [6.9708, 5.2235, 3.7940, 3.0510, 2.5957, 2.4002, 1.6789],
      [7.0014, 5.2418, 3.7989, 3.0529, 2.5982, 2.4020, 1.6808])
    + table(
      .greedy, 128, slacks, [7.3465, 5.4338, 3.8912, 3.1072, 2.6382, 2.4390, 1.6971],
      [7.3863, 5.4507, 3.9043, 3.1188, 2.6446, 2.4410, 1.6981])
    + table(
      .greedy, 256, slacks, [7.5555, 5.5390, 3.9485, 3.1486, 2.6650, 2.4571, 1.7061],
      [7.5955, 5.5617, 3.9594, 3.1529, 2.6684, 2.4610, 1.7069])
    + table(
      .fifo, 128, slacks, [7.8107, 5.6817, 4.0168, 3.1903, 2.6933, 2.4808, 1.7154],
      [7.8172, 5.6775, 4.0160, 3.1878, 2.6927, 2.4814, 1.7158])
    + table(
      .greedy, 128, [0.5, 0.6, 0.7, 0.8, 0.9, 1.0].map { 1.07 / $0 },
      [1.1966, 1.3666, 1.6473, 2.1483, 3.2509, 7.3531],
      [1.1959, 1.3669, 1.6478, 2.1521, 3.2579, 7.3863])

  /// Skewed writes without separation of hot and cold: no closed form.
  static let skewed =
    skew(
      .hotCold(writes: 0.8, units: 0.2), [7.3485, 4.1536, 2.7476], [8.1818, 4.3725, 2.8211])
    + skew(.hotCold(writes: 0.9, units: 0.1), [8.0656, 4.7787, 3.2269], [8.8710, 4.9553, 3.2944])
    + skew(.zipf(exponent: 0.8), [8.4018, 4.7071, 3.0157], [9.5232, 5.0275, 3.1347])
    + skew(.zipf(exponent: 1), [9.9324, 5.5482, 3.5138], [11.4788, 5.9812, 3.6779])

  private static let slacks = [1.07, 1.10, 1.15, 1.20, 1.25, 1.28, 1.50]

  private static func table(
    _ cleaning: FlashCleaning, _ unitsPerBlock: Int, _ slacks: [Double], _ simulated: [Double],
    _ formulas: [Double]
  ) -> [WriteAmplificationOracle] {
    slacks.indices.map {
      WriteAmplificationOracle(
        cleaning: cleaning, unitsPerBlock: unitsPerBlock, slack: slacks[$0], pattern: .uniform,
        simulated: simulated[$0], formula: formulas[$0])
    }
  }

  private static func skew(
    _ pattern: WritePattern, _ greedy: [Double], _ fifo: [Double]
  ) -> [WriteAmplificationOracle] {
    [(FlashCleaning.greedy, greedy), (.fifo, fifo)].flatMap { cleaning, figures in
      zip([1.07, 1.15, 1.28], figures).map {
        WriteAmplificationOracle(
          cleaning: cleaning, unitsPerBlock: 64, slack: $0, pattern: pattern, simulated: $1)
      }
    }
  }
}

/// Values of W(−αe^(−α)) and of the closed form for FIFO, to the digits that a double-precision
/// evaluation by other means printed.
struct FIFOPin: Sendable {
  var slack: Double
  var w: Double
  var amplification: Double

  static let all = [
    (1.05, -0.951613, 10.672149), (1.07, -0.933122, 7.817160), (1.10, -0.906252, 5.677491),
    (1.15, -0.863648, 4.016031), (1.20, -0.823562, 3.187776), (1.25, -0.785787, 2.692731),
    (1.28, -0.764154, 2.481361), (1.50, -0.625783, 1.715820), (2.00, -0.406376, 1.255001),
  ].map { FIFOPin(slack: $0, w: $1, amplification: $2) }
}
