package import SimCore

/// An HTTP client's cache, as it is known: a name and the client's switches.
///
/// A profile is data. What the switches do stands in the engine, once.
package struct HTTPProfile: Hashable, Sendable {
  /// How a profile is known.
  package enum Confidence: String, Hashable, Sendable {
    /// The client was run, and agrees with the profile.
    case measured
    /// Its source or its specification was read.
    case read
    /// Other people's words are all there is.
    case assumed
  }

  /// Its name in a scenario.
  package let name: String
  /// The client and its release.
  package let client: String
  /// How it is known.
  package let confidence: Confidence
  /// Where its rules stand: files of the client's source, or how it was measured.
  package let source: String
  /// What it does.
  package let switches: HTTPSwitches
  /// How much it stores.
  package let limits: HTTPStoreLimits

  init(
    _ name: String, _ client: String, _ confidence: Confidence, source: String,
    limits: HTTPStoreLimits, _ change: (inout HTTPSwitches) -> Void = { _ in }
  ) {
    self.name = name
    self.limits = limits
    self.client = client
    self.confidence = confidence
    self.source = source
    var switches = HTTPSwitches()
    if name != "rfc9111" {
      // No client that was looked at does more than compare the fields' text.
      switches.normalizesVary = false
      switches.completesParts = false
    }
    change(&switches)
    self.switches = switches
  }

  /// Whether the client is a browser, whose pages end their loads when they are left: HTML, "abort
  /// a document", of which a revalidation behind a stale response is no part (Fetch, 4.6).
  package var isBrowser: Bool { [.chromium, .firefox, .webkit].contains(self) }

  /// The profile of that name; nil: there is none.
  package static func named(_ name: String) -> HTTPProfile? { all.first { $0.name == name } }

  /// A private cache by RFC 9111, RFC 5861 and RFC 8246: the default.
  package static let rfc9111 = HTTPProfile(
    "rfc9111", "a private cache by RFC 9111", .read, source: "RFC 9111, RFC 5861, RFC 8246",
    limits: .foundation)

  /// Every profile, in the order in which listings show them.
  package static let all = [
    rfc9111, chromium, firefox, webkit, okhttp, hishel, requestsCache, cacheControl,
    cacheControlHeuristic, makeFetchHappen, urlSession, apple,
  ]
}

// MARK: - Browsers

extension HTTPProfile {
  static let chromium = HTTPProfile(
    "chromium", "Chromium 156", .measured,
    source: "net/http/http_response_headers.cc (freshness lifetimes, current age) and a capture",
    limits: .chromium
  ) { rules in
    rules.obeysMustUnderstand = false
    rules.variants = .one
    rules.keepsVaryStar = true
    rules.otherVariant = .validate
    rules.dropsReplaced = true
    rules.pragma = .always
    rules.syntax.unreadable = .absent
    rules.syntax.readsQuoted = false
    rules.invalidExpires = .pastIfZero
    rules.permanentStatuses = [300, 301, 308, 410]
    rules.heuristicStatuses = [200, 203, 206]
    rules.staleIfError = .ignored
    rules.validatedStatuses = [200, 206]
    rules.requestNoCache = .loads
    rules.requestPragma = .loads
    rules.requestPragmaAlways = true
    rules.requestMaxAge = .zero
    rules.requestMinFresh = .ignored
    rules.obeysMaxStale = false
    rules.obeysOnlyIfCached = false
  }

  static let firefox = HTTPProfile(
    "firefox", "Firefox ESR 153", .measured,
    source: "netwerk/protocol/http/nsHttpResponseHead.cpp (freshness lifetime, MustValidate) "
      + "and the client, run over the captures' resources",
    limits: .firefox
  ) { rules in
    rules.statuses = [200, 203, 204, 206, 300, 301, 302, 303, 307, 308, 410]
    rules.obeysMustUnderstand = false
    rules.variants = .one
    rules.keepsVaryStar = true
    rules.otherVariant = .validate
    rules.dropsReplaced = true
    rules.pragma = .always
    rules.noCache = .withFields
    rules.syntax.repeated = .last
    rules.syntax.unreadable = .absent
    rules.syntax.readsQuoted = false
    rules.syntax.cutsFractions = true
    rules.syntax.largest = 4_294_967_295
    rules.permanentStatuses = [300, 410]
    rules.heuristicStatuses = StatusSet(200...206, 300...300)
    rules.longestHeuristic = .days(7)
    rules.age = .wholeSeconds
    rules.staleIfError = .ignored
    rules.requestPragma = .ignored
    rules.loadsReloads = true
    rules.requestNoStoreLoads = true
    rules.obeysOnlyIfCached = false
    rules.ranges = .loads
  }

