/// A short digest that tells texts apart: FNV-1a in 64 bits (Fowler, Noll, Vo;
/// draft-eastlake-fnv).
///
/// It finds accidents, not forgeries: of a million different texts two agree once in 40 million
/// collections.
package struct Fingerprint: Hashable, Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// The digest of a text's UTF-8.
  package init(of text: String) { add(text.utf8) }

  /// Goes on with more bytes. - Complexity: O(bytes).
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    // A sequence that the compiler does not know here costs a hundred times as much a byte.
    if bytes.withContiguousStorageIfAvailable({ mix($0) }) == nil { mix(bytes) }
  }

  private mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// The digest in sixteen hexadecimal digits.
  package var text: String { hexadecimal(value) }
}

/// A digest that tells many texts apart: FNV-1a in 128 bits (Fowler, Noll, Vo;
/// draft-eastlake-fnv).
///
/// It finds accidents, not forgeries: of a billion different texts two agree once in 10²⁰
/// collections.
package struct WideFingerprint: Hashable, Sendable {
  package private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  package init() {}

  /// Goes on with more bytes. - Complexity: O(bytes).
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    // As above.
    if bytes.withContiguousStorageIfAvailable({ mix($0) }) == nil { mix(bytes) }
  }

  private mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      value = (value ^ UInt128(byte)) &* 0x0100_0000_0000_0000_0000_013b
    }
  }

  /// The digest in 32 hexadecimal digits.
  package var text: String { hexadecimal(value) }
}

/// A number with all its hexadecimal digits.
private func hexadecimal<Number: FixedWidthInteger>(_ number: Number) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: Number.bitWidth / 4 - digits.count) + digits
}
