package import CacheWorkloads
package import ClientStrategies
internal import Results
internal import SimCore

/// Fits a scenario to field data: observe, replay, calibrate.
package enum Calibration {
  package struct Outcome: Sendable {
    package var result: CalibrationResult
    package var file: ScenarioFile
  }

  /// So many times the data is halved to see how far halves are from each other.
  static let halvings = 40

  /// Fits the scenario to all of the data, and again to half of its people or days, to hold what
  /// that shows to the other half.
  /// - Throws: `InputError` when the data tells no setting of the scenario, or it cannot be
  ///   simulated.
  package static func run(
    _ file: ScenarioFile, to data: FieldData, _ strategy: StrategyChoice, jobs: Int
  ) async throws -> Outcome {
    guard !data.observations.isEmpty || !data.histograms.isEmpty else {
      throw InputError(
        .malformed, lines: ["expected field data, found no value that a scenario could use"])
    }
    let whole = try file.writingWhole(for: data)
    let units = FieldUnits(data)
    let heldBack = units.half(0)
    let works: [@Sendable () throws -> (FieldFit, FieldData?)] = [
      { (try FieldFit(whole, to: data, units, strategy), nil) },
      {
        let part = data.restricted(to: heldBack.map { !$0 }, units)
        let fit = try FieldFit(whole, to: part, units, strategy)
        return (fit, try simulated(fit.file.scenario, beside: data, part, units, strategy))
      },
    ]
    let fits = try await TaskWindow.map(
      count: units.count > 1 ? 2 : 1, width: jobs
    ) { try works[$0]() }
    let fit = fits[0].0
    guard !fit.settings.isEmpty else {
      throw InputError(
        .malformed,
        lines: ["the data tells no setting of the scenario"]
          + fit.untold.map { "\($0.path): \($0.reason)" })
    }
    let compared =
      fits.count > 1 ? fits[1].1.map { measures(of: $0, beside: data, heldBack, units) } : nil
    let fitted = fit.file.scenario
    let named = Set(
      (fit.settings.map(\.path) + fit.untold.map(\.path))
        + fitted.networkAssumptions.map(\.path))
    let result = CalibrationResult(
      scenario: file.name, strategy: strategy.label, facts: facts(of: data, units),
      settings: fit.settings, untold: fit.untold,
      spreads: units.arePeople ? spreads(in: data, units) : [],
      measures: compared?.measures ?? [], uncompared: compared?.uncompared ?? [],
      unit: units.arePeople ? "people" : "days",
      assumed: fitted.assumptions.map(\.path).filter { !named.contains($0) })
    return Outcome(result: result, file: fit.file)
  }

  private static func facts(of data: FieldData, _ units: FieldUnits) -> [String] {
    let counts = FieldQuantity.allCases.compactMap { quantity -> String? in
      let count = Int64(data.sample(quantity, units).count.rounded())
      return count > 0 ? "\(quantity.words) \(NumberText.grouped(count))" : nil
    }
    return [
      NumberText.counted(data.people, "person", plural: "people") + ", "
        + NumberText.counted(data.days, "day"),
      "values: " + counts.joined(separator: ", "),
    ]
  }

  private static func spreads(
    in data: FieldData, _ units: FieldUnits
  ) -> [CalibrationResult.Spread] {
    [FieldQuantity.roundTrip, .rateDown, .serverTime, .coldLaunch, .sessionLength].compactMap {
      quantity in
      let sample = data.sample(quantity, units, singleOnly: true)
      return FieldEstimate.componentsOfVariance(of: sample).map {
        CalibrationResult.Spread(
          quantity: quantity, between: $0.between.value, within: $0.within, people: $0.between.units
        )
      }
    }
  }
}

// MARK: - Held back

extension Calibration {
  /// What the scenario shows, with more people where it has too few values of what the data has.
  private static func simulated(
    _ scenario: Scenario, beside data: FieldData, _ part: FieldData, _ units: FieldUnits,
    _ strategy: StrategyChoice
  ) throws(InputError) -> FieldData {
    var scenario = try scenario.sized(for: part)
    let shown = try scenario.fieldData(strategy)
    let least = CalibrationResult.leastValues
    let (shownUnits, partUnits) = (FieldUnits(shown), FieldUnits(part))
    let fewest = FieldQuantity.allCases.compactMap { quantity -> Int? in
      let count = shown.sample(quantity, shownUnits).values.count
      guard (1..<least).contains(count) else { return nil }
      return part.sample(quantity, partUnits).values.count >= least ? count : nil
    }.min()
    guard let fewest else { return shown }
    scenario.devices = min(scenario.devices * (2 * least / fewest + 1), mostPeople)
    return try scenario.fieldData(strategy)
  }

  /// Of a simulation that has too few values with as many people as the data has. An assumption.
  private static let mostPeople = 1_000

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
      let distances = (1...halvings).compactMap { attempt -> Double? in
        let half = units.half(attempt)
        guard let one = field.quantiles(of: half),
          let other = field.quantiles(of: half.map { !$0 })
        else { return nil }
        return quantity.distance(one, other)
      }.sorted()
      guard !distances.isEmpty else { return nil }
      let rank = Percentile.p95.rank(among: distances.count)
      return CalibrationResult.Measure(
        quantity: quantity, count: count,
        quantiles: SampleByUnit.percentiles.indices.map {
          CalibrationResult.Measure.Quantile(
            percentile: SampleByUnit.percentiles[$0], simulated: shown[$0], heldBack: held[$0],
            ratio: quantity.ratio(shown[$0], held[$0]))
        }, distance: quantity.distance(shown, held),
        spread: distances[Percentile.p50.rank(among: distances.count) - 1],
        limit: distances[rank - 1])
    }
    return (measures, uncompared)
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

  func ratio(_ value: Double, _ base: Double) -> Double { max(value, least) / max(base, least) }

  func distance(_ values: [Double], _ others: [Double]) -> Double {
    zip(values, others).reduce(0) { $0 + abs(DeterministicMath.log(ratio($1.0, $1.1))) }
      / Double(values.count)
  }
}

// MARK: - The fitted scenario as text

extension Calibration.Outcome {
  /// JSON with comments: of each setting where its value is from.
  package var text: String {
    let lines =
      ["Calibrated by cachesim: \(result.facts.joined(separator: "; "))."]
      + result.settings.map { setting in
        "\(setting.path): fitted from \(setting.source); it was \(setting.before.word)."
      }
      + result.untold.map { "\($0.path): as it was: \($0.reason)." } + [result.verdict]
    return lines.map { "// \($0)\n" }.joined() + file.tree.text + "\n"
  }
}

extension CalibrationResult.Setting {
  /// From how much it is fitted, and its interval.
  package var source: String {
    NumberText.counted(count, "observation")
      + (ends.map { ", 95 % interval \($0.low.word) to \($0.high.word)" } ?? ", no interval")
  }
}
