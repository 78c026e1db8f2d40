internal import CacheWorkloads
internal import ClientStrategies
internal import SimCore

/// Moves settings until what the simulation shows is what field data does: Newton's method, whose
/// slopes are those of a designed experiment with the simulation.
///
/// Every simulation has people of its own, so that the chance in one is none in the next, and the
/// last ones count together.
struct FieldSearch: Sendable {
  /// A setting on its way, in the units in which it moves.
  struct Place: Sendable {
    let setting: CalibratedSetting
    let field: FieldEstimate
    /// How far it is moved, and how far it would be if every value were allowed.
    fileprivate(set) var moved = 0.0
    fileprivate(set) var wanted = 0.0
    /// Where its slopes were measured.
    fileprivate(set) var center = 0.0

    fileprivate mutating func move(to place: Double) {
      (wanted, moved) = (place, setting.allowed(place))
    }
  }

  /// A simulation: how far settings were moved, and what it shows of each.
  private struct Run {
    let moves: [Double]
    let shown: [FieldEstimate?]
  }

  /// What is found.
  private(set) var places: [Place]
  /// What is not, and why.
  private(set) var lost: [(setting: CalibratedSetting, reason: String)] = []
  /// How much what is measured of each setting moves with each, and how much each follows what is
  /// measured.
  private var slopes: [[Double]] = []
  private var inverse: [[Double]] = []
  /// Those that tell where settings belong.
  private var runs: [Run] = []
  private var simulated: UInt64 = 0

  private let file: ScenarioFile
  private let data: FieldData
  private let strategy: StrategyChoice

  /// How often settings move as if what is shown moved as they do, before slopes are measured.
  private static let approaches = 2
  /// How often slopes are measured, each time where the settings then are.
  private static let passes = 3
  /// So many simulations tell together where settings belong.
  private static let lastRuns = 3
  /// No step is longer.
  private static let longest = 1.0

  /// - Parameter file: with the settings that data tells directly where they belong.
  init(
    _ places: [Place], _ file: ScenarioFile, _ data: FieldData, _ strategy: StrategyChoice
  ) throws(InputError) {
    (self.places, self.file, self.data, self.strategy) = (places, file, data, strategy)
    for _ in 0..<Self.approaches where !places.isEmpty {
      let run = try simulate(.few)
      for (place, shown) in run.shown.enumerated() {
        move(place, by: shown.map { places[place].field.value - $0.value } ?? 0)
      }
    }
    for _ in 0..<Self.passes where !self.places.isEmpty {
      if try measureSlopes() { break }
    }
    var count = 0
    repeat {
      (runs, count) = ([], self.places.count)
      try find()
    } while drop(self.places.indices.map(reasonAgainst)).count < count
  }

  private mutating func move(_ place: Int, by step: Double) {
    places[place].move(
      to: places[place].moved + min(max(step, -Self.longest), Self.longest))
  }

  /// Simulates where settings belong by all such simulations so far.
  private mutating func find() throws(InputError) {
    for _ in 0..<Self.lastRuns where !places.isEmpty {
      runs.append(try simulate(.all))
      let found = runs.map(wanted)
      for place in places.indices {
        places[place].move(to: found.reduce(0) { $0 + $1[place] } / Double(found.count))
      }
    }
  }

  /// Why a setting is not found where the search ended; nil: it is.
  private func reasonAgainst(_ place: Int) -> String? {
    let far = abs(places[place].wanted - places[place].center)
    let reach = 2 * (Self.probe(places[place].setting) + (error(of: place)?.all ?? 0))
    return far > reach ? "no value of it shows what the data shows" : nil
  }

  /// Where settings belong by one simulation.
  private func wanted(by run: Run) -> [Double] {
    let gaps = zip(places, run.shown).map { place, shown in
      shown.map { place.field.value - $0.value } ?? 0
    }
    return places.indices.map { place in
      run.moves[place] + zip(inverse[place], gaps).reduce(0) { $0 + $1.0 * $1.1 }
    }
  }
}

