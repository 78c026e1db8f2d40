internal import HTTPCaching
internal import SimCore
internal import Workloads

/// The requests that the app makes, each built once: a person's for a resource.
struct RequestBook {
  /// By user, then by kind of resource: a request of which only the target is missing.
  private let templates: [[HTTPRequest]]
  /// By user, then by resource.
  private var requests: [[HTTPRequest?]]

  /// - Parameters:
  ///   - policies: by kind of resource, what the engine is asked.
  ///   - users: how many people there are; requests say whose they are if there are several.
  init(_ policies: [CachePolicy], users: Int) {
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
    requests = Array(repeating: [], count: users)
  }

  /// A person's request for a resource. - Complexity: O(1).
  mutating func request(
    for resource: ResourceIndex, of kind: ResourceKind, by user: UInt16
  ) -> HTTPRequest {
    // One person alone is not told apart, whatever number they have.
    let user = min(Int(user), templates.count - 1)
    let index = Int(resource)
    if index < requests[user].count, let request = requests[user][index] {
      return request
    }
    let missing = max(0, index + 1 - requests[user].count)
    requests[user].append(contentsOf: repeatElement(nil, count: missing))
    let request = templates[user][Int(kind.rawValue)].with(TargetURI("/\(resource)"))
    requests[user][index] = request
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
