internal import Results
internal import SimCore

/// Values that follow each other, as sweeps write them: `1..8`, `1MB..64MB*2`, `15s..1m+15s`.
enum SweepRange {
  static let limit = 10_000

  /// The values of a range; nil when the text is none.
  ///
  /// The first is `from`, the last is the largest that is not beyond `to`. Multiples are rounded
  /// to whole smallest units (a byte, a nanosecond, a whole number where both ends are whole),
  /// halves away from zero; one that is no larger than the one before is left out.
  /// - Throws: what is wrong with a text that begins like a range.
  /// - Parameter isFilled: whether a range without a step is filled, as `SweepAxis` says.
  static func read(_ text: String, isFilled: Bool = false) throws(InputError) -> [SweepQuantity]? {
    guard let dots = text.firstRange(of: ".."),
      var start = SweepQuantity(String(text[..<dots.lowerBound]))
    else { return nil }
    let rest = text[dots.upperBound...]
    let sign = rest.lastIndex { $0 == "*" || $0 == "+" }
    let last = String(rest[..<(sign ?? rest.endIndex)])
    guard var end = SweepQuantity(last) else {
      throw refusal("expected a number with a unit like '\(start.json.word)', found '\(last)'")
    }
    if start.kind != end.kind, let first = start.asFraction, let second = end.asFraction {
      (start, end) = (first, second)
    }
    if start.unit == end.unit, start.unit == .bytes { end.kind = start.kind }
    guard start.kind == end.kind else {
      throw refusal("expected ends of one kind, found '\(start.json.word)' and '\(end.json.word)'")
    }
    guard start.count < end.count else {
      throw refusal("expected a range that goes up, found '\(text)'")
    }
    guard let sign else {
      if isFilled, start.kind != .whole { return try filled(from: start, to: end) }
      guard start.kind == .whole else {
        throw refusal("expected '*' and a factor, or '+' and a step, behind '\(text)'")
      }
      return try steps(from: start, to: end, by: 1)
    }
    let step = String(rest[rest.index(after: sign)...])
    if rest[sign] == "*" {
      guard let factor = SweepQuantity(step)?.asFraction?.amount, factor > 1 else {
        throw refusal("expected a factor above 1 behind '*', found '\(step)'")
      }
      return try multiples(from: start, to: end, by: factor)
    }
    guard var width = SweepQuantity(step), width.count > 0 else {
      throw refusal("expected a step above 0 behind '+', found '\(step)'")
    }
    if width.kind != start.kind, let fraction = width.asFraction, let first = start.asFraction,
      let second = end.asFraction
    {
      (start, end, width) = (first, second, fraction)
    }
    if width.unit == start.unit, start.unit == .bytes { width.kind = start.kind }
    guard width.kind == start.kind else {
      throw refusal("expected a step like '\(start.json.word)' behind '+', found '\(step)'")
    }
    return try steps(from: start, to: end, by: width.count)
  }

  /// Doubled amounts, or amounts at equal distances, with the end among them.
  private static func filled(
    from start: SweepQuantity, to end: SweepQuantity
  ) throws(InputError) -> [SweepQuantity] {
    let isDoubled = start.count > 0 && start.kind != .fraction && start.kind != .percent
    var values =
      isDoubled
      ? try multiples(from: start, to: end, by: 2)
      : try steps(from: start, to: end, by: max((end.count - start.count) / 8, 1))
    if let last = values.last, last.count < end.count {
      values.append(SweepQuantity(kind: start.kind, count: end.count))
    }
    return values
  }

  private static func steps(
    from start: SweepQuantity, to end: SweepQuantity, by width: Int64
  ) throws(InputError) -> [SweepQuantity] {
    guard (end.count - start.count) / width < limit else { throw tooMany }
    return stride(from: start.count, through: end.count, by: Int64.Stride(width)).map {
      SweepQuantity(kind: start.kind, count: $0)
    }
  }

  private static func multiples(
    from start: SweepQuantity, to end: SweepQuantity, by factor: Double
  ) throws(InputError) -> [SweepQuantity] {
    guard start.count > 0 else {
      throw refusal("expected a range from above 0 before '*', found '\(start.json.word)'")
    }
    var values = [start]
    var power = factor
    while true {
      let product = (Double(start.count) * power).rounded(.toNearestOrAwayFromZero)
      guard product <= Double(end.count), let count = Int64(exactly: product) else { return values }
      if count > values[values.count - 1].count {
        guard values.count < limit else { throw tooMany }
        values.append(SweepQuantity(kind: start.kind, count: count))
      }
      power *= factor
    }
  }

