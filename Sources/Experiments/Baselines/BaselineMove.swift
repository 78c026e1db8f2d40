internal import Reports

/// A number that is not what it was.
public struct BaselineMove: Sendable {
  /// What a move is worth, by the metric's direction.
  public enum Verdict: String, Sendable, CaseIterable {
    /// It went where it is bad.
    case worse
    /// It went where it is good.
    case better
    /// The metric has no direction, became defined or is no longer, or the row is a bound.
    case neither
  }

  /// The strategy's label.
  public var strategy: String
  /// The varied value; nil: nothing is varied.
  public var varied: String?
  /// The seed under which it moved, though all seeds together did not; nil: all together.
  public var seed: String?
  /// The metric.
  public var metric: StoredRun.Definition
  /// What it was; nil: not defined.
  public var old: Double?
  /// What it is; nil: not defined.
  public var new: Double?
  /// What the move is worth.
  public var verdict: Verdict

  /// New less old; nil when one of them is not defined or not finite.
  public var difference: Double? {
    guard let old, let new, old.isFinite, new.isFinite else { return nil }
    return new - old
  }

  /// The difference in parts of the old number; nil where that is nothing.
  public var relative: Double? {
    guard let difference, let old, old != 0 else { return nil }
    return difference / abs(old)
  }

  /// What a move from one number to another is worth.
  static func verdict(
    _ old: Double?, _ new: Double?, _ better: Better, isBound: Bool
  ) -> Verdict {
    guard let old, let new, !isBound else { return .neither }
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
