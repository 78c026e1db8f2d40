internal import SimCore

extension HTTPSwitches {
  /// A switch as listings and pages show it.
  package struct Description: Sendable {
    package let name: String
    package let summary: String
    /// Who turns it, of the clients that were captured or read.
    package let clients: String
    /// Its position among a client's switches.
    package let value: @Sendable (HTTPSwitches) -> String

    init(
      _ name: String, _ summary: String, by clients: String,
      _ value: @escaping @Sendable (HTTPSwitches) -> String
    ) {
      self.name = name
      self.summary = summary
      self.clients = clients
      self.value = value
    }

    init(
      _ name: String, _ summary: String, by clients: String,
      _ property: any KeyPath<HTTPSwitches, Bool> & Sendable
    ) {
      self.init(name, summary, by: clients) { $0[keyPath: property] ? "yes" : "no" }
    }

    init<Value: RawRepresentable<String> & SendableMetatype>(
      _ name: String, _ summary: String, by clients: String,
      _ property: any KeyPath<HTTPSwitches, Value> & Sendable
    ) {
      self.init(name, summary, by: clients) { $0[keyPath: property].rawValue }
    }
  }

  /// Every switch, in the order of `HTTPSwitches`.
  package static let list = storing + freshness + validation + requests

  /// The switches that are not as RFC 9111 has them, and their positions.
  package var changes: [(description: Description, value: String)] {
    let usual = HTTPSwitches()
    return Self.list.compactMap { each in
      let value = each.value(self)
      return value == each.value(usual) ? nil : (each, value)
    }
  }

  private static func all(_ statuses: StatusSet?) -> String { statuses?.text ?? "all" }

  private static let storing: [Description] = [
    Description(
      "stores", "whether answers are stored at all",
      by: "URLSession on Linux stores none", \.stores),
    Description(
      "statuses", "the statuses whose answers are stored",
      by: "requests-cache 200, make-fetch-happen 200, 301 and 308, CacheControl five, OkHttp "
        + "twelve, Firefox ten, WebKit twenty, Apple's successes; the others all"
    ) { all($0.statuses) },
    Description(
      "statuses-without-lifetime", "those that are stored without a lifetime",
      by: "WebKit without 308"
    ) { $0.statusesWithoutLifetime.text },
    Description(
      "needs-tag-or-lifetime", "whether an answer without a lifetime needs an ETag to be stored",
      by: "CacheControl", \.needsTagOrLifetime),
    Description(
      "must-understand", "whether must-understand counts above no-store",
      by: "no client that was captured obeys it", \.obeysMustUnderstand),
    Description(
      "variants", "the stored answers of one URL that name request fields in Vary",
      by:
        "browsers, OkHttp and CacheControl one, make-fetch-happen one for each Accept, Apple's "
        + "URLCache one whatever "
        + "was asked; hishel and requests-cache several", \.variants),
    Description(
      "vary-star", "whether an answer with Vary: * is kept, to be validated",
      by: "Chromium, Firefox, hishel", \.keepsVaryStar),
    Description(
      "normalizes-vary", "whether fields that mean the same are the same to Vary",
      by: "no client that was captured does", \.normalizesVary),
    Description(
      "other-variant", "what a request does that matches no stored variant",
      by: "Chromium, Firefox and hishel ask with the other one's tag", \.otherVariant),
    Description(
      "drops-replaced", "whether a whole answer that is not stored removes the stored one",
      by: "browsers, so after a 500", \.dropsReplaced),
    Description(
      "invalidating", "the methods that invalidate what is stored",
      by: "CacheControl all but POST, requests-cache none", \.invalidating),
  ]

