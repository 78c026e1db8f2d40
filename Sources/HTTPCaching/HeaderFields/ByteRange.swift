/// What `Range` asks for (RFC 9110 §14.1.2).
package enum ByteRange: Hashable, Sendable {
  /// From a byte to another, both included.
  case between(Int64, Int64)
  /// From a byte to the end.
  case from(Int64)
  case last(Int64)
  /// Several ranges, to which a cache may respond with the whole.
  case several

  /// The largest position, which is far above any size and safe to add to.
  fileprivate static let limit: Int64 = 1 << 60

  /// Reads the field; nil where it is invalid or of another unit, and so has to be ignored.
  /// - Complexity: O(bytes).
  package init?(_ value: String) {
    let bytes = Array(value.utf8)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
      HeaderLine.lowercase(FieldSyntax.text(bytes[..<equals])) == "bytes"
    else { return nil }
    let members = FieldSyntax.members(of: FieldSyntax.text(bytes[(equals + 1)...]))
    guard let member = members.first else { return nil }
    if members.count > 1 {
      self = .several
      return
    }
    guard let dash = member.firstIndex(of: UInt8(ascii: "-")) else { return nil }
    let left = member[..<dash]
    let right = member[(dash + 1)...]
    let last = FieldSyntax.digits(right, limit: Self.limit)
    guard !left.isEmpty else {
      guard let last else { return nil }
      self = .last(last)
      return
    }
    guard let first = FieldSyntax.digits(left, limit: Self.limit) else { return nil }
    guard !right.isEmpty else {
      self = .from(first)
      return
    }
    guard let last, first <= last else { return nil }
    self = .between(first, last)
  }

  /// The bytes of a representation of that length; nil where there are none, or for several ranges.
  package func resolved(in length: Int64) -> ClosedRange<Int64>? {
    let bounds: (Int64, Int64)
    switch self {
    case .between(let first, let last): bounds = (first, min(last, length - 1))
    case .from(let first): bounds = (first, length - 1)
    case .last(let count): bounds = (max(length - count, 0), length - 1)
    case .several: return nil
    }
    return bounds.0 <= bounds.1 ? bounds.0...bounds.1 : nil
  }
}

/// What `Content-Range` says of the body of a partial response (RFC 9110 §14.4).
package struct ContentRange: Hashable, Sendable {
  package let positions: ClosedRange<Int64>
  /// The length of the whole; nil where it is not known.
  package let length: Int64?

  package var count: Int64 { positions.upperBound - positions.lowerBound + 1 }

  package var text: String {
    "bytes \(positions.lowerBound)-\(positions.upperBound)/\(length.map(String.init) ?? "*")"
  }

  package init(_ positions: ClosedRange<Int64>, of length: Int64?) {
    self.positions = positions
    self.length = length
  }

  /// Reads the field; nil where it is invalid, of another unit, or of no bytes.
  /// - Complexity: O(bytes).
  package init?(_ value: String) {
    let bytes = Array(value.utf8)
    guard HeaderLine.lowercase(FieldSyntax.text(bytes.prefix(6))) == "bytes ",
      let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
      let dash = bytes.firstIndex(of: UInt8(ascii: "-")), dash < slash,
      let first = FieldSyntax.digits(bytes[6..<dash], limit: ByteRange.limit),
      let last = FieldSyntax.digits(bytes[(dash + 1)..<slash], limit: ByteRange.limit),
      first <= last
    else { return nil }
    let total = bytes[(slash + 1)...]
    let length = FieldSyntax.digits(total, limit: ByteRange.limit)
    guard length != nil || total.elementsEqual("*".utf8), length ?? .max > last else { return nil }
    self.init(first...last, of: length)
  }
}
