package import SimCore

/// The sources of the answers to the resource requests of screens.
package struct AnswerAggregate: Codable, Sendable, Summed {
  package private(set) var requests = CaseCounts<Source>()
  /// Bytes of the requested bodies by the source of the answer.
  package private(set) var bytes = CaseCounts<Source>()
  package private(set) var outdated = CaseCounts<Source>()
  /// Subresources that screens showed.
  package private(set) var parts: Int64 = 0
  package private(set) var outdatedParts: Int64 = 0

  package init() {}

  mutating func add(_ answer: Answer) {
    requests[answer.source] += 1
    bytes[answer.source] += answer.bytes.count
    if answer.isOutdated { outdated[answer.source] += 1 }
    if answer.isPart, answer.source != .nothing {
      parts += 1
      if answer.isOutdated { outdatedParts += 1 }
    }
  }

  static func += (left: inout Self, right: Self) {
    addUp(&left, right, \.requests, \.bytes, \.outdated, \.parts, \.outdatedParts)
  }
}

/// Rows of screens that were scrolled into view.
package struct RowAggregate: Codable, Sendable, Summed {
  package private(set) var count = 0
  /// Nanoseconds for which they were blank, of those that were painted while they were in view.
  package private(set) var waits: Samples
  /// Those that were blank for longer than people notice, to the end or not.
  package private(set) var blank: Int64 = 0

  /// Within it people take what they see for immediate.
  private static let noticed = ViewAggregate.attentionLimits[0]

  package init(exactLimit: Int = Samples.exactLimit) { waits = Samples(exactLimit: exactLimit) }

  mutating func add(_ wait: TimeSpan?) {
    count += 1
    if let wait { waits.add(wait.nanoseconds) }
    if wait.map({ $0 > Self.noticed }) ?? true { blank += 1 }
  }

  static func += (left: inout Self, right: Self) {
    addUp(&left, right, \.count, \.waits, \.blank)
  }

  mutating func sort() { waits.sort() }
}

extension CaseCounts<Source> {
  /// Answers from a tier without a request to the origin.
  var hits: Int64 { self[.memory] + self[.flash] }
}

/// The stages that edits reached.
package struct EditAggregate: Codable, Sendable, Summed {
  /// Edits by the stages they reached; each edit is counted at `made` and at its later stages.
  package private(set) var stages = CaseCounts<EditStage>()
  /// Nanoseconds from the edit to the origin's confirmation, of the confirmed edits.
  package private(set) var syncAges: Samples
  /// Nanoseconds from the edit until another device of its user was told of it.
  package private(set) var spreadAges: Samples

  package init(exactLimit: Int = Samples.exactLimit) {
    syncAges = Samples(exactLimit: exactLimit)
    spreadAges = Samples(exactLimit: exactLimit)
  }

  mutating func add(_ stage: EditStage, age: TimeSpan) {
    stages[stage] += 1
    if stage == .synced { syncAges.add(age.nanoseconds) }
    if stage == .seenElsewhere { spreadAges.add(age.nanoseconds) }
  }

  static func += (left: inout Self, right: Self) {
    addUp(&left, right, \.stages, \.syncAges, \.spreadAges)
  }

  mutating func sort() {
    syncAges.sort()
    spreadAges.sort()
  }
}

/// Effects of upgrades, user switches and full devices on stored entries.
package struct LifecycleAggregate: Codable, Sendable, Summed {
  /// Entries that could not be decoded because another release had written them.
  package internal(set) var decodeFailures: Int64 = 0
  /// Entries of an app's own index whose file was not there.
  package internal(set) var brokenEntries: Int64 = 0
  /// Contents shown to another user than the one they were fetched for.
  package internal(set) var exposures: Int64 = 0
  /// How often the system emptied the caches' folder.
  package private(set) var purges: Int64 = 0
  /// The bytes that it removed.
  package private(set) var purgedBytes = Bytes.zero

  package init() {}

  mutating func addPurge(of bytes: Bytes) {
    purges += 1
    purgedBytes += bytes
  }

  static func += (left: inout Self, right: Self) {
    addUp(&left, right, \.decodeFailures, \.brokenEntries, \.exposures, \.purges, \.purgedBytes)
  }
}
