internal import CacheReports

/// Values that follow each other, as sweeps write them: `1..8`, `1MB..64MB*2`, `15s..1m+15s`.
enum SweepRange {
  /// The most values that a range can have.
  static let limit = 10_000

  /// The values of a range; nil when the text is none.
  ///
  /// The first is `from`, the last is the largest that is not beyond `to`. Multiples are rounded
  /// to whole smallest units (a byte, a nanosecond, a whole number where both ends are whole),
  /// halves away from zero; one that is no larger than the one before is left out.
  /// - Throws: what is wrong with a text that begins like a range.
  static func read(_ text: String) throws(SweepError) -> [SweepQuantity]? {
    guard let dots = text.firstRange(of: ".."),
      var start = SweepQuantity(String(text[..<dots.lowerBound]))
    else { return nil }
    let rest = text[dots.upperBound...]
    let sign = rest.lastIndex { $0 == "*" || $0 == "+" }
    let last = String(rest[..<(sign ?? rest.endIndex)])
    guard var end = SweepQuantity(last) else {
      throw SweepError("expected a number with a unit like '\(start.json.word)', found '\(last)'")
    }
    if start.kind != end.kind, let first = start.asFraction, let second = end.asFraction {
      (start, end) = (first, second)
    }
    if start.unit == end.unit, start.unit == .bytes { end.kind = start.kind }
    guard start.kind == end.kind else {
      throw SweepError(
        "expected ends of one kind, found '\(start.json.word)' and '\(end.json.word)'")
    }
    guard start.count < end.count else {
      throw SweepError("expected a range that goes up, found '\(text)'")
    }
    guard let sign else {
      guard start.kind == .whole else {
        throw SweepError("expected '*' and a factor, or '+' and a step, behind '\(text)'")
      }
      return try steps(from: start, to: end, by: 1)
    }
    let step = String(rest[rest.index(after: sign)...])
    if rest[sign] == "*" {
      guard let factor = SweepQuantity(step)?.asFraction?.amount, factor > 1 else {
        throw SweepError("expected a factor above 1 behind '*', found '\(step)'")
      }
      return try multiples(from: start, to: end, by: factor)
    }
    guard var width = SweepQuantity(step), width.count > 0 else {
      throw SweepError("expected a step above 0 behind '+', found '\(step)'")
    }
    if width.kind != start.kind, let fraction = width.asFraction, let first = start.asFraction,
      let second = end.asFraction
    {
      (start, end, width) = (first, second, fraction)
    }
    if width.unit == start.unit, start.unit == .bytes { width.kind = start.kind }
    guard width.kind == start.kind else {
      throw SweepError("expected a step like '\(start.json.word)' behind '+', found '\(step)'")
    }
    return try steps(from: start, to: end, by: width.count)
  }

  private static func steps(
    from start: SweepQuantity, to end: SweepQuantity, by width: Int64
  ) throws(SweepError) -> [SweepQuantity] {
    guard (end.count - start.count) / width < limit else { throw tooMany }
    return stride(from: start.count, through: end.count, by: Int64.Stride(width)).map {
      SweepQuantity(kind: start.kind, count: $0)
    }
  }

  private static func multiples(
    from start: SweepQuantity, to end: SweepQuantity, by factor: Double
  ) throws(SweepError) -> [SweepQuantity] {
    guard start.count > 0 else {
      throw SweepError("expected a range from above 0 before '*', found '\(start.json.word)'")
    }
    var values = [start]
    var power = factor
    while true {
      let product = (Double(start.count) * power).rounded(.toNearestOrAwayFromZero)
      guard product <= Double(end.count), let count = Int64(exactly: product) else {
        return values
      }
      if count > values[values.count - 1].count {
        guard values.count < limit else { throw tooMany }
        values.append(SweepQuantity(kind: start.kind, count: count))
      }
      power *= factor
    }
  }

  private static let tooMany = SweepError("expected at most \(limit) values, found more")
}
