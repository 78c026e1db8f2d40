internal import ClientSimulation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads
@testable internal import Experiments
@testable internal import Results

@Suite struct CalibrationTests {
  private static let text = """
    {"question": "?", "seeds": [1], "duration": "4d", "devices": 8,
     "workload": {"name": "timelines", "settings": {"friends": 4, "postsPerHour": 1}},
     "networkSchedule": {"name": "always", "settings": {"profile": "lte-wpt"}},
     "device": "iphone-11",
     "strategies": [{"name": "url-cache"}]}
    """

  private func file() throws -> ScenarioFile {
    try ScenarioFile(bytes: Array(Self.text.utf8), file: "x.json", name: "x")
  }

  /// Values of people who differ, log-normally at both levels; drawn by key.
  private func population(
    _ quantity: FieldQuantity, people: Int = 60, values: Int = 50, median: Double, between: Double,
    within: Double
  ) -> FieldData {
    var data = FieldData()
    for person in 0..<people {
      var random = SeededGenerator(seed: 7, purpose: .policy, entity: UInt64(person))
      let own = random.logNormal(median: median, sigma: between)
      for _ in 0..<values {
        data.add(
          FieldData.Observation(
            quantity, random.logNormal(median: own, sigma: within), person: UInt32(person)))
      }
    }
    return data
  }

  @Test func hiddenSettingsAreFoundWithinTheirIntervals() async throws {
    let file = try file()
    let trials = try await CalibrationTrials.run(
      file, file.scenario.strategies[0], count: Cases.areAll ? 3 : 1, people: 10, days: 3, jobs: 2)
    let told = trials.found.filter { $0.told > 0 }
    expect(told.count >= 8, "\(trials.found.map(\.path))")
    let missed = told.map { "\($0.path): \($0.covered) of \($0.told), \($0.errors)" }
    let (covered, all) = told.reduce((0, 0)) { ($0.0 + $1.covered, $0.1 + $1.told) }
    expect(covered >= CalibrationTrials.leastCovered(of: all), "\(missed)")
    // Of launches and servers there are hundreds of values: they are found, and not only covered.
    for path in ["device.coldLaunch", "device.launchSigma", "origin.thinkTimeSigma"] {
      let errors = try #require(told.first { $0.path == path }).errors
      expect(!errors.isEmpty && errors.allSatisfy { abs($0) < 0.25 }, "\(path) \(errors)")
    }
  }

  @Test func theLeastThatChanceCovers() {
    // Binomial(40, 0.95): P(X ≤ 33) = 0.0034, P(X ≤ 34) = 0.0139; of one trial none is excluded.
    expect(CalibrationTrials.leastCovered(of: 40), is: 34)
    expect(CalibrationTrials.leastCovered(of: 1), is: 0)
  }

  @Test func peopleAndWhatAPersonSeesAreToldApart() throws {
    let data = population(.roundTrip, median: 0.08, between: 0.5, within: 0.25)
    let sample = data.sample(.roundTrip, FieldUnits(data))
    let between = try #require(FieldEstimate.variance(betweenUnitsOf: sample))
    let error = try #require(between.error)
    expect(abs(between.value - 0.25) < 2 * error)
    // A variance of 60 people: 0.25 × √(2 ÷ 59) = 0.046.
    expect((0.03...0.07).contains(error))
    let parts = try #require(between.between)
    // 0.25² of 50 values each.
    expect(abs(parts.chance - 0.0625 / 50) < 1e-4)
    // Of 60 people who count alike.
    expect(abs(parts.freedom - 59) < 1e-6)
    let within = try #require(FieldEstimate.varianceWithin(sample.logarithms))
    expect(abs(within.squareRoot() - 0.25) < 0.01)
    // The level's error is that of 60 people, and not of 3,000 values: 0.5 ÷ √60 = 0.065.
    let level = try #require(FieldEstimate.level(of: sample))
    let own = try #require(level.error)
    expect((0.045...0.085).contains(own))
    expect(abs(level.value - DeterministicMath.log(0.08)) < 2 * own)
  }

