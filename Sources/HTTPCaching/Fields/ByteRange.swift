/// What `Range` asks for (RFC 9110 §14.1.2).
public enum ByteRange: Hashable, Sendable {
  /// From a byte to another, both included.
  case between(Int64, Int64)
  /// From a byte to the end.
  case from(Int64)
  /// The last bytes.
  case last(Int64)
  /// Several ranges, which a cache may answer with the whole.
  case several

  /// The largest position, which is far above any size and safe to add to.
  private static let limit: Int64 = 1 << 60

  /// Reads the field; nil where it is invalid or of another unit, and so has to be ignored.
  /// - Complexity: O(bytes).
  public init?(_ value: String) {
    let bytes = Array(value.utf8)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
      HeaderLine.lowercase(FieldBytes.text(bytes[..<equals])) == "bytes"
    else { return nil }
    let members = FieldBytes.members(of: FieldBytes.text(bytes[(equals + 1)...]))
    guard let member = members.first else { return nil }
    if members.count > 1 {
      self = .several
      return
    }
    guard let dash = member.firstIndex(of: UInt8(ascii: "-")) else { return nil }
    let left = member[..<dash]
    let right = member[(dash + 1)...]
    let last = FieldBytes.digits(right, limit: Self.limit)
    guard !left.isEmpty else {
      guard let last else { return nil }
      self = .last(last)
      return
    }
    guard let first = FieldBytes.digits(left, limit: Self.limit) else { return nil }
    guard !right.isEmpty else {
      self = .from(first)
      return
    }
    guard let last, first <= last else { return nil }
    self = .between(first, last)
  }

  /// The bytes of a representation of that length; nil where there are none, or for several ranges.
  public func resolved(in length: Int64) -> ClosedRange<Int64>? {
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
