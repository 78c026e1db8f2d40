package import CacheWorkloads
package import ClientStrategies
internal import Results
internal import SimCore

/// The proof of the fit without a phone: worlds whose settings are drawn and hidden from it are
/// simulated, what their field would report is written down, and the fit has to find the settings.
package struct CalibrationTrials: Sendable {
  /// How often a setting was found.
  package struct Found: Sendable {
    package var path: String
    /// In how many trials the data told it, and in how many the interval had the hidden value.
    package var told = 0
    package var covered = 0
    /// Of each trial, how many times the hidden value it is, or for deviations the difference.
    package var errors: [Double] = []
  }

  /// How far what was fitted is from what was held back.
  package struct Compared: Sendable {
    package var quantity: FieldQuantity
    package var trials = 0
    package var notToldApart = 0
    /// Of each trial, the mean distance of quantiles.
    package var distances: [Double] = []
    /// Between halves of the hidden world's own data.
    package var spreads: [Double] = []
  }

  /// How many there were.
  package private(set) var count = 0
  package private(set) var found: [Found] = []
  package private(set) var compared: [Compared] = []

  /// By which power of e hidden settings differ at most.
  private static let reach = 0.5

  /// Hidden deviations differ by up to three tenths, and those between people are 0.2 to 0.6.
  private static func sigma(_ setting: CalibratedSetting, _ draw: Double) -> Double {
    setting.targets[0].spread == nil ? draw * 0.3 * setting.targets[0].value : 0.4 + 0.2 * draw
  }

  private struct Trial: Sendable {
    var result: CalibrationResult
    /// The hidden settings, in their order.
    var truth: [(path: String, value: Double)]
  }

  /// - Parameters:
  ///   - people: how many devices report.
  ///   - days: for how many days.
  package static func run(
    _ file: ScenarioFile, _ strategy: StrategyChoice, count: Int, people: Int, days: Int,
    jobs: Int, progress: (Int) -> Void = { _ in }
  ) async throws -> CalibrationTrials {
    var trials = CalibrationTrials()
    var done = 0
    let all = try await TaskWindow.map(
      count: count, width: jobs,
      progress: { _ in
        done += 1
        progress(done)
      }
    ) { try await trial($0, file, strategy, people: people, days: days) }
    trials.count = count
    for trial in all { trials.add(trial) }
    return trials
  }

  private static func trial(
    _ number: Int, _ file: ScenarioFile, _ strategy: StrategyChoice, people: Int, days: Int
  ) async throws -> Trial {
    let base = try file.writingWhole(
      for: FieldData(), spreadsLinks: people >= FieldData.leastPeople)
    let moves = base.scenario.calibratedSettings(for: FieldData()).enumerated().map {
      place, setting in
      var random = SeededGenerator(
        seed: UInt64(number), purpose: .policy, entity: UInt64(place))
      let draw = 2 * random.unit() - 1
      return (setting, by: setting.scale == .sigma ? sigma(setting, draw) : draw * reach)
    }
    let hidden = try base.moved(moves)
    var world = hidden.scenario
    world.devices = people
    world.duration = .days(Int64(days)) + ((try world.measuringStart() ?? .start) - .start)
    world.seeds = [hiddenSeed + number]
    let data = try world.fieldData(strategy)
    let outcome = try await Calibration.run(file, to: data, strategy, jobs: 1)
    let truth = try hidden.writingWhole(for: data).scenario.calibratedSettings(for: data)
      .flatMap { $0.targets.map { (path: $0.path, value: $0.value) } }
    return Trial(result: outcome.result, truth: truth)
  }

  /// Seeds from there on are of hidden worlds, and none of the fit's.
  private static let hiddenSeed = 1_000_000

  private mutating func add(_ trial: Trial) {
    for (path, value) in trial.truth {
      let place = found.firstIndex { $0.path == path } ?? found.count
      if place == found.count { found.append(Found(path: path)) }
      guard let setting = trial.result.settings.first(where: { $0.path == path }) else { continue }
      found[place].told += 1
      found[place].covered += setting.interval?.contains(value) == true ? 1 : 0
      found[place].errors.append(
        path.lowercased().hasSuffix("sigma")
          ? setting.value - value : setting.value / max(value, 1e-9) - 1)
    }
    for measure in trial.result.measures {
      let place = compared.firstIndex { $0.quantity == measure.quantity } ?? compared.count
      if place == compared.count { compared.append(Compared(quantity: measure.quantity)) }
      compared[place].trials += 1
      compared[place].notToldApart += measure.isToldApart ? 0 : 1
      compared[place].distances.append(measure.distance)
      compared[place].spreads.append(measure.spread)
    }
  }
}

extension CalibrationTrials.Found {
  /// Whether as few covered trials are what chance brings where intervals are right: at most one in
  /// a hundred such settings has fewer.
  package var isRight: Bool { covered >= CalibrationTrials.leastCovered(of: told) }
}

extension CalibrationTrials {
  /// The number of trials of which 99 % of settings whose intervals cover 95 % have at least as
  /// many, by the binomial distribution.
  package static func leastCovered(of count: Int) -> Int {
    var (below, probability, covered) = (0.0, DeterministicMath.pow(0.05, Double(count)), 0)
    while covered < count, below + probability < 0.01 {
      below += probability
      probability *= Double(count - covered) / Double(covered + 1) * 0.95 / 0.05
      covered += 1
    }
    return covered
  }
}
