/// The numbers of traces: how they are written, and which of them are believed.
enum TraceNumber {
  /// The times that a trace may tell of, in seconds since 1970: 1970 to 2199, so that any two lie
  /// within the 292 years of a `TimeSpan`.
  static let times: Range<Int64> = 0..<7_258_118_400
  /// The largest body that is believed: 1 PB.
  static let largestBody: Int64 = 1_000_000_000_000_000

  /// A number of decimal digits alone, below 10¹⁸.
  static func decimal(_ line: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    guard !range.isEmpty, range.count <= 18 else { return nil }
    var number: Int64 = 0
    for index in range {
      guard let digit = digit(line[index]) else { return nil }
      number = number * 10 + Int64(digit)
    }
    return number
  }

  /// A number of decimal digits alone, below 2⁶⁴.
  static func unsigned(_ line: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    guard !range.isEmpty, range.count <= 20 else { return nil }
    var number: UInt64 = 0
    for index in range {
      guard let digit = digit(line[index]) else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = product.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !overflows else { return nil }
      number = sum
    }
    return number
  }

  /// The value of an ASCII digit.
  static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
