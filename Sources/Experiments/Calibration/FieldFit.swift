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
  /// What the simulation shows is as near to the data's number as matters, in logarithms.
  private static let near = 0.01
  /// Beyond that a setting was not found.
  private static let far = 0.1
  /// A rate that moves what is measured less than so much for its own movement is not told by it.
  private static let leastSlope = 0.3
  /// How far a rate is moved at least to see what that moves.
  private static let probe = 0.2
  private static let rounds = 5

  /// A setting on its way.
  private struct Search {
    let setting: CalibratedSetting
    let field: FieldEstimate
    var moved = 0.0
    /// By how much what is shown moves for a movement of the setting; nil: not yet known.
    var slope: Double?
    var shown: FieldEstimate?
    var last: (moved: Double, shown: Double)?

    var gap: Double { shown.map { field.value - $0.value } ?? .infinity }
  }

  /// - Parameters:
  ///   - file: written whole for this data.
  ///   - units: of the whole data, of which `data` may be a part.
  init(
    _ file: ScenarioFile, to data: FieldData, _ units: FieldUnits, _ strategy: StrategyChoice
  ) throws(InputError) {
    var searches: [Search] = []
    var untold: [CalibrationResult.Untold] = []
    for setting in file.scenario.calibratedSettings(for: data) {
      guard let field = setting.statistic(data, units), field.count >= Self.leastCount else {
        untold += setting.untold("the data has too little of it")
        continue
      }
      var search = Search(setting: setting, field: field)
      if case .direct = setting.method { search.moved = field.value - setting.present }
      searches.append(search)
    }
    if searches.contains(where: { $0.setting.method != .direct }) {
      for round in 0..<Self.rounds {
        try Self.show(&searches, file, data, strategy)
        guard round < Self.rounds - 1, Self.move(&searches, round) else { break }
      }
    }
    var found: [Search] = []
    for search in searches {
      if search.setting.method != .direct, search.slope ?? 1 < Self.leastSlope {
        untold += search.setting.untold("what was measured hardly depends on it")
      } else if search.setting.method != .direct, abs(search.gap) > Self.far {
        untold += search.setting.untold("no value of it shows what the data shows")
      } else {
        found.append(search)
      }
    }
    self.file = try file.moved(found.map { ($0.setting, $0.moved) })
    self.untold = untold
    settings = found.flatMap(Self.results)
  }

  /// Simulates the scenario as far as it is found.
  private static func show(
    _ searches: inout [Search], _ file: ScenarioFile, _ data: FieldData, _ strategy: StrategyChoice
  ) throws(InputError) {
    let moved = try file.moved(searches.map { ($0.setting, $0.moved) })
    let shown = try moved.scenario.sized(for: data).fieldData(strategy)
    let units = FieldUnits(shown)
    for place in searches.indices where searches[place].setting.method != .direct {
      searches[place].shown = searches[place].setting.statistic(shown, units)
    }
  }

  /// Moves settings towards what the data shows; false: all are there. A rate moves from the
  /// second round on, when all else that it depends on is where it belongs.
  private static func move(_ searches: inout [Search], _ round: Int) -> Bool {
    var hasMoved = false
    for place in searches.indices {
      var search = searches[place]
      guard let shown = search.shown, search.setting.method != .direct else { continue }
      defer { searches[place] = search }
      let isProportional = search.setting.method == .simulated(isProportional: true)
      if !isProportional {
        if round == 0 {
          hasMoved = true
          continue
        }
        if let last = search.last, abs(search.moved - last.moved) > 1e-6 {
          let slope = (shown.value - last.shown) / (search.moved - last.moved)
          search.slope = min(max(slope, 0.1), 1.5)
        }
        search.last = (search.moved, shown.value)
      }
      let isKnown = isProportional || search.slope != nil
      guard abs(search.gap) > near || !isKnown else { continue }
      var step = search.gap / (search.slope ?? 1)
      if !isKnown, abs(step) < probe { step = step < 0 ? -probe : probe }
      search.moved += min(max(step, -2), 2)
      hasMoved = true
    }
    return hasMoved
  }

  private static func results(_ search: Search) -> [CalibrationResult.Setting] {
    let setting = search.setting
    let isSimulated = setting.method != .direct
    let reach = search.field.reach(
      beside: isSimulated ? search.shown.map { $0.error.isFinite ? $0.error : 0 } ?? 0 : 0,
      per: search.slope ?? 1)
    return setting.targets.map { target in
      func value(_ moved: Double) -> Double { setting.value(of: target, moved: moved) }
      let (now, low, high) = (
        value(search.moved), value(search.moved - reach), value(search.moved + reach)
      )
      return CalibrationResult.Setting(
        path: target.path, before: target.json(of: target.value), now: target.json(of: now),
        ends: reach.isFinite ? (target.json(of: low), target.json(of: high)) : nil, value: now,
        interval: reach.isFinite ? ConfidenceInterval(from: low, to: high) : nil,
        count: search.field.count, units: search.field.units, isSimulated: isSimulated)
    }
  }
}

extension CalibratedSetting {
  fileprivate func untold(_ reason: String) -> [CalibrationResult.Untold] {
    targets.map { CalibrationResult.Untold(path: $0.path, reason: reason) }
  }
}

extension Scenario {
  /// The least and the most devices and days of a simulation that is held to field data: enough
  /// that chance in it is little beside chance in the data, and few enough to be quick. An
  /// assumption.
  private static let sizes = (devices: 8...64, days: 1...14)

  /// The scenario with twice as many people as the data has, for as many days.
  func sized(for data: FieldData) throws(InputError) -> Scenario {
    var scenario = self
    let devices = min(
      max(2 * data.units, Self.sizes.devices.lowerBound), Self.sizes.devices.upperBound)
    scenario.devices = devices
    let start = (try measuringStart() ?? .start) - .start
    // Where no day is told apart, nothing says for how long it was.
    let days = data.days
    scenario.duration =
      start
      + (days > 1 ? .days(Int64(min(days, Self.sizes.days.upperBound))) : min(duration, .days(7)))
    scenario.warmUp = start > .zero ? .span(start) : nil
    return scenario
  }
}

extension FieldData {
  /// How many people have anything in it.
  fileprivate var units: Int {
    var has = [Bool](repeating: false, count: people)
    for each in observations { has[Int(each.person)] = true }
    for each in histograms { has[Int(each.person)] = true }
    return has.count { $0 }
  }

  var days: Int {
    1 + Int(max(observations.map(\.day).max() ?? 0, histograms.map(\.day).max() ?? 0))
  }
}
