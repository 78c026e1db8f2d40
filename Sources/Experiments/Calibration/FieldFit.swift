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
  /// Shorter steps show no slope.
  private static let leastStep = 0.05
  private static let rounds = 6
  private static let lastRounds = 3

  /// A setting on its way.
  private struct Search {
    let setting: CalibratedSetting
    let field: FieldEstimate
    var moved = 0.0
    /// By how much what is shown moves for a movement of the setting; nil: not yet known.
    var slope: Double?
    var shown: FieldEstimate?
    var last: (moved: Double, shown: Double)?

    /// The error within which it need not be found nearer.
    var error: Double { field.error.isFinite ? field.error : 0 }
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
    if let group = file.scenario.people.groups.first, group.name != PersonSpread.group {
      untold.append(
        CalibrationResult.Untold(
          path: "people.groups", reason: "the links of a population stay what it says"))
    }
    for setting in file.scenario.calibratedSettings(for: data) {
      guard let field = setting.statistic(data, units), field.count >= Self.leastCount else {
        untold += setting.untold("the data has too little of it")
        continue
      }
      var search = Search(setting: setting, field: field)
      if case .direct = setting.method { search.moved = field.value - setting.present }
      searches.append(search)
    }
    try Self.find(&searches, rounds: Self.rounds, file, data, strategy)
    let (lost, reasons) = Self.lost(searches)
    if !lost.isEmpty {
      for (place, reason) in zip(lost, reasons) {
        untold += searches[place].setting.untold(reason)
      }
      searches = searches.indices.filter { !lost.contains($0) }.map { searches[$0] }
      for place in searches.indices { searches[place].last = nil }
      // What is as it was again moves what the others show.
      try Self.find(&searches, rounds: Self.lastRounds, file, data, strategy)
    }
    self.file = try file.moved(searches.map { ($0.setting, $0.moved) })
    self.untold = untold
    settings = searches.flatMap(Self.results)
  }

  private static func find(
    _ searches: inout [Search], rounds: Int, _ file: ScenarioFile, _ data: FieldData,
    _ strategy: StrategyChoice
  ) throws(InputError) {
    guard searches.contains(where: { $0.setting.method != .direct }) else { return }
    for round in 0..<rounds {
      try show(&searches, file, data, strategy)
      guard round < rounds - 1, move(&searches, round) else { return }
    }
  }

  /// The places of what was not found, and why.
  private static func lost(_ searches: [Search]) -> (places: [Int], reasons: [String]) {
    var (places, reasons): ([Int], [String]) = ([], [])
    for (place, search) in searches.enumerated() where search.setting.method != .direct {
      let spread = search.setting.targets[0].spread
      let reason: String? =
        if search.slope ?? 1 < leastSlope {
          "what was measured hardly depends on it"
        } else if abs(search.gap) > max(far, search.error) {
          "no value of it shows what the data shows"
        } else if spread != nil, search.setting.scale == .sigma,
          places.contains(where: { searches[$0].setting.targets[0].spread == spread })
        {
          "its median is not told"
        } else {
          nil
        }
      guard let reason else { continue }
      places.append(place)
      reasons.append(reason)
    }
    return (places, reasons)
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

  /// Moves settings towards what the data shows; false: all are there. What is not proportional
  /// moves from the second round on, when all else that it depends on is where it belongs.
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
        if let last = search.last, abs(search.moved - last.moved) > Self.leastStep {
          let slope = (shown.value - last.shown) / (search.moved - last.moved)
          search.slope = min(max(slope, 0.1), 3)
        }
        search.last = (search.moved, shown.value)
      }
      let isKnown = isProportional || search.slope != nil
      guard abs(search.gap) > max(near, search.error / 10) || !isKnown else { continue }
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
    // What is left of the way counts as error too.
    let gap = isSimulated ? abs(search.gap) : 0
    let ends = search.field.ends(beside: isSimulated ? search.shown : nil)
    func moved(to end: Double, _ gap: Double) -> Double {
      search.moved + (end - search.field.value + gap) / (search.slope ?? 1)
    }
    return setting.targets.map { target in
      func value(_ moved: Double) -> Double { setting.value(of: target, moved: moved) }
      let now = value(search.moved)
      let interval = ends.map {
        ConfidenceInterval(from: value(moved(to: $0.low, -gap)), to: value(moved(to: $0.high, gap)))
      }
      return CalibrationResult.Setting(
        path: target.path, before: target.json(of: target.value), now: target.json(of: now),
        ends: interval.map { (target.json(of: $0.low), target.json(of: $0.high)) }, value: now,
        interval: interval, count: search.field.count, units: search.field.units)
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
  private static let sizes = (devices: 24...96, days: 1...14)

  /// The scenario with four times as many people as the data has, for as many days.
  func sized(for data: FieldData) throws(InputError) -> Scenario {
    var scenario = self
    let devices = min(
      max(4 * data.units, Self.sizes.devices.lowerBound), Self.sizes.devices.upperBound)
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
