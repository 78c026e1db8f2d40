internal import CacheReports

/// The text of a relation, `STRATEGY.METRIC < STRATEGY.METRIC`, with a factor before the right
/// side if need be: `a.flash_write_bytes <= 0.5 * b.flash_write_bytes`.
///
/// A strategy's label may have blanks, points and signs of its own: the metric is what stands
/// behind the last point, and the comparison is the first sign between blanks that leaves a metric
/// on both sides.
struct RelationText {
  /// What is wrong with it.
  struct Mistake: Error {
    var message: String
  }

  private let text: String

  init(_ text: String) { self.text = text }

  func parse() throws(Mistake) -> (
    left: Relation.Operand, comparison: Comparison, factor: Double, right: Relation.Operand
  ) {
    var first: Mistake?
    for (left, comparison, right) in splits {
      do throws(Mistake) {
        let (factor, rest) = Self.factor(of: right)
        let operands = (try Self.operand(left), try Self.operand(rest))
        let units = (operands.0.metric.unit, operands.1.metric.unit)
        guard units.0 == units.1 else {
          throw Mistake(
            message: "expected two metrics of one unit, found \(units.0.rawValue) and "
              + units.1.rawValue)
        }
        return (operands.0, comparison, factor, operands.1)
      } catch {
        first = first ?? error
      }
    }
    throw first
      ?? Mistake(
        message: "expected a relation such as \"memory-tier.flash_write_ops < "
          + "on-demand.flash_write_ops\", found the text \"\(text)\"")
  }

  /// The ways to cut the text at a sign between blanks, from left to right.
  private var splits: [(left: String, comparison: Comparison, right: String)] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.indices.compactMap { index in
      guard let comparison = Comparison(rawValue: String(words[index])) else { return nil }
      let left = words[..<index].joined(separator: " ")
      let right = words[(index + 1)...].joined(separator: " ")
      return (Bound.trimmed(left), comparison, Bound.trimmed(right))
    }
  }

  /// The number before a `*`, or 1, and what is left.
  private static func factor(of text: String) -> (Double, String) {
    guard let star = text.firstIndex(of: "*"),
      let factor = LimitText.number(Bound.trimmed(text[..<star]))
    else { return (1, text) }
    return (factor, Bound.trimmed(text[text.index(after: star)...]))
  }

  private static func operand(_ text: String) throws(Mistake) -> Relation.Operand {
    guard let point = text.lastIndex(of: "."), point != text.startIndex else {
      throw Mistake(message: "expected a strategy, a point and a metric, found '\(text)'")
    }
    let name = String(text[text.index(after: point)...])
    guard let metric = MetricCatalog.metric(named: name) else {
      throw Mistake(message: MetricName.unknown(name))
    }
    return Relation.Operand(label: String(text[..<point]), metric: metric)
  }

  /// What a JSON Schema can say of it.
  static let pattern = "^.+\\.[a-z0-9_]+ +(<=|>=|<|>|=) +([0-9.]+ *\\* *)?.+\\.[a-z0-9_]+$"
}
