package import SimCore

/// Where HTTP caches differ from one another: all that an `HTTPProfile` says of a client.
///
/// The defaults are those of a private cache by RFC 9111.
package struct HTTPSwitches: Hashable, Sendable {
  // Storing.

  package var stores = true
  package var statuses: StatusSet?
  package var statusesWithoutLifetime = StatusSet.heuristic
  package var needsTagOrLifetime = false
  package var obeysMustUnderstand = true
  package var variants = Variants.several
  package var keepsVaryStar = false
  package var normalizesVary = true
  package var otherVariant = OtherVariant.load
  package var dropsReplaced = false
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
  package var alwaysRevalidates = false
  package var staleWhileRevalidate = true
  package var staleIfError = StaleIfError.served

  // Validation.

  package var validators = Validators.tagAndLastModified
  package var validatedStatuses: StatusSet?
  package var confirmationRenews = true

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

/// A set of status codes.
package struct StatusSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private let codes: [Int]

  package init(arrayLiteral codes: Int...) { self.codes = codes.sorted() }
  init(_ codes: [Int]) { self.codes = codes.sorted() }

  package func contains(_ status: Int) -> Bool { codes.contains(status) }

  /// The codes, runs of neighbours as ranges.
  package var text: String {
    var runs: [ClosedRange<Int>] = []
    for code in codes {
      if let last = runs.last, last.upperBound + 1 == code {
        runs[runs.count - 1] = last.lowerBound...code
      } else {
        runs.append(code...code)
      }
    }
    let texts = runs.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }

  /// Those that may be fresh by a heuristic (RFC 9110 §15.1).
  package static let heuristic: StatusSet = [
    200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501,
  ]
}