  private static let freshness: [Description] = [
    Description(
      "pragma", "when Pragma: no-cache in an answer counts",
      by: "browsers and OkHttp always, make-fetch-happen without Cache-Control", \.pragma),
    Description(
      "no-cache", "what no-cache in an answer means",
      by: "Firefox, OkHttp, requests-cache and make-fetch-happen validate with field names too, "
        + "CacheControl does not look at it", \.noCache),
    Description(
      "repeated", "which directive counts that stands twice",
      by: "Chromium and WebKit the first, the others the last"
    ) { $0.syntax.repeated.rawValue },
    Description(
      "unreadable", "what a max-age is that is no number",
      by: "RFC 9111 no time, all clients as if it were not there, but make-fetch-happen"
    ) { $0.syntax.unreadable.rawValue },
    Description(
      "negative", "what a negative max-age is",
      by: "requests-cache for ever, hishel as if it were not there"
    ) { $0.syntax.negative.rawValue },
    Description(
      "reads-quoted", "whether max-age=\"60\" is 60 seconds",
      by: "not Chromium, Firefox, CacheControl"
    ) { $0.syntax.readsQuoted ? "yes" : "no" },
    Description(
      "cuts-fractions", "whether max-age=60.5 is 60 seconds",
      by: "WebKit, Firefox, make-fetch-happen"
    ) { $0.syntax.cutsFractions ? "yes" : "no" },
    Description(
      "largest-number", "the largest number of seconds that can be read", by: "Firefox 2³² − 1"
    ) { $0.syntax.largest == .max ? "unlimited" : "\($0.syntax.largest)" },
    Description(
      "case-sensitive", "whether Max-Age is another word than max-age",
      by: "CacheControl, make-fetch-happen"
    ) { $0.syntax.isCaseSensitive ? "yes" : "no" },
    Description(
      "invalid-expires", "what an Expires that is no date says",
      by: "WebKit and OkHttp nothing, Chromium nothing but for 0", \.invalidExpires),
    Description(
      "expires-by-clock", "whether Expires is compared with the client's clock, not with Date",
      by: "requests-cache", \.expiresByClock),
    Description(
      "permanent-statuses", "the statuses that are fresh for ever without a lifetime",
      by: "Chromium 300, 301, 308, 410, Firefox 300 and 410, WebKit 301 and 410, CacheControl 301 "
        + "and 308"
    ) { $0.permanentStatuses.text },
    Description(
      "permanent-anyway", "whether these are fresh for ever even with a lifetime",
      by: "CacheControl", \.permanentAnyway),
    Description(
      "heuristic", "the lifetime of an answer that says none",
      by: "OkHttp only without a query, hishel grows, CacheControl none, requests-cache for ever",
      \.heuristic),
    Description(
      "heuristic-statuses", "the statuses that have it",
      by: "Chromium 200, 203, 206, Firefox successes and 300, hishel all"
    ) { $0.heuristicStatuses.text },
    Description(
      "longest-heuristic", "the longest lifetime by heuristic",
      by: "Firefox and hishel a week, CacheControl's LastModified a day"
    ) { $0.longestHeuristic.map { "\($0.nanoseconds / 3_600_000_000_000) h" } ?? "unlimited" },
    Description(
      "age", "how the age is found",
      by: "Firefox in whole seconds, OkHttp with the delay on top, WebKit without it, hishel and "
        + "CacheControl since Date, requests-cache and make-fetch-happen since the answer came",
      \.age),
    Description(
      "always-revalidates", "whether must-revalidate has fresh answers validated",
      by: "requests-cache", \.alwaysRevalidates),
    Description(
      "stale-while-revalidate", "whether it is known", by: "browsers know it, libraries do not",
      \.staleWhileRevalidate),
    Description(
      "stale-if-error", "what it does",
      by: "make-fetch-happen uses the stored answer once, the others do not know it",
      \.staleIfError),
  ]

  private static let validation: [Description] = [
    Description(
      "validators", "what an answer can be validated by",
      by: "OkHttp sends Date too, CacheControl the tag alone", \.validators),
    Description(
      "validated-statuses", "the statuses that are validated",
      by: "Chromium 200 and 206, WebKit no redirects"
    ) { all($0.validatedStatuses) },
    Description(
      "confirmation-renews", "whether a 304 makes what is stored fresh again",
      by: "not Apple's URLCache", \.confirmationRenews),
  ]

  private static let requests: [Description] = [
    Description(
      "request-no-cache", "what no-cache in a request does",
      by: "Chromium, OkHttp and requests-cache load", \.requestNoCache),
    Description(
      "request-pragma", "what Pragma: no-cache in a request does",
      by:
        "Chromium and OkHttp load, Firefox, hishel, requests-cache and CacheControl do not look "
        + "at it",
      \.requestPragma),
    Description(
      "request-pragma-always", "whether it counts beside Cache-Control",
      by: "Chromium, WebKit, OkHttp, make-fetch-happen", \.requestPragmaAlways),
    Description(
      "loads-reloads", "whether both in one request, Fetch's mark of a reload, load",
      by: "WebKit, Firefox", \.loadsReloads),
    Description(
      "request-no-store-loads", "whether no-store in a request has it loaded",
      by: "Firefox, OkHttp, requests-cache, make-fetch-happen", \.requestNoStoreLoads),
    Description(
      "request-max-age", "which max-age in a request counts",
      by: "Chromium, WebKit and requests-cache zero, hishel none", \.requestMaxAge),
    Description(
      "request-min-fresh", "what min-fresh in a request does",
      by: "requests-cache loads, Chromium, WebKit and hishel do not look at it", \.requestMinFresh),
    Description(
      "request-max-stale", "whether max-stale in a request counts",
      by: "Firefox, WebKit, OkHttp and make-fetch-happen obey it", \.obeysMaxStale),
    Description(
      "request-only-if-cached", "whether only-if-cached in a request counts",
      by: "OkHttp and requests-cache obey it", \.obeysOnlyIfCached),
    Description(
      "ranges", "what a request for a range gets",
      by: "Firefox, WebKit, hishel and CacheControl load it", \.ranges),
    Description(
      "completes-parts", "whether a missing rest is asked for by range",
      by: "no client here, beside RFC 9111", \.completesParts),
  ]
}
