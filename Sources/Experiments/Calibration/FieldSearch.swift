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
      let next = setting.allowed(wanted)
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

  /// How far settings are moved to both sides to see what that moves, in steps so long that chance
  /// in what people then do moves it less. An assumption.
  private static let probe = 0.5
  /// After a step as short as that nothing is simulated again, as what is shown moves in proportion
  /// to it. An assumption.
  private static let near = 0.05
  private static let rounds = 6
  private static let fewRounds = 2

  /// - Parameter file: with the settings that data tells directly where they belong.
  init(
    _ places: [Place], _ file: ScenarioFile, _ data: FieldData, _ strategy: StrategyChoice
  ) throws(InputError) {
    (self.places, self.file, self.data, self.strategy) = (places, file, data, strategy)
    guard !places.isEmpty else { return }
    var slopes = try measuredSlopes()
    drop(
      places.indices.map { slopes[$0][$0] < places[$0].setting.leastSlope }, &slopes,
      "what was measured hardly depends on it")
    var isLost: [Bool] = []
    repeat {
      inverse = Self.inverse(of: slopes)
      for round in 0..<Self.rounds {
        try show(of: round < Self.fewRounds ? .few : .all)
        let gaps = self.places.map(\.gap)
        for (place, row) in inverse.enumerated() {
          self.places[place].move(by: zip(row, gaps).reduce(0) { $0 + $1.0 * $1.1 })
        }
        if round >= Self.fewRounds, self.places.allSatisfy({ $0.step <= Self.near }) { break }
      }
      isLost = self.places.enumerated().map { number, place in
        place.shown == nil || place.step > max(Self.near, error(of: number) ?? 0)
      }
    } while drop(isLost, &slopes, "no value of it shows what the data shows")
      && !self.places.isEmpty
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

  /// How much each setting moves what is shown of itself and of those of its block that come after
  /// it: a rate depends on the round trip, and no round trip on the rate. One of each block moves
  /// at a time, as blocks leave each other as they are.
  private func measuredSlopes() throws(InputError) -> [[Double]] {
    var slopes = places.indices.map { row in places.indices.map { row == $0 ? 1.0 : 0 } }
    let blocks = places.map(\.setting.method)
    for number in places.indices {
      let moving = places.indices.filter { place in
        blocks[place] != .proportional
          && blocks[..<place].count { $0 == blocks[place] } == number
      }
      if moving.isEmpty { break }
      func steps(_ probe: Double) -> [Double] {
        places.indices.map { place in
          moving.contains(place)
            ? places[place].setting.allowed(places[place].moved + probe) - places[place].moved : 0
        }
      }
      let (down, up) = (steps(-Self.probe), steps(Self.probe))
      let before = try values(of: .few, movedBy: down)
      let after = try values(of: .few, movedBy: up)
      for column in moving {
        for row in column..<places.count where blocks[row] == blocks[column] {
          guard let one = before[row], let other = after[row] else { continue }
          slopes[row][column] = (other.value - one.value) / (up[column] - down[column])
        }
      }
    }
    return slopes
  }

  /// Leaves settings as they were, and the deviations of medians that are; false: there is none.
  @discardableResult private mutating func drop(
    _ isLost: [Bool], _ slopes: inout [[Double]], _ reason: String
  ) -> Bool {
    let spreads = places.indices
      .filter { isLost[$0] && places[$0].setting.scale == .logarithmic }
      .compactMap { places[$0].setting.targets[0].spread }
    let all = places.indices.filter { place in
      isLost[place] || places[place].setting.targets[0].spread.map(spreads.contains) == true
    }
    lost += all.map { (places[$0].setting, isLost[$0] ? reason : "its median is not told") }
    let left = places.indices.filter { !all.contains($0) }
    places = left.map { places[$0] }
    slopes = left.map { row in left.map { slopes[row][$0] } }
    return !all.isEmpty
  }

  /// Of a matrix with nothing above its diagonal, by forward substitution.
  /// - Complexity: O(rows³).
  private static func inverse(of matrix: [[Double]]) -> [[Double]] {
    matrix.indices.reduce(into: [[Double]]()) { rows, row in
      rows.append(
        matrix.indices.map { column in
          let known = (0..<row).reduce(row == column ? 1.0 : 0) {
            $0 - matrix[row][$1] * rows[$1][column]
          }
          return known / matrix[row][row]
        })
    }
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
  private static let sizes = (few: 24...40, all: 24...240, days: 1...14)

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