  /// Where people do not differ at all, half of the estimates are below 0: the interval of the
  /// deviation begins there.
  @Test func aDeviationOfNothingHasAnInterval() throws {
    let data = population(.roundTrip, people: 12, values: 4, median: 0.08, between: 0, within: 0.5)
    let sample = data.sample(.roundTrip, FieldUnits(data))
    let between = try #require(FieldEstimate.variance(betweenUnitsOf: sample))
    let parts = try #require(between.between)
    // The variance of means of four: 0.25 ÷ 4.
    expect(abs(parts.chance - 0.0625) < 0.03)
    expect(abs(parts.freedom - 11) < 1e-6)
    let setting = CalibratedSetting(
      targets: [CalibratedSetting.Target(path: "x", amount: .real(0))], scale: .sigma,
      method: .direct
    ) { _, _ in nil }
    let error = SettingError(own: try #require(between.error))
    let interval = setting.interval(of: setting.targets[0], moved: between.value, error, between)
    expect(interval.low == 0 && (0.05...0.5).contains(interval.high))
  }

  /// 12 people with a deviation of 0.5 and no chance: 0.25 × 11 ÷ 21.92 and ÷ 3.816, the quantiles
  /// of a χ² table with 11 degrees of freedom, are 0.1255 and 0.7206.
  @Test func theIntervalOfAVarianceIsThatOfItsDegreesOfFreedom() throws {
    let ends = ChiSquare.ends(11)
    expect(abs(ends.low - 3.816 / 11) < 0.003 && abs(ends.high - 21.920 / 11) < 0.003)
    var data = FieldData()
    // Levels ln 1 and ln e^a in turn: their variance is a² ÷ 4 × 12 ÷ 11 = 0.25 for a = 0.9574.
    for person in 0..<12 {
      let value = person % 2 == 0 ? 1 : DeterministicMath.exp(0.957_427)
      for _ in 0..<2 {
        data.add(FieldData.Observation(.roundTrip, value, person: UInt32(person)))
      }
    }
    let between = try #require(
      FieldEstimate.variance(betweenUnitsOf: data.sample(.roundTrip, FieldUnits(data))))
    expect(abs(between.value - 0.25) < 1e-5)
    let setting = CalibratedSetting(
      targets: [CalibratedSetting.Target(path: "x", amount: .real(0))], scale: .sigma,
      method: .direct
    ) { _, _ in nil }
    let own = try #require(between.error)
    let alone = setting.interval(
      of: setting.targets[0], moved: 0.25, SettingError(own: own), between)
    expect(abs(alone.low - 0.1255.squareRoot()) < 0.003)
    expect(abs(alone.high - 0.7206.squareRoot()) < 0.005)
    // An error of 0.1 beside it, 2.201 of which are 0.2201: 0.25 − √(0.1245² + 0.2201²) is below 0,
    // and 0.25 + √(0.4706² + 0.2201²) = 0.7695.
    var error = SettingError(own: own)
    error.all = (own * own + 0.01).squareRoot()
    let both = setting.interval(of: setting.targets[0], moved: 0.25, error, between)
    expect(both.low == 0 && abs(both.high - 0.7695.squareRoot()) < 0.005)
  }

