internal import CacheWorkloads
internal import Results
internal import SimCore

/// What is drawn, left out and held back as a whole: a person, or a day where there is one person.
struct FieldUnits {
  let arePeople: Bool
  let count: Int

  init(_ data: FieldData) {
    arePeople = data.people > 1
    let days = data.observations.map(\.day).max() ?? -1
    let histogramDays = data.histograms.map(\.day).max() ?? -1
    count = arePeople ? data.people : Int(max(days, histogramDays)) + 1
  }

  func place(person: UInt32, day: Int32) -> Int { arePeople ? Int(person) : Int(day) }

  /// Half of the units, drawn by key.
  func half(_ attempt: Int) -> [Bool] {
    var random = SeededGenerator(
      seed: UInt64(count), purpose: .policy, attempt: UInt64(attempt))
    var order = Array(0..<count)
    for place in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(place, random.index(below: place + 1))
    }
    var chosen = [Bool](repeating: false, count: count)
    for unit in order.prefix(count / 2) { chosen[unit] = true }
    return chosen
  }
}

extension FieldData {
  /// The data of some units alone; people keep their numbers.
  func restricted(to chosen: [Bool], _ units: FieldUnits) -> FieldData {
    var part = self
    part.observations.removeAll { !chosen[units.place(person: $0.person, day: $0.day)] }
    part.histograms.removeAll { !chosen[units.place(person: $0.person, day: $0.day)] }
    return part
  }

  /// Each value with how many it stands for and the unit that it is of; shares are those of a
  /// person's day.
  func sample(
    _ quantity: FieldQuantity, _ units: FieldUnits, singleOnly: Bool = false,
    where isWanted: (Observation) -> Bool = { _ in true }
  ) -> SampleByUnit {
    SampleByUnit(
      FieldSample(quantity, in: self) { (!singleOnly || $0.count == 1) && isWanted($0) },
      of: quantity, units)
  }
}

/// Values of a quantity in order, each of a unit.
struct SampleByUnit {
  private(set) var values: [(value: Double, count: Double, unit: Int)] = []
  /// By unit: of the logarithms of what is above zero, and of the values themselves.
  private(set) var logarithms: [Moments]
  private(set) var moments: [Moments]

  fileprivate init(_ sample: FieldSample, of quantity: FieldQuantity, _ units: FieldUnits) {
    logarithms = Array(repeating: Moments(), count: units.count)
    moments = logarithms
    for each in sample.values {
      let unit = units.place(person: each.person, day: each.day)
      let count = quantity.unit == "share" ? 1 : Double(each.count)
      values.append((each.value, count, unit))
      moments[unit].add(each.value, count)
      if each.value > 0 { logarithms[unit].add(DeterministicMath.log(each.value), count) }
    }
  }

  var count: Double { values.reduce(0) { $0 + $1.count } }

  static let percentiles: [Percentile] =
    [.p10, Percentile(basisPoints: 2_500), .p50, Percentile(basisPoints: 7_500), .p90, .p95, .p99]

  /// The quantiles of some units' values; nil: they have none.
  /// - Complexity: O(values).
  func quantiles(of chosen: [Bool]? = nil) -> [Double]? {
    let own = chosen.map { chosen in values.filter { chosen[$0.unit] } } ?? values
    let all = own.reduce(0) { $0 + $1.count }
    guard all > 0 else { return nil }
    var (sum, place) = (0.0, 0)
    return Self.percentiles.map { percentile in
      let rank = all * Double(percentile.basisPoints) / 10_000
      while place < own.count - 1, sum + own[place].count < rank {
        sum += own[place].count
        place += 1
      }
      return own[place].value
    }
  }
}

/// The sums from which the mean and the deviation of values or logarithms are computed.
struct Moments {
  private(set) var count = 0.0
  private var sum = 0.0
  private var squares = 0.0

  mutating func add(_ value: Double, _ weight: Double) {
    count += weight
    sum += weight * value
    squares += weight * value * value
  }