  private static let tooMany = refusal("expected at most \(limit) values, found more")

  private static func refusal(_ message: String) -> InputError { InputError(.argument, message) }
}

/// A number with its unit, as values of sweeps write it: counted in whole smallest units, so that
/// ranges of it are exact.
struct SweepQuantity: Hashable {
  enum Kind {
    case whole
    case fraction
    /// Billionths of a hundredth.
    case percent
    case bytes
    /// Bytes that were written in powers of 1024.
    case binaryBytes
    case nanoseconds
    case bitsPerSecond
  }

  var kind: Kind
  var count: Int64
}

extension SweepQuantity {
  /// Reads `8`, `0.5`, `12.5%`, `64MB`, `15s` or `1.6 Mbps`; nil for anything else.
  init?(_ text: String) {
    if let count = Int64(text) {
      self.init(kind: .whole, count: count)
    } else if let count = Self.billionths(text) {
      self.init(kind: .fraction, count: count)
    } else if text.last == "%", let count = Self.billionths(String(text.dropLast())) {
      self.init(kind: .percent, count: count)
    } else if let span = TimeSpan(json: JSON(text)) {
      self.init(kind: .nanoseconds, count: span.nanoseconds)
    } else if text != Bytes.unlimited.text, let bytes = Bytes(json: JSON(text)) {
      self.init(kind: text.contains("i") ? .binaryBytes : .bytes, count: bytes.count)
    } else if text != BitRate.unlimited.text, let rate = BitRate(json: JSON(text)) {
      self.init(kind: .bitsPerSecond, count: rate.bitsPerSecond)
    } else {
      return nil
    }
  }

  var json: JSON {
    switch kind {
    case .whole: JSON(count)
    case .fraction: JSON(Double(count) / Self.billion)
    case .percent: JSON(JSON(Double(count) / Self.billion).compact + "%")
    case .bytes: JSON(Self.decimalText(count))
    case .binaryBytes: Bytes(count).json
    case .nanoseconds: TimeSpan(nanoseconds: count).json
    case .bitsPerSecond: BitRate(bitsPerSecond: count).json
    }
  }

  /// What charts and tables count the amount in; numbers with and without a fraction are alike.
  var unit: SweptSetting.Unit {
    switch kind {
    case .whole, .fraction: .number
    case .percent: .percent
    case .bytes, .binaryBytes: .bytes
    case .nanoseconds: .seconds
    case .bitsPerSecond: .bitRate
    }
  }

  /// Counted in `unit`.
  var amount: Double {
    switch kind {
    case .whole, .bytes, .binaryBytes, .bitsPerSecond: Double(count)
    case .fraction, .percent, .nanoseconds: Double(count) / Self.billion
    }
  }

  /// A whole number as the same number with a fraction.
  var asFraction: SweepQuantity? {
    guard kind == .whole else { return kind == .fraction ? self : nil }
    let (count, isTooLarge) = count.multipliedReportingOverflow(by: Int64(Self.billion))
    return isTooLarge ? nil : SweepQuantity(kind: .fraction, count: count)
  }

  private static let billion = 1e9

  /// Bytes in the largest power of a thousand in which they are whole, as their range began.
  private static func decimalText(_ count: Int64) -> String {
    let units: [(name: String, size: Int64)] = [
      ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000),
    ]
    let unit = units.first { count != 0 && count % $0.size == 0 }
    return unit.map { "\(count / $0.size) \($0.name)" } ?? "\(count) B"
  }

  /// Reads a decimal number of at most nine places.
  private static func billionths(_ text: String) -> Int64? {
    let isNegative = text.first == "-"
    let digits = isNegative ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !whole.isEmpty,
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return nil }
    let places = parts.count == 2 ? parts[1] : "0"
    guard (1...9).contains(places.count) else { return nil }
    let zeros = String(repeating: "0", count: 9 - places.count)
    return Int64("\(whole)\(places)\(zeros)").map { isNegative ? -$0 : $0 }
  }
}
