/// What an engine may promise.
public enum SyncPromise: String, CaseIterable, Sendable {
  /// Once all is healed and synchronised, all devices show the same.
  case convergence
  /// No edit that was acknowledged is lost, but for those that a later one replaced.
  case kept
  /// What was deleted does not come back.
  case deleted
  case ownWrites = "own-writes"
  /// A device does not go back behind what it has shown.
  case monotonic
  /// Who sees an edit sees those that its author had seen.
  case causal
  /// A counter is the sum of its edits, a list has each element once and between its neighbours, a
  /// text has whole words, and nothing is shown that was not written.
  case intention
  /// Of two edits of a register at once, that which is not kept is reported.
  case conflicts
  case users
  /// What is stored is bounded by what is shown.
  case bounds
  case subscriptions
  /// Every call is answered, and the engine comes to rest.
  case answers

  package var summary: String {
    switch self {
    case .convergence: "all devices show the same in the end"
    case .kept: "nothing acknowledged is lost"
    case .deleted: "what was deleted does not come back"
    case .ownWrites: "a device shows its own edits"
    case .monotonic: "a device does not go back behind what it has shown"
    case .causal: "who sees an edit sees what its author had seen"
    case .intention: "sums, places and words are as they were meant"
    case .conflicts: "of two edits at once the lost one is reported"
    case .users: "nothing of another user is shown"
    case .bounds: "what is stored is bounded by what is shown"
    case .subscriptions: "changes of what was subscribed to are told"
    case .answers: "every call is answered, and there is rest"
    }
  }
}

/// What an engine promises of which kinds of objects.
package struct SyncPromises: Sendable {
  private var kinds: [SyncPromise: Set<SyncKind>] = [:]

  /// Promises of all kinds; without arguments those that every engine is tried for which says
  /// nothing else.
  package init(
    _ promises: [SyncPromise] = [
      .convergence, .kept, .deleted, .ownWrites, .monotonic, .causal, .intention, .users,
    ]
  ) {
    for promise in promises { kinds[promise] = Set(SyncKind.allCases) }
    kinds[.answers] = Set(SyncKind.allCases)
  }

  /// The same, and some more of some kinds only.
  package func and(_ promises: [SyncPromise], of some: SyncKind...) -> SyncPromises {
    var all = self
    for promise in promises { all.kinds[promise, default: []].formUnion(some) }
    return all
  }

  package func contains(_ promise: SyncPromise, _ kind: SyncKind?) -> Bool {
    guard let kinds = kinds[promise] else { return false }
    return kind.map { kinds.contains($0) } ?? true
  }
}

/// A promise that was broken, whether it was given or not.
package struct SyncViolation: Hashable, Sendable {
  package var promise: SyncPromise
  /// Of which kind of object; nil: of all.
  package var kind: SyncKind?
  package var what: String
  /// Whether a call was not answered in time: then it costs that time to see it again.
  package var isSlow = false
}

/// What the oracles look at, each by itself: a test blinds one after the other, and has to notice.
package enum SyncCheck: CaseIterable, Sendable {
  case diverged, missing, dominated, returned, uncleared, ownStale, seenStale, knownStale
  case sum, twice, order, torn, madeUp, refused, silent, foreign, stored, untold

  package var promise: SyncPromise {
    switch self {
    case .diverged: .convergence
    case .missing, .dominated: .kept
    case .returned, .uncleared: .deleted
    case .ownStale: .ownWrites
    case .seenStale: .monotonic
    case .knownStale: .causal
    case .sum, .twice, .order, .torn, .madeUp, .refused: .intention
    case .silent: .conflicts
    case .foreign: .users
    case .stored: .bounds
    case .untold: .subscriptions
    }
  }
}