  static func + (one: Moments, other: Moments) -> Moments {
    var all = one
    all.count += other.count
    all.sum += other.sum
    all.squares += other.squares
    return all
  }

  var mean: Double { sum / count }
  /// Of all deviations from the mean.
  var squaredDeviations: Double { max(squares - sum * sum / count, 0) }
  var variance: Double { count > 1 ? squaredDeviations / (count - 1) : 0 }
}

/// A number that field data gives, with its standard error.
struct FieldEstimate {
  let value: Double
  /// Infinite where a single unit has it; of the variance's logarithm where there is a `chance`.
  let error: Double
  /// How many units it is of.
  let units: Int
  /// How many values.
  let count: Int
  /// Of a deviation: the part of the variance that is seen which chance adds.
  private var chance: Double?

  /// Leaves each unit out in turn: the jackknife (B. Efron, The Jackknife, the Bootstrap and Other
  /// Resampling Plans, SIAM 1982, chapter 3), so that what the values of a person have in common
  /// counts once.
  /// - Parameter estimate: from the units that are given; nil: they give none.
  init?<Unit>(of units: [Unit], count: Double, _ estimate: ([Unit]) -> Double?) {
    guard !units.isEmpty, let whole = estimate(units), whole.isFinite else { return nil }
    value = whole
    self.units = units.count
    self.count = Int(count.rounded())
    let parts = units.indices.compactMap { left -> Double? in
      var others = units
      others.remove(at: left)
      return estimate(others)
    }
    guard units.count > 1, parts.count == units.count, parts.allSatisfy(\.isFinite) else {
      error = .infinity
      return
    }
    let mean = parts.reduce(0, +) / Double(parts.count)
    let squares = parts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    error = (squares * Double(parts.count - 1) / Double(parts.count)).squareRoot()
  }

  /// A deviation: the root of what is left of a variance without the part that chance adds to it.
  /// What is left may be nothing while its interval is wide: it is that of the whole variance,
  /// whose logarithm is nearly normal.
  init?<Unit>(
    deviationOf units: [Unit], count: Double,
    _ estimate: ([Unit]) -> (variance: Double, chance: Double)?
  ) {
    guard let whole = estimate(units),
      let log = FieldEstimate(
        of: units, count: count,
        { estimate($0).map { DeterministicMath.log(max($0.variance, 1e-12)) } })
    else { return nil }
    value = max(whole.variance - whole.chance, 0).squareRoot()
    (error, self.units, self.count) = (log.error, log.units, log.count)
    chance = whole.chance
  }

  /// The ends of the 95 % interval, by Student's distribution, beside what was simulated and its
  /// error; nil: a single unit has none.
  func ends(beside shown: FieldEstimate? = nil) -> (low: Double, high: Double)? {
    guard error.isFinite else { return nil }
    let other = shown.map { $0.error.isFinite ? $0.error : 0 } ?? 0
    let reach =
      ConfidenceInterval.studentQuantile(degreesOfFreedom: max(units - 1, 1))
      * (error * error + other * other).squareRoot()
    guard let chance else { return (value - reach, value + reach) }
    let ends = [-reach, reach].map {
      max((value * value + chance) * DeterministicMath.exp($0) - chance, 0).squareRoot()
    }
    return (min(ends[0], value), max(ends[1], value))
  }
}

extension FieldEstimate {
  /// The mean of logarithms, plus half their variance where `isMean`: the logarithm of the mean of
  /// a log-normal distribution.
  static func logarithm(of sample: SampleByUnit, isMean: Bool) -> FieldEstimate? {
    let units = sample.logarithms.filter { $0.count > 0 }
    return FieldEstimate(of: units, count: sample.count) { units in
      let all = units.reduce(Moments(), +)
      return all.count > 0 ? all.mean + (isMean ? all.variance / 2 : 0) : nil
    }
  }

