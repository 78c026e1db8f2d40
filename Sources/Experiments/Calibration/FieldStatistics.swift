internal import CacheWorkloads
internal import Results
internal import SimCore

/// What is drawn, left out and held back as a whole: a person, or a day where there is one person.
struct FieldUnits {
  let arePeople: Bool
  let count: Int

  init(_ data: FieldData) {
    arePeople = data.people > 1
    count = arePeople ? data.people : data.days
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
  /// The days that are told apart, and 1 where none is.
  var days: Int {
    1 + Int(max(observations.map(\.day).max() ?? 0, histograms.map(\.day).max() ?? 0))
  }

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
    let sample = FieldSample(quantity, in: self) {
      (!singleOnly || $0.count == 1) && isWanted($0)
    }
    let isShare = quantity.unit == "share"
    return SampleByUnit(
      values: sample.values.map {
        ($0.value, isShare ? 1 : Double($0.count), units.place(person: $0.person, day: $0.day))
      }, units: units.count)
  }
}

/// Values of a quantity in order, each of a unit.
struct SampleByUnit {
  let values: [(value: Double, count: Double, unit: Int)]
  let units: Int

  var count: Double { values.reduce(0) { $0 + $1.count } }

  /// By unit, of what values become; nil: a value that is left out.
  func moments(_ change: (Double) -> Double?) -> [Moments] {
    var all = [Moments](repeating: Moments(), count: units)
    for each in values {
      if let value = change(each.value) { all[each.unit].add(value, each.count) }
    }
    return all
  }

  /// Of the logarithms of what is above zero.
  var logarithms: [Moments] { moments { $0 > 0 ? DeterministicMath.log($0) : nil } }

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

/// A number that field data gives, and how much of it each unit brings.
struct FieldEstimate {
  /// What belongs to a variance between units.
  struct Between {
    /// What chance within units adds to it, and is no part of the value.
    var chance: Double
    /// The degrees of freedom of both together.
    var freedom: Double
  }

  private typealias Number = (value: Double, between: Between?)

  let value: Double
  /// Of a variance between units.
  let between: Between?
  /// By unit, the square root of its part of the value's variance, with its sign; nil: a single
  /// unit has the value.
  let influences: [Double]?
  let units: Int
  let count: Int

  /// Leaves each unit out in turn: the jackknife (B. Efron, The Jackknife, the Bootstrap and Other
  /// Resampling Plans, SIAM 1982, chapter 3), so that what the values of a person have in common
  /// counts once.
  /// - Parameter estimate: from the units that have values; nil: they give none.
  /// - Complexity: O(units²).
  private init?<Unit>(
    _ count: Double, of all: [Unit], where hasValues: (Unit) -> Bool,
    _ estimate: ([Unit]) -> Number?
  ) {
    let places = all.indices.filter { hasValues(all[$0]) }
    let units = places.map { all[$0] }
    guard !units.isEmpty, let whole = estimate(units), whole.value.isFinite else { return nil }
    (value, between, self.units, self.count) =
      (whole.value, whole.between, units.count, Int(count.rounded()))
    let parts = units.indices.compactMap { left -> Double? in
      var others = units
      others.remove(at: left)
      return others.isEmpty ? nil : estimate(others)?.value
    }
    guard parts.count > 1, parts.count == units.count, parts.allSatisfy(\.isFinite) else {
      influences = nil
      return
    }
    let size = Double(parts.count)
    let mean = parts.reduce(0, +) / size
    var own = [Double](repeating: 0, count: all.count)
    for (place, part) in zip(places, parts) {
      own[place] = (mean - part) * ((size - 1) / size).squareRoot()
    }
    influences = own
  }

  private init?(
    _ sample: SampleByUnit, _ moments: [Moments], _ estimate: ([Moments]) -> Number?
  ) {
    self.init(sample.count, of: moments, where: { $0.count > 0 }, estimate)
  }

  /// The standard error; nil: a single unit has the value.
  var error: Double? {
    influences.map { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() }
  }
}

extension FieldEstimate {
  /// The mean logarithm of a log-normal distribution's mean: that of logarithms, plus half their
  /// variance.
  static func logarithm(ofMeanOf sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(sample, sample.logarithms) { units in
      let all = units.reduce(Moments(), +)
      return (all.mean + all.variance / 2, nil)
    }
  }

  /// The mean logarithm over units, whatever each of them has many values of.
  static func level(of sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(sample, sample.logarithms) { (spread(of: $0) { _ in 0 }.mean, nil) }
  }

