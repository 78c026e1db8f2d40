/// An answer: what came from an origin, or what a client gets.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The lines of the header.
  public var headers: HeaderLines
  /// The content.
  public var body: MessageBody

  /// Makes an answer.
  public init(_ status: Int, headers: HeaderLines = HeaderLines(), body: MessageBody = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// What a client gets when nothing can be had: 504 without content (RFC 9111 §5.2.1.7, §5.2.2.2).
  public static let gatewayTimeout = HTTPResponse(504)
}
