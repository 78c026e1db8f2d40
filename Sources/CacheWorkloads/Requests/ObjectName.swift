/// What a trace calls an object.
package enum ObjectName: Hashable, Sendable {
  /// A number.
  case number(UInt64)
  /// A text.
  case text([UInt8])

  /// The name as text; bytes that are no UTF-8 are replaced.
  package var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
