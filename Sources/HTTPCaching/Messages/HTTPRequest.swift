/// A request, read once: what its header says to caches is worked out when it is made.
public struct HTTPRequest: Sendable {
  /// The method; methods are case-sensitive (RFC 9110 §9.1).
  public let method: String
  /// What is asked for.
  public private(set) var target: TargetURI
  /// The lines of the header.
  public let headers: HeaderLines
  /// How the cache is to be used.
  public private(set) var policy: CachePolicy
  /// What the header says to caches.
  let rules: RequestRules

  /// Makes a request. - Complexity: O(bytes of the header).
  public init(
    _ method: String = "GET", _ target: TargetURI, headers: HeaderLines = HeaderLines(),
    policy: CachePolicy = .useProtocol
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.policy = policy
    rules = RequestRules(method: method, headers: headers)
  }

  /// Makes a request for a URI or a path.
  public init(
    _ method: String = "GET", _ target: String, headers: HeaderLines = HeaderLines(),
    policy: CachePolicy = .useProtocol
  ) {
    self.init(method, TargetURI(target), headers: headers, policy: policy)
  }

  /// The same request with another policy; nothing is read anew. - Complexity: O(1).
  public func with(_ policy: CachePolicy) -> HTTPRequest {
    var request = self
    request.policy = policy
    return request
  }

  /// The same request for something else; nothing of the header is read anew. - Complexity: O(1).
  public func with(_ target: TargetURI) -> HTTPRequest {
    var request = self
    request.target = target
    return request
  }

  /// The same request with another header.
  func replacing(_ headers: HeaderLines) -> HTTPRequest {
    HTTPRequest(method, target, headers: headers, policy: policy)
  }
}
