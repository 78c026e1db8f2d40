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

  /// Whether an answer ends an exchange (RFC 9110 §15.2).
  static func isFinal(_ status: Int) -> Bool { (200...999).contains(status) }

  /// Whether an unsafe request with this answer has changed something (RFC 9111 §4.4).
  static func isNonError(_ status: Int) -> Bool { (200...399).contains(status) }

  /// Whether the origin failed in a way that a stale answer may stand in for (RFC 5861 §4).
  static func isFailure(_ status: Int) -> Bool {
    switch status {
    case 500, 502, 503, 504: true
    default: false
    }
  }
}
