internal import CacheWorkloads
internal import ClientStrategies
internal import Results
internal import SimCore

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
        told.append(FieldSearch.Place(setting: setting, field: field))
      } else {
        untold += setting.untold("the data has too little of it")
      }
    }
    let direct = told.filter { $0.setting.method == .direct }
    let moves = direct.map { place in
      let setting = place.setting
      return (setting: setting, by: place.field.value - setting.position(of: setting.targets[0]))
    }
    let begun = try file.moved(moves)
    let search = try FieldSearch(
      told.filter { $0.setting.method != .direct }, begun, data, strategy)
    self.file = try begun.moved(search.places.map { (setting: $0.setting, by: $0.moved) })
    self.untold = untold + search.lost.flatMap { $0.setting.untold($0.reason) }
    settings =
      search.places.enumerated().flatMap { number, place in
        Self.results(place.setting, place.field, moved: place.wanted, search.error(of: number))
      }
      + zip(direct, moves).flatMap { place, move in
        Self.results(
          place.setting, place.field, moved: move.by,
          place.field.error.map { SettingError(own: $0) })
      }
  }

  private static func results(
    _ setting: CalibratedSetting, _ field: FieldEstimate, moved: Double, _ error: SettingError?
  ) -> [CalibrationResult.Setting] {
    setting.targets.map { target in
      let now = setting.value(of: target, moved: moved)
      let interval = error.map { setting.interval(of: target, moved: moved, $0, field) }
      return CalibrationResult.Setting(
        path: target.path, before: target.json(of: target.value), now: target.json(of: now),
        ends: interval.map { (target.json(of: $0.low), target.json(of: $0.high)) }, value: now,
        interval: interval, count: field.count, units: field.units)
    }
  }
}

struct SettingError {
  /// With all that it follows from, and what it is by what is measured of the setting itself.
  var all: Double
  var own: Double
  /// By how much the setting moves for what is measured of it.
  var scale = 1.0

}

extension SettingError {
  /// Of a setting that is what is measured.
  init(own: Double) { self.init(all: own, own: own) }
}

extension CalibratedSetting {
  /// The 95 % interval of a value by Student's distribution; that of a variance by its logarithm,
  /// which is nearly normal.
  ///
  /// The variance between people, chance included, is one of so many degrees of freedom: its ends
  /// are by the χ² distribution, less chance (J. Tukey, Components in Regression, Biometrics 7(1),
  /// 1951; J. Williams, A Confidence Interval for Variance Components, Biometrika 49, 1962). What
  /// is left may be nothing while its interval is wide. Other errors come to it as distances from
  /// the ends (G. Zou and A. Donner, Construction of Confidence Limits about Effect Measures,
  /// Statistics in Medicine 27(10), 2008).
  func interval(
    of target: Target, moved: Double, _ error: SettingError, _ field: FieldEstimate
  ) -> ConfidenceInterval {
    let student = ConfidenceInterval.studentQuantile(degreesOfFreedom: max(field.units - 1, 1))
    var reaches = (low: student * error.all, high: student * error.all)
    if let between = field.between {
      let (low, high) = ChiSquare.ends(between.freedom)
      let all = (field.value + between.chance) * error.scale
      let others = student * max(error.all * error.all - error.own * error.own, 0).squareRoot()
      func reach(_ own: Double) -> Double { (own * own + others * others).squareRoot() }
      reaches = (reach(all * (1 - 1 / high)), reach(all * (1 / low - 1)))
    } else if scale == .sigma {
      let all = max(position(of: target) + moved, reaches.high / 3)
      reaches = (
        all * (1 - DeterministicMath.exp(-reaches.low / all)),
        all * (DeterministicMath.exp(reaches.high / all) - 1)
      )
    }
    let now = value(of: target, moved: moved)
    return ConfidenceInterval(
      from: min(value(of: target, moved: moved - reaches.low), now),
      to: max(value(of: target, moved: moved + reaches.high), now))
  }

  fileprivate func untold(_ reason: String) -> [CalibrationResult.Untold] {
    targets.map { CalibrationResult.Untold(path: $0.path, reason: reason) }
  }
}

/// The distribution of a variance of normal values.
enum ChiSquare {
  /// The 2.5 % and the 97.5 % quantile, divided by the degrees of freedom (E. Wilson and
  /// M. Hilferty, The Distribution of Chi-Square, PNAS 17(12), 1931).
  static func ends(_ freedom: Double) -> (low: Double, high: Double) {
    let part = 2 / (9 * freedom)
    func quantile(_ normal: Double) -> Double {
      let root = max(1 - part + normal * part.squareRoot(), 0.05)
      return root * root * root
    }
    return (quantile(-1.959964), quantile(1.959964))
  }
}
