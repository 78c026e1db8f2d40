/// The numbers of traces: how they are written, and which of them are believed.
enum TraceNumber {
  /// The times that a trace may tell of, in seconds since 1970: 1970 to 2199, so that any two lie
  /// within the 292 years of a `TimeSpan`.
  static let times: Range<Int64> = 0..<7_258_118_400
  /// The largest body that is believed: 1 PB.
  static let largestBody: Int64 = 1_000_000_000_000_000

  /// A number of decimal digits alone, below 10¹⁸.
  @inline(__always)
  static func decimal(_ line: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    guard range.count <= 18, let number = unsigned(line, range) else { return nil }
    return Int64(number)
  }

  /// A number of decimal digits alone, below 2⁶⁴.
  @inline(__always)
  static func unsigned(_ line: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    guard !range.isEmpty, range.count <= 20 else { return nil }
    // The first digits are so many that whole words are left.
    var place = range.lowerBound + (range.count - 1) % ByteWord.length + 1
    let first = ByteWord(line, at: range.lowerBound).decimal(place - range.lowerBound)
    guard var number = first else { return nil }
    while place < range.upperBound {
      guard let word = ByteWord(line, at: place).decimal(ByteWord.length) else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 100_000_000)
      let (sum, overflows) = product.addingReportingOverflow(word)
      guard !isTooLarge, !overflows else { return nil }
      number = sum
      place += ByteWord.length
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
  /// - Parameter unit: nanoseconds, a power of ten.
  @inline(__always)
  static func nanoseconds(_ text: Span<UInt8>, _ range: Range<Int>, unit: Int64) -> Int64? {
    let point = ByteWord(repeating: UInt8(ascii: "."))
    var end = range.lowerBound
    while end < range.upperBound {
      let count = ByteWord(text, at: end).count(before: point)
      end += count
      if count < ByteWord.length { break }
    }
    end = min(end, range.upperBound)
    guard let whole = decimal(text, range.lowerBound..<end) else { return nil }
    let (product, isTooLarge) = whole.multipliedReportingOverflow(by: unit)
    if isTooLarge { return nil }
    guard end < range.upperBound else { return product }
    guard let part = decimals(text, end + 1..<range.upperBound, unit: unit) else { return nil }
    let (sum, overflows) = product.addingReportingOverflow(part)
    return overflows ? nil : sum
  }

  /// What the digits behind a point are worth, in nanoseconds; nil when there are none.
  @inline(__always)
  private static func decimals(_ text: Span<UInt8>, _ range: Range<Int>, unit: Int64) -> Int64? {
    guard !range.isEmpty else { return nil }
    let first = ByteWord(text, at: range.lowerBound).decimals(min(range.count, ByteWord.length))
    guard let first else { return nil }
    var billionths = Int64(truncatingIfNeeded: first) * 10
    if range.count > ByteWord.length {
      guard let ninth = digit(text[range.lowerBound + ByteWord.length]) else { return nil }
      billionths += Int64(ninth)
      for index in range.dropFirst(ByteWord.length + 1) where digit(text[index]) == nil {
        return nil
      }
    }
    return unit == 1_000_000_000 ? billionths : billionths / (1_000_000_000 / unit)
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