  /// The standard deviation of logarithms within groups, such as cold and warm launches.
  static func sigma(of groups: [SampleByUnit]) -> FieldEstimate? {
    guard let first = groups.first else { return nil }
    let units = first.logarithms.indices.map { unit in groups.map { $0.logarithms[unit] } }
      .filter { $0.contains { $0.count > 0 } }
    return FieldEstimate(of: units, count: groups.reduce(0) { $0 + $1.count }) { units in
      var (squares, freedom) = (0.0, 0.0)
      for group in groups.indices {
        let all = units.reduce(Moments()) { $0 + $1[group] }
        guard all.count > 1 else { continue }
        squares += all.squaredDeviations
        freedom += all.count - 1
      }
      return freedom > 0 ? (squares / freedom).squareRoot() : nil
    }
  }

  /// The logarithm of the mean of values, nothing included.
  static func mean(of sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(of: sample.moments.filter { $0.count > 0 }, count: sample.count) { units in
      let mean = units.reduce(Moments(), +).mean
      return mean > 0 ? DeterministicMath.log(mean) : nil
    }
  }

  /// The sigma of the log-normal distribution whose variance and mean are those of values, nothing
  /// included.
  static func spread(of sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(of: sample.moments.filter { $0.count > 0 }, count: sample.count) { units in
      let all = units.reduce(Moments(), +)
      guard all.mean > 0 else { return nil }
      return DeterministicMath.log(1 + all.variance / (all.mean * all.mean)).squareRoot()
    }
  }

  /// Of what people do a day: the logarithm of its mean over people.
  static func dailyMean(of sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(of: sample.moments.filter { $0.count > 0 }, count: sample.count) { people in
      let mean = people.reduce(0) { $0 + $1.mean } / Double(max(people.count, 1))
      return mean > 0 ? DeterministicMath.log(mean) : nil
    }
  }

  /// How much people's rates differ: the sigma of a log-normal distribution whose variance is
  /// that of people's means less what days of a Poisson process add to it.
  static func dailySigma(of sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(deviationOf: sample.moments.filter { $0.count > 0 }, count: sample.count) {
      people in
      guard people.count > 1 else { return nil }
      let count = Double(people.count)
      let mean = people.reduce(0) { $0 + $1.mean } / count
      guard mean > 0 else { return nil }
      let squares = people.reduce(0) { $0 + ($1.mean - mean) * ($1.mean - mean) }
      let chance = people.reduce(0) { $0 + mean / $1.count } / count
      func logarithm(_ variance: Double) -> Double {
        DeterministicMath.log(1 + max(variance, 0) / (mean * mean))
      }
      let all = logarithm(squares / (count - 1))
      return (all, all - logarithm(squares / (count - 1) - chance))
    }
  }

  /// How much people differ in the level of a quantity, beside how much a person's values do: the
  /// between and the within component of the variance of logarithms (one-way analysis of variance).
  static func componentsOfVariance(
    of sample: SampleByUnit
  ) -> (between: FieldEstimate, within: Double)? {
    let people = sample.logarithms.filter { $0.count > 1 }
    func within(_ people: [Moments]) -> Double {
      let freedom = people.reduce(0) { $0 + $1.count - 1 }
      return freedom > 0 ? people.reduce(0) { $0 + $1.squaredDeviations } / freedom : 0
    }
    let between = FieldEstimate(deviationOf: people, count: sample.count) { people in
      guard people.count > 1 else { return nil }
      let all = people.reduce(Moments(), +)
      let squares = people.reduce(0) {
        $0 + $1.count * ($1.mean - all.mean) * ($1.mean - all.mean)
      }
      let freedom = Double(people.count - 1)
      let size = (all.count - people.reduce(0) { $0 + $1.count * $1.count } / all.count) / freedom
      return size > 0 ? (squares / freedom / size, within(people) / size) : nil
    }
    return between.map { ($0, within(people).squareRoot()) }
  }
}
