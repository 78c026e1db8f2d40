internal import SimCore

/// What decides whether an answer may be stored, read once from it (RFC 9111 §3).
struct StorageClaim: Sendable {
  let status: Int
  let control: CacheControl
  /// Whether its header is within the limits.
  let isAdmitted: Bool
  /// Whether its `Vary` matches no request.
  let matchesNothing: Bool
  /// Whether it names request fields by which answers are told apart.
  let varies: Bool
  var hasExpires: Bool
  /// Whether all of the content is here: nothing was cut off, and it is as long as it should be.
  let isComplete: Bool
  /// The length of the content.
  var count: Int64

  /// Reads an answer. - Complexity: O(bytes of the header).
  init(_ response: HTTPResponse, control: CacheControl) {
    status = response.status
    self.control = control
    isAdmitted = HeaderLimits.admit(response.headers)
    matchesNothing = SelectingFields.matchNothing(response.headers)
    varies = response.headers.contains("vary")
    hasExpires = response.headers.contains("expires")
    isComplete = Self.isComplete(response)
    count = response.body.count
  }

  private static func isComplete(_ response: HTTPResponse) -> Bool {
    guard response.body.isWhole else { return false }
    guard response.status != 204, let written = response.headers["content-length"] else {
      return true
    }
    return FieldBytes.digits(Array(written.utf8), limit: .max / 16) == response.body.count
  }

  /// Whether the answer says itself how long it is fresh.
  func isExplicit(_ options: HTTPCacheOptions) -> Bool {
    control.maxAge != nil || hasExpires || (options.isShared && control.sharedMaxAge != nil)
  }
}