// MARK: - Errors

extension FieldSearch {
  /// The standard error of a setting, with all that units have in common and with chance in
  /// simulations; nil: the data is of a single unit.
  func error(of place: Int) -> SettingError? {
    guard let own = places[place].field.error else { return nil }
    let scale = abs(inverse[place][place])
    let chance = runs.reduce(0) { $0 + variance(of: place, by: $1.shown) }
    let count = Double(max(runs.count, 1))
    return SettingError(
      all: (variance(of: place, by: places.map(\.field)) + chance / (count * count)).squareRoot(),
      own: own * scale, scale: scale)
  }

  /// The variance of a setting that follows from influences of units on what is measured.
  private func variance(of place: Int, by measured: [FieldEstimate?]) -> Double {
    var sums: [Double] = []
    for (estimate, weight) in zip(measured, inverse[place]) where weight != 0 {
      guard let own = estimate?.influences else { continue }
      if sums.isEmpty { sums = Array(repeating: 0, count: own.count) }
      for unit in own.indices { sums[unit] += weight * own[unit] }
    }
    return sums.reduce(0) { $0 + $1 * $1 }
  }
}

// MARK: - Slopes

extension FieldSearch {
  /// How far settings are moved to both sides to see what that moves: so far that chance in what
  /// people then do moves it less. Assumptions.
  private static func probe(_ setting: CalibratedSetting) -> Double {
    setting.scale == .sigma ? 0.3 : 0.4
  }
  /// A slope of fewer of its standard errors, or of less, is none. Assumptions.
  private static let least = (errors: 2.5, slope: 0.05)
  private static let designedRuns = 8

  /// Whether a setting is high in one of eight runs: seven factors are orthogonal to each other and
  /// to the mean (R. Plackett and J. Burman, The Design of Optimum Multifactorial Experiments,
  /// Biometrika 33(4), 1946). Settings of a block have factors of their own; blocks share them.
  private func isHigh(_ place: Int, in run: Int) -> Bool {
    let isOfBlock = { places[$0].setting.method == places[place].setting.method }
    let first = places.indices.first(where: isOfBlock) ?? place
    let factor = 3 * first + (0..<place).count(where: isOfBlock)
    return ((factor % (Self.designedRuns - 1) + 1) & run).nonzeroBitCount.isMultiple(of: 2)
  }

  /// Measures slopes around where settings are, and moves them to where they then belong; false:
  /// that is further away than slopes were measured, or something was lost.
  private mutating func measureSlopes() throws(InputError) -> Bool {
    var designed: [Run] = []
    for run in 0..<Self.designedRuns {
      let moves = places.enumerated().map { number, place in
        let probe = Self.probe(place.setting)
        return place.setting.allowed(place.moved + (isHigh(number, in: run) ? probe : -probe))
      }
      designed.append(try simulate(.few, moves))
    }
    let measured = Self.slopes(of: places.map(\.setting), designed)
    slopes = measured.slopes
    let left = drop(measured.reasons)
    let found = designed.map { run in
      wanted(by: Run(moves: left.map { run.moves[$0] }, shown: left.map { run.shown[$0] }))
    }
    var isNear = left.count == measured.reasons.count
    for place in places.indices {
      let before = places[place].moved
      places[place].center = before
      move(place, by: found.reduce(0) { $0 + $1[place] } / Double(found.count) - before)
      let reach = 2 * Self.probe(places[place].setting)
      isNear = isNear && abs(places[place].moved - before) <= reach
    }
    return isNear
  }