  static let webkit = HTTPProfile(
    "webkit", "WebKitGTK 2.50.6, the engine of Safari and WKWebView", .measured,
    source: "WebCore/platform/network/CacheValidation.cpp at 084b336a, "
      + "NetworkProcess/cache/NetworkCache.cpp at 06dcb620 (WebKit/WebKit), and a capture",
    limits: .webkit
  ) { rules in
    rules.statuses = [
      200, 201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 307, 403, 404, 405, 406, 410, 414,
      415, 501,
    ]
    rules.statusesWithoutLifetime = [200, 203, 204, 206, 300, 301, 404, 405, 410, 414, 501]
    rules.obeysMustUnderstand = false
    rules.variants = .one
    rules.dropsReplaced = true
    rules.pragma = .always
    rules.syntax.unreadable = .absent
    rules.syntax.cutsFractions = true
    rules.invalidExpires = .absent
    rules.permanentStatuses = [301, 410]
    rules.age = .withoutDelay
    rules.staleIfError = .ignored
    rules.validatedStatuses = StatusSet(200...299, 400...599)
    rules.requestPragmaAlways = true
    rules.loadsReloads = true
    rules.requestMaxAge = .zero
    rules.requestMinFresh = .ignored
    rules.obeysOnlyIfCached = false
    rules.ranges = .loads
  }
}

// MARK: - Libraries

extension HTTPProfile {
  /// OkHttp's `Cache`; the preset of that name is another thing.
  package static let okhttp = HTTPProfile(
    "okhttp", "OkHttp 3.13.1 with a Cache", .measured,
    source: "okhttp3/internal/cache/CacheStrategy.kt at 0a28ba9f (square/okhttp), and a capture",
    limits: .okhttp
  ) { rules in
    rules.statuses = [200, 203, 300, 301, 302, 307, 308, 404, 405, 410, 414, 501]
    rules.obeysMustUnderstand = false
    rules.variants = .one
    rules.pragma = .always
    rules.noCache = .withFields
    rules.syntax.repeated = .last
    rules.syntax.unreadable = .absent
    rules.invalidExpires = .absent
    rules.heuristic = .tenthWithoutQuery
    rules.age = .delayOnTop
    rules.staleWhileRevalidate = false
    rules.staleIfError = .ignored
    rules.validators = .dateToo
    rules.requestNoCache = .loads
    rules.requestPragma = .loads
    rules.requestPragmaAlways = true
    rules.requestNoStoreLoads = true
  }

  static let hishel = HTTPProfile(
    "hishel", "hishel 2.0.0 as a private cache", .measured,
    source:
      "hishel/_core/_spec.py and _headers.py, and the client, run over the captures' resources",
    limits: .none(
      "karpetrosyan/hishel, hishel/_core/_storages/_sync_sqlite.py at 5acad444: a lifetime, no size"
    )
  ) { rules in
    rules.obeysMustUnderstand = false
    rules.keepsVaryStar = true
    rules.otherVariant = .validate
    rules.syntax.repeated = .last
    rules.syntax.unreadable = .absent
    rules.syntax.negative = .absent
    rules.heuristic = .growingTenth
    rules.heuristicStatuses = StatusSet(200...599)
    rules.longestHeuristic = .days(7)
    rules.age = .sinceDate
    rules.staleWhileRevalidate = false
    rules.staleIfError = .ignored
    rules.requestPragma = .ignored
    rules.requestMaxAge = .ignored
    rules.requestMinFresh = .ignored
    rules.obeysMaxStale = false
    rules.obeysOnlyIfCached = false
    rules.ranges = .loads
  }

  static let requestsCache = HTTPProfile(
    "requests-cache", "requests-cache 1.3.3 with cache_control=True", .measured,
    source: "requests_cache/policy/actions.py and directives.py, and a capture",
    limits: .none(
      "requests-cache/requests-cache, requests_cache/backends/sqlite.py at 264e5dc4 has no limit; "
        + "that later versions have none is assumed")
  ) { rules in
    rules.statuses = [200]
    rules.obeysMustUnderstand = false
    rules.invalidating = .none
    rules.noCache = .withFields
    rules.syntax.repeated = .last
    rules.syntax.unreadable = .absent
    rules.syntax.readsQuoted = false
    rules.syntax.negative = .forever
    rules.expiresByClock = true
    rules.heuristic = .forever
    rules.age = .sinceArrival
    rules.alwaysRevalidates = true
    rules.staleWhileRevalidate = false
    rules.staleIfError = .ignored
    rules.requestNoCache = .loads
    rules.requestPragma = .ignored
    rules.requestNoStoreLoads = true
    rules.requestMaxAge = .zero
    rules.requestMinFresh = .loads
    rules.obeysMaxStale = false
  }

