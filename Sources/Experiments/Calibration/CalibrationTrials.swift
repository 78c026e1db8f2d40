package import CacheWorkloads
package import ClientStrategies
internal import Results
internal import SimCore

/// The proof of the fit without a phone: worlds whose settings are drawn and hidden from it are
/// simulated, what their field would report is written down, and the fit has to find the settings.
package struct CalibrationTrials: Sendable {
  package struct Found: Sendable {
    package var path: String
    /// In how many trials the data told it, and in how many the interval had the hidden value.
    package var told = 0
    package var covered = 0
    /// Of each trial, how many times the hidden value it is, or for deviations the difference.
    package var errors: [Double] = []
    /// Half of each interval, in the same units.
    package var widths: [Double] = []
  }

  /// How far what was fitted is from what was held back.
  package struct Compared: Sendable {
    package var quantity: FieldQuantity
    /// Of each trial.
    package var measures: [CalibrationResult.Measure] = []

    package var notToldApart: Int { measures.count { !$0.isToldApart } }
  }

  package private(set) var count = 0
  package private(set) var found: [Found] = []
  package private(set) var compared: [Compared] = []

  /// By which power of e hidden settings differ at most.
  private static let reach = 0.5

  /// How far a hidden setting is from the scenario's. Deviations differ by up to three tenths, and
  /// those between people are 0.2 to 0.6.
  private static func move(_ setting: CalibratedSetting, _ draw: Double) -> Double {
    guard setting.scale == .sigma else { return draw * reach }
    let present = setting.targets[0].value
    let value = setting.targets[0].spread == nil ? present * (1 + draw * 0.3) : 0.4 + 0.2 * draw
    return value * value - present * present
  }

  private struct Trial: Sendable {
    var heldBack: HeldBack
    /// The hidden settings, in their order.
    var truth: [(path: String, value: Double)]
  }

  /// - Parameters:
  ///   - people: to how many people's reports it is fitted; those of as many others are held
  ///     back.
  ///   - days: for how many days.
  package static func run(
    _ file: ScenarioFile, _ strategy: StrategyChoice, count: Int, people: Int, days: Int,
    jobs: Int, progress: (Int) -> Void = { _ in }
  ) async throws -> CalibrationTrials {
    var trials = CalibrationTrials()
    let all = try await TaskWindow.map(count: count, width: jobs, progress: progress) {
      try await trial($0, file, strategy, people: people, days: days)
    }
    trials.count = count
    for trial in all { trials.add(trial) }
    return trials
  }

  private static func trial(
    _ number: Int, _ file: ScenarioFile, _ strategy: StrategyChoice, people: Int, days: Int
  ) async throws -> Trial {
    let base = try file.writingWhole(
      for: FieldData(), spreadsLinks: people >= FieldData.leastPeople)
    var seed = SeededGenerator(
      seed: UInt64(file.scenario.seeds[0]), purpose: .policy, entity: UInt64(number))
    // Of different parity: no hidden world has the fit's seed.
    let seeds = (hidden: 2 * seed.index(below: 1 << 30) + 1, fit: 2 * seed.index(below: 1 << 30))
    let moves = base.scenario.calibratedSettings(for: FieldData()).map { setting in
      (setting: setting, by: move(setting, 2 * seed.unit() - 1))
    }
    let hidden = try base.moved(moves)
    var world = hidden.scenario
    world.devices = 2 * people
    world.duration = .days(Int64(days)) + ((try world.measuringStart() ?? .start) - .start)
    world.seeds = [seeds.hidden]
    let data = try world.fieldData(strategy)
    let known = try file.changed(by: [
      ScenarioChange(flag: "--seeds", name: "seeds", value: JSON([JSON(seeds.fit)]))
    ])
    let whole = try known.writingWhole(for: data)
    let heldBack = try HeldBack(of: data, FieldUnits(data), whole, strategy)
    let truth = try hidden.writingWhole(for: data).scenario.calibratedSettings(for: data)
      .flatMap { $0.targets.map { (path: $0.path, value: $0.value) } }
    return Trial(heldBack: heldBack, truth: truth)
  }

  private mutating func add(_ trial: Trial) {
    for (path, value) in trial.truth {
      let place = found.firstIndex { $0.path == path } ?? found.count
      if place == found.count { found.append(Found(path: path)) }
      guard let setting = trial.heldBack.fit.settings.first(where: { $0.path == path }) else {
        continue
      }
      let unit = path.lowercased().hasSuffix("sigma") ? 1 : max(value, 1e-9)
      found[place].told += 1
      found[place].covered += setting.interval?.contains(value) == true ? 1 : 0
      found[place].errors.append((setting.value - value) / unit)
      if let interval = setting.interval { found[place].widths.append(interval.halfWidth / unit) }
    }
    for measure in trial.heldBack.measures {
      let place = compared.firstIndex { $0.quantity == measure.quantity } ?? compared.count
      if place == compared.count { compared.append(Compared(quantity: measure.quantity)) }
      compared[place].measures.append(measure)
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
