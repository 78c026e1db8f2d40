internal import CacheReports
internal import SimCore

/// By how much a number may differ from the baseline's before it counts as moved.
struct Tolerance: Hashable, Sendable {
  /// In the metric's unit.
  var absolute = 0.0
  /// In parts of the baseline's number.
  var relative = 0.0

  /// The simulator is deterministic: nothing moves by itself.
  static let none = Tolerance()

  /// Whether a difference is more than that.
  ///
  /// Differences are rounded to a millionth first, so that what decimal fractions cost in binary
  /// does not count.
  func isExceeded(from old: Double, to new: Double) -> Bool {
    guard old != new else { return false }
    guard old.isFinite, new.isFinite else { return true }
    let difference = abs(new - old)
    let rounded = Double(NumberText.decimal(difference, places: 6)) ?? difference
    return rounded > max(absolute, relative * abs(old))
  }
}
