internal import Measurement
package import SimCore

/// Quantities beside metrics, for people: the digits and units of every table.
extension Display {
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

  /// A share of 0 to 1, in percent.
  package static func share(_ value: Double) -> String { text(value, .ratio) }

  /// A difference of two shares, in percentage points.
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
