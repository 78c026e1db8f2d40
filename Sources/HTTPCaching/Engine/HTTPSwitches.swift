package import SimCore

/// Where HTTP caches differ from one another: all that an `HTTPProfile` says of a client.
///
/// The defaults are those of a private cache by RFC 9111.
package struct HTTPSwitches: Hashable, Sendable {
  // Storing.

  package var stores = true
  /// It is a proxy's.
  package var isShared = false
  package var storesUnfresh = true
  package var statuses: StatusSet?
  package var statusesWithoutLifetime = StatusSet.heuristic
  package var needsTagOrLifetime = false
  package var obeysMustUnderstand = true
  package var variants = Variants.several
  package var keepsVaryStar = false
  package var normalizesVary = true
  package var otherVariant = OtherVariant.load
  package var dropsReplaced = false
  package var unstoredMark: TimeSpan?
  package var invalidating = InvalidatingMethods.unsafe

  // Freshness.

  package var pragma = PragmaRule.ignored
  package var noCache = NoCacheRule.whole
  package var syntax = DirectiveSyntax()
  package var invalidExpires = InvalidExpires.past
  package var expiresByClock = false
  package var permanentStatuses: StatusSet = []
  package var permanentAnyway = false
  package var heuristic = Heuristic.tenth
  package var heuristicStatuses = StatusSet.heuristic
  package var longestHeuristic: TimeSpan?
  package var age = AgeRule.rfc9111
  package var unsaidLifetime: TimeSpan?
  package var isFreshAtLifetime = false
  package var saysAge = true
  package var alwaysRevalidates = false
  package var obeysMustRevalidate = true
  package var staleWhileRevalidate = true
  package var unsaidStaleWhileRevalidate = TimeSpan.zero
  package var staleIfError = StaleIfError.served
  package var unsaidStaleIfError = TimeSpan.zero

  // Validation.

  package var validators = Validators.tagAndLastModified
  package var validatedStatuses: StatusSet?
  package var confirmationRenews = true
  package var forgetsStale = false
  package var collapsesValidations = true

  // Requests.

  package var requestNoCache = RequestDirective.validates
  package var requestPragma = RequestDirective.validates
  package var requestPragmaAlways = false
  package var loadsReloads = false
  package var requestNoStoreLoads = false
  package var requestMaxAge = RequestMaxAge.any
  package var requestMinFresh = RequestDirective.validates
  package var obeysMaxStale = true
  package var obeysOnlyIfCached = true
  package var ranges = RangeRule.part
  package var completesParts = true
  /// HTML, "abort a document", of which a revalidation behind a stale response is no part (Fetch,
  /// 4.6).
  package var endsLoads = false

  package var limits = HTTPStoreLimits()

  package init() {}
}

extension HTTPSwitches {
  package enum Variants: String, Hashable, WordSettingValue {
    /// The fields choose among several answers (RFC 9111 §4.1).
    case several
    /// One answer is stored, and used for requests that match it.
    case one
    /// The same, but that the fields of content negotiation choose among several.
    case severalByAccept = "several-by-accept"
    /// One answer is stored, whatever was asked.
    case ignored
    /// Such answers are not stored.
    case refused
  }

  package enum OtherVariant: String, Hashable, WordSettingValue {
    case load
    /// It asks with the tag of the answer that was stored last.
    case validate
  }

  /// Which methods invalidate what is stored, if they succeed.
  package enum InvalidatingMethods: String, Hashable, WordSettingValue {
    /// All that are not safe (RFC 9111 §4.4).
    case unsafe
    case allButPOST = "all-but-post"
    case none
  }

  package enum PragmaRule: String, Hashable, WordSettingValue {
    case ignored
    /// Where there is no `Cache-Control`.
    case alone
    case always
  }

  package enum NoCacheRule: String, Hashable, WordSettingValue {
    /// Validated at each use; with field names the answer is used without those fields.
    case whole
    /// Validated at each use, with field names too.
    case withFields = "with-fields"
    case ignored
  }

  package enum InvalidExpires: String, Hashable, WordSettingValue {
    /// It lies in the past (RFC 9111 §5.3).
    case past
    /// "0" lies in the past, and anything else is as if it were not there.
    case pastIfZero = "past-if-zero"
    case absent
  }

  package enum Heuristic: String, Hashable, WordSettingValue {
    /// A tenth of `Date − Last-Modified` (RFC 9111 §4.2.2).
    case tenth
    /// The same, for a URL without a query.
    case tenthWithoutQuery = "tenth-without-query"
    /// The same in whole seconds, for an answer without `Cache-Control`.
    case tenthWithoutControl = "tenth-without-control"
    /// A tenth of the time since `Last-Modified` at each use, in whole seconds.
    case growingTenth = "growing-tenth"
    case none
    /// It never ends.
    case forever
  }

