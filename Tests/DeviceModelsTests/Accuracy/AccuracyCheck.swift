internal import Testing

/// A model, something that it is held to, and how its errors are computed.
struct AccuracyCheck: Sendable, CustomTestStringConvertible {
  /// What errors are counted in, and to how many digits the file keeps them.
  struct Unit: Sendable {
    var name: String
    var places: Int

    static let percent = Unit(name: "%", places: 2)
    /// For what another release of a library may change a little.
    static let tenthOfPercent = Unit(name: "%", places: 1)
    static let milliseconds = Unit(name: "ms", places: 2)
    static let nanoseconds = Unit(name: "ns", places: 0)
    static let packets = Unit(name: "packets", places: 2)
    static let roundTrips = Unit(name: "RTT", places: 2)
    static let kilobits = Unit(name: "kbit/s", places: 2)
    static let syncs = Unit(name: "syncs", places: 0)
    static let flushes = Unit(name: "flushes", places: 2)
    static let bytes = Unit(name: "B", places: 0)
    static let score = Unit(name: "of 1", places: 5)
  }

  /// The model, as the page's section is called.
  var model: String
  /// What it is held to; commas would end it in the file.
  var reference: String
  var unit: Unit
  /// Computes the errors; nil: they cannot be computed here, and the file keeps what it has.
  var measure: (@Sendable () throws -> Deviation)?

  var testDescription: String { "\(model), \(reference)" }

  init(
    _ model: String, _ reference: String, _ unit: Unit = .percent, isPossible: Bool = true,
    measure: @escaping @Sendable (inout Deviation) throws -> Void
  ) {
    precondition(!(model + reference).contains(","), "the file has commas between its columns")
    self.model = model
    self.reference = reference
    self.unit = unit
    let computed: @Sendable () throws -> Deviation = {
      var errors = Deviation()
      try measure(&errors)
      return errors
    }
    self.measure = isPossible ? computed : nil
  }
}

/// The errors of one model against one thing that it is held to.
struct Deviation: Sendable {
  private(set) var cases = 0
  /// The largest, with its sign: above zero the model says more than what it is held to.
  private(set) var worst = 0.0
  private var sum = 0.0

  /// The mean size, whatever the signs.
  var mean: Double { cases == 0 ? 0 : sum / Double(cases) }

  /// Counts a difference.
  mutating func add(_ error: Double) {
    cases += 1
    sum += abs(error)
    if abs(error) > abs(worst) { worst = error }
  }

  /// Counts a difference in percent of what the model should say.
  mutating func add(_ model: Double, for expected: Double) {
    add((model / expected - 1) * 100)
  }

  /// Counts how far the model is outside of what was measured, in percent of the nearer end.
  mutating func add(_ model: Double, within range: ClosedRange<Double>) {
    if range.contains(model) { return add(0) }
    add(model, for: model < range.lowerBound ? range.lowerBound : range.upperBound)
  }
}
