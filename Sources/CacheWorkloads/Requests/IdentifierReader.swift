internal import SimCore

/// Tells what identifiers are, numbers or texts, and reads them.
struct IdentifierReader {
  private var kind: IdentifierKind

  init(_ kind: IdentifierKind) { self.kind = kind }

  /// Whether identifiers are numbers, as far as is known.
  var expectsNumber: Bool { kind != .text }

  /// Takes a number for an identifier, where one is expected.
  @inline(__always)
  mutating func accept(_ number: UInt64) -> UInt64 {
    kind = .number
    return number
  }

  /// Reads an identifier.
  ///
  /// `auto` is decided by the first one: a decimal number below 2⁶⁴, else a text.
  mutating func read(
    _ text: Span<UInt8>, _ range: Range<Int>, _ requests: inout RawRequests
  ) throws(FieldFault) -> UInt64 {
    if kind != .text, let number = TraceNumber.unsigned(text, range) {
      return accept(number)
    }
    guard kind != .number else {
      throw FieldFault("expected an object as a number below 2^64, as the first one was")
    }
    kind = .text
    return UInt64(requests.number(of: text, range))
  }
}
