package import CacheMetrics
package import SimCore

/// Numbers of metrics formatted for people: about three digits, with a unit.
package enum Display {
  /// A metric's value, such as `34.2 %`, `1.24 s` or `5.6 MB`; `–` when it is not defined.
  package static func text(_ value: Double?, _ unit: MetricUnit) -> String {
    guard let value else { return "–" }
    switch unit {
    case .ratio: return value.isFinite ? percent(value) : NumberText.short(value)
    case .factor: return "× " + NumberText.short(value)
    case .score: return NumberText.fixed(value, places: 2)
    case .seconds: return text(value * 1_000, .milliseconds)
    case .milliseconds, .millisecondsPerDay:
      guard value.isFinite else { return "∞" }
    default: break
    }
    let (scale, suffix) = scale(of: abs(value), unit)
    let number = NumberText.short(value / scale)
    return suffix.isEmpty ? number : "\(number) \(suffix)"
  }

  /// A value with how far its 95 % confidence interval reaches to both sides, such as
  /// `65.4 ±0.3 ms`: of both as many digits as the interval means something, two where its first
  /// one is 1, else one.
  package static func text(_ value: Double, plusOrMinus halfWidth: Double, _ unit: MetricUnit)
    -> String
  {
    guard value.isFinite, halfWidth.isFinite, halfWidth > 0 else { return text(value, unit) }
    let (scale, suffix) = scale(of: max(abs(value), halfWidth), unit)
    let (number, half) = (value / scale, halfWidth / scale)
    var places = 0
    var step = 1.0
    while places < 3, half < 2 * step {
      places += 1
      step /= 10
    }
    func digits(_ value: Double) -> String {
      abs(value) >= 1_000 && places == 0
        ? NumberText.grouped(Int64(value.rounded())) : NumberText.fixed(value, places: places)
    }
    let prefix = unit == .factor ? "× " : ""
    return "\(prefix)\(digits(number)) ±\(digits(half))\(suffix.isEmpty ? "" : " \(suffix)")"
  }

  /// A value of a table, with its confidence interval where that is worth a digit: `65.4 ±0.3 ms`
  /// where it reaches as far down as up, else with its ends, such as `4.1 ms (1.3 to 13)` or
  /// `100 % (≥ 98.7)`. Behind it the share of what it is of, where that is to be said.
  package static func text(
    _ value: Double?, within interval: ConfidenceInterval?, share: Double? = nil, _ unit: MetricUnit
  ) -> String {
    var (text, notes) = (text(value, unit), [share.map { self.text($0, .ratio) }])
    if let value, let interval, interval.isShown(around: value) {
      if interval.isSymmetric(around: value) {
        text = self.text(value, plusOrMinus: interval.halfWidth, unit)
      } else if !unit.isPart, value > 0, interval.high > mostTold * value,
        interval.isFactor(around: value)
      {
        // Ends that far apart, mostly of two seeds, are read more easily as a factor either way.
        var (factor, step) = (interval.high / value, 1.0)
        while factor >= 100 * step { step *= 10 }
        factor = (factor / step).rounded(.up) * step
        notes.insert("×/÷ \(NumberText.short(factor))", at: 0)
      } else {
        notes.insert(ends(of: interval, around: value, unit), at: 0)
      }
    }
    let all = notes.compactMap(\.self)
    return all.isEmpty ? text : "\(text) (\(all.joined(separator: "; ")))"
  }

  /// The factor up to which the ends of an interval are told; the way of a factor is that of
  /// E. Limpert, W. A. Stahel and M. Abbt, "Log-normal distributions across the sciences",
  /// BioScience 51(5), 2001.
  private static let mostTold = 10.0

  /// What intervals behind numbers are.
  package static let intervalLegend =
    "±, ×/÷ and the ends in brackets are the 95 % confidence interval over seeds"

  /// The ends of an interval in the unit of its value, rounded outwards: of shares with the digits
  /// that their reach gives meaning, of amounts with two.
  private static func ends(
    of interval: ConfidenceInterval, around value: Double, _ unit: MetricUnit
  ) -> String {
    let (scale, _) = scale(of: abs(value), unit)
    let reach = max(value - interval.low, interval.high - value) / scale
    func digits(_ end: Double, _ rule: FloatingPointRoundingRule) -> String {
      let number = end / scale
      var (places, step) = (0, 1.0)
      while places < 3, (unit.isPart ? reach < 5 * step : abs(number) < 10 * step) {
        places += 1
        step /= 10
      }
      while !unit.isPart, abs(number) >= 100 * step { step *= 10 }
      let (ratio, nearest) = (number / step, (number / step).rounded())
      // What is whole but for the last digits of the division stays.
      let rounded =
        (abs(ratio - nearest) < 1e-9 * abs(ratio) ? nearest : ratio.rounded(rule)) * step
      return places == 0 ? NumberText.short(rounded) : NumberText.decimal(rounded, places: places)
    }
    let (low, high) = (digits(interval.low, .down), digits(interval.high, .up))
    return value == interval.high
      ? "≥ \(low)" : value == interval.low ? "≤ \(high)" : "\(low) to \(high)"
  }

  /// What a value is divided by to be read, and the unit behind it.
  private static func scale(of value: Double, _ unit: MetricUnit) -> (Double, String) {
    switch unit {
    case .ratio: (0.01, "%")
    case .milliseconds, .millisecondsPerDay: timeScale(milliseconds: value)
    case .seconds: timeScale(milliseconds: value * 1_000, unit: 1_000)
    case .bytes, .bytesPerDay:
      switch value {
      case ..<999.5: (1, "B")
      case ..<999_500: (1e3, "kB")
      case ..<999_500_000: (1e6, "MB")
      case ..<999_500_000_000: (1e9, "GB")
      default: (1e12, "TB")
      }
    case .days: (1, "d")
    case .years: (1, "years")
    case .joules, .joulesPerDay: (1, "J")
    case .millionths: (1, "ppm")
    case .countPerSecond: (1, "/s")
    case .dollars: (1, "USD")
    case .factor, .count, .countPerDay, .score: (1, "")
    }
  }

  /// - Parameter unit: the milliseconds that the value counts in.
  private static func timeScale(milliseconds: Double, unit: Double = 1) -> (Double, String) {
    switch milliseconds {
    case 0: (1 / unit, "ms")
    case ..<0.00995: (1e-3 / unit, "µs")
    case ..<999.5: (1 / unit, "ms")
    case ..<99_950: (1e3 / unit, "s")
    case ..<5_970_000: (60e3 / unit, "min")
    case ..<172_800_000: (3_600e3 / unit, "h")
    default: (86_400e3 / unit, "d")
    }
  }

  /// A difference of two values, of shares in percentage points; of a mean difference its interval
  /// stands behind it.
  package static func difference(
    _ value: Double, within interval: ConfidenceInterval? = nil, _ unit: MetricUnit
  ) -> String {
    guard let interval, interval.isShown(around: value), !interval.isSymmetric(around: value) else {
      return difference(value, plusOrMinus: interval?.halfWidth ?? 0, unit)
    }
    // A difference of two factors is no factor.
    let text = text(value, within: interval, unit == .factor ? .count : unit)
    return unit == .ratio ? text.replacing(" %", with: " points") : text
  }

  /// A difference of two values, with half the width of its interval where that is more than
  /// nothing.
  package static func difference(
    _ value: Double, plusOrMinus halfWidth: Double, _ unit: MetricUnit
  ) -> String {
    // A difference of two factors is no factor.
    let unit = unit == .factor ? .count : unit
    guard halfWidth > 0 else {
      return unit == .ratio ? "\(NumberText.short(value * 100)) points" : text(value, unit)
    }
    let text = text(value, plusOrMinus: halfWidth, unit)
    return unit == .ratio ? String(text.dropLast(1)) + "points" : text
  }

  /// A share above zero is never written as `0 %`, nor one below 1 as `100 %`.
  private static func percent(_ value: Double) -> String {
    let percent = value * 100
    if percent > 0 && percent < 0.05 { return "<0.1 %" }
    if percent < 100 && percent >= 99.95 { return ">99.9 %" }
    return NumberText.decimal(percent, places: 1) + " %"
  }

  /// A whole number with commas between thousands: it is exact, and all its digits mean something.
  package static func count(_ number: Int64) -> String { NumberText.grouped(number) }

  /// With about three digits.
  package static func text(_ bytes: Bytes) -> String { text(Double(bytes.count), .bytes) }

  /// An amount of bytes to the byte, where a formula is checked by hand.
  package static func exact(_ bytes: Bytes) -> String { "\(count(bytes.count)) B" }

  package static func text(_ span: TimeSpan) -> String { text(span.milliseconds, .milliseconds) }

  /// A length of time in a sentence: days and their parts, or what is less than one.
  package static func length(_ span: TimeSpan) -> String {
    span < .days(1) ? text(span) : NumberText.counted(span.seconds / 86_400, "day")
  }

  /// A rate with about three digits, in kbps up to a thousand of them and in Mbps from there on.
  package static func text(_ rate: BitRate) -> String {
    guard rate < .unlimited else { return "unlimited" }
    let kilobits = Double(rate.bitsPerSecond) / 1e3
    return kilobits < 999.5
      ? "\(NumberText.short(kilobits)) kbps" : "\(NumberText.short(kilobits / 1e3)) Mbps"
  }

  package static func share(_ value: Double) -> String { text(value, .ratio) }

  package static func points(_ value: Double) -> String { difference(value, .ratio) }

  /// Amounts of bytes in a column: with about three digits, and to the byte where two of them would
  /// read the same.
  package static func column(of amounts: [Bytes]) -> [String] {
    let texts = amounts.map { text($0) }
    return Set(texts).count == Set(amounts).count ? texts : amounts.map(exact)
  }
}

/// A table of which rows that read the same are one.
package enum FoldedRows {
  private static let least = 3

  /// Rows by their first cell: where three or more that follow each other have the same other
  /// cells, they are one row, from the first one to the last.
  package static func folded(_ rows: [[String]]) -> [[String]] {
    var folded: [[String]] = []
    var index = 0
    while index < rows.count {
      let cells = rows[index].dropFirst()
      var end = index + 1
      while end < rows.count, rows[end].dropFirst() == cells { end += 1 }
      if end - index >= least {
        folded.append(["\(rows[index][0]) to \(rows[end - 1][0])"] + cells)
      } else {
        folded += rows[index..<end]
      }
      index = end
    }
    return folded
  }
}