  static let cacheControl = HTTPProfile(
    "cachecontrol", "CacheControl 0.14.4", .measured,
    source: "cachecontrol/controller.py, and a capture", limits: cacheControlLimits,
    cacheControlRules)

  private static let cacheControlHeuristic = HTTPProfile(
    "cachecontrol-heuristic", "CacheControl 0.14.4 with its heuristic LastModified", .read,
    source: "cachecontrol/heuristics.py",
    limits: cacheControlLimits
  ) { rules in
    cacheControlRules(&rules)
    rules.heuristic = .tenthWithoutControl
    rules.longestHeuristic = .days(1)
    rules.needsTagOrLifetime = false
  }

  private static let cacheControlLimits = HTTPStoreLimits.none(
    "psf/cachecontrol, cachecontrol/caches/file_cache.py at 2c209b7b has no limit")

  private static func cacheControlRules(_ rules: inout HTTPSwitches) {
    rules.statuses = [200, 203, 300, 301, 308]
    rules.needsTagOrLifetime = true
    rules.obeysMustUnderstand = false
    rules.variants = .one
    rules.invalidating = .allButPOST
    rules.noCache = .ignored
    rules.syntax.repeated = .last
    rules.syntax.unreadable = .absent
    rules.syntax.readsQuoted = false
    rules.syntax.isCaseSensitive = true
    rules.permanentStatuses = [301, 308]
    rules.permanentAnyway = true
    rules.heuristic = .none
    rules.age = .onlyWithDate
    rules.staleWhileRevalidate = false
    rules.staleIfError = .ignored
    rules.validators = .tag
    rules.requestPragma = .ignored
    rules.obeysMaxStale = false
    rules.obeysOnlyIfCached = false
    rules.ranges = .loads
  }

  static let makeFetchHappen = HTTPProfile(
    "make-fetch-happen", "make-fetch-happen 13.0.1, npm's client", .measured,
    source: "make-fetch-happen/lib/cache, http-cache-semantics/index.js, and the client, run over "
      + "the captures' resources",
    limits: .none(
      "npm/cacache, lib/content/write.js at 2f061434 and lib/verify.js at 8dc2e625: no limit, and "
        + "nothing is removed until it is told to verify")
  ) { rules in
    rules.statuses = [200, 301, 308]
    rules.obeysMustUnderstand = false
    rules.variants = .severalByAccept
    rules.pragma = .alone
    rules.noCache = .withFields
    rules.syntax.repeated = .last
    rules.syntax.cutsFractions = true
    rules.syntax.isCaseSensitive = true
    rules.age = .sinceArrival
    rules.staleWhileRevalidate = false
    rules.staleIfError = .servedOnce
    rules.requestPragmaAlways = true
    rules.requestNoStoreLoads = true
    rules.obeysOnlyIfCached = false
  }
}

// MARK: - Foundation

extension HTTPProfile {
  /// 679 requests in a capture, of which all reached the origin; a subclass of `URLCache` that logs
  /// was asked for each, and was given nothing to store.
  package static let urlSession = HTTPProfile(
    "urlsession", "URLSession with URLCache of Swift 6.3.1 on Linux: asked, and never filled",
    .measured, source: "a capture, and a logging subclass of URLCache",
    limits: .foundation
  ) { rules in
    rules.stores = false
    rules.obeysOnlyIfCached = false
  }

  /// A private cache that behaves as Apple's `URLCache` is said to:
  ///
  /// - 200 to 299 only: Apple's documentation of
  ///   `urlSession(_:dataTask:willCacheResponse:completionHandler:)`.
  /// - One answer a URL, whatever `Vary` says: the database's unique `request_key`; mzsanford.com
  ///   2013; openradar 12410553.
  /// - No `stale-while-revalidate`, no `stale-if-error`: no evidence of either in URLSession;
  ///   Safari's published results of cache-tests.
  /// - The lifetime in a 304 does not reach what is stored: openradar 32270378; rover-ios 102.
  package static let apple = HTTPProfile(
    "apple", "Apple's URLCache as others describe it", .assumed,
    source: "Apple's documentation of willCacheResponse, openradar 12410553 and 32270378",
    limits: .foundation
  ) { rules in
    rules.statuses = StatusSet(200...299)
    rules.variants = .ignored
    rules.staleWhileRevalidate = false
    rules.staleIfError = .ignored
    rules.confirmationRenews = false
  }
}

extension HTTPProfile: SettingValue {
  package static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> HTTPProfile? {
    CatalogName.read(json, path: path, "HTTP profile", among: all.map(\.name), &problems)
      .flatMap(named)
  }
  package var json: JSON { JSON(name) }
  package static var schema: JSON { CatalogName.schema(all.map(\.name)) }
  package static var unit: String { "word" }
}
