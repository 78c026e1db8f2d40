internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
package import HTTPCaching
package import SimCore

/// Why a strategy does with a copy what it does, in the strategy's own terms.
package enum Reason: StrategyReason {
  // Of a copy that was found.
  /// It is young enough to be shown without asking; nil: no age is too great.
  case fresh(age: TimeSpan, limit: TimeSpan?, since: StalenessClock)
  /// It is too old to be the last word.
  case stale(age: TimeSpan, limit: TimeSpan, since: StalenessClock)
  /// It is taken never to change, as where an address changes with its content.
  case immutable
  /// It is too old, and the origin cannot be asked for a newer one.
  case notRefreshed
  /// It is shown, whatever its age, because the origin did not answer in that time; nil: because it
  /// cannot be asked.
  case fallback(after: TimeSpan?)

  // Of a request, and of a copy that was not found or may not be used.
  /// How screens are read, where that alone decides.
  case reading(ReadStrategy)
  /// What the HTTP cache decided, and the age of the answer that it found.
  case decided(DecisionReason, age: TimeSpan)
  /// The request is made again later.
  case willRetry(after: TimeSpan)
  /// It was good until then.
  case expired(at: Instant)
  /// Its download has not finished.
  case unfinished
  case beingWritten
  /// The strategy's own index does not know it.
  case unlisted
  /// The index knows it, and its file is not there.
  case fileMissing
  /// The system has taken its content; the hollow object is still there.
  case discarded
  case notFetchedAhead

  // Of one that is not kept.
  /// The HTTP cache did not store the answer.
  case refused(StoreChangeReason)
  /// It is larger than the largest that is kept.
  case tooLarge(limit: Bytes)
  /// That version lies there already.
  case unchanged
  /// Only what a screen showed when it is left is kept.
  case keptWhenLeft

  package var isOfStoring: Bool {
    switch self {
    case .refused, .tooLarge, .unchanged, .keptWhenLeft, .willRetry: true
    default: false
    }
  }

  package var isAgainstStoring: Bool {
    switch self {
    case .refused, .tooLarge: true
    default: false
    }
  }
}

extension DeviceSimulation {
  /// Gives the reason for what a strategy does with a resource; without effect on anything else.
  @inline(__always)
  mutating func explain(_ reason: Reason, of resource: ResourceIndex) {
    if collectsDetail { record(reason, of: resource) }
  }
}
