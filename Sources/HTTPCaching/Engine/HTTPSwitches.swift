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
  package var varyStar = VaryStar.notStored
  package var normalizesVary = true
  package var otherVariant = OtherVariant.load
  package var dropsReplaced = false
  package var unstoredMark: TimeSpan?
  package var redirects = RedirectRule.apart
  package var permanentTargetsApart = false
  package var queryNeedsLifetime = false
  package var storesMalformed = true
  package var storesExpired = true
  package var storesEmpty = true
  package var storesEmptyVary = true
  package var normalizesTargets = false
  package var invalidating = InvalidatingMethods.unsafe
  package var failedInvalidates = false
  package var invalidatesLocations = true
  package var clearSiteData = false

  // Freshness.

  package var pragma = PragmaRule.ignored
  package var noCache = NoCacheRule.whole
  package var syntax = DirectiveSyntax()
  package var countsSharedMaxAge = false
  package var invalidExpires = InvalidExpires.past
  package var expiresByClock = false
  package var permanentStatuses: StatusSet = []
  package var permanentAnyway = false
  package var heuristic = Heuristic.tenth
  package var heuristicStatuses = StatusSet.heuristic
  package var longestHeuristic: TimeSpan?
  package var mustRevalidateAges = true
  package var age = AgeRule.rfc9111
  package var unsaidLifetime: TimeSpan?
  package var unfreshStatuses: StatusSet = []
  package var isFreshAtLifetime = false
  package var saysAge = true
  package var alwaysRevalidates = false
  package var obeysMustRevalidate = true
  package var immutable = ImmutableRule.reloads
  package var staleWhileRevalidate = true
  package var staleDespiteMust = false
  package var unsaidStaleWhileRevalidate = TimeSpan.zero
  package var staleIfError = StaleIfError.served
  package var unsaidStaleIfError = TimeSpan.zero

  // Validation.

  package var validators = Validators.tagAndLastModified
  package var validatedStatuses: StatusSet?
  package var confirmationRenews = true
  package var noStoreRemoves = false
  package var confirmationReplaces = false
  package var anyTagConfirms = false
  package var forgetsStale = false
  package var collapsesValidations = true
  package var waits = false

  // Requests.

  package var heads = HeadRule.answered
  package var ownConditions = OwnConditions.answered
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
  package var reloadedParts = ReloadedParts.usual
  package var backTakesStale = false
  package var pageMemory = false

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
    /// It asks with the validator of the answer that was stored last.
    case validate
    /// The same, where that has a tag.
    case validateByTag = "validate-by-tag"
  }

  package enum VaryStar: String, Hashable, WordSettingValue {
    case notStored = "not-stored"
    /// The same where it is the only member, and else passed over.
    case notStoredAlone = "not-stored-alone"
    /// Stored, and matched by no request (RFC 9111 §4.1).
    case validated
    /// The member is passed over.
    case ignored
  }

  package enum RedirectRule: String, Hashable, WordSettingValue {
    /// Each is an answer of its own (RFC 9111 §4).
    case apart
    /// The redirect is stored, whatever it says, and used while its target can be.
    case withTarget = "with-target"
    /// A redirect whose target cannot be used is sent again, with the target's condition.
    case again
    /// The same, and the target of a redirect that was sent is loaded.
    case whole
  }

  package enum ImmutableRule: String, Hashable, WordSettingValue {
    /// A reload does not validate a fresh answer (RFC 8246 §2).
    case reloads
    /// The same, and an answer without a lifetime is fresh for ever.
    case withoutLifetime = "without-lifetime"
    /// The same, and so is one with a lifetime.
    case forever
  }

  package enum HeadRule: String, Hashable, WordSettingValue {
    /// From what a GET stored (RFC 9111 §4).
    case answered
    case loaded
    /// Loaded, and what is stored is removed.
    case drops
    /// From what a HEAD stored.
    case apart
  }

  package enum OwnConditions: String, Hashable, WordSettingValue {
    /// It is evaluated on what is stored (RFC 9111 §4.3.2).
    case answered
    /// The same, but where it does not hold what is stored is validated.
    case matched
    /// It goes to the origin, past what is stored.
    case sent
    /// The same, and what comes is not stored.
    case unstored
  }

  package enum ReloadedParts: String, Hashable, WordSettingValue {
    case usual
    case validates
    case loads
  }

  package enum InvalidatingMethods: String, Hashable, WordSettingValue {
    /// All that are not safe (RFC 9111 §4.4).
    case unsafe
    case allButPOST = "all-but-post"
    case allButPUT = "all-but-put"
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
    /// The same, and the answer is not stored.
    case notStored = "not-stored"
    case ignored
  }

  package enum InvalidExpires: String, Hashable, WordSettingValue {
    /// It lies in the past (RFC 9111 §5.3).
    case past
    /// "0" lies in the past, and anything else is as if it were not there.
    case pastIfZero = "past-if-zero"
    case absent
    /// A number lies in the past, and with anything else the answer is not stored.
    case notStored = "not-stored"
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

  package enum RequestDirective: String, Hashable, WordSettingValue {
    case ignored
    case validates
    case loads
  }

  package enum RequestMaxAge: String, Hashable, WordSettingValue {
    case any
    case zero
    case ignored
  }

  package enum RangeRule: String, Hashable, WordSettingValue {
    case part
    case loads
    /// Loaded, and what is stored is removed.
    case drops
    /// From what the same range stored.
    case apart
  }
}
