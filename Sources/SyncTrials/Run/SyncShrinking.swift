internal import SimCore

/// A short story that breaks a promise.
package struct ShrunkSyncStory: Sendable {
  package var story: SyncStory
  package var violation: SyncViolation
  /// How many runs it took to find it.
  package var runs = 0
}

extension SyncBench {
  /// Finds a shortest story that still breaks a promise: fewer events, fewer devices, even times.
  /// - Parameters:
  ///   - limit: the most runs; the shortest story so far is given back then.
  ///   - isStopped: whether it shall end early.
  package func shrink(
    _ story: SyncStory, breaking violation: SyncViolation, limit: Int = 2_000,
    isStopped: () -> Bool = { false }
  ) async throws -> ShrunkSyncStory {
    var found = ShrunkSyncStory(story: story, violation: violation)
    func shows(_ candidate: SyncStory?) throws(ToolError) -> Bool {
      guard let candidate, found.runs < limit, !isStopped() else { return false }
      found.runs += 1
      guard
        let again = try run(candidate).violations.first(where: {
          $0.promise == violation.promise && $0.kind == violation.kind
        })
      else { return false }
      (found.story, found.violation) = (candidate, again)
      return true
    }
    // What is slow to see, or is not seen again, stays as it is.
    guard !violation.isSlow, try shows(story) else { return found }
    var count = Int.max
    while found.story.events.count < count {
      count = found.story.events.count
      _ = try await DeltaDebugging.minimize(found.story.events) { try shows(found.story.with($0)) }
      for device in (0..<found.story.devices).reversed() {
        _ = try shows(found.story.without(device))
      }
    }
    _ = try shows(found.story.respaced)
    return found
  }
}