  /// How the age of an answer is found.
  package enum AgeRule: String, Hashable, WordSettingValue {
    /// The later of `Date` and `Age` with the time under way (RFC 9111 §4.2.3).
    case rfc9111
    /// The later of `Date` and `Age`, and the time under way on top.
    case delayOnTop = "delay-on-top"
    /// The later of `Date` and `Age`.
    case withoutDelay = "without-delay"
    /// Since `Date`, without `Age`; an answer without `Date` does not age.
    case sinceDate = "since-date"
    /// Since `Date`, without `Age`; an answer without `Date` is never fresh.
    case onlyWithDate = "only-with-date"
    /// Since it came, without `Date` and `Age`.
    case sinceArrival = "since-arrival"
    /// Since it came, with all times cut to whole seconds.
    case wholeSecondsSinceArrival = "whole-seconds-since-arrival"
    /// Since it came, and what `Age` said then.
    case ageField = "age-field"
    /// By RFC 9111 with all times cut to whole seconds.
    case wholeSeconds = "whole-seconds"
  }

  /// What `stale-if-error` does.
  package enum StaleIfError: String, Hashable, WordSettingValue {
    case ignored
    /// The stale answer is used instead of the error.
    case served
    /// The same, and the stored answer cannot be used or validated any more.
    case servedOnce = "served-once"
  }

  package enum Validators: String, Hashable, WordSettingValue {
    case none
    case tag
    case tagAndLastModified = "tag-and-last-modified"
    /// These, and without them `Date` as `If-Modified-Since`.
    case dateToo = "date-too"
  }

  /// What a directive of a request does.
  package enum RequestDirective: String, Hashable, WordSettingValue {
    case ignored
    case validates
    case loads
  }

  /// Which `max-age` of a request counts.
  package enum RequestMaxAge: String, Hashable, WordSettingValue {
    case any
    case zero
    case ignored
  }

  package enum RangeRule: String, Hashable, WordSettingValue {
    case part
    case loads
  }
}

/// How a client reads the directives of `Cache-Control`.
package struct DirectiveSyntax: Hashable, Sendable {
  /// Which of a directive counts that stands twice.
  package enum Repeated: String, Hashable, WordSettingValue {
    case first
    case last
  }

  /// What a number of seconds is that cannot be read, or is negative.
  package enum Unreadable: String, Hashable, WordSettingValue {
    /// No time: stale at once (RFC 9111 §4.2.1).
    case zero
    /// As if the directive were not there.
    case absent
    /// Fresh for ever.
    case forever
  }

  package var repeated = Repeated.first
  package var unreadable = Unreadable.zero
  package var negative = Unreadable.zero
  package var readsQuoted = true
  package var cutsFractions = false
  /// In seconds; nil: no limit.
  package var largest: Int64?
  package var isCaseSensitive = false

  /// As RFC 9111 has it.
  package init() {}
}

extension HTTPSwitches: Settings {
  package static let presets = HTTPProfile.all.map { profile in
    Preset<Self>(profile.name, "\(profile.client).") { $0 = profile.switches }
  }
  package static let fields =
    list + [Field("limits", \.limits, "How much is stored unless the app says otherwise.")]

  /// All but the limits, which are no switches.
  package static let list: [Field<Self>] = storing + freshness + validation + requests

  private static let storing: [Field<Self>] = [
    Field("stores", \.stores, "Whether answers are stored at all."),
    Field(
      "isShared", \.isShared,
      "Whether it is a proxy's cache, to which private and s-maxage apply (RFC 9111 §3.5)."),
    Field(
      "storesUnfresh", \.storesUnfresh,
      "Whether an answer is stored that would be validated at each use: no-cache, no lifetime."),
    Field(
      "statuses", \.statuses, "The statuses whose answers are stored; null: all that are final."),
    Field(
      "statusesWithoutLifetime", \.statusesWithoutLifetime,
      "Those that are stored without a lifetime: the heuristically cacheable of RFC 9110."),
    Field(
      "needsTagOrLifetime", \.needsTagOrLifetime,
      "Whether an answer without a lifetime needs an ETag to be stored."),
    Field(
      "obeysMustUnderstand", \.obeysMustUnderstand,
      "Whether must-understand counts above no-store where the status is known."),
    Field("variants", \.variants, "What becomes of answers that name request fields in Vary."),
    Field(
      "keepsVaryStar", \.keepsVaryStar,
      "Whether an answer with Vary: * is kept, to be validated at each use."),
    Field(
      "normalizesVary", \.normalizesVary,
      "Whether fields that mean the same are the same to Vary (RFC 9111 §4.1), and an answer in "
        + "the one language that a request prefers is one for it."),
    Field("otherVariant", \.otherVariant, "What a request does that matches no stored variant."),
    Field(
      "dropsReplaced", \.dropsReplaced,
      "Whether a whole answer that is not stored removes the one that is, as after a 500."),
    Field(
      "unstoredMark", \.unstoredMark, in: .zero...(.days(3_650)),
      "How long an answer that is not stored has requests go to the origin, which then wait for no "
        + "other one and get nothing stale; null: not at all."),
    Field("invalidating", \.invalidating, "The methods that invalidate what is stored."),
  ]

