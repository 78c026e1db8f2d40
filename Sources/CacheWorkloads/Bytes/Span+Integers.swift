extension Span where Element == UInt8 {
  /// The four bytes from there, the least significant first.
  @inline(__always)
  func littleEndian32(at start: Int) -> UInt32 { UInt32(littleEndian: load(at: start)) }

  /// The eight bytes from there, the least significant first.
  @inline(__always)
  func littleEndian64(at start: Int) -> UInt64 { UInt64(littleEndian: load(at: start)) }

  /// The four bytes from there, the most significant first.
  @inline(__always)
  func bigEndian32(at start: Int) -> UInt32 { UInt32(bigEndian: load(at: start)) }

  /// The eight bytes from there, the most significant first.
  @inline(__always)
  func bigEndian64(at start: Int) -> UInt64 { UInt64(bigEndian: load(at: start)) }

  /// An integer as it lies in memory, at any alignment. The bounds are checked.
  @inline(__always)
  private func load<Number: FixedWidthInteger & BitwiseCopyable>(at start: Int) -> Number {
    bytes.unsafeLoadUnaligned(fromByteOffset: start, as: Number.self)
  }
}
