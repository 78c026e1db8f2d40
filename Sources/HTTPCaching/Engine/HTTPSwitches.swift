package import SimCore

/// Where HTTP caches differ from one another: all that an `HTTPProfile` says of a client.
///
/// The defaults are those of a private cache by RFC 9111. Each switch is named, and told with who
/// turns it, in `HTTPSwitches.list`.
package struct HTTPSwitches: Hashable, Sendable {
  // Storing.

  package var stores = true
  /// The statuses whose answers are stored; nil: all final ones.
  package var statuses: StatusSet?
  /// Those of them that are stored without a lifetime: the heuristically cacheable of RFC 9110.
  package var statusesWithoutLifetime = StatusSet.heuristic
  /// Whether an answer without a lifetime is stored only if it has an `ETag`.
  package var needsTagOrLifetime = false
  /// Whether `must-understand` counts above `no-store` where the status is known.
  package var obeysMustUnderstand = true
  /// What becomes of answers that name request fields in `Vary`.
  package var variants = Variants.several
  /// Whether an answer with `Vary: *` is kept, to be validated at each use.
  package var keepsVaryStar = false
  /// Whether fields that mean the same count as the same to `Vary` (RFC 9111 §4.1), and an answer
  /// in the one language that a request prefers as one for it.
  package var normalizesVary = true
  /// What a request does that matches no stored variant.
  package var otherVariant = OtherVariant.load
  /// Whether a whole answer that is not stored removes the one that is.
  package var dropsReplaced = false
  package var invalidating = InvalidatingMethods.unsafe

  // Freshness.

  /// When `Pragma: no-cache` in an answer is `Cache-Control: no-cache`.
  package var pragma = PragmaRule.ignored
  /// What `no-cache` in an answer means.
  package var noCache = NoCacheRule.whole
  /// How `max-age` and other directives are read.
  package var syntax = DirectiveSyntax()
  /// What an `Expires` that is no date says.
  package var invalidExpires = InvalidExpires.past
  /// Whether `Expires` is compared with the client's clock, and not with `Date`.
  package var expiresByClock = false
  /// The statuses that are fresh for ever without a lifetime.
  package var permanentStatuses: StatusSet = []
  /// Whether these are fresh for ever even with a lifetime.
  package var permanentAnyway = false
  /// The lifetime of an answer that says none.
  package var heuristic = Heuristic.tenth
  /// The statuses that can have it, beside answers marked as public.
  package var heuristicStatuses = StatusSet.heuristic
  /// The longest lifetime by heuristic; nil: no limit.
  package var longestHeuristic: TimeSpan?
  package var age = AgeRule.rfc9111
  /// Whether `must-revalidate` has even a fresh answer validated.
  package var alwaysRevalidates = false
  /// Whether `stale-while-revalidate` is known (RFC 5861 §3).
  package var staleWhileRevalidate = true
  /// What `stale-if-error` does (RFC 5861 §4).
  package var staleIfError = StaleIfError.served

  // Validation.

  /// What an answer can be validated by.
  package var validators = Validators.tagAndLastModified
  /// The statuses that are validated; nil: all.
  package var validatedStatuses: StatusSet?
  /// Whether a 304 makes what is stored fresh again.
  package var confirmationRenews = true

  // Requests.

  /// What `no-cache` in a request does.
  package var requestNoCache = RequestDirective.validates
  /// What `Pragma: no-cache` in a request does.
  package var requestPragma = RequestDirective.validates
  /// Whether that counts beside `Cache-Control`.
  package var requestPragmaAlways = false
  /// Whether both in one request are Fetch's mark of a reload, which loads.
  package var loadsReloads = false
  /// Whether `no-store` in a request has it loaded, and not only its answer not stored.
  package var requestNoStoreLoads = false
  /// Which `max-age` in a request counts.
  package var requestMaxAge = RequestMaxAge.any
  /// What `min-fresh` in a request does that an answer does not fulfil.
  package var requestMinFresh = RequestDirective.validates
  /// Whether `max-stale` in a request counts.
  package var obeysMaxStale = true
  /// Whether `only-if-cached` in a request counts.
  package var obeysOnlyIfCached = true
  package var ranges = RangeRule.part
  /// Whether a missing rest of an answer is asked for by range (RFC 9111 §3.3).
  package var completesParts = true

  package init() {}
}

