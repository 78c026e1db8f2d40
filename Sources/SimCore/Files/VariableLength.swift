/// Whole numbers in as few bytes as they need: seven bits in each, the lowest first (LEB128), and of
/// signed ones the zigzag form, as in Protocol Buffers.
package enum VariableLength {
  /// Adds a number to bytes.
  @inlinable
  package static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var number = number
    while number > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
      number >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: number))
  }

  /// Adds a number that may be negative.
  @inlinable
  package static func append(signed number: Int64, to bytes: inout [UInt8]) {
    append(zigzag(number), to: &bytes)
  }

  /// Reads the number at a place, which moves behind it.
  /// - Precondition: one was written there.
  @inlinable
  package static func number(in bytes: borrowing Span<UInt8>, at place: inout Int) -> UInt64 {
    var byte = bytes[place]
    place += 1
    var number = UInt64(byte & 0x7f)
    var shift: UInt64 = 7
    while byte > 0x7f {
      byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7f) << shift
      shift += 7
    }
    return number
  }

  /// Reads a number that may be negative.
  @inlinable
  package static func signed(in bytes: borrowing Span<UInt8>, at place: inout Int) -> Int64 {
    let number = number(in: bytes, at: &place)
    return Int64(bitPattern: number >> 1) ^ -Int64(number & 1)
  }

  @inlinable
  package static func zigzag(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number << 1 ^ number >> 63)
  }
}
