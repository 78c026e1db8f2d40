package import SimCore

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
  /// Whether the code's meaning for caches is known to this one: those that RFC 9110 §15 defines.
  static func isUnderstood(_ status: Int) -> Bool {
    switch status {
    case 200...206, 300...305, 307, 308, 400...417, 421, 422, 426, 500...505: true
    default: false
    }
  }

  /// Whether it sends the client to another target (RFC 9110 §15.4).
  static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// Whether a response ends an exchange (RFC 9110 §15.2).
  static func isFinal(_ status: Int) -> Bool { (200...999).contains(status) }

  /// Whether an unsafe request with this response has changed something (RFC 9111 §4.4).
  static func isNonError(_ status: Int) -> Bool { (200...399).contains(status) }

  /// Whether the origin failed in a way that permits a stale response (RFC 5861 §4).
  static func isFailure(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }
}

package struct StatusSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private let codes: [Int]

  package init(arrayLiteral codes: Int...) { self.codes = codes.sorted() }
  init(_ codes: [Int]) { self.codes = codes.sorted() }

  package func contains(_ status: Int) -> Bool { codes.contains(status) }

  /// Those that end an exchange.
  package static let final = StatusSet(Array(200...599))

  /// The set with a code that it lacks, or without one that it has.
  package func toggling(_ status: Int) -> StatusSet {
    StatusSet(contains(status) ? codes.filter { $0 != status } : codes + [status])
  }

  /// The codes, runs of neighbours as ranges.
  package var text: String {
    var runs: [ClosedRange<Int>] = []
    for code in codes {
      if let last = runs.last, last.upperBound + 1 == code {
        runs[runs.count - 1] = last.lowerBound...code
      } else {
        runs.append(code...code)
      }
    }
    let texts = runs.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }

  /// Those that may be fresh by a heuristic (RFC 9110 §15.1).
  package static let heuristic: StatusSet = [
    200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501,
  ]
}

extension StatusSet: NamedUnit {
  /// Reads a list between commas, runs of neighbours as `200-206`.
  package static func read(_ json: JSON, path: String, _ problems: inout Problems) -> StatusSet? {
    if let text = json.string, let set = StatusSet(text) { return set }
    problems.note(
      at: json.offset, path: path,
      "expected statuses such as \"200, 203-206\", or \"none\", found \(json.found)")
    return nil
  }
  package var json: JSON { text.json }
  package static var schema: JSON { .object(["type": "string"]) }
  package static var unit: String { "statuses" }

  private init?(_ text: String) {
    guard text != "none" else {
      self = []
      return
    }
    var codes: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { Int($0.drop { $0 == " " }) }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1],
        (100...999).contains(first), (first...999).contains(last)
      else { return nil }
      codes += first...last
    }
    self.init(codes)
  }
}
