internal import CacheReports

/// A number that is not what it was.
package struct BaselineMove: Sendable {
  /// What a move is worth, by the metric's direction.
  package enum Verdict: String, Sendable, CaseIterable {
    /// It went where it is bad.
    case worse
    /// It was defined and is no longer: nobody can say that it is as good as it was.
    case undefined
    /// It went where it is good.
    case better
    /// The metric has no direction, became defined, or the row is a bound.
    case neither
  }

  /// The strategy's label.
  package var strategy: String
  /// The varied value; nil: nothing is varied.
  package var varied: String?
  /// The seed under which it moved, though all seeds together did not; nil: all together.
  package var seed: String?
  /// The metric.
  package var metric: StoredRun.Definition
  /// What it was; nil: not defined.
  package var old: Double?
  /// What it is; nil: not defined.
  package var new: Double?
  /// What the move is worth.
  package var verdict: Verdict

  /// New less old; nil when one of them is not defined or not finite.
  package var difference: Double? {
    guard let old, let new, old.isFinite, new.isFinite else { return nil }
    return new - old
  }

  /// The difference in parts of the old number; nil where that is nothing.
  package var relative: Double? {
    guard let difference, let old, old != 0 else { return nil }
    return difference / abs(old)
  }

  /// What a move from one number to another is worth.
  static func verdict(
    _ old: Double?, _ new: Double?, _ better: Better, isBound: Bool
  ) -> Verdict {
    guard let old else { return .neither }
    guard let new else { return .undefined }
    guard !isBound else { return .neither }
    switch better {
    case .lower: return new > old ? .worse : .better
    case .higher: return new < old ? .worse : .better
    case .neither: return .neither
    }
  }

  /// The strategy, with the varied value and the seed where they count.
  var title: String {
    let name = varied.map { "\(strategy), \($0)" } ?? strategy
    return seed.map { "\(name), seed \($0)" } ?? name
  }

  /// Old and new with the digits of the file, and the unit.
  var change: String { "\(text(of: old)) → \(text(of: new))\(unit)" }

  /// By how much, absolute and in parts of the old number.
  var size: String {
    guard let difference else { return "" }
    let sign = difference > 0 ? "+" : ""
    let part = relative.map { " (\(sign)\(NumberText.decimal($0 * 100, places: 2)) %)" } ?? ""
    return sign + text(of: difference) + unit + part
  }

  private func text(of value: Double?) -> String {
    value.map { NumberText.decimal($0, places: metric.unit.places) } ?? "not defined"
  }

  private var unit: String {
    switch metric.unit {
    case .ratio, .count, .score, .factor: ""
    default: " \(metric.unit.rawValue)"
    }
  }
}
