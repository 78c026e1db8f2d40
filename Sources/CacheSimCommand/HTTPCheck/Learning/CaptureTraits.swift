internal import CacheWorkloads
internal import SimCore

/// What a request and its answer have that some switch decides about: a switch about something
/// else changes nothing of what a cache does with them.
enum CaptureTrait {
  case vary, head, unsafeMethod, range, redirect, pragma, ownCondition
  /// The request has directives.
  case directives
  /// `Cache-Control` is not written as most write it.
  case oddControl
  case noStore, noCache, mustRevalidate, immutable, staleWhileRevalidate, staleIfError
  case sharedMaxAge, mustUnderstand, expires, age
  /// A date is missing, stands twice, or is not written as it is to be.
  case oddDate
  /// There is no lifetime that all read alike.
  case unsaid
  /// The status is neither 200 nor 304.
  case otherStatus
  /// The URL has other forms that mean the same.
  case otherForms
  case failure, query, overlap, navigation, pagePart, clearSiteData, empty
}

typealias CaptureTraits = Set<CaptureTrait>

extension CaptureTraits {
  init(_ exchange: RecordedExchange) {
    self = []
    let (asked, answered) = (exchange.asked, exchange.answered)
    if exchange.method == "HEAD" { insert(.head) }
    if !["GET", "HEAD"].contains(exchange.method) { insert(.unsafeMethod) }
    if exchange.status != 200, exchange.status != 304 { insert(.otherStatus) }
    if (300..<400).contains(exchange.status), exchange.status != 304 { insert(.redirect) }
    if exchange.status >= 500 || exchange.background != nil { insert(.failure) }
    if exchange.size == 0 { insert(.empty) }
    if exchange.overlaps { insert(.overlap) }
    if exchange.navigation != nil { insert(.navigation) }
    if exchange.url.contains("?") { insert(.query) }
    if exchange.destination != nil { insert(.pagePart) }
    for line in asked {
      switch line.name {
      case "cache-control", "pragma":
        insert(.directives)
        if line.value.contains("stale-if-error") { insert(.staleIfError) }
      case "range": insert(.range)
      // Whether it is the app's own or the cache's hangs on what the cache has.
      case let name where name.hasPrefix("if-"): insert(.ownCondition)
      default: break
      }
    }
    for (name, trait) in Self.names where answered.contains(where: { $0.name == name }) {
      insert(trait)
    }
    readControl(answered)
    readDates(answered)
  }

  private static let names: [(name: String, trait: CaptureTrait)] = [
    ("vary", .vary), ("pragma", .pragma), ("expires", .expires), ("age", .age),
    ("content-range", .range), ("clear-site-data", .clearSiteData),
  ]
  private static let words: [(name: String, trait: CaptureTrait)] = [
    ("no-store", .noStore), ("no-cache", .noCache), ("revalidate", .mustRevalidate),
    ("immutable", .immutable), ("stale-while-revalidate", .staleWhileRevalidate),
    ("stale-if-error", .staleIfError), ("s-maxage", .sharedMaxAge),
    ("must-understand", .mustUnderstand),
  ]

  private mutating func readControl(_ answered: [RecordedField]) {
    let lines = answered.filter { $0.name == "cache-control" }.map(\.value)
    let text = lines.joined(separator: ",").lowercased()
    for (name, trait) in Self.words where text.contains(name) { insert(trait) }
    let members = (lines.first ?? "").split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
    let names = members.map { $0.prefix { $0 != "=" } }
    let isPlain =
      lines.count < 2 && (lines.isEmpty || members.allSatisfy(Self.isPlain))
      && names.uniqued.count == names.count
    if !isPlain { insert(.oddControl) }
    if !isPlain || !names.contains("max-age") { insert(.unsaid) }
  }

