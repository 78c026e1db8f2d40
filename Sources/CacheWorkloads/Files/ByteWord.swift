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

  /// One byte eight times, to be looked for.
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
