internal import CacheWorkloads
internal import ClientStrategies
internal import SimCore

/// Moves settings until what the simulation shows is what field data does: Newton's method, with
/// slopes of differences between simulations.
struct FieldSearch: Sendable {
  /// A setting on its way, in the units in which it moves.
  struct Place: Sendable {
    let setting: CalibratedSetting
    let field: FieldEstimate
    fileprivate(set) var shown: FieldEstimate?
    /// How far it is moved, and how far it would be if every value were allowed.
    fileprivate(set) var moved = 0.0
    fileprivate(set) var wanted = 0.0
    fileprivate var step = 0.0

    init(_ setting: CalibratedSetting, _ field: FieldEstimate) {
      (self.setting, self.field) = (setting, field)
    }

    fileprivate var gap: Double { shown.map { field.value - $0.value } ?? 0 }

    fileprivate mutating func move(by step: Double) {
      wanted = moved + min(max(step, -2), 2)
      let next = min(max(wanted, setting.reach.lowerBound), setting.reach.upperBound)
      (self.step, moved) = (abs(next - moved), next)
    }
  }

  /// What is found.
  private(set) var places: [Place]
  /// What is not, and why.
  private(set) var lost: [(setting: CalibratedSetting, reason: String)] = []
  /// By setting, how much it follows what is measured of each: the inverse of the slopes.
  private var inverse: [[Double]] = []

  private let file: ScenarioFile
  private let data: FieldData
  private let strategy: StrategyChoice

  /// A setting that moves what is measured less than so much for its own movement is not told by
  /// it. An assumption.
  private static let leastSlope = 0.3
  /// How far settings are moved to see what that moves. An assumption.
  private static let probe = 0.2
  /// After a step as short as that nothing is simulated again, as what is shown moves in proportion
  /// to it. An assumption.
  private static let near = 0.05
  private static let rounds = 4

  /// - Parameter file: with the settings that data tells directly where they belong.
  init(
    _ places: [Place], _ file: ScenarioFile, _ data: FieldData, _ strategy: StrategyChoice
  ) throws(InputError) {
    (self.places, self.file, self.data, self.strategy) = (places, file, data, strategy)
    guard !places.isEmpty else { return }
    for _ in 0..<2 {
      try show(of: .few)
      for place in places.indices { self.places[place].move(by: self.places[place].gap) }
    }
    var slopes = try measuredSlopes()
    drop(&slopes, "what was measured hardly depends on it") { _, slope in
      slope < Self.leastSlope
    }
    repeat {
      inverse = Self.inverse(of: slopes)
      for _ in 0..<Self.rounds {
        try show(of: .all)
        let gaps = self.places.map(\.gap)
        for (place, row) in inverse.enumerated() {
          self.places[place].move(by: zip(row, gaps).reduce(0) { $0 + $1.0 * $1.1 })
        }
        if self.places.allSatisfy({ $0.step <= Self.near }) { break }
      }
    } while drop(&slopes, "no value of it shows what the data shows") { place, _ in
      place.shown == nil || place.step > max(Self.near, place.field.error ?? 0)
    }
  }

  /// The standard error of a setting: that of the data and that of the simulation, of all from
  /// which it follows; nil: the data is of a single unit.
  func error(of place: Int) -> Double? {
    guard places[place].field.influences != nil else { return nil }
    let squares = [\Place.field.influences, \Place.shown?.influences].map { influences in
      var sums: [Double] = []
      for (weight, other) in zip(inverse[place], places) {
        guard let own = other[keyPath: influences] else { continue }
        if sums.isEmpty { sums = Array(repeating: 0, count: own.count) }
        for unit in own.indices { sums[unit] += weight * own[unit] }
      }
      return sums.reduce(0) { $0 + $1 * $1 }
    }
    return (squares[0] + squares[1]).squareRoot()
  }

  /// The part of a setting's variance that chance adds.
  func chance(of place: Int) -> Double { places[place].field.chance * inverse[place][place] }
}

// MARK: - Simulations

extension FieldSearch {
  /// Simulates the scenario as far as it is found.
  private mutating func show(of people: Scenario.SimulatedPeople) throws(InputError) {
    let all = try values(of: people)
    for place in places.indices { places[place].shown = all[place] }
  }

  private func values(
    of people: Scenario.SimulatedPeople, movedBy steps: [Double]? = nil
  ) throws(InputError) -> [FieldEstimate?] {
    let moves = places.enumerated().map { (setting: $1.setting, by: $1.moved + (steps?[$0] ?? 0)) }
    let scenario = try file.moved(moves).scenario
    let data = try scenario.sized(for: data, people).fieldData(strategy)
    let units = FieldUnits(data)
    return places.map { $0.setting.statistic(data, units) }
  }

  /// How much each setting moves what is shown of each of its block. Kinds of links move at once,
  /// as they leave each other as they are.
  private func measuredSlopes() throws(InputError) -> [[Double]] {
    let base = try values(of: .few)
    var slopes = places.indices.map { row in places.indices.map { row == $0 ? 1.0 : 0 } }
    let blocks = places.map(\.setting.method)
    for ofUse in [false, true] {
      for number in places.indices {
        let moving = places.indices.filter { place in
          (blocks[place] == .simulated(.use)) == ofUse
            && blocks[..<place].count { $0 == blocks[place] } == number
        }
        if moving.isEmpty { break }
        let steps = places.indices.map { place in
          let (moved, most) = (places[place].moved, places[place].setting.reach.upperBound)
          return !moving.contains(place) ? 0 : moved + Self.probe > most ? -Self.probe : Self.probe
        }
        let shown = try values(of: .few, movedBy: steps)
        for column in moving {
          for row in places.indices where blocks[row] == blocks[column] {
            guard let before = base[row], let after = shown[row] else { continue }
            slopes[row][column] = (after.value - before.value) / steps[column]
          }
        }
      }
    }
    return slopes
  }

  /// Leaves settings as they were, and the deviations of medians that are; false: there is none.
  @discardableResult private mutating func drop(
    _ slopes: inout [[Double]], _ reason: String, where isLost: (Place, _ slope: Double) -> Bool
  ) -> Bool {
    let own = places.indices.map { isLost(places[$0], slopes[$0][$0]) }
    let spreads = places.indices.filter { own[$0] && places[$0].setting.scale == .logarithmic }
      .compactMap { places[$0].setting.targets[0].spread }
    let all = places.indices.filter { place in
      own[place] || places[place].setting.targets[0].spread.map(spreads.contains) == true
    }
    lost += all.map { (places[$0].setting, own[$0] ? reason : "its median is not told") }
    let left = places.indices.filter { !all.contains($0) }
    places = left.map { places[$0] }
    slopes = left.map { row in left.map { slopes[row][$0] } }
    return !all.isEmpty
  }

  /// By Gauss and Jordan's elimination. - Complexity: O(rows³).
  private static func inverse(of matrix: [[Double]]) -> [[Double]] {
    let size = matrix.count
    var rows = matrix.enumerated().map { place, row in
      row + (0..<size).map { $0 == place ? 1 : 0 }
    }
    for column in 0..<size {
      let pivot = (column..<size).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
      rows.swapAt(column, pivot)
      let divisor = rows[column][column]
      rows[column] = rows[column].map { $0 / divisor }
      for row in 0..<size where row != column {
        let factor = rows[row][column]
        rows[row] = zip(rows[row], rows[column]).map { $0 - factor * $1 }
      }
    }
    return rows.map { Array($0[size...]) }
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
  private static let sizes = (few: 24...32, all: 24...240, days: 1...14)

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
