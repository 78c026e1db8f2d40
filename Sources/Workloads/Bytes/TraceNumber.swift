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

  /// The number of a next access: `Int64.max` for −1 and for numbers beyond 64 bits.
  static func nextAccess(_ text: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    if range.count == 2, text[range.lowerBound] == UInt8(ascii: "-"),
      text[range.lowerBound + 1] == UInt8(ascii: "1")
    {
      return .max
    }
    guard let index = unsigned(text, range) else { return nil }
    return Int64(exactly: index) ?? .max
  }

  /// A number of units with decimals, as nanoseconds; further decimals are cut off.
  static func nanoseconds(_ text: Span<UInt8>, _ range: Range<Int>, unit: Int64) -> Int64? {
    var end = range.lowerBound
    while end < range.upperBound, text[end] != UInt8(ascii: ".") { end += 1 }
    guard let whole = decimal(text, range.lowerBound..<end) else { return nil }
    let (product, isTooLarge) = whole.multipliedReportingOverflow(by: unit)
    if isTooLarge { return nil }
    guard end < range.upperBound else { return product }
    var part: Int64 = 0
    var step = unit / 10
    guard end + 1 < range.upperBound else { return nil }
    for index in end + 1..<range.upperBound {
      guard let digit = digit(text[index]) else { return nil }
      part += Int64(digit) * step
      step /= 10
    }
    let (sum, overflows) = product.addingReportingOverflow(part)
    return overflows ? nil : sum
  }

  /// Any number, as the standard library reads it.
  static func real(_ text: Span<UInt8>, _ range: Range<Int>) -> Double? {
    guard range.count <= 40 else { return nil }
    return Double(String(decoding: range.map { text[$0] }, as: UTF8.self))
  }

  /// The value of an ASCII digit.
  static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