  /// How much what is measured of each setting moves with those of its block, and why what is
  /// measured tells nothing; nil: it does.
  private static func slopes(
    of settings: [CalibratedSetting], _ designed: [Run]
  ) -> (slopes: [[Double]], reasons: [String?]) {
    var slopes = settings.indices.map { row in settings.indices.map { row == $0 ? 1.0 : 0 } }
    var reasons = [String?](repeating: nil, count: settings.count)
    for row in settings.indices {
      let block = settings.indices.filter { settings[$0].method == settings[row].method }
      let shown = designed.compactMap { run in
        run.shown[row].map { (moves: [1] + block.map { run.moves[$0] }, $0) }
      }
      guard
        let found = LinearSystem.leastSquares(
          rows: shown.map(\.moves), values: shown.map(\.1.value),
          variance: shown.reduce(0) { $0 + ($1.1.error ?? 0) * ($1.1.error ?? 0) }
            / Double(max(shown.count, 1)))
      else {
        reasons[row] = "the simulation shows too little of it"
        continue
      }
      for (place, column) in block.enumerated() {
        slopes[row][column] = found.weights[place + 1]
        if column == row,
          slopes[row][row] < max(least.slope, least.errors * found.errors[place + 1])
        {
          reasons[row] = "what was measured hardly depends on it"
        }
      }
    }
    return (slopes, reasons)
  }

  /// Leaves settings as they were for a reason, and the deviations of medians that are.
  /// - Returns: the places of the others.
  private mutating func drop(_ reasons: [String?]) -> [Int] {
    let spreads = places.indices
      .filter { reasons[$0] != nil && places[$0].setting.scale == .logarithmic }
      .compactMap { places[$0].setting.targets[0].spread }
    let all = places.indices.map { place in
      reasons[place]
        ?? (places[place].setting.targets[0].spread.map(spreads.contains) == true
          ? "its median is not told" : nil)
    }
    lost += places.indices.compactMap { place in all[place].map { (places[place].setting, $0) } }
    let left = places.indices.filter { all[$0] == nil }
    places = left.map { places[$0] }
    slopes = left.map { row in left.map { slopes[row][$0] } }
    // Slopes that leave no inverse are those of settings that move one thing alike.
    inverse =
      LinearSystem.inverse(of: slopes)
      ?? slopes.indices.map { row in slopes.indices.map { $0 == row ? 1 / slopes[row][row] : 0 } }
    return left
  }
}

// MARK: - Simulations

extension FieldSearch {
  /// Simulates people of its own with settings as far as they are found, or moved otherwise.
  private mutating func simulate(
    _ people: Scenario.SimulatedPeople, _ moves: [Double]? = nil
  ) throws(InputError) -> Run {
    let moves = moves ?? places.map(\.moved)
    var scenario = try file.moved(zip(places, moves).map { (setting: $0.setting, by: $1) })
      .scenario.sized(for: data, people)
    var seed = SeededGenerator(
      seed: UInt64(scenario.seeds[0]), purpose: .policy, attempt: simulated)
    simulated += 1
    // Even as the scenario's, where it is drawn for a trial.
    scenario.seeds = [2 * seed.index(below: 1 << 30)]
    let shown = try scenario.fieldData(strategy)
    let units = FieldUnits(shown)
    return Run(moves: moves, shown: places.map { $0.setting.statistic(shown, units) })
  }
}

extension Scenario {
  /// How many people are simulated: as many as show a slope, or as show a number.
  enum SimulatedPeople {
    case few, all
  }

  /// The least and the most devices and days of a simulation that is held to field data: enough
  /// that chance in it is little beside chance in the data, and few enough to be quick. An
  /// assumption.
  private static let sizes = (few: 24...60, all: 24...240, days: 1...14)

  /// The scenario with four times as many people as the data has, for as many days.
  func sized(
    for data: FieldData, _ people: SimulatedPeople = .all
  ) throws(InputError) -> Scenario {
    var scenario = self
    let range = people == .few ? Self.sizes.few : Self.sizes.all
    scenario.devices = min(max(4 * data.units, range.lowerBound), range.upperBound)
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
}
