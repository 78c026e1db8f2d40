extension ProbeCase {
  /// All cases, in the order in which they are asked for; the one that empties the cache begins
  /// when all others but the one of days are over.
  static let all: [ProbeCase] =
    storing + statusCases + variants + syntax + lifetimes + ages + staleness + validation + methods
    + redirectCases + requests + pages + clearing

  private static let tag = "ETag: \"a\""
  private static let old = "Last-Modified: {-3600}"
  private static let minute = "Cache-Control: max-age=60"
  private static let short = "Cache-Control: max-age=2"

  private static let storing: [ProbeCase] = [
    ProbeCase("fresh", "stores", [minute, tag]),
    ProbeCase("private", "isShared", ["Cache-Control: private, max-age=60"]),
    ProbeCase(
      "shared-lifetime", "isShared countsSharedMaxAge", ["Cache-Control: s-maxage=60", tag]),
    ProbeCase(
      "both-lifetimes", "isShared countsSharedMaxAge repeated",
      ["Cache-Control: s-maxage=60, max-age=2", tag]),
    ProbeCase("no-cache", "storesUnfresh noCache", ["Cache-Control: no-cache", tag]),
    ProbeCase("no-cache-fresh", "noCache", ["Cache-Control: no-cache, max-age=60", tag]),
    ProbeCase(
      "no-cache-field", "noCache", ["Cache-Control: no-cache=\"set-cookie\", max-age=60", tag]),
    ProbeCase("tag-alone", "needsTagOrLifetime validators", [tag]),
    ProbeCase("modified-alone", "needsTagOrLifetime heuristic heuristicStatuses", [old]),
    ProbeCase(
      "understood", "obeysMustUnderstand",
      ["Cache-Control: must-understand, no-store, max-age=60"]),
    ProbeCase("bad-age", "storesMalformed", [minute, tag, "Age: abc"]),
    ProbeCase("expired", "storesExpired", ["Expires: {-60}", tag]),
    ProbeCase("empty", "storesEmpty", [minute, tag], at: [])
      .then(at: 0, isEmpty: true).then(at: 5, isEmpty: true),
    ProbeCase("query?x=1", "queryNeedsLifetime heuristic", [old]),
    ProbeCase("encoded", "normalizesTargets", [minute], at: [])
      .then(at: 0, suffix: "/2").then(at: 2, suffix: "/%32").then(at: 5, suffix: "/%32")
      .then(at: 70, suffix: "/2").then(at: 75, suffix: "/%32"),
    ProbeCase("replaced", "dropsReplaced", [short, tag], at: [0])
      .then(at: 5, status: 500, answered: []).then(at: 9),
  ]

  private static let statuses = [
    201, 202, 203, 204, 206, 300, 400, 401, 403, 404, 405, 410, 414, 418, 429, 451, 500, 501, 502,
    503, 504, 599,
  ]

  /// For each status an answer with a lifetime, a stale one, one with an old date, and a bare one.
  private static let statusCases: [ProbeCase] = statuses.flatMap { status -> [ProbeCase] in
    // A part is stored of a whole that is not known.
    if status == 206 { return [] }
    return [
      ProbeCase("\(status)-fresh", "statuses unfreshStatuses", status: status, [minute]),
      ProbeCase("\(status)-stale", "validatedStatuses", status: status, [short, tag]),
      ProbeCase(
        "\(status)-old", "heuristicStatuses statusesWithoutLifetime", status: status, [old]),
      ProbeCase("\(status)-tag", "statusesWithoutLifetime", status: status, [tag]),
      ProbeCase("\(status)", "permanentStatuses", status: status, []),
    ]
  }

  private func inLanguages(_ languages: String...) -> ProbeCase {
    languages.enumerated().reduce(self) {
      $0.then(at: Double($1.offset) * 4, asked: ["Accept-Language: \($1.element)"])
    }
  }

  private static let variants: [ProbeCase] = [
    ProbeCase(
      "language", "variants otherVariant", [minute, tag, "Vary: Accept-Language"], at: []
    ).inLanguages("en", "de", "en", "en"),
    ProbeCase(
      "language-modified", "otherVariant", [minute, old, "Vary: Accept-Language"], at: []
    ).inLanguages("en", "de", "en", "en"),
    ProbeCase("other-field", "variants", [minute, tag, "Vary: X-Mode"], at: [])
      .then(at: 0, asked: ["X-Mode: a"]).then(at: 4, asked: ["X-Mode: b"])
      .then(at: 8, asked: ["X-Mode: a"]),
    ProbeCase(
      "same-languages", "normalizesVary", [minute, tag, "Vary: Accept-Language"], at: []
    ).inLanguages("en, de", "de,en"),
    ProbeCase("star", "varyStar", [minute, tag, "Vary: *"], at: [0, 3, 6]),
    ProbeCase("star-among", "varyStar", [minute, tag, "Vary: X-Mode, *"], at: [0, 3, 6]),
    ProbeCase("no-field", "storesEmptyVary", [minute, tag, "Vary:"]),
  ]

  private static func control(_ value: String) -> String { "Cache-Control: \(value)" }

  private static let syntax: [ProbeCase] = [
    ProbeCase("pragma", "pragma", [minute, tag, "Pragma: no-cache"]),
    ProbeCase("pragma-alone", "pragma", [old, "Pragma: no-cache"]),
    ProbeCase("long-then-short", "repeated", [control("max-age=60, max-age=2"), tag]),
    ProbeCase("short-then-long", "repeated", [control("max-age=2, max-age=60"), tag]),
    ProbeCase("unreadable", "unreadable", [control("max-age=abc"), tag, old]),
    ProbeCase("unreadable-alone", "unreadable", [control("max-age=abc"), tag]),
    ProbeCase("negative", "negative", [control("max-age=-5"), tag, old]),
    ProbeCase("minus-one", "negative", [control("max-age=-1"), tag, old]),
    ProbeCase("negative-alone", "negative", [control("max-age=-5"), tag]),
    ProbeCase("bare", "unvalued", [control("max-age"), tag, old]),
    ProbeCase("bare-alone", "unvalued", [control("max-age"), tag]),
    ProbeCase("quoted", "readsQuoted", [control("max-age=\"60\""), tag]),
    ProbeCase("fraction", "cutsFractions", [control("max-age=60.5"), tag]),
    ProbeCase("large", "largestNumber", [control("max-age=99999999999"), tag]),
    ProbeCase("huge", "largestNumber", [control("max-age=99999999999999999999"), tag]),
    ProbeCase("capitals", "isCaseSensitive", [control("Max-Age=60"), tag]),
    ProbeCase("two-lines", "firstLineOnly", [control("public"), minute, tag]),
    ProbeCase("spaced", "readsSpaced", [control("max-age = 60"), tag]),
    ProbeCase("plus", "readsPlus", [control("max-age=+60"), tag]),
    ProbeCase("letter", "readsPrefix", [control("max-age=60a"), tag]),
    ProbeCase("semicolon", "splitsSemicolons", [control("public; max-age=60"), tag]),
    ProbeCase("blank", "splitsBlanks", [control("public max-age=60"), tag]),
    ProbeCase("semicolon-end", "endsAtSemicolon", [control("max-age=60; public"), tag]),
    ProbeCase("exponent", "readsExponents", [control("max-age=6e1"), tag]),
    ProbeCase("empty-first", "endsAtEmpty", [control(", ,max-age=60"), tag]),
    ProbeCase("no-store-field", "qualifiedNoStore", [control("no-store=\"x\", max-age=60"), tag]),
    ProbeCase("old-date", "dates", ["Expires: {850+60}", tag]),
    ProbeCase("near-date", "dates", ["Expires: {near+60}", tag]),
    ProbeCase("two-expires", "repeatedExpires", ["Expires: {60}", "Expires: {90}", tag]),
    ProbeCase("last-expires", "repeatedExpires", ["Expires: {2}", "Expires: {90}", tag]),
    ProbeCase("no-date", "invalidExpires", ["Expires: soon", tag, old]),
    ProbeCase("zero-date", "invalidExpires", ["Expires: 0", tag, old]),
    ProbeCase(
      "by-the-clock", "expiresByClock", ["Date: {100}", "Expires: {110}", tag], at: [0, 20]),
  ]

  private static let lifetimes: [ProbeCase] = [
    ProbeCase("nothing", "heuristic unsaidLifetime validators", []),
    ProbeCase("controlled", "heuristic", [control("no-transform"), tag, old]),
    ProbeCase("tenth-grows", "heuristic", [tag, "Last-Modified: {-100}"], at: [0, 10.5]),
    ProbeCase(
      "very-old", "longestHeuristic", [tag, "Last-Modified: {-315360000}"],
      at: [100, 90_100, 800_100]),
    ProbeCase("tag-for-minutes", "unsaidLifetime", [tag], at: [0, 60]),
    ProbeCase("must-alone", "mustRevalidateAges", [control("must-revalidate"), tag, old]),
    ProbeCase(
      "must-fresh", "alwaysRevalidates obeysMustRevalidate",
      [control("max-age=60, must-revalidate"), tag]),
    ProbeCase("immutable", "immutable", [control("immutable"), tag]),
    ProbeCase("immutable-stale", "immutable", [control("max-age=2, immutable"), tag]),
    ProbeCase("at-lifetime", "isFreshAtLifetime", [short, tag], at: [0.1, 2.05]),
  ]

  private static let ages: [ProbeCase] = [
    ProbeCase("aged", "age", [minute, tag, "Age: 57"]),
    ProbeCase("dated", "age", [minute, tag, "Date: {-57}"]),
    ProbeCase("no-date-at-all", "age", [minute, tag, "Date:"]),
    ProbeCase("no-date-late", "age", [minute, tag, "Date:"], at: [0, 70]),
    ProbeCase("slow", "age", [control("max-age=8"), tag], at: [])
      .then(at: 0, milliseconds: 3_000).then(at: 6.5),
    ProbeCase("slow-without-date", "age", [control("max-age=5"), tag, "Date:"], at: [])
      .then(at: 0, milliseconds: 3_000).then(at: 6.5),
    ProbeCase("part-of-a-second", "age", [tag, "Last-Modified: {-55}"], at: [0, 5.2]),
    ProbeCase("seconds", "age", [short, tag], at: [0.9, 2.95]),
  ]

  private static let staleness: [ProbeCase] = [
    ProbeCase(
      "behind", "staleWhileRevalidate", [control("max-age=2, stale-while-revalidate=60"), tag]),
    ProbeCase(
      "behind-must", "staleDespiteMust",
      [control("max-age=2, stale-while-revalidate=60, must-revalidate"), tag]),
    ProbeCase(
      "stale", "unsaidStaleRevalidate forgetsStale confirmationRenews", [short, tag],
      at: [0, 5, 6]),
    ProbeCase("error", "staleIfError", [control("max-age=2, stale-if-error=60"), tag], at: [0])
      .then(at: 5, status: 503, answered: [minute]).then(at: 9),
    ProbeCase("error-unsaid", "unsaidStaleIfError", [short, tag], at: [0])
      .then(at: 5, status: 503, answered: [minute]).then(at: 9),
    ProbeCase(
      "error-once", "staleIfError", [control("max-age=2, stale-if-error=60"), tag], at: [0]
    )
    .then(at: 5, status: 503, answered: []).then(at: 9),
  ]

  private static let validation: [ProbeCase] = [
    ProbeCase("modified-stale", "validators", [short, old]),
    ProbeCase("date-stale", "validators", [short]),
    ProbeCase("unwanted", "noStoreRemoves", [short, tag], at: [0])
      .then(at: 5, answered: [control("no-store"), tag]).then(at: 9),
    ProbeCase("confirmed-bare", "confirmationReplaces", [minute, tag], at: [0])
      .then(at: 65, answered: [tag]).then(at: 70),
    ProbeCase("other-tag", "anyTagConfirms", [short, tag], at: [0])
      .then(at: 5, answered: [minute, "ETag: \"b\""]).then(at: 9),
    ProbeCase("twins", "waits collapsesValidations", [control("max-age=4"), tag], at: [0])
      .then(at: 9, milliseconds: 1_000).then(at: 9.5, milliseconds: 1_000),
  ]

  private static func changed(
    _ name: String, _ switches: String, by method: String, status: Int = 204
  ) -> ProbeCase {
    ProbeCase(name, switches, [minute, tag], at: [0])
      .then(at: 2, method: method, status: status, answered: []).then(at: 4)
  }

  private static let methods: [ProbeCase] = [
    changed("post", "invalidating", by: "POST"), changed("put", "invalidating", by: "PUT"),
    changed("post-failed", "failedInvalidates", by: "POST", status: 500),
    ProbeCase("post-location", "invalidatesLocations", [minute, tag], at: [])
      .then(at: 0, suffix: "/other")
      .then(at: 2, method: "POST", status: 201, answered: ["Location: /post-location/other"])
      .then(at: 4, suffix: "/other"),
    ProbeCase("head", "heads", [minute, tag], at: [0])
      .then(at: 2, method: "HEAD").then(at: 4),
  ]

  private static func redirect(
    _ name: String, _ switches: String, status: Int, says lines: [String], target: [String],
    at seconds: [Double]
  ) -> ProbeCase {
    let first = ProbeCase(name, switches, status: status, ["Location: /\(name)/to"] + lines, at: [])
    return seconds.reduce(first) {
      $0.then(at: $1).then(at: $1 + 0.01, suffix: "/to", status: 200, answered: target)
    }
  }

  private static let redirectCases: [ProbeCase] =
    [301, 302, 303, 307, 308].flatMap { status in
      [
        redirect(
          "\(status)-fresh", "statuses permanentTargetsApart", status: status,
          says: [minute], target: [minute, tag], at: [0, 4, 8]),
        redirect(
          "\(status)", "permanentStatuses redirects", status: status,
          says: [], target: [minute, tag], at: [0, 4, 8]),
        redirect(
          "\(status)-lifetime", "permanentAnyway", status: status,
          says: [short], target: [minute, tag], at: [0, 5]),
        redirect(
          "\(status)-old", "heuristicStatuses statusesWithoutLifetime", status: status,
          says: [old], target: [minute, tag], at: [0, 5]),
        redirect(
          "\(status)-stale", "validatedStatuses", status: status,
          says: [short, tag], target: [minute, tag], at: [0, 5]),
      ]
    } + [
      redirect(
        "to-stale", "redirects", status: 302, says: [minute], target: [short, tag],
        at: [0, 5]),
      redirect(
        "from-stale", "redirects", status: 302, says: [short], target: [minute, tag],
        at: [0, 5]),
    ]

  private static func asked(
    _ name: String, _ switches: String, by texts: [String], answer: [String] = [minute, tag]
  ) -> ProbeCase {
    ProbeCase(name, switches, answer, at: [0])
      .then(at: 3, asked: texts)
  }

  private static let requests: [ProbeCase] = [
    asked("own-condition", "ownConditions", by: ["If-None-Match: \"own\""]),
    asked("asks-no-cache", "requestNoCache", by: ["Cache-Control: no-cache"]),
    asked("asks-pragma", "requestPragma", by: ["Pragma: no-cache"]),
    asked(
      "asks-pragma-beside", "requestPragmaAlways",
      by: ["Pragma: no-cache", "Cache-Control: no-transform"]),
    asked("asks-both", "loadsReloads", by: ["Pragma: no-cache", "Cache-Control: no-cache"]),
    asked("asks-no-store", "requestNoStoreLoads", by: ["Cache-Control: no-store"]),
    asked("asks-age", "requestMaxAge", by: ["Cache-Control: max-age=1"]),
    asked("asks-no-age", "requestMaxAge", by: ["Cache-Control: max-age=0"]),
    asked("asks-fresh", "requestMinFresh", by: ["Cache-Control: min-fresh=100"]),
    asked(
      "asks-stale", "obeysMaxStale", by: ["Cache-Control: max-stale=100"],
      answer: [short, tag]),
    asked(
      "asks-stale-must", "obeysMustRevalidate", by: ["Cache-Control: max-stale=100"],
      answer: [control("max-age=2, must-revalidate"), tag]),
    asked(
      "asks-stored", "obeysOnlyIfCached", by: ["Cache-Control: only-if-cached"],
      answer: [short, tag]),
    asked("asks-range", "ranges", by: ["Range: bytes=0-9"]),
  ]

  private static let pages: [ProbeCase] = [
    ProbeCase("part", "reloadedParts", [minute, tag], at: [])
      .then(at: 0, navigation: "link").then(at: 5, navigation: "reload"),
    ProbeCase("part-stale", "backTakesStale", [short, tag], at: [])
      .then(at: 0, navigation: "link").then(at: 5, navigation: "back"),
    ProbeCase("part-again", "pageMemory", [short, tag], at: [])
      .then(at: 0, asked: ["Sec-Fetch-Dest: image"], navigation: "link")
      .then(at: 5, asked: ["Sec-Fetch-Dest: image"], navigation: "link"),
  ]

  private static let clearing: [ProbeCase] = [
    ProbeCase("clears", "clearSiteData", [minute, tag], at: [90])
      .then(at: 91, suffix: "/now", answered: ["Clear-Site-Data: \"cache\"", control("no-store")])
      .then(at: 92)
  ]
}
