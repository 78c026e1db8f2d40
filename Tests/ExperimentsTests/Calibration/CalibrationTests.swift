internal import CacheWorkloads
internal import ClientSimulation
internal import SimCore
internal import Testing

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
      file, file.scenario.strategies[0], count: 3, people: 10, days: 3, jobs: 2)
    let told = trials.found.filter { $0.told > 0 }
    #expect(told.count >= 8, "\(trials.found.map(\.path))")
    let missed = told.map { "\($0.path): \($0.covered) of \($0.told), \($0.errors)" }
    let (covered, all) = told.reduce((0, 0)) { ($0.0 + $1.covered, $0.1 + $1.told) }
    #expect(covered >= CalibrationTrials.leastCovered(of: all), "\(missed)")
    // Of launches and servers there are hundreds of values: they are found, and not only covered.
    for path in ["device.coldLaunch", "device.launchSigma", "origin.thinkTimeSigma"] {
      let errors = try #require(told.first { $0.path == path }).errors
      #expect(!errors.isEmpty && errors.allSatisfy { abs($0) < 0.25 }, "\(path) \(errors)")
    }
  }

  @Test func theLeastThatChanceCovers() {
    // Binomial(40, 0.95): P(X ≤ 33) = 0.0034, P(X ≤ 34) = 0.0139; of one trial none is excluded.
    #expect(CalibrationTrials.leastCovered(of: 40) == 34)
    #expect(CalibrationTrials.leastCovered(of: 1) == 0)
  }

  @Test func peopleAndWhatAPersonSeesAreToldApart() throws {
    let data = population(.roundTrip, median: 0.08, between: 0.5, within: 0.25)
    let sample = data.sample(.roundTrip, FieldUnits(data))
    let found = try #require(FieldEstimate.componentsOfVariance(of: sample))
    let between = try #require(found.between.ends())
    #expect(between.low < 0.5 && 0.5 < between.high)
    #expect(between.high - between.low < 0.3)
    #expect(abs(found.within - 0.25) < 0.01)
    // The level's error is that of 60 people, and not of 3,000 values: 0.5 ÷ √60 = 0.065.
    let level = try #require(FieldEstimate.logarithm(of: sample, isMean: false))
    #expect((0.045...0.085).contains(level.error))
    let ends = try #require(level.ends())
    #expect(ends.low < DeterministicMath.log(0.08) && DeterministicMath.log(0.08) < ends.high)
  }

  /// Where people do not differ at all, half of the estimates are 0: the interval is not.
  @Test func aDeviationOfNothingHasAnInterval() throws {
    let data = population(.roundTrip, people: 12, values: 4, median: 0.08, between: 0, within: 0.5)
    let sample = data.sample(.roundTrip, FieldUnits(data))
    let between = try #require(FieldEstimate.componentsOfVariance(of: sample)).between
    let ends = try #require(between.ends())
    #expect(ends.low <= between.value && between.value < ends.high)
    #expect(ends.low < 0.15 && ends.high > 0.05)
  }

  @Test func aHistogramTellsWhatItsValuesDid() throws {
    let data = population(.coldLaunch, median: 1.2, between: 0.1, within: 0.4)
    var binned = FieldData()
    for person in 0..<60 {
      let own = data.observations.filter { $0.person == UInt32(person) }
      let buckets = (0..<100).compactMap { step -> FieldData.Histogram.Bucket? in
        let (low, high) = (Double(step) * 0.1, Double(step + 1) * 0.1)
        let count = own.count { low <= $0.value && $0.value < high }
        return count > 0 ? .init(from: low, to: high, count: count) : nil
      }
      binned.add(FieldData.Histogram(.coldLaunch, buckets, person: UInt32(person)))
    }
    let (one, other) = (
      data.sample(.coldLaunch, FieldUnits(data)), binned.sample(.coldLaunch, FieldUnits(binned))
    )
    #expect(abs(one.count - other.count) < 0.5)
    let quantiles = zip(try #require(one.quantiles()), try #require(other.quantiles()))
    for (value, found) in quantiles { #expect(abs(value - found) < 0.1) }
    let mean = try #require(FieldEstimate.logarithm(of: one, isMean: true)).value
    #expect(abs(try #require(FieldEstimate.logarithm(of: other, isMean: true)).value - mean) < 0.01)
  }

  @Test func whatIsAThirdLongerIsToldApartAndItselfIsNot() throws {
    let data = population(.firstContent, median: 0.4, between: 0.1, within: 0.6)
    var longer = data
    for place in longer.observations.indices { longer.observations[place].value *= 4.0 / 3 }
    let units = FieldUnits(data)
    let all = [Bool](repeating: true, count: units.count)
    let half = units.half(0)
    #expect(half.count { $0 } == 30)
    #expect(half == units.half(0) && half != units.half(1))
    // Held to all of itself no half is left, so that the fit's half is what is compared.
    #expect(Calibration.measures(of: longer, beside: data, all, units).measures.isEmpty)
    let same = try #require(
      Calibration.measures(
        of: data.restricted(to: half, units), beside: data, half, units
      ).measures.first)
    #expect(same.distance == 0 && !same.isToldApart && same.isWithin(0.001))
    let other = try #require(
      Calibration.measures(
        of: longer.restricted(to: half, units), beside: data, half, units
      ).measures.first)
    for quantile in other.quantiles { #expect(abs(quantile.ratio - 4.0 / 3) < 1e-9) }
    #expect(abs(other.distance - DeterministicMath.log(4.0 / 3)) < 1e-9)
    #expect(other.isToldApart && !other.isWithin(0.3) && other.isWithin(0.34))
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
    #expect(cold.count == 240 && cold.units == 12)
    #expect(try #require(cold.interval).contains(cold.value))
    let expected = try #require(FieldEstimate.logarithm(of: launches, isMean: true))
    #expect(abs(DeterministicMath.log(cold.value) - expected.value) < 1e-3)
    #expect(outcome.result.untold.contains { $0.path == "origin.thinkTime" })
    #expect(outcome.result.measures.map(\.quantity) == [.coldLaunch])
    let text = outcome.text
    #expect(text.hasPrefix("// Calibrated by cachesim: 12 people, 1 day; values: cold launch 240"))
    #expect(text.contains("// device.coldLaunch: fitted from 240 observations, 95 % interval "))
    let read = try ScenarioFile(bytes: Array(text.utf8), file: "y.json", name: "y")
    #expect(abs(read.scenario.device.coldLaunch.seconds - cold.value) < 1e-3)
    #expect(read.scenario.device.warmLaunch == file.scenario.device.warmLaunch)
    #expect(read.scenario.device.processorScale == file.scenario.device.processorScale)
  }

  @Test func onePersonOnOneDayHasNoIntervalAndNothingHeldBack() async throws {
    let data = population(.coldLaunch, people: 1, median: 2, between: 0, within: 0.3)
    let file = try file()
    let result = try await Calibration.run(
      file, to: data, file.scenario.strategies[0], jobs: 1
    ).result
    #expect(result.settings.map(\.path) == ["device.coldLaunch", "device.launchSigma"])
    #expect(result.settings.allSatisfy { $0.interval == nil })
    #expect(result.measures.isEmpty)
    #expect(result.verdict.hasPrefix("How far the model is off is not known"))
  }

  @Test func dataThatTellsNothingIsRefused() async throws {
    let file = try file()
    var useless = FieldData()
    for _ in 0..<9 { useless.add(FieldData.Observation(.hangTime, 1)) }
    for (data, words) in [(FieldData(), "found no value"), (useless, "tells no setting")] {
      let error = await #expect(throws: InputError.self) {
        _ = try await Calibration.run(file, to: data, file.scenario.strategies[0], jobs: 1)
      }
      #expect(error?.lines.first?.contains(words) == true)
    }
  }
}
