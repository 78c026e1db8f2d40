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
    ProbeCase("fresh", "stores", answer: [minute, tag]),
    ProbeCase("private", "isShared", answer: ["Cache-Control: private, max-age=60"]),
    ProbeCase(
      "shared-lifetime", "isShared countsSharedMaxAge",
      answer: ["Cache-Control: s-maxage=60", tag]),
    ProbeCase(
      "both-lifetimes", "isShared countsSharedMaxAge repeated",
      answer: ["Cache-Control: s-maxage=60, max-age=2", tag]),
    ProbeCase("no-cache", "storesUnfresh noCache", answer: ["Cache-Control: no-cache", tag]),
    ProbeCase("no-cache-fresh", "noCache", answer: ["Cache-Control: no-cache, max-age=60", tag]),
    ProbeCase(
      "no-cache-field", "noCache",
      answer: ["Cache-Control: no-cache=\"set-cookie\", max-age=60", tag]),
    ProbeCase("tag-alone", "needsTagOrLifetime validators", answer: [tag]),
    ProbeCase(
      "modified-alone", "needsTagOrLifetime heuristic heuristicStatuses",
      answer: [old]),
    ProbeCase(
      "understood", "obeysMustUnderstand",
      answer: ["Cache-Control: must-understand, no-store, max-age=60"]),
    ProbeCase("bad-age", "storesMalformed", answer: [minute, tag, "Age: abc"]),
    ProbeCase("expired", "storesExpired", answer: ["Expires: {-60}", tag]),
    ProbeCase(
      "empty", "storesEmpty", answer: [minute, tag],
      steps: [Step(at: 0, isEmpty: true), Step(at: 5_000, isEmpty: true)]),
    ProbeCase("query?x=1", "queryNeedsLifetime heuristic", answer: [old]),
    ProbeCase(
      "encoded", "normalizesTargets", answer: [minute],
      steps: [
        Step(at: 0, suffix: "/2"), Step(at: 2_000, suffix: "/%32"), Step(at: 5_000, suffix: "/%32"),
        Step(at: 70_000, suffix: "/2"), Step(at: 75_000, suffix: "/%32"),
      ]),
    ProbeCase(
      "replaced", "dropsReplaced", answer: [short, tag],
      steps: [
        Step(at: 0), Step(at: 5_000, status: 500, answered: []), Step(at: 9_000),
      ]),
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
      ProbeCase(
        "\(status)-fresh", "statuses unfreshStatuses", status: status, answer: [minute]),
      ProbeCase("\(status)-stale", "validatedStatuses", status: status, answer: [short, tag]),
      ProbeCase(
        "\(status)-old", "heuristicStatuses statusesWithoutLifetime",
        status: status, answer: [old]),
      ProbeCase("\(status)-tag", "statusesWithoutLifetime", status: status, answer: [tag]),
      ProbeCase("\(status)", "permanentStatuses", status: status, answer: []),
    ]
  }

  private static func inLanguages(_ languages: [String]) -> [Step] {
    languages.enumerated().map { number, language in
      Step(at: Int64(number) * 4_000, asked: lines(["Accept-Language: \(language)"]))
    }
  }

  private static let variants: [ProbeCase] = [
    ProbeCase(
      "language", "variants otherVariant",
      answer: [minute, tag, "Vary: Accept-Language"], steps: inLanguages(["en", "de", "en", "en"])),
    ProbeCase(
      "language-modified", "otherVariant",
      answer: [minute, old, "Vary: Accept-Language"], steps: inLanguages(["en", "de", "en", "en"])),
    ProbeCase(
      "other-field", "variants", answer: [minute, tag, "Vary: X-Mode"],
      steps: [
        Step(at: 0, asked: lines(["X-Mode: a"])), Step(at: 4_000, asked: lines(["X-Mode: b"])),
        Step(at: 8_000, asked: lines(["X-Mode: a"])),
      ]),
    ProbeCase(
      "same-languages", "normalizesVary",
      answer: [minute, tag, "Vary: Accept-Language"], steps: inLanguages(["en, de", "de,en"])),
    ProbeCase("star", "varyStar", answer: [minute, tag, "Vary: *"], at: [0, 3, 6]),
    ProbeCase("star-among", "varyStar", answer: [minute, tag, "Vary: X-Mode, *"], at: [0, 3, 6]),
    ProbeCase("no-field", "storesEmptyVary", answer: [minute, tag, "Vary:"]),
  ]

  private static func control(_ value: String) -> String { "Cache-Control: \(value)" }

  private static let syntax: [ProbeCase] = [
    ProbeCase("pragma", "pragma", answer: [minute, tag, "Pragma: no-cache"]),
    ProbeCase("pragma-alone", "pragma", answer: [old, "Pragma: no-cache"]),
    ProbeCase("long-then-short", "repeated", answer: [control("max-age=60, max-age=2"), tag]),
    ProbeCase("short-then-long", "repeated", answer: [control("max-age=2, max-age=60"), tag]),
    ProbeCase("unreadable", "unreadable", answer: [control("max-age=abc"), tag, old]),
    ProbeCase("unreadable-alone", "unreadable", answer: [control("max-age=abc"), tag]),
    ProbeCase("negative", "negative", answer: [control("max-age=-5"), tag, old]),
    ProbeCase("minus-one", "negative", answer: [control("max-age=-1"), tag, old]),
    ProbeCase("negative-alone", "negative", answer: [control("max-age=-5"), tag]),
    ProbeCase("bare", "unvalued", answer: [control("max-age"), tag, old]),
    ProbeCase("bare-alone", "unvalued", answer: [control("max-age"), tag]),
    ProbeCase("quoted", "readsQuoted", answer: [control("max-age=\"60\""), tag]),
    ProbeCase("fraction", "cutsFractions", answer: [control("max-age=60.5"), tag]),
    ProbeCase("large", "largestNumber", answer: [control("max-age=99999999999"), tag]),
    ProbeCase("huge", "largestNumber", answer: [control("max-age=99999999999999999999"), tag]),
    ProbeCase("capitals", "isCaseSensitive", answer: [control("Max-Age=60"), tag]),
    ProbeCase("two-lines", "firstLineOnly", answer: [control("public"), minute, tag]),
    ProbeCase("spaced", "readsSpaced", answer: [control("max-age = 60"), tag]),
    ProbeCase("plus", "readsPlus", answer: [control("max-age=+60"), tag]),
    ProbeCase("letter", "readsPrefix", answer: [control("max-age=60a"), tag]),
    ProbeCase("semicolon", "splitsSemicolons", answer: [control("public; max-age=60"), tag]),
    ProbeCase("blank", "splitsBlanks", answer: [control("public max-age=60"), tag]),
    ProbeCase("semicolon-end", "endsAtSemicolon", answer: [control("max-age=60; public"), tag]),
    ProbeCase("exponent", "readsExponents", answer: [control("max-age=6e1"), tag]),
    ProbeCase("empty-first", "endsAtEmpty", answer: [control(", ,max-age=60"), tag]),
    ProbeCase(
      "no-store-field", "qualifiedNoStore", answer: [control("no-store=\"x\", max-age=60"), tag]),
    ProbeCase("old-date", "dates", answer: ["Expires: {850+60}", tag]),
    ProbeCase("near-date", "dates", answer: ["Expires: {near+60}", tag]),
    ProbeCase("two-expires", "repeatedExpires", answer: ["Expires: {60}", "Expires: {90}", tag]),
    ProbeCase("last-expires", "repeatedExpires", answer: ["Expires: {2}", "Expires: {90}", tag]),
    ProbeCase("no-date", "invalidExpires", answer: ["Expires: soon", tag, old]),
    ProbeCase("zero-date", "invalidExpires", answer: ["Expires: 0", tag, old]),
    ProbeCase(
      "by-the-clock", "expiresByClock", answer: ["Date: {100}", "Expires: {110}", tag],
      at: [0, 20]),
  ]

  private static let lifetimes: [ProbeCase] = [
    ProbeCase("nothing", "heuristic unsaidLifetime validators", answer: []),
    ProbeCase("controlled", "heuristic", answer: [control("no-transform"), tag, old]),
    ProbeCase("tenth-grows", "heuristic", answer: [tag, "Last-Modified: {-100}"], at: [0, 10.5]),
    ProbeCase(
      "very-old", "longestHeuristic", answer: [tag, "Last-Modified: {-315360000}"],
      at: [100, 90_100, 800_100]),
    ProbeCase("tag-for-minutes", "unsaidLifetime", answer: [tag], at: [0, 60]),
    ProbeCase("must-alone", "mustRevalidateAges", answer: [control("must-revalidate"), tag, old]),
    ProbeCase(
      "must-fresh", "alwaysRevalidates obeysMustRevalidate",
      answer: [control("max-age=60, must-revalidate"), tag]),
    ProbeCase("immutable", "immutable", answer: [control("immutable"), tag]),
    ProbeCase("immutable-stale", "immutable", answer: [control("max-age=2, immutable"), tag]),
    ProbeCase("at-lifetime", "isFreshAtLifetime", answer: [short, tag], at: [0.1, 2.05]),
  ]

  private static let ages: [ProbeCase] = [
    ProbeCase("aged", "age", answer: [minute, tag, "Age: 57"]),
    ProbeCase("dated", "age", answer: [minute, tag, "Date: {-57}"]),
    ProbeCase("no-date-at-all", "age", answer: [minute, tag, "Date:"]),
    ProbeCase("no-date-late", "age", answer: [minute, tag, "Date:"], at: [0, 70]),
    ProbeCase(
      "slow", "age", answer: [control("max-age=8"), tag],
      steps: [
        Step(at: 0, milliseconds: 3_000), Step(at: 6_500),
      ]),
    ProbeCase(
      "slow-without-date", "age", answer: [control("max-age=5"), tag, "Date:"],
      steps: [
        Step(at: 0, milliseconds: 3_000), Step(at: 6_500),
      ]),
    ProbeCase("part-of-a-second", "age", answer: [tag, "Last-Modified: {-55}"], at: [0, 5.2]),
    ProbeCase("seconds", "age", answer: [short, tag], at: [0.9, 2.95]),
  ]

  private static let staleness: [ProbeCase] = [
    ProbeCase(
      "behind", "staleWhileRevalidate",
      answer: [control("max-age=2, stale-while-revalidate=60"), tag]),
    ProbeCase(
      "behind-must", "staleDespiteMust",
      answer: [control("max-age=2, stale-while-revalidate=60, must-revalidate"), tag]),
    ProbeCase(
      "stale", "unsaidStaleRevalidate forgetsStale confirmationRenews",
      answer: [short, tag], at: [0, 5, 6]),
    ProbeCase(
      "error", "staleIfError", answer: [control("max-age=2, stale-if-error=60"), tag],
      steps: [
        Step(at: 0), Step(at: 5_000, status: 503, answered: lines([minute])), Step(at: 9_000),
      ]),
    ProbeCase(
      "error-unsaid", "unsaidStaleIfError", answer: [short, tag],
      steps: [
        Step(at: 0), Step(at: 5_000, status: 503, answered: lines([minute])), Step(at: 9_000),
      ]),
    ProbeCase(
      "error-once", "staleIfError", answer: [control("max-age=2, stale-if-error=60"), tag],
      steps: [Step(at: 0), Step(at: 5_000, status: 503, answered: []), Step(at: 9_000)]),
  ]

  private static let validation: [ProbeCase] = [
    ProbeCase("modified-stale", "validators", answer: [short, old]),
    ProbeCase("date-stale", "validators", answer: [short]),
    ProbeCase(
      "unwanted", "noStoreRemoves", answer: [short, tag],
      steps: [
        Step(at: 0), Step(at: 5_000, answered: lines([control("no-store"), tag])), Step(at: 9_000),
      ]),
    ProbeCase(
      "confirmed-bare", "confirmationReplaces", answer: [minute, tag],
      steps: [Step(at: 0), Step(at: 65_000, answered: lines([tag])), Step(at: 70_000)]),
    ProbeCase(
      "other-tag", "anyTagConfirms", answer: [short, tag],
      steps: [
        Step(at: 0), Step(at: 5_000, answered: lines([minute, "ETag: \"b\""])), Step(at: 9_000),
      ]),
    ProbeCase(
      "twins", "waits collapsesValidations", answer: [control("max-age=4"), tag],
      steps: [
        Step(at: 0), Step(at: 9_000, milliseconds: 1_000), Step(at: 9_500, milliseconds: 1_000),
      ]),
  ]

  private static func changed(
    _ name: String, _ switches: String, by method: String, status: Int = 204
  ) -> ProbeCase {
    ProbeCase(
      name, switches, answer: [minute, tag],
      steps: [
        Step(at: 0), Step(at: 2_000, method: method, status: status, answered: []), Step(at: 4_000),
      ])
  }

  private static let methods: [ProbeCase] = [
    changed("post", "invalidating", by: "POST"), changed("put", "invalidating", by: "PUT"),
    changed("post-failed", "failedInvalidates", by: "POST", status: 500),
    ProbeCase(
      "post-location", "invalidatesLocations", answer: [minute, tag],
      steps: [
        Step(at: 0, suffix: "/other"),
        Step(
          at: 2_000, method: "POST", status: 201,
          answered: lines(["Location: /post-location/other"])),
        Step(at: 4_000, suffix: "/other"),
      ]),
    ProbeCase(
      "head", "heads", answer: [minute, tag],
      steps: [
        Step(at: 0), Step(at: 2_000, method: "HEAD"), Step(at: 4_000),
      ]),
  ]

  private static func redirect(
    _ name: String, _ switches: String, status: Int, says lines: [String], target: [String],
    at seconds: [Int64]
  ) -> ProbeCase {
    ProbeCase(
      name, switches, status: status, answer: ["Location: /\(name)/to"] + lines,
      steps: seconds.flatMap { second in
        [
          Step(at: second * 1_000),
          Step(at: second * 1_000 + 10, suffix: "/to", status: 200, answered: Self.lines(target)),
        ]
      })
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
    ProbeCase(
      name, switches, answer: answer,
      steps: [
        Step(at: 0), Step(at: 3_000, asked: lines(texts)),
      ])
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
    ProbeCase(
      "part", "reloadedParts", answer: [minute, tag],
      steps: [
        Step(at: 0, navigation: "link"), Step(at: 5_000, navigation: "reload"),
      ]),
    ProbeCase(
      "part-stale", "backTakesStale", answer: [short, tag],
      steps: [
        Step(at: 0, navigation: "link"), Step(at: 5_000, navigation: "back"),
      ]),
    ProbeCase(
      "part-again", "pageMemory", answer: [short, tag],
      steps: [
        Step(at: 0, asked: lines(["Sec-Fetch-Dest: image"]), navigation: "link"),
        Step(at: 5_000, asked: lines(["Sec-Fetch-Dest: image"]), navigation: "link"),
      ]),
  ]

  private static let clearing: [ProbeCase] = [
    ProbeCase(
      "clears", "clearSiteData", answer: [minute, tag],
      steps: [
        Step(at: 90_000),
        Step(
          at: 91_000, suffix: "/now",
          answered: lines(["Clear-Site-Data: \"cache\"", control("no-store")])),
        Step(at: 92_000),
      ])
  ]
}
