internal import CacheWorkloads
internal import ClientStrategies
internal import Results
internal import SimCore

/// A scenario with the settings that field data tells.
struct FieldFit: Sendable {
  let file: ScenarioFile
  let settings: [CalibrationResult.Setting]
  let untold: [CalibrationResult.Untold]

  /// So many values tell a number. An assumption.
  private static let leastCount = 5

  /// - Parameters:
  ///   - file: written whole for this data.
  ///   - units: of the whole data, of which `data` may be a part.
  init(
    _ file: ScenarioFile, to data: FieldData, _ units: FieldUnits, _ strategy: StrategyChoice
  ) throws(InputError) {
    var untold: [CalibrationResult.Untold] = []
    if let group = file.scenario.people.groups.first, group.name != PersonSpread.group {
      untold.append(
        CalibrationResult.Untold(
          path: "people.groups", reason: "the links of a population stay what it says"))
    }
    var told: [FieldSearch.Place] = []
    for setting in file.scenario.calibratedSettings(for: data) {
      if let field = setting.statistic(data, units), field.count >= Self.leastCount {
        told.append(FieldSearch.Place(setting, field))
      } else {
        untold += setting.untold("the data has too little of it")
      }
    }
    let direct = told.filter { $0.setting.method == .direct }.map { place in
      (
        setting: place.setting,
        by: place.field.value - place.setting.position(of: place.setting.targets[0]),
        field: place.field
      )
    }
    let begun = try file.moved(direct.map { (setting: $0.setting, by: $0.by) })
    let search = try FieldSearch(
      told.filter { $0.setting.method != .direct }, begun, data, strategy)
    self.file = try begun.moved(search.places.map { (setting: $0.setting, by: $0.moved) })
    self.untold = untold + search.lost.flatMap { $0.setting.untold($0.reason) }
    settings =
      search.places.enumerated().flatMap { number, place in
        Self.results(
          place.setting, place.field, moved: place.wanted, error: search.error(of: number),
          chance: search.chance(of: number))
      }
      + direct.flatMap {
        Self.results(
          $0.setting, $0.field, moved: $0.by, error: $0.field.error, chance: $0.field.chance)
      }
  }

  private static func results(
    _ setting: CalibratedSetting, _ field: FieldEstimate, moved: Double, error: Double?,
    chance: Double
  ) -> [CalibrationResult.Setting] {
    setting.targets.map { target in
      let now = setting.value(of: target, moved: moved)
      let interval = error.map {
        setting.interval(
          of: target, moved: moved, error: $0, chance: chance, units: field.units)
      }
      return CalibrationResult.Setting(
        path: target.path, before: target.json(of: target.value), now: target.json(of: now),
        ends: interval.map { (target.json(of: $0.low), target.json(of: $0.high)) }, value: now,
        interval: interval, count: field.count, units: field.units)
    }
  }
}

extension CalibratedSetting {
  /// The 95 % interval of a value by Student's distribution. That of a variance is by its
  /// logarithm, which is nearly normal, chance included: what is left without it may be nothing
  /// while its interval is wide.
  func interval(
    of target: Target, moved: Double, error: Double, chance: Double, units: Int
  ) -> ConfidenceInterval {
    let reach =
      error * ConfidenceInterval.studentQuantile(degreesOfFreedom: max(units - 1, 1))
    var ends = [moved - reach, moved + reach]
    if scale == .sigma {
      let present = position(of: target)
      let all = max(present + moved + chance, reach / 3)
      ends = [-reach, reach].map { all * DeterministicMath.exp($0 / all) - chance - present }
    }
    let now = value(of: target, moved: moved)
    return ConfidenceInterval(
      from: min(value(of: target, moved: ends[0]), now),
      to: max(value(of: target, moved: ends[1]), now))
  }

  fileprivate func untold(_ reason: String) -> [CalibrationResult.Untold] {
    targets.map { CalibrationResult.Untold(path: $0.path, reason: reason) }
  }
}