  private static let freshness: [Field<Self>] = [
    Field("pragma", \.pragma, "When Pragma: no-cache in an answer is Cache-Control: no-cache."),
    Field("noCache", \.noCache, "What no-cache in an answer means."),
    Field("repeated", \.syntax.repeated, "Which directive counts that stands twice."),
    Field("unreadable", \.syntax.unreadable, "What a max-age is that is no number."),
    Field("negative", \.syntax.negative, "What a negative max-age is."),
    Field("readsQuoted", \.syntax.readsQuoted, "Whether max-age=\"60\" is 60 seconds."),
    Field("cutsFractions", \.syntax.cutsFractions, "Whether max-age=60.5 is 60 seconds."),
    Field(
      "largestNumber", \.syntax.largest, in: 0...(.max),
      "The largest number of seconds that can be read; null: no limit."),
    Field(
      "isCaseSensitive", \.syntax.isCaseSensitive, "Whether Max-Age is another word than max-age."),
    Field("invalidExpires", \.invalidExpires, "What an Expires that is no date says."),
    Field(
      "expiresByClock", \.expiresByClock,
      "Whether Expires is compared with the client's clock, and not with Date."),
    Field(
      "permanentStatuses", \.permanentStatuses,
      "The statuses that are fresh for ever without a lifetime."),
    Field(
      "permanentAnyway", \.permanentAnyway,
      "Whether these are fresh for ever even with a lifetime."),
    Field("heuristic", \.heuristic, "The lifetime of an answer that says none."),
    Field(
      "heuristicStatuses", \.heuristicStatuses,
      "The statuses that can have it, beside answers marked as public."),
    Field(
      "longestHeuristic", \.longestHeuristic, in: .zero...(.days(3_650)),
      "The longest lifetime by heuristic; null: no limit."),
    Field(
      "unsaidLifetime", \.unsaidLifetime, in: .zero...(.days(3_650)),
      "The lifetime of an answer that says none, in place of the heuristic one; null: none."
    ),
    Field(
      "isFreshAtLifetime", \.isFreshAtLifetime,
      "Whether an answer is fresh still at the age that is its lifetime."),
    Field("age", \.age, "How the age is found."),
    Field("saysAge", \.saysAge, "Whether a proxy passes Date on and says Age (RFC 9111 §5.1)."),
    Field(
      "alwaysRevalidates", \.alwaysRevalidates,
      "Whether must-revalidate has even fresh answers validated."),
    Field(
      "obeysMustRevalidate", \.obeysMustRevalidate,
      "Whether must-revalidate and proxy-revalidate are known."),
    Field(
      "staleWhileRevalidate", \.staleWhileRevalidate,
      "Whether stale-while-revalidate is known (RFC 5861 §3)."),
    Field(
      "unsaidStaleRevalidate", \.unsaidStaleWhileRevalidate, in: .zero...(.days(3_650)),
      "How long a stale answer is used while it is validated, where that is not said."),
    Field("staleIfError", \.staleIfError, "What stale-if-error does (RFC 5861 §4)."),
    Field(
      "unsaidStaleIfError", \.unsaidStaleIfError, in: .zero...(.days(3_650)),
      "How long a stale answer is used in place of an error, where that is not said."),
  ]

  private static let validation: [Field<Self>] = [
    Field("validators", \.validators, "What an answer can be validated by."),
    Field(
      "validatedStatuses", \.validatedStatuses, "The statuses that are validated; null: all."),
    Field(
      "confirmationRenews", \.confirmationRenews,
      "Whether a 304 makes what is stored fresh again."),
    Field(
      "forgetsStale", \.forgetsStale,
      "Whether a stale answer is loaded anew, and not validated, when it may not be used."),
    Field(
      "collapsesValidations", \.collapsesValidations,
      "Whether requests of a proxy wait for another one under way, where an answer is stored too."),
  ]

  private static let requests: [Field<Self>] = [
    Field("requestNoCache", \.requestNoCache, "What no-cache in a request does."),
    Field("requestPragma", \.requestPragma, "What Pragma: no-cache in a request does."),
    Field(
      "requestPragmaAlways", \.requestPragmaAlways, "Whether that counts beside Cache-Control."),
    Field(
      "loadsReloads", \.loadsReloads,
      "Whether both in one request, Fetch's mark of a reload, load."),
    Field(
      "requestNoStoreLoads", \.requestNoStoreLoads,
      "Whether no-store in a request has it loaded, and not only its answer not stored."),
    Field("requestMaxAge", \.requestMaxAge, "Which max-age in a request counts."),
    Field(
      "requestMinFresh", \.requestMinFresh,
      "What min-fresh in a request does that an answer does not fulfil."),
    Field("obeysMaxStale", \.obeysMaxStale, "Whether max-stale in a request counts."),
    Field("obeysOnlyIfCached", \.obeysOnlyIfCached, "Whether only-if-cached in a request counts."),
    Field("ranges", \.ranges, "What a request for a range gets."),
    Field(
      "completesParts", \.completesParts,
      "Whether a missing rest of an answer is asked for by range (RFC 9111 §3.3)."),
    Field("endsLoads", \.endsLoads, "Whether a page that is left ends its loads, as browsers' do."),
  ]
}
