internal import SimCore

package enum TraceNumber {
  /// The times that a trace may have, in seconds since 1970: 1970 to 2199, so that any two lie
  /// within the 292 years of a `TimeSpan`.
  static let times: Range<Int64> = 0..<7_258_118_400
  /// The largest body that is accepted: 1 PB.
  package static let largestBody: Int64 = 1_000_000_000_000_000
  static let largestBodyText = "1 PB, the largest body that is accepted"

  /// The longest time that a trace may cover: a century, so that ages and lifetimes added to its
  /// times stay within 64 bits of nanoseconds.
  static let longestSpan = TimeSpan.days(36_525)

  static func checkSpan(from first: Int64, to last: Int64, in path: String) throws(InputError) {
    guard last - first > longestSpan.nanoseconds else { return }
    throw InputError(
      .malformed, at: path,
      "expected times within \(longestSpan.text), found times that are further apart")
  }

  /// A number of decimal digits alone, below 10¹⁸.
  static func decimal(_ line: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    var place = range.lowerBound
    let number = leadingDecimal(line, &place, to: range.upperBound)
    return place == range.upperBound ? number : nil
  }

  /// A number of decimal digits alone, below 2⁶⁴.
  static func unsigned(_ line: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    var place = range.lowerBound
    let number = leadingUnsigned(line, &place, to: range.upperBound)
    return place == range.upperBound ? number : nil
  }

  /// The number below 10¹⁸ of the digits from a place on, which moves behind them.
  /// - Returns: nil without digits and for larger numbers.
  @inline(__always)
  static func leadingDecimal(_ text: Span<UInt8>, _ place: inout Int, to end: Int) -> Int64? {
    let start = place
    guard let number = leadingUnsigned(text, &place, to: end), place &- start <= 18 else {
      return nil
    }
    return Int64(truncatingIfNeeded: number)
  }

  /// The number below 2⁶⁴ of the digits from a place on, which moves behind them.
  /// - Returns: nil without digits, and for larger numbers or more than 20 digits.
  @inline(__always)
  static func leadingUnsigned(_ text: Span<UInt8>, _ place: inout Int, to end: Int) -> UInt64? {
    let word = ByteWord(text, at: place)
    let count = min(word.digitCount, end &- place)
    if count == ByteWord.length {
      guard let long = longUnsigned(text, place, word.decimal(ByteWord.length), to: end) else {
        return nil
      }
      place = long.end
      return long.number
    }
    guard count > 0 else { return nil }
    place &+= count
    return word.decimal(count)
  }

  /// A number of eight digits or more, of which the first eight are known.
  @inline(never)
  private static func longUnsigned(
    _ text: Span<UInt8>, _ start: Int, _ first: UInt64, to end: Int
  ) -> (number: UInt64, end: Int)? {
    var number = first
    var place = start &+ ByteWord.length
    var word = ByteWord(text, at: place)
    var count = word.digitCount
    // Whole words move the place by a constant, so that the next one is fetched at once.
    while count == ByteWord.length, end &- place >= ByteWord.length {
      number = number &* 100_000_000 &+ word.decimal(ByteWord.length)
      place &+= ByteWord.length
      word = ByteWord(text, at: place)
      count = word.digitCount
    }
    count = min(count, end &- place)
    if count == 0 { return place &- start <= 16 ? (number, place) : nil }
    place &+= count
    guard place &- start <= 20 else { return nil }
    let (product, productOverflows) = number.multipliedReportingOverflow(by: tens[count])
    let (sum, sumOverflows) = product.addingReportingOverflow(word.decimal(count))
    return productOverflows || sumOverflows ? nil : (sum, place)
  }

  private static let tens: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

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
    var place = range.lowerBound
    let time = leadingNanoseconds(text, &place, to: range.upperBound, unit: unit)
    return place == range.upperBound ? time : nil
  }

  /// The number of units with decimals from a place on, which moves behind it, as nanoseconds.
  /// - Parameter unit: nanoseconds, a power of ten.
  /// - Returns: nil for none, and from 2⁶³ on.
  @inline(__always)
  static func leadingNanoseconds(
    _ text: Span<UInt8>, _ place: inout Int, to end: Int, unit: Int64
  ) -> Int64? {
    guard let whole = leadingDecimal(text, &place, to: end) else { return nil }
    let (product, isTooLarge) = whole.multipliedReportingOverflow(by: unit)
    if isTooLarge { return nil }
    guard place < end, text[place] == UInt8(ascii: ".") else { return product }
    place &+= 1
    guard let part = leadingDecimals(text, &place, to: end, unit: unit) else { return nil }
    let (sum, overflows) = product.addingReportingOverflow(part)
    return overflows ? nil : sum
  }

  /// The value of the digits behind a point, in nanoseconds; nil when there are none.
  @inline(__always)
  private static func leadingDecimals(
    _ text: Span<UInt8>, _ place: inout Int, to end: Int, unit: Int64
  ) -> Int64? {
    let word = ByteWord(text, at: place)
    let count = min(word.digitCount, end &- place)
    guard count > 0 else { return nil }
    var billionths = Int64(truncatingIfNeeded: word.decimals(count)) &* 10
    place &+= count
    if count == ByteWord.length, place < end, let ninth = digit(text[place]) {
      billionths &+= Int64(ninth)
      repeat { place &+= 1 } while place < end && digit(text[place]) != nil
    }
    return unit == 1_000_000_000 ? billionths : billionths / (1_000_000_000 / unit)
  }

  /// Any number, as the standard library reads it.
  static func real(_ text: Span<UInt8>, _ range: Range<Int>) -> Double? {
    if let number = shortReal(text, range) { return number }
    guard range.count <= 40 else { return nil }
    return Double(String(decoding: range.map { text[$0] }, as: UTF8.self))
  }

  /// At most 15 digits, at most eight of them behind a point; nil: it is not so.
  ///
  /// Digits below 2⁵³ and powers of ten up to 10²² are exact, so that one division rounds as it
  /// should (Clinger: How to read floating point numbers accurately, PLDI 1990).
  private static func shortReal(_ text: Span<UInt8>, _ range: Range<Int>) -> Double? {
    guard !range.isEmpty, range.count <= 16 else { return nil }
    var place = range.lowerBound
    guard let whole = leadingDecimal(text, &place, to: range.upperBound) else { return nil }
    if place == range.upperBound { return range.count <= 15 ? Double(whole) : nil }
    guard text[place] == UInt8(ascii: ".") else { return nil }
    place += 1
    let digits = range.upperBound - place
    guard digits > 0, digits <= 8, let part = decimal(text, place..<range.upperBound) else {
      return nil
    }
    let scale = Int64(tens[digits])
    return Double(whole * scale + part) / Double(scale)
  }

  static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}

