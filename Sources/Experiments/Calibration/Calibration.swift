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
    let fits = try await TaskWindow.map(count: units.count > 1 ? 2 : 1, width: jobs) {
      place -> (FieldFit, HeldBack?) in
      if place == 0 { return (try FieldFit(whole, to: data, units, strategy), nil) }
      let held = try HeldBack(of: data, units, whole, strategy)
      return (held.fit, held)
    }
    let fit = fits[0].0
    guard !fit.settings.isEmpty else {
      throw InputError(
        .malformed,
        lines: ["the data tells no setting of the scenario"]
          + fit.untold.map { "\($0.path): \($0.reason)" })
    }
    let compared = fits.count > 1 ? fits[1].1 : nil
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
      guard let between = FieldEstimate.variance(betweenUnitsOf: sample),
        let within = FieldEstimate.varianceWithin(sample.logarithms)
      else { return nil }
      return CalibrationResult.Spread(
        quantity: quantity, between: max(between.value, 0).squareRoot(),
        within: within.squareRoot(), people: between.units)
    }
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
