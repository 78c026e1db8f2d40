/// A digest that cannot be forged: SHA-256 (FIPS 180-4, 2015).
///
/// Browsers run a script of a page whose policy names this digest of it.
package enum SHA256 {
  /// The first 32 bits of the fractions of the square roots of the first eight primes.
  private static let start: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  /// The digest of some bytes: 32 bytes. - Complexity: O(bytes).
  package static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
    var message = Array(bytes)
    let bits = UInt64(message.count) * 8
    message.append(0x80)
    message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
    message += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    var state = start
    for block in stride(from: 0, to: message.count, by: 64) {
      add(message[block..<(block + 64)], to: &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + 4 * index + $1]) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var row = state
    for index in 0..<64 {
      let sum = turned(row[4], 6) ^ turned(row[4], 11) ^ turned(row[4], 25)
      let choice = row[4] & row[5] ^ ~row[4] & row[6]
      let first = row[7] &+ sum &+ choice &+ constants[index] &+ words[index]
      let other = turned(row[0], 2) ^ turned(row[0], 13) ^ turned(row[0], 22)
      let majority = row[0] & row[1] ^ row[0] & row[2] ^ row[1] & row[2]
      // In place: a new array for each of the 64 would take most of the time.
      row.removeLast()
      row.insert(first &+ other &+ majority, at: 0)
      row[4] = row[4] &+ first
    }
    for index in state.indices { state[index] = state[index] &+ row[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The digest in base 64 (RFC 4648), as a page's policy writes it. - Complexity: O(bytes).
  package static func base64(of text: String) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let digest = digest(of: text.utf8)
    var written = ""
    for place in stride(from: 0, to: digest.count, by: 3) {
      let three = (0..<3).map { place + $0 < digest.count ? UInt32(digest[place + $0]) : 0 }
      let bits = three[0] << 16 | three[1] << 8 | three[2]
      let count = min(digest.count - place, 3) + 1
      for digit in 0..<4 {
        written += digit < count ? String(digits[Int(bits >> (18 - 6 * UInt32(digit)) & 63)]) : "="
      }
    }
    return written
  }
}

/// A short digest that tells texts apart: FNV-1a in 64 bits (Fowler, Noll, Vo;
/// draft-eastlake-fnv).
///
/// It finds accidents, not forgeries: of a million different texts two agree once in 40 million
/// collections.
package struct Fingerprint: Hashable, Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

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