extension HTTPSwitches {
  /// What becomes of answers that name request fields in `Vary`.
  package enum Variants: String, Hashable, Sendable {
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

  /// What a request does that matches no stored variant.
  package enum OtherVariant: String, Hashable, Sendable {
    case load
    /// It asks with the tag of the answer that was stored last.
    case validate
  }

  /// Which methods invalidate what is stored, if they succeed.
  package enum InvalidatingMethods: String, Hashable, Sendable {
    /// All that are not safe (RFC 9111 §4.4).
    case unsafe
    case allButPOST = "all-but-post"
    case none
  }

  /// When `Pragma: no-cache` in an answer is `Cache-Control: no-cache`.
  package enum PragmaRule: String, Hashable, Sendable {
    case ignored
    /// Where there is no `Cache-Control`.
    case alone
    case always
  }

  /// What `no-cache` in an answer means.
  package enum NoCacheRule: String, Hashable, Sendable {
    /// Validated at each use; with field names the answer is used without those fields.
    case whole
    /// Validated at each use, with field names too.
    case withFields = "with-fields"
    case ignored
  }

  /// What an `Expires` that is no date says.
  package enum InvalidExpires: String, Hashable, Sendable {
    /// It lies in the past (RFC 9111 §5.3).
    case past
    /// "0" lies in the past, and anything else is as if it were not there.
    case pastIfZero = "past-if-zero"
    case absent
  }

  /// The lifetime of an answer that says none.
  package enum Heuristic: String, Hashable, Sendable {
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
  package enum AgeRule: String, Hashable, Sendable {
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
  package enum StaleIfError: String, Hashable, Sendable {
    case ignored
    /// The stale answer is used instead of the error.
    case served
    /// The same, and the stored answer cannot be used or validated any more.
    case servedOnce = "served-once"
  }

  /// What an answer can be validated by.
  package enum Validators: String, Hashable, Sendable {
    case none
    case tag
    case tagAndLastModified = "tag-and-last-modified"
    /// These, and without them `Date` as `If-Modified-Since`.
    case dateToo = "date-too"
  }

  /// What a directive of a request does.
  package enum RequestDirective: String, Hashable, Sendable {
    case ignored
    case validates
    case loads
  }

  /// Which `max-age` of a request counts.
  package enum RequestMaxAge: String, Hashable, Sendable {
    case any
    case zero
    case ignored
  }

  /// What a request for a range gets.
  package enum RangeRule: String, Hashable, Sendable {
    case part
    case loads
  }
}

/// How a client reads the directives of `Cache-Control`.
package struct DirectiveSyntax: Hashable, Sendable {
  /// Which of a directive counts that stands twice.
  package enum Repeated: String, Hashable, Sendable {
    case first
    case last
  }

  /// What a number of seconds is that cannot be read, or is negative.
  package enum Unreadable: String, Hashable, Sendable {
    /// No time: stale at once (RFC 9111 §4.2.1).
    case zero
    /// As if the directive were not there.
    case absent
    /// Fresh for ever.
    case forever
  }

  /// Which of a directive counts that stands twice.
  package var repeated = Repeated.first
  /// What a number is that cannot be read.
  package var unreadable = Unreadable.zero
  package var negative = Unreadable.zero
  /// Whether `max-age="60"` is 60 seconds.
  package var readsQuoted = true
  /// Whether `max-age=60.5` is 60 seconds.
  package var cutsFractions = false
  package var largest = Int64.max
  /// Whether `Max-Age` is another word than `max-age`.
  package var isCaseSensitive = false

  /// As RFC 9111 has it.
  package init() {}
}

/// A set of status codes.
package struct StatusSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private let codes: [Int]

  package init(arrayLiteral codes: Int...) { self.codes = codes.sorted() }
  package init(_ ranges: ClosedRange<Int>...) { codes = ranges.flatMap { Array($0) } }

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
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    return texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }

  /// Those that may be fresh by a heuristic (RFC 9110 §15.1).
  package static let heuristic: StatusSet = [
    200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501,
  ]
}
