internal import HTTPCaching
internal import SimCore
internal import Workloads

/// The requests that the app makes, each built once: a person's for a resource.
struct RequestBook {
  private let policies: [CachePolicy]
  private let tellsUser: Bool
  /// By user, then by resource.
  private var requests: [[HTTPRequest?]] = []

  /// - Parameters:
  ///   - policies: by kind of resource, what the engine is asked.
  ///   - tellsUser: whether requests say whose they are.
  init(_ policies: [CachePolicy], tellsUser: Bool) {
    self.policies = policies
    self.tellsUser = tellsUser
  }

  mutating func request(
    for resource: ResourceIndex, of kind: ResourceKind, by user: UInt16
  ) -> HTTPRequest {
    while requests.count <= Int(user) { requests.append([]) }
    let index = Int(resource)
    if index < requests[Int(user)].count, let request = requests[Int(user)][index] {
      return request
    }
    let missing = max(0, index + 1 - requests[Int(user)].count)
    requests[Int(user)].append(contentsOf: repeatElement(nil, count: missing))
    var headers: HeaderLines = [
      "accept": Self.mediaTypes(of: kind), "accept-encoding": "gzip, deflate, br",
      "accept-language": "en",
    ]
    if tellsUser { headers.append("authorization", "Bearer \(user)") }
    let request = HTTPRequest(
      "GET", "/\(resource)", headers: headers, policy: policies[Int(kind.rawValue)])
    requests[Int(user)][index] = request
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
