/// What `Content-Range` says of the body of a partial answer (RFC 9110 §14.4).
public struct ContentRange: Hashable, Sendable {
  /// The positions of the bytes.
  public let positions: ClosedRange<Int64>
  /// The length of the whole; nil where it is not known.
  public let length: Int64?

  /// How many bytes the body has.
  public var count: Int64 { positions.upperBound - positions.lowerBound + 1 }

  /// The field's value.
  public var text: String {
    "bytes \(positions.lowerBound)-\(positions.upperBound)/\(length.map(String.init) ?? "*")"
  }

  /// Makes a range.
  public init(_ positions: ClosedRange<Int64>, of length: Int64?) {
    self.positions = positions
    self.length = length
  }

  /// The largest position, which is far above any size and safe to add to.
  private static let limit: Int64 = 1 << 60

  /// Reads the field; nil where it is invalid, of another unit, or of no bytes.
  /// - Complexity: O(bytes).
  public init?(_ value: String) {
    let bytes = Array(value.utf8)
    guard HeaderLine.lowercase(FieldBytes.text(bytes.prefix(6))) == "bytes ",
      let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
      let dash = bytes.firstIndex(of: UInt8(ascii: "-")), dash < slash,
      let first = FieldBytes.digits(bytes[6..<dash], limit: Self.limit),
      let last = FieldBytes.digits(bytes[(dash + 1)..<slash], limit: Self.limit), first <= last
    else { return nil }
    let total = bytes[(slash + 1)...]
    let length = FieldBytes.digits(total, limit: Self.limit)
    guard length != nil || total.elementsEqual("*".utf8), length ?? .max > last else { return nil }
    self.init(first...last, of: length)
  }
}
