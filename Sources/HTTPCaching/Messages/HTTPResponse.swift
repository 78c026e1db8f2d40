/// A response: what came from an origin, or what a client gets.
package struct HTTPResponse: Hashable, Sendable {
  package var status: Int
  package var headers: HeaderLines
  package var body: MessageBody

  package init(_ status: Int, headers: HeaderLines = HeaderLines(), body: MessageBody = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// What a client gets when nothing can be had: 504 without content (RFC 9111 §5.2.1.7, §5.2.2.2).
  package static let gatewayTimeout = HTTPResponse(504)
}

/// The content of a response: its length, and its bytes where they are needed.
///
/// A simulation counts bytes; tests of the protocol look at them.
package struct MessageBody: Hashable, Sendable {
  /// The bytes; nil where only their number is known.
  package let bytes: [UInt8]?
  package let count: Int64
  /// Whether all that the origin sent has arrived: the connection was not cut.
  package let isWhole: Bool

  package static let empty = MessageBody(bytes: [])

  package init(bytes: [UInt8], isWhole: Bool = true) {
    self.bytes = bytes
    count = Int64(bytes.count)
    self.isWhole = isWhole
  }

  package init(count: Int64, isWhole: Bool = true) {
    precondition(count >= 0, "a length is not negative")
    bytes = nil
    self.count = count
    self.isWhole = isWhole
  }

  package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// The content as text; nil where its bytes are not known.
  package var text: String? { bytes.map { FieldSyntax.text($0) } }

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

/// What caches have to know of status codes (RFC 9110 §15).
enum HTTPStatus {
  /// Whether the code may be fresh by a heuristic without being marked (RFC 9110 §15.1).
  static func isHeuristicallyCacheable(_ status: Int) -> Bool {
    switch status {
    case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }

  /// Whether the code's meaning for caches is known to this one: those that RFC 9110 §15 defines.
  static func isUnderstood(_ status: Int) -> Bool {
    switch status {
    case 200...206, 300...305, 307, 308, 400...417, 421, 422, 426, 500...505: true
    default: false
    }
  }

  /// Whether a response ends an exchange (RFC 9110 §15.2).
  static func isFinal(_ status: Int) -> Bool { (200...999).contains(status) }

  /// Whether an unsafe request with this response has changed something (RFC 9111 §4.4).
  static func isNonError(_ status: Int) -> Bool { (200...399).contains(status) }

  /// Whether the origin failed in a way that permits a stale response (RFC 5861 §4).
  static func isFailure(_ status: Int) -> Bool {
    switch status {
    case 500, 502, 503, 504: true
    default: false
    }
  }
}
