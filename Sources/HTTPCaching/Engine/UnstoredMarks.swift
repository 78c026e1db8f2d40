package import SimCore

/// What a proxy notes of answers that it may not store: Varnish's hit-for-miss.
///
/// Each such answer leaves a mark of its own, for as long as the switch says. Where the newest mark
/// is newer than the fresh answer that is stored, or none is fresh, a request goes to the origin:
/// it waits for no other one and gets nothing stale. Its own answer takes the place of that mark
/// (Varnish 7.1's bin/varnishd/cache: HSH_Lookup gives such a request the outcome HSH_HITMISS, and
/// the fetch ends the object that it was given). There they are of a variant, here of the target.
struct UnstoredMarks: Sendable {
  private struct Mark {
    let id: UInt64
    let end: Instant
  }

  /// By target, the newest last.
  private var marks: [TargetURI: [Mark]] = [:]

  /// The newest mark that counts: one that is newer than a stored answer, or any where none is
  /// fresh.
  func newest(at target: TargetURI, since stored: UInt64, _ now: Instant) -> UInt64? {
    guard !marks.isEmpty, let last = marks[target]?.last(where: { $0.end > now }) else {
      return nil
    }
    return last.id > stored ? last.id : nil
  }

  mutating func add(_ id: UInt64, at target: TargetURI, for span: TimeSpan, _ now: Instant) {
    marks[target, default: []].removeAll { $0.end <= now }
    marks[target, default: []].append(Mark(id: id, end: now + span))
  }

  mutating func removeAll(at target: TargetURI) { marks[target] = nil }

  mutating func remove(_ id: UInt64, at target: TargetURI) {
    guard let index = marks[target]?.firstIndex(where: { $0.id == id }) else { return }
    marks[target]?.remove(at: index)
    if marks[target]?.isEmpty == true { marks[target] = nil }
  }
}

extension HTTPCache {
  /// Takes all of a target out, as a purge does: what is stored and what is marked.
  package mutating func purge(_ target: TargetURI) {
    removeAll(at: target)
    marks.removeAll(at: target)
  }

  /// The decision on a request where a mark stands before what is stored; nil: none does.
  func marked(_ request: HTTPRequest, _ decision: Decision, at now: Instant) -> Decision? {
    guard options.switches.unstoredMark != nil else { return nil }
    let isFresh = decision.action == .useStored
    let stored = isFresh ? decision.stored ?? 0 : 0
    return marks.newest(at: request.target, since: stored, now).map {
      Decision(.forward, .marked, stored: $0)
    }
  }

  /// Notes that the answer to a request came, and whether it was stored.
  /// - Complexity: O(marks of the target).
  package mutating func note(
    isStored: Bool, for request: HTTPRequest, after decision: Decision, at now: Instant
  ) {
    guard let span = options.switches.unstoredMark else { return }
    if decision.reason == .marked, let mark = decision.stored {
      marks.remove(mark, at: request.target)
    }
    if !isStored { marks.add(nextNumber(), at: request.target, for: span, now) }
  }
}
