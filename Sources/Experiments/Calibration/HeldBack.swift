internal import CacheWorkloads
internal import ClientStrategies
internal import Results
internal import SimCore

/// A scenario that was fitted to half of the people or days, and what it shows beside the others.
struct HeldBack: Sendable {
  let fit: FieldFit
  let measures: [CalibrationResult.Measure]
  /// Quantities that the data has and that were not compared, and why.
  let uncompared: [(quantity: FieldQuantity, reason: String)]

  /// So many times the data is halved to see how far halves are from each other.
  private static let halvings = 40
  /// Of a simulation that has too few values with as many people as the data has. An assumption.
  private static let mostPeople = 1_000

  /// - Parameter file: written whole for this data.
  init(
    of data: FieldData, _ units: FieldUnits, _ file: ScenarioFile, _ strategy: StrategyChoice
  ) throws(InputError) {
    let heldBack = units.half(0)
    let part = data.restricted(to: heldBack.map { !$0 }, units)
    fit = try FieldFit(file, to: part, units, strategy)
    let shown = try Self.simulated(fit.file.scenario, beside: part, units, strategy)
    (measures, uncompared) = Self.measures(of: shown, beside: data, heldBack, units)
  }

  /// What the scenario shows, with more people where it has too few values of what the data has.
  private static func simulated(
    _ scenario: Scenario, beside part: FieldData, _ units: FieldUnits, _ strategy: StrategyChoice
  ) throws(InputError) -> FieldData {
    var scenario = try scenario.sized(for: part)
    let shown = try scenario.fieldData(strategy)
    let least = CalibrationResult.leastValues
    let shownUnits = FieldUnits(shown)
    let fewest = FieldQuantity.allCases.compactMap { quantity -> Int? in
      let count = shown.sample(quantity, shownUnits).values.count
      guard (1..<least).contains(count) else { return nil }
      return part.sample(quantity, units).values.count >= least ? count : nil
    }.min()
    guard let fewest else { return shown }
    scenario.devices = min(scenario.devices * (2 * least / fewest + 1), mostPeople)
    return try scenario.fieldData(strategy)
  }

  static func measures(
    of simulated: FieldData, beside data: FieldData, _ heldBack: [Bool], _ units: FieldUnits
  ) -> (
    measures: [CalibrationResult.Measure], uncompared: [(quantity: FieldQuantity, reason: String)]
  ) {
    let simulatedUnits = FieldUnits(simulated)
    let least = CalibrationResult.leastValues
    // Bytes of both directions together say what each of them does.
    let all = data.observations.contains { $0.quantity == .networkBytesPerDay }
    let parts: [FieldQuantity] = all ? [.upBytesPerDay, .downBytesPerDay] : []
    var uncompared: [(quantity: FieldQuantity, reason: String)] = []
    let measures = FieldQuantity.allCases.filter { !parts.contains($0) }.compactMap {
      quantity -> CalibrationResult.Measure? in
      let field = data.sample(quantity, units)
      guard !field.values.isEmpty else { return nil }
      let own = simulated.sample(quantity, simulatedUnits)
      let count = field.values.count { heldBack[$0.unit] }
      let sides = [
        ("what was held back has", count), ("the other half has", field.values.count - count),
        ("the simulation shows", own.values.count),
      ]
      if let (words, count) = sides.first(where: { $0.1 < least }) {
        uncompared.append((quantity, "\(words) \(count) of the \(least) values that it takes"))
        return nil
      }
      guard let held = field.quantiles(of: heldBack), let shown = own.quantiles() else {
        return nil
      }
      return measure(quantity, count, shown, held, halves: halves(of: field, quantity, units))
    }
    return (measures, uncompared)
  }

  /// By pair of random halves, the distance of each quantile.
  private static func halves(
    of field: SampleByUnit, _ quantity: FieldQuantity, _ units: FieldUnits
  ) -> [[Double]] {
    (1...halvings).compactMap { attempt in
      let half = units.half(attempt)
      guard let one = field.quantiles(of: half),
        let other = field.quantiles(of: half.map { !$0 })
      else { return nil }
      return zip(one, other).map { quantity.distance($0, $1) }
    }
  }

  private static func measure(
    _ quantity: FieldQuantity, _ count: Int, _ shown: [Double], _ held: [Double],
    halves: [[Double]]
  ) -> CalibrationResult.Measure? {
    func mean(_ distances: [Double]) -> Double {
      distances.reduce(0, +) / Double(distances.count)
    }
    func value(of values: [Double], at percentile: Percentile) -> Double {
      values.sorted()[percentile.rank(among: values.count) - 1]
    }
    if halves.isEmpty { return nil }
    let spreads = halves.map(mean)
    return CalibrationResult.Measure(
      quantity: quantity, count: count,
      quantiles: SampleByUnit.percentiles.enumerated().map { place, percentile in
        CalibrationResult.Measure.Quantile(
          percentile: percentile, simulated: shown[place], heldBack: held[place],
          ratio: quantity.ratio(shown[place], held[place]),
          spread: value(of: halves.map { $0[place] }, at: .p50))
      }, distance: mean(zip(shown, held).map { quantity.distance($0, $1) }),
      spread: value(of: spreads, at: .p50), limit: value(of: spreads, at: .p95))
  }
}

extension FieldQuantity {
  /// What lies below it is nothing, so that ratios have an end. Assumptions.
  private var least: Double {
    switch unit {
    case "s": 0.001
    case "share": 0.01
    case "B": 100
    case "bit/s": 1_000
    default: 0.1
    }
  }

  fileprivate func ratio(_ value: Double, _ base: Double) -> Double {
    max(value, least) / max(base, least)
  }

  /// The absolute logarithm of their ratio.
  fileprivate func distance(_ value: Double, _ other: Double) -> Double {
    abs(DeterministicMath.log(ratio(value, other)))
  }
}
