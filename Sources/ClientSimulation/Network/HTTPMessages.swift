package import CacheWorkloads
package import HTTPCaching
package import SimCore

/// The requests that the app makes: a user's for a resource.
package struct RequestTemplates {
  /// By user, then by kind of resource: a request of which only the target is missing.
  private let templates: [[HTTPRequest]]

  /// - Parameters:
  ///   - policies: by kind of resource, what the engine is asked.
  ///   - users: how many there are; requests say whose they are if there are several.
  package init(_ policies: [RequestCachePolicy], users: Int) {
    templates = (0..<users).map { user in
      ResourceKind.allCases.map { kind in
        var headers: HeaderLines = [
          "accept": Self.mediaTypes(of: kind), "accept-encoding": "gzip, deflate, br",
          "accept-language": "en",
        ]
        if users > 1 { headers.append("authorization", "Bearer \(user)") }
        return HTTPRequest("GET", "/", headers: headers, policy: policies[Int(kind.rawValue)])
      }
    }
  }

  /// A user's request for a resource, for a top-level site. - Complexity: O(1).
  /// - Parameter lines: such as were recorded, in place of an app's own of these names.
  package func request(
    for resource: ResourceIndex, of kind: ResourceKind, by user: UInt16, in site: UInt32 = 0,
    asking lines: [RecordedField] = []
  ) -> HTTPRequest {
    let own = request(for: resource, of: kind, by: user, in: site)
    guard !lines.isEmpty else { return own }
    var headers = own.headers
    headers.remove(lines.map(\.name))
    for line in lines { headers.append(line.name, line.value) }
    return HTTPRequest("GET", own.target, headers: headers, policy: own.policy)
  }

  private func request(
    for resource: ResourceIndex, of kind: ResourceKind, by user: UInt16, in site: UInt32
  ) -> HTTPRequest {
    // One user alone is not told apart, whatever their number.
    let user = min(Int(user), templates.count - 1)
    return templates[user][Int(kind.rawValue)].with(
      TargetURI("/\(resource)").inPartition(site))
  }

  private static func mediaTypes(of kind: ResourceKind) -> String {
    switch kind {
    case .model: "application/json"
    case .document: "text/html"
    case .image, .avatar: "image/*"
    case .support, .other, .media: "*/*"
    }
  }
}

/// The headers of a workload as the engine receives them, each read once.
package struct ResponseHeaders {
  fileprivate struct Kind {
    var pattern: ResponsePattern
    var tagsVersions: Bool
    var datesVersions: Bool
  }

  private let clock: UnixClock
  /// By index of the workload's list.
  private var kinds: [Kind?] = []

  private let syntax: DirectiveSyntax

  package init(secondsAtStart: Int64, syntax: DirectiveSyntax) {
    clock = UnixClock(secondsAtStart: secondsAtStart)
    self.syntax = syntax
  }

  /// An answer as it came: its header, and what is its own of it.
  /// - Parameters:
  ///   - copy: the version.
  ///   - headers: what the origin says of it.
  ///   - date: when the origin answered.
  ///   - age: what a cache on the way says of its age, in seconds; nil: none does.
  package mutating func answer(
    _ copy: ResourceCopy, _ headers: CacheHeaders, date: Instant, age: Int64? = nil
  ) -> (ResponsePattern, ResponseStamp) {
    let index = Int(copy.headers)
    while kinds.count <= index { kinds.append(nil) }
    let kind = kinds[index] ?? Kind(headers, now: clock.secondsAtStart, syntax)
    kinds[index] = kind
    let stamp = ResponseStamp(
      date: clock.seconds(at: date),
      lastModified: kind.datesVersions ? clock.seconds(at: copy.publishedAt) : nil,
      entityTag: kind.tagsVersions ? tag(of: copy.version) : nil, count: copy.size.count,
      age: age)
    return (kind.pattern, stamp)
  }

  private func tag(of version: UInt32) -> EntityTag { EntityTag(strong: "\(version)") }
}

extension ResponseHeaders.Kind {
  fileprivate init(_ headers: CacheHeaders, now: Int64, _ syntax: DirectiveSyntax) {
    let expiry = headers.expiresAfter.map(Self.seconds)
    guard let recorded = headers.recorded else {
      tagsVersions = headers.hasEntityTag
      datesVersions = headers.hasLastModified
      pattern = ResponsePattern(
        Int(headers.status), control: Self.control(headers),
        age: headers.age.map { max(Self.seconds($0), 0) },
        vary: headers.vary?.split { $0 == "," || $0 == " " }.map(String.init) ?? [],
        expiresAfter: expiry)
      return
    }
    var lines = HeaderLines()
    for field in recorded { lines.append(field.name, field.value) }
    (tagsVersions, datesVersions) = (false, false)
    pattern = ResponsePattern(
      Int(headers.status), headers: lines,
      expiresAfter: lines.contains("expires") ? nil : expiry, now: now, syntax: syntax)
  }

  private static func control(_ headers: CacheHeaders) -> CacheControl {
    var control = CacheControl()
    if headers.noStore { control.flags.insert(.noStore) }
    if headers.noCache { control.flags.insert(.noCache) }
    if headers.mustRevalidate { control.flags.insert(.mustRevalidate) }
    if headers.immutable { control.flags.insert(.immutable) }
    if headers.isPrivate { control.flags.insert(.private) }
    func directive(_ span: TimeSpan?) -> DeltaSeconds? {
      span.map { DeltaSeconds(clamping: seconds($0)) }
    }
    control.maxAge = directive(headers.maxAge)
    control.sharedMaxAge = directive(headers.sharedMaxAge)
    control.staleWhileRevalidate = directive(headers.staleWhileRevalidate)
    control.staleIfError = directive(headers.staleIfError)
    return control
  }

  /// A span in the whole seconds of HTTP, towards zero.
  private static func seconds(_ span: TimeSpan) -> Int64 { span.nanoseconds / 1_000_000_000 }
}
