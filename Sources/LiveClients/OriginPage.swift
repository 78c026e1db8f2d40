package import CacheWorkloads
internal import ClientSimulation
internal import SimCore

/// The origin's own addresses, for people: `/`, a page with links, and `/catalogue.json`, what
/// there is now.
package struct OriginPage: Sendable {
  package var scenario: String
  package var device: UInt32
  package var users: Int
  package var names: StoryNames

  private static let linkLimit = 20

  package init(scenario: String, device: UInt32, users: Int, names: StoryNames) {
    self.scenario = scenario
    self.device = device
    self.users = users
    self.names = names
  }

  func answer(
    to request: HeldRequest, _ published: PublishedResources, at now: Instant, _ times: ClientTimes
  ) -> OriginAnswer {
    var lines = [(name: "date", value: times.date(at: now)), ("cache-control", "no-store")]
    let isRead = request.method == "GET" || request.method == "HEAD"
    let body: String
    switch request.path {
    case "/" where isRead:
      lines.append(("content-type", "text/html; charset=utf-8"))
      body = html(published, at: now)
    case "/catalogue.json" where isRead:
      lines.append(("content-type", "application/json"))
      body = catalogue(published, at: now).text + "\n"
    default: return OriginAnswer(status: isRead ? 404 : 405, headers: lines)
    }
    return OriginAnswer(status: 200, headers: lines, body: Array(body.utf8))
  }

  /// The kinds that there are now, each with its resources in order; retired ones are left out.
  private static func kinds(
    _ published: PublishedResources
  ) -> [(kind: ResourceKind, resources: [(ResourceIndex, PublishedResources.Resource)])] {
    let present = published.all.enumerated().compactMap { index, resource in
      resource.flatMap { $0.isRetired ? nil : (ResourceIndex(index), $0) }
    }
    return ResourceKind.allCases.compactMap { kind in
      let resources = present.filter { $0.1.content.kind == kind }
      return resources.isEmpty ? nil : (kind, resources)
    }
  }

  private func catalogue(_ published: PublishedResources, at now: Instant) -> JSON {
    func path(_ resource: ResourceIndex) -> JSON? {
      published.addresses[resource].map { JSON($0) }
    }
    let kinds = Self.kinds(published).map { kind, resources in
      let entries = resources.map { index, resource in
        let content = resource.content
        var members: [(String, JSON)] = [
          ("address", path(index) ?? JSON(.null)),
          ("name", JSON(names.name(of: index, kind, on: device))),
          ("version", JSON(content.version)),
          ("publishedNanoseconds", JSON(content.publishedAt.nanoseconds)),
          ("bytes", JSON(content.size.count)),
        ]
        if content.method != .get {
          members.append(("method", JSON(content.method.rawValue)))
        }
        if content.isList { members.append(("isList", true)) }
        if !resource.parts.isEmpty {
          members.append(("parts", JSON(resource.parts.compactMap(path))))
        }
        if let next = content.next.flatMap(path) { members.append(("next", next)) }
        return JSON.object(members)
      }
      return ("\(kind)", JSON(entries))
    }
    return .object([
      "scenario": JSON(scenario), "device": JSON(device), "users": JSON(users),
      "nanoseconds": JSON(now.nanoseconds), "time": JSON(now.clockText), "kinds": .object(kinds),
    ])
  }

  private func html(_ published: PublishedResources, at now: Instant) -> String {
    let title = "cachesim serve \(scenario)"
    var text = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>"
    text += "\(MarkupText.escaped(title))</title>\n<h1>\(MarkupText.escaped(title))</h1>\n"
    text += "<p>\(now.clockText), device \(device). All that there is now: "
    text += "<a href=\"/catalogue.json\">catalogue.json</a>.</p>\n"
    for (kind, resources) in Self.kinds(published) {
      text += "<h2>\(kind): \(resources.count)</h2>\n<ul>\n"
      for (index, resource) in resources.prefix(Self.linkLimit) {
        let path = MarkupText.escaped(published.addresses[index] ?? "")
        let name = MarkupText.escaped(names.name(of: index, kind, on: device))
        text += "<li><a href=\"\(path)\">\(path)</a> (\(name)), "
        text += "version \(resource.content.version), \(resource.content.size.count) B</li>\n"
      }
      text += "</ul>\n"
      if resources.count > Self.linkLimit {
        text += "<p>and \(resources.count - Self.linkLimit) more</p>\n"
      }
    }
    return text + "</html>\n"
  }
}

/// Which pages of other origins a browser lets read what an origin by itself answers (CORS, the
/// Fetch standard): those of this machine, and those that are named.
///
/// An answer says `*` or nothing, and never which page asked: it is the same for all pages that may
/// read it, so that no `Vary` changes what a cache does.
struct CrossOriginAccess: Sendable {
  /// Origins beside this machine's, such as `https://example.com`; `*`: all.
  let named: [String]

  func lines(for request: HeldRequest) -> [(name: String, value: String)] {
    guard isAllowed(request) else { return [] }
    return [
      ("access-control-allow-origin", "*"), ("access-control-expose-headers", "*"),
      ("timing-allow-origin", "*"),
    ]
  }

  /// The answer to a browser's question whether a page may send a request; nil: it is none.
  func preflight(of request: HeldRequest, _ date: String) -> OriginAnswer? {
    guard request.method == "OPTIONS",
      let method = request.value(of: "access-control-request-method")
    else { return nil }
    var lines = [(name: "date", value: date)]
    if isAllowed(request) {
      lines.append(("access-control-allow-methods", method))
      if let names = request.value(of: "access-control-request-headers") {
        lines.append(("access-control-allow-headers", names))
      }
      lines.append(("access-control-max-age", "600"))
    }
    return OriginAnswer(status: 204, headers: lines)
  }

  private func isAllowed(_ request: HeldRequest) -> Bool {
    guard let origin = request.value(of: "origin"), !named.contains("*"), !named.contains(origin)
    else { return true }
    guard let scheme = origin.firstRange(of: "://") else { return false }
    let authority = origin[scheme.upperBound...]
    if authority.hasPrefix("[::1]") { return ["", ":"].contains(authority.dropFirst(5).prefix(1)) }
    let host = authority.prefix { $0 != ":" }
    return host == "localhost" || host == "127.0.0.1" || host.hasSuffix(".localhost")
  }
}