/// Eight bytes of a text as one number, the first byte lowest, so that a few steps look at all of
/// them (Lamport: Multiple byte processing with full-word instructions, CACM 18(8), 1975).
struct ByteWord {
  static let length = 8

  private var bits: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// The bytes of a text from there on; behind its end stand zeros.
  @inline(__always)
  init(_ text: Span<UInt8>, at start: Int) {
    bits =
      start >= 0 && start <= text.count &- Self.length
      ? text.littleEndian64(at: start) : Self.rest(of: text, from: start)
  }

  @inline(__always)
  init(repeating byte: UInt8) { bits = UInt64(byte) &* Self.ones }

  /// The first bytes as a number, to be hashed or compared.
  /// - Parameter count: 1 to 8.
  @inline(__always)
  func first(_ count: Int) -> UInt64 {
    bits & UInt64.max &>> (64 &- 8 &* UInt64(truncatingIfNeeded: count))
  }

  /// Fewer than eight bytes: of a text that has eight, its last ones.
  @inline(never)
  private static func rest(of text: Span<UInt8>, from start: Int) -> UInt64 {
    precondition(start >= 0, "a place in the text")
    let missing = start + length - text.count
    if text.count >= length { return text.littleEndian64(at: text.count - length) >> (8 * missing) }
    var bits: UInt64 = 0
    var index = text.count
    while index > start {
      index -= 1
      bits = bits << 8 | UInt64(text[index])
    }
    return bits
  }

  /// How many bytes stand before the first one that equals the byte of one of these words; 8: all.
  @inline(__always)
  func count(before first: ByteWord, _ second: ByteWord, _ third: ByteWord) -> Int {
    let found =
      Self.zeros(bits ^ first.bits) | Self.zeros(bits ^ second.bits) | Self.zeros(bits ^ third.bits)
    return found.trailingZeroBitCount / 8
  }

  /// How many bytes stand before the first one that equals the byte of a word; 8: all.
  @inline(__always)
  func count(before mark: ByteWord) -> Int {
    Self.zeros(bits ^ mark.bits).trailingZeroBitCount / 8
  }

  /// The highest bit of each byte that is zero; what stands above the lowest of them is unsure.
  @inline(__always)
  private static func zeros(_ bits: UInt64) -> UInt64 { (bits &- ones) & ~bits & tops }

  var digitCount: Int {
    @inline(__always) get {
      // A byte of 10 or more reaches 0x80 with 0x76, so that the first one that is no digit is
      // marked; what it carries into the next ones does not matter.
      ((digits &+ 0x76 &* Self.ones | digits) & Self.tops).trailingZeroBitCount / 8
    }
  }

  /// The number that the first bytes write in ASCII digits.
  /// - Parameter count: 1 to `digitCount`.
  @inline(__always)
  func decimal(_ count: Int) -> UInt64 {
    Self.number(digits &<< (64 &- 8 &* UInt64(truncatingIfNeeded: count)))
  }

  /// The first bytes as the digits behind a point, in hundred-millionths.
  /// - Parameter count: 1 to `digitCount`.
  @inline(__always)
  func decimals(_ count: Int) -> UInt64 {
    Self.number(digits & UInt64.max &>> (64 &- 8 &* UInt64(truncatingIfNeeded: count)))
  }

  private var digits: UInt64 {
    @inline(__always) get { bits ^ UInt64(UInt8(ascii: "0")) &* Self.ones }
  }

  /// The number of eight digits, the first one lowest: they become tens of two, hundreds of four
  /// and ten thousands of eight, by three products.
  @inline(__always)
  private static func number(_ digits: UInt64) -> UInt64 {
    let twos = (digits &* (10 << 8 + 1)) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (twos &* (100 << 16 + 1)) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* (10_000 << 32 + 1)) &>> 32
  }
}

extension Span where Element == UInt8 {
  @inline(__always)
  func littleEndian32(at start: Int) -> UInt32 { UInt32(littleEndian: load(at: start)) }

  @inline(__always)
  func littleEndian64(at start: Int) -> UInt64 { UInt64(littleEndian: load(at: start)) }

  /// An integer as it lies in memory, at any alignment. The bounds are checked.
  @inline(__always)
  private func load<Number: FixedWidthInteger & BitwiseCopyable>(at start: Int) -> Number {
    bytes.unsafeLoadUnaligned(fromByteOffset: start, as: Number.self)
  }
}

struct WordCursor {
  private var place = 0

  mutating func next(_ line: Span<UInt8>) -> Range<Int>? {
    while place < line.count, Self.isBlank(line[place]) { place += 1 }
    let start = place
    while place < line.count, !Self.isBlank(line[place]) { place += 1 }
    return start < place ? start..<place : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