  /// The variance of logarithms within groups, such as cold and warm launches.
  static func variance(within groups: [SampleByUnit]) -> FieldEstimate? {
    guard let first = groups.first else { return nil }
    let moments = groups.map(\.logarithms)
    return FieldEstimate(
      groups.reduce(0) { $0 + $1.count },
      of: (0..<first.units).map { unit in moments.map { $0[unit] } },
      where: { $0.contains { $0.count > 0 } }
    ) { units in
      let all = groups.indices.map { group in units.reduce(Moments()) { $0 + $1[group] } }
        .filter { $0.count > 1 }
      let freedom = all.reduce(0) { $0 + $1.count - 1 }
      return freedom > 0 ? (all.reduce(0) { $0 + $1.squaredDeviations } / freedom, nil) : nil
    }
  }

  /// The logarithm of the mean of values, nothing included.
  static func mean(of sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(sample, sample.moments { $0 }) { units in
      let mean = units.reduce(Moments(), +).mean
      return mean > 0 ? (DeterministicMath.log(mean), nil) : nil
    }
  }

  /// So much is added to lengths before their logarithms are taken, in seconds, so that neither the
  /// few longest ones nor those of one view decide their variance. An assumption.
  private static let added = 10.0

  /// The variance of the logarithms of lengths, nothing included.
  static func variance(of sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(sample, sample.moments { DeterministicMath.log(added + $0) }) { units in
      (units.reduce(Moments(), +).variance, nil)
    }
  }

  /// Of what people do a day: the logarithm of its mean over people.
  static func dailyMean(of sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(sample, sample.moments { $0 }) { people in
      let mean = people.reduce(0) { $0 + $1.mean } / Double(people.count)
      return mean > 0 ? (DeterministicMath.log(mean), nil) : nil
    }
  }

  /// How much people's rates differ: the variance of the logarithms of how often each does
  /// something, less what a Poisson process adds to it. Half an event more leaves no one out, and
  /// the logarithm nearly without bias (J. Haldane, The Estimation and Significance of the
  /// Logarithm of a Ratio of Frequencies, Annals of Human Genetics 20, 1956).
  static func dailyVariance(of sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(sample, sample.moments { $0 }) { people in
      let rates = people.map { person in
        let events = person.mean * person.count + 0.5
        var rate = Moments()
        rate.add(DeterministicMath.log(events / person.count), events)
        return rate
      }
      return people.count > 1 ? spread(of: rates) { 1 / $0.count }.variance : nil
    }
  }

  /// How much people differ in the level of a quantity, beside how much a person's values do: the
  /// between component of the variance of logarithms.
  static func variance(betweenUnitsOf sample: SampleByUnit) -> FieldEstimate? {
    FieldEstimate(sample, sample.logarithms) { people in
      guard people.count > 1, let within = varianceWithin(people) else { return nil }
      return spread(of: people) { within / $0.count }.variance
    }
  }

  /// The variance of a unit's own values (one-way analysis of variance); nil: none has two.
  static func varianceWithin(_ units: [Moments]) -> Double? {
    let units = units.filter { $0.count > 1 }
    let freedom = units.reduce(0) { $0 + $1.count - 1 }
    return freedom > 0 ? units.reduce(0) { $0 + $1.squaredDeviations } / freedom : nil
  }

  /// A unit's weight: few values count for less, and many not for more than themselves, as where
  /// units differ as much as a unit's values do. An assumption.
  private static func weight(_ unit: Moments) -> Double { unit.count / (unit.count + 1) }

  /// The mean of units' means, and their variance without what chance within units adds: the
  /// method of moments with given weights, whose sum of squares has nearly the χ² distribution of
  /// as many degrees of freedom as give it its variance (F. Satterthwaite, An Approximate
  /// Distribution of Estimates of Variance Components, Biometrics Bulletin 2(6), 1946).
  private static func spread(
    of units: [Moments], chance: (Moments) -> Double
  ) -> (mean: Double, variance: Number) {
    let weights = units.map(weight)
    let all = weights.reduce(0, +)
    let mean = zip(units, weights).reduce(0) { $0 + $1.1 * $1.0.mean } / all
    var (size, squares, added) = (0.0, 0.0, 0.0)
    for (unit, own) in zip(units, weights) {
      size += own * (1 - own / all)
      squares += own * (unit.mean - mean) * (unit.mean - mean)
      added += own * (1 - own / all) * chance(unit)
    }
    guard size > 0 else { return (mean, (0, nil)) }
    let between = (squares - added) / size
    var (sum, twice, thrice, product) = (0.0, 0.0, 0.0, 0.0)
    for (unit, own) in zip(units, weights) {
      let variance = max(between, 0) + chance(unit)
      sum += own * (1 - own / all) * variance
      twice += own * own * variance * variance
      thrice += own * own * own * variance * variance
      product += own * own * variance
    }
    let spread = twice - 2 * thrice / all + product * product / (all * all)
    let freedom = spread > 0 ? sum * sum / spread : Double(units.count - 1)
    return (mean, (between, Between(chance: added / size, freedom: freedom)))
  }
}
