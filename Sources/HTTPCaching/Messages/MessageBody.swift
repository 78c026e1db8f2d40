/// The content of an answer: its length, and its bytes where somebody wants to see them.
///
/// A simulation counts bytes; tests of the protocol look at them.
public struct MessageBody: Hashable, Sendable {
  /// The bytes; nil where only their number is known.
  public let bytes: [UInt8]?
  /// How many bytes there are.
  public let count: Int64
  /// Whether all that the origin sent has arrived: the connection was not cut.
  public let isWhole: Bool

  /// Nothing.
  public static let empty = MessageBody(bytes: [])

  /// Makes a content of bytes.
  public init(bytes: [UInt8], isWhole: Bool = true) {
    self.bytes = bytes
    count = Int64(bytes.count)
    self.isWhole = isWhole
  }

  /// Makes a content of which only the length is known.
  public init(count: Int64, isWhole: Bool = true) {
    precondition(count >= 0, "a length is not negative")
    bytes = nil
    self.count = count
    self.isWhole = isWhole
  }

  /// Makes a content of a text.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// The content as text; nil where its bytes are not known.
  public var text: String? { bytes.map { FieldBytes.text($0) } }

  /// The bytes at those positions, which the content must have.
  func slice(_ positions: Range<Int64>) -> MessageBody {
    precondition(positions.lowerBound >= 0 && positions.upperBound <= count, "within the content")
    guard let bytes else { return MessageBody(count: positions.upperBound - positions.lowerBound) }
    return MessageBody(bytes: Array(bytes[Int(positions.lowerBound)..<Int(positions.upperBound)]))
  }

  /// This content, and another one behind it.
  func joined(with other: MessageBody) -> MessageBody {
    guard let bytes, let more = other.bytes else { return MessageBody(count: count + other.count) }
    return MessageBody(bytes: bytes + more)
  }
}