  /// 3 x + y = 5 and x + 2 y = 5: x = 1, y = 2; of a line through (0, 1), (1, 3), (2, 5) the slope
  /// is 2, with an error of √(0.5 ÷ 2) for values whose variance is 0.5.
  @Test func equationsAndLeastSquaresAreSolved() throws {
    let inverse = try #require(LinearSystem.inverse(of: [[3, 1], [1, 2]]))
    for (row, expected) in zip(inverse, [[0.4, -0.2], [-0.2, 0.6]]) {
      for (value, other) in zip(row, expected) { expect(abs(value - other) < 1e-12) }
    }
    expect(LinearSystem.inverse(of: [[1, 2], [2, 4]]) == nil)
    let line = try #require(
      LinearSystem.leastSquares(
        rows: [[1, 0], [1, 1], [1, 2]], values: [1, 3, 5], variance: 0.5))
    expect(abs(line.weights[0] - 1) < 1e-12 && abs(line.weights[1] - 2) < 1e-12)
    expect(abs(line.errors[1] - 0.5) < 1e-12)
    expect(LinearSystem.leastSquares(rows: [[1, 1]], values: [1], variance: 1) == nil)
  }

  /// Units that are correlated in two quantities bring their parts to what follows from both.
  @Test func influencesAreThoseOfTheJackknife() throws {
    var data = FieldData()
    for (person, value) in [1.0, 2, 4].enumerated() {
      data.add(FieldData.Observation(.sessionLength, value, person: UInt32(person)))
    }
    let mean = try #require(FieldEstimate.mean(of: data.sample(.sessionLength, FieldUnits(data))))
    // Without each: ln 3, ln 2.5, ln 1.5; their mean is 0.8068, and √(2 ÷ 3) = 0.8165.
    let expected = [-0.2382, -0.0894, 0.3277]
    for (own, value) in zip(try #require(mean.influences), expected) {
      expect(abs(own - value) < 2e-4)
    }
    let error = try #require(mean.error)
    expect(abs(error - 0.4148) < 2e-4)
  }

  @Test func aHistogramTellsWhatItsValuesDid() throws {
    let data = population(.coldLaunch, median: 1.2, between: 0.1, within: 0.4)
    var binned = FieldData()
    for person in 0..<60 {
      let own = data.observations.filter { $0.person == UInt32(person) }
      let buckets = (0..<100).compactMap { step -> FieldData.Histogram.Bucket? in
        let (low, high) = (Double(step) * 0.1, Double(step + 1) * 0.1)
        let count = own.count { low <= $0.value && $0.value < high }
        return count > 0 ? .init(low: low, high: high, count: count) : nil
      }
      binned.add(
        FieldData.Histogram(quantity: .coldLaunch, buckets: buckets, person: UInt32(person)))
    }
    let (one, other) = (
      data.sample(.coldLaunch, FieldUnits(data)), binned.sample(.coldLaunch, FieldUnits(binned))
    )
    expect(abs(one.count - other.count) < 0.5)
    let quantiles = zip(try #require(one.quantiles()), try #require(other.quantiles()))
    for (value, found) in quantiles { expect(abs(value - found) < 0.1) }
    let mean = try #require(FieldEstimate.logarithm(ofMeanOf: one)).value
    expect(abs(try #require(FieldEstimate.logarithm(ofMeanOf: other)).value - mean) < 0.01)
  }

  @Test func whatIsAThirdLongerIsToldApartAndItselfIsNot() throws {
    let data = population(.firstContent, median: 0.4, between: 0.1, within: 0.6)
    var longer = data
    for place in longer.observations.indices { longer.observations[place].value *= 4.0 / 3 }
    let units = FieldUnits(data)
    let all = [Bool](repeating: true, count: units.count)
    let half = units.half(0)
    expect(half.count { $0 }, is: 30)
    expect(half == units.half(0) && half != units.half(1))
    // Held to all of itself no half is left, so that the fit's half is what is compared.
    expect(HeldBack.measures(of: longer, beside: data, all, units).measures.isEmpty)
    let same = try #require(
      HeldBack.measures(
        of: data.restricted(to: half, units), beside: data, half, units
      ).measures.first)
    expect(same.distance == 0 && !same.isToldApart && same.isWithin(0.2))
    // No halves of sixty people are as near as that.
    expect(!same.isWithin(0.000_01))
    let other = try #require(
      HeldBack.measures(
        of: longer.restricted(to: half, units), beside: data, half, units
      ).measures.first)
    for quantile in other.quantiles { expect(abs(quantile.ratio - 4.0 / 3) < 1e-9) }
    expect(abs(other.distance - DeterministicMath.log(4.0 / 3)) < 1e-9)
    expect(other.isToldApart && !other.isWithin(0.3) && other.isWithin(0.34))
  }

  @Test func theFittedScenarioIsReadAgainWithWhereItsValuesAreFrom() async throws {
    var data = population(
      .coldLaunch, people: 12, values: 20, median: 2, between: 0.1, within: 0.3)
    let launches = data.sample(.coldLaunch, FieldUnits(data))
    data.add(FieldData.Observation(.freshnessLifetime, 60))
    let file = try file()
    let outcome = try await Calibration.run(
      file, to: data, file.scenario.strategies[0], jobs: 1)
    let cold = try #require(outcome.result.settings.first { $0.path == "device.coldLaunch" })
    expect(cold.count == 240 && cold.units == 12)
    try expect(#require(cold.interval).contains(cold.value))
    let expected = try #require(FieldEstimate.logarithm(ofMeanOf: launches))
    expect(abs(DeterministicMath.log(cold.value) - expected.value) < 1e-3)
    expect(outcome.result.untold.contains { $0.path == "origin.thinkTime" })
    expect(outcome.result.measures.map(\.quantity), is: [.coldLaunch])
    let text = outcome.text
    expect(text.hasPrefix("// Calibrated by cachesim: 12 people, 1 day; values: cold launch 240"))
    expect(text.contains("// device.coldLaunch: fitted from 240 observations, 95 % interval "))
    let read = try ScenarioFile(bytes: Array(text.utf8), file: "y.json", name: "y")
    expect(abs(read.scenario.device.coldLaunch.seconds - cold.value) < 1e-3)
    expect(read.scenario.device.warmLaunch, is: file.scenario.device.warmLaunch)
    expect(read.scenario.device.processorScale, is: file.scenario.device.processorScale)
  }

  @Test func onePersonOnOneDayHasNoIntervalAndNothingHeldBack() async throws {
    let data = population(.coldLaunch, people: 1, median: 2, between: 0, within: 0.3)
    let file = try file()
    let result = try await Calibration.run(
      file, to: data, file.scenario.strategies[0], jobs: 1
    ).result
    expect(result.settings.map(\.path), is: ["device.coldLaunch", "device.launchSigma"])
    expect(result.settings.allSatisfy { $0.interval == nil })
    expect(result.measures.isEmpty)
    expect(result.verdict.hasPrefix("How far the model is off is not known"))
  }

  @Test func dataThatTellsNothingIsRefused() async throws {
    let file = try file()
    var useless = FieldData()
    for _ in 0..<9 { useless.add(FieldData.Observation(.hangTime, 1)) }
    for (data, words) in [(FieldData(), "found no value"), (useless, "tells no setting")] {
      let error = await #expect(throws: InputError.self) {
        _ = try await Calibration.run(file, to: data, file.scenario.strategies[0], jobs: 1)
      }
      expect(error?.lines.first?.contains(words), is: true)
    }
  }
}