  /// Whether a directive is a word, or one with a number of some digits.
  private static func isPlain(_ member: Substring) -> Bool {
    let parts = member.split(separator: "=", omittingEmptySubsequences: false)
    let isWord =
      !parts[0].isEmpty && parts[0].utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    let isNumber =
      parts.count == 2 && (1...9).contains(parts[1].utf8.count)
      && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
    let wantsNumber =
      ["max-age", "s-maxage", "stale-while-revalidate", "stale-if-error"].contains(parts[0])
    return isWord && (wantsNumber ? isNumber : parts.count == 1)
  }

  private mutating func readDates(_ answered: [RecordedField]) {
    for name in ["date", "expires", "last-modified"] {
      let values = answered.filter { $0.name == name }.map(\.value)
      let isPlain =
        values.count == 1 && values[0].utf8.count == 29 && values[0].hasSuffix(" GMT")
        && HTTPDate.seconds(values[0], now: 0) != nil
      if !isPlain, !values.isEmpty || name == "date" { insert(.oddDate) }
    }
  }
}

extension SwitchSpace {
  /// Of what a request and its answer must have something for a switch to decide about them.
  private static let traits: [(traits: CaptureTraits, switches: [String])] = [
    ([.vary], ["variants", "varyStar", "normalizesVary", "otherVariant", "storesEmptyVary"]),
    ([.head], ["heads"]), ([.ownCondition], ["ownConditions"]), ([.range], ["ranges"]),
    ([.unsafeMethod], ["invalidating", "failedInvalidates", "invalidatesLocations"]),
    ([.redirect], ["redirects", "permanentTargetsApart"]), ([.query], ["queryNeedsLifetime"]),
    ([.pragma], ["pragma"]), ([.noCache], ["noCache"]), ([.noStore], ["noStoreRemoves"]),
    (
      [.oddControl],
      [
        "repeated", "unreadable", "negative", "readsQuoted", "largestNumber", "isCaseSensitive",
        "firstLineOnly", "readsSpaced", "readsPlus", "splitsSemicolons", "readsExponents",
        "qualifiedNoStore", "endsAtSemicolon", "splitsBlanks", "endsAtEmpty", "unvalued",
      ]
    ),
    ([.oddControl, .age], ["cutsFractions", "readsPrefix"]),
    (
      [.directives],
      [
        "requestNoCache", "requestPragma", "requestPragmaAlways", "loadsReloads",
        "requestNoStoreLoads", "requestMaxAge", "requestMinFresh", "obeysMaxStale",
        "obeysOnlyIfCached",
      ]
    ),
    ([.mustUnderstand], ["obeysMustUnderstand"]), ([.immutable], ["immutable"]),
    ([.mustRevalidate], ["mustRevalidateAges", "alwaysRevalidates", "obeysMustRevalidate"]),
    ([.staleWhileRevalidate], ["staleWhileRevalidate", "staleDespiteMust"]),
    ([.staleIfError, .failure], ["staleIfError"]), ([.failure], ["unsaidStaleIfError"]),
    ([.sharedMaxAge], ["countsSharedMaxAge"]), ([.oddDate], ["dates"]),
    ([.oddDate, .age], ["storesMalformed"]), ([.oddDate, .age, .expires], ["repeatedExpires"]),
    ([.expires], ["storesExpired", "invalidExpires", "expiresByClock"]),
    ([.empty], ["storesEmpty"]),
    ([.unsaid], ["heuristic", "longestHeuristic", "unsaidLifetime", "needsTagOrLifetime"]),
    ([.otherForms], ["normalizesTargets"]), ([.clearSiteData], ["clearSiteData"]),
    ([.overlap], ["waits", "collapsesValidations"]), ([.pagePart], ["pageMemory"]),
    ([.navigation], ["reloadedParts", "backTakesStale"]),
    (
      [.otherStatus],
      [
        "statuses", "statusesWithoutLifetime", "permanentStatuses", "permanentAnyway",
        "heuristicStatuses", "validatedStatuses", "unfreshStatuses",
      ]
    ),
  ]

  /// Nil: it may decide about any.
  static func traits(of name: String) -> CaptureTraits? {
    traits.first { $0.switches.contains(name) }?.traits
  }
}
