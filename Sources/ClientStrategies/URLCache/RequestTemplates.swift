internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// The requests that the app makes, each built once: a user's for a resource.
struct RequestTemplates {
  /// By user, then by kind of resource: a request of which only the target is missing.
  private let templates: [[HTTPRequest]]
  /// By user, then by resource; emptied when it has grown, as requests can be built again.
  private var requests: [[ResourceIndex: HTTPRequest]]
  private static let limit = 4_096

  /// - Parameters:
  ///   - policies: by kind of resource, what the engine is asked.
  ///   - users: how many there are; requests say whose they are if there are several.
  init(_ policies: [RequestCachePolicy], users: Int) {
    templates = (0..<users).map { user in
      ResourceKind.allCases.map { kind in
        var headers: HeaderLines = [
          "accept": Self.mediaTypes(of: kind), "accept-encoding": "gzip, deflate, br",
          "accept-language": "en",
        ]
        if users > 1 { headers.append("authorization", "Bearer \(user)") }
        return HTTPRequest(
          "GET", "/", headers: headers, policy: policies[Int(kind.rawValue)])
      }
    }
    requests = Array(repeating: [:], count: users)
  }

  /// A user's request for a resource. - Complexity: O(1).
  mutating func request(
    for resource: ResourceIndex, of kind: ResourceKind, by user: UInt16
  ) -> HTTPRequest {
    // One user alone is not told apart, whatever their number.
    let user = min(Int(user), templates.count - 1)
    if let request = requests[user][resource] { return request }
    if requests[user].count >= Self.limit { requests[user].removeAll(keepingCapacity: true) }
    let request = templates[user][Int(kind.rawValue)].with(TargetURI("/\(resource)"))
    requests[user][resource] = request
    return request
  }

  private static func mediaTypes(of kind: ResourceKind) -> String {
    switch kind {
    case .model: "application/json"
    case .document: "text/html"
    case .image, .avatar: "image/*"
    case .support, .other: "*/*"
    }
  }
}
