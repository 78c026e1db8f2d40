internal import TestCases
internal import Testing

@testable internal import SimCore

/// Values as bytes by place.
@Suite struct PositionalFormTests {
  private enum Kind: UInt8, Codable { case first, second }

  private struct Part: Codable, Equatable {
    var number: Int?
    var share: Double?
    var numbers: [Int64]?
  }

  private struct Whole: Codable, Equatable {
    var isSet = true
    var missing: Int?
    var limit: Int64?
    var part: Part?
    var wide = Int128.max
    var other = Int128.min
    var kind: Kind? = .second
    var parts: [Part] = []
    var rows: [[Int64]] = []
    var kinds: [Kind] = []
    var zero = -0.0
    var most = UInt64.max
    var small: [UInt32] = []
    var lanes = SIMD16<Int64>(repeating: 3)
    var text = ""
  }

  private static let whole = Whole(
    limit: 5, part: Part(number: 3, numbers: [1, -5, .max, .min, 127, 128, -64, -65]),
    parts: [Part(), Part(number: -1, share: 0.1, numbers: [])], rows: [[1], []],
    kinds: [.second, .first], small: [0, .max], text: "ä, 日本")

  @Test func whatWasWrittenIsRead() throws {
    for value in [Whole(), Self.whole] {
      let bytes = try PositionalForm.bytes(of: value)
      let read = try PositionalForm.value(of: Whole.self, in: bytes[...])
      expect(read, is: value)
      expect(read.zero.sign, is: .minus)
      try expect(PositionalForm.bytes(of: read), is: bytes)
    }
  }

  @Test func allBitsOfNumbersStay() throws {
    let values = [Double.nan, .infinity, .leastNonzeroMagnitude, 0.1, -1e300]
    let bytes = try PositionalForm.bytes(of: values)
    let read = try PositionalForm.value(of: [Double].self, in: bytes[...])
    expect(read.map(\.bitPattern), is: values.map(\.bitPattern))
  }

  @Test func whatIsTornOrLongerIsNoValue() throws {
    let bytes = try PositionalForm.bytes(of: Self.whole)
    for count in 0..<bytes.count {
      #expect(throws: DecodingError.self) {
        try PositionalForm.value(of: Whole.self, in: bytes[..<count])
      }
    }
    #expect(throws: DecodingError.self) {
      try PositionalForm.value(of: Whole.self, in: (bytes + [0])[...])
    }
  }

  /// Whatever the bytes are, they are a value or an error, and no trap.
  @Test func noBytesTrap() throws {
    let bytes = try PositionalForm.bytes(of: Self.whole)
    var read = 0
    for place in bytes.indices {
      for byte in [UInt8(0), 1, 0x7f, 0x80, 0xff] {
        var altered = bytes
        altered[place] = byte
        if (try? PositionalForm.value(of: Whole.self, in: altered[...])) != nil { read += 1 }
      }
    }
    expect(read > 0 && read < 5 * bytes.count)
  }

  @Test func smallNumbersTakeAByte() throws {
    try expect(PositionalForm.bytes(of: [Int64](-64...63)).count, is: 2 + 128)
  }

  /// The vectors of draft-eastlake-fnv for FNV-1a in 128 bits.
  @Test(arguments: [
    ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
    ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
  ]) func aWideDigestIsThePublishedOne(text: String, digest: String) {
    var fingerprint = WideFingerprint()
    fingerprint.add(text.utf8)
    expect(fingerprint.text, is: digest)
  }
}
