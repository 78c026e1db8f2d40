/// The errors of one model against one thing that it is held to.
struct Deviation: Sendable {
  /// How many there are.
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
