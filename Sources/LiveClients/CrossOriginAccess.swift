internal import SimCore

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
