extension HTTPProfile {
  /// What a client calls itself, in lower case, and whose rules it has; the first that is found in
  /// a name counts. Nil: it is known not to have any of these caches.
  ///
  /// All browsers of iOS are WebKit; Edge was an engine of its own until version 18, which also
  /// called itself Chrome; every browser calls itself Safari, and most Gecko.
  private static let names: [(part: String, profile: String?)] = [
    ("crios/", "webkit"), ("fxios/", "webkit"), ("edgios/", "webkit"), ("edge/", nil),
    ("trident", nil), ("internet explorer", nil), ("requests-cache", "requests-cache"),
    ("cachecontrol", "cachecontrol"), ("hishel", "hishel"), ("okhttp", "okhttp"),
    ("make-fetch-happen", "make-fetch-happen"), ("npm/", "make-fetch-happen"),
    ("cfnetwork/", "apple"), ("chrome", "chromium"), ("chromium", "chromium"),
    ("firefox", "firefox"), ("gecko/", "firefox"), ("webkit", "webkit"), ("safari", "webkit"),
    ("urlsession", "urlsession"),
  ]

  /// Whose rules a client has that calls itself so, by its User-Agent or a browser's name; nil: it
  /// is none that is known here.
  package static func ofClient(named name: String) -> HTTPProfile? {
    let name = name.lowercased()
    return names.first { name.contains($0.part) }?.profile.flatMap(named)
  }

  /// Whose rules the client of a capture has.
  /// - Parameters:
  ///   - browser: what the capture says; nil: nothing.
  ///   - agents: the User-Agents of its requests with how many have each. Those with the same rules
  ///     count together, and must be more than half of all.
  package static func ofCapture(
    browser: String?, agents: [(name: String, requests: Int)]
  ) -> HTTPProfile? {
    if let profile = browser.flatMap(ofClient) { return profile }
    let known = agents.map { (profile: ofClient(named: $0.name), requests: $0.requests) }
    let all = known.reduce(0) { $0 + $1.requests }
    return Self.all.first { profile in
      2 * known.filter { $0.profile == profile }.reduce(0) { $0 + $1.requests } > all
    }
  }
}
