package import Measurement
package import SimCore

/// How screens were felt, over all opens of a book.
package struct Visits: Sendable {
  /// How many screens were opened.
  package private(set) var opens = 0
  /// Opens by where their first content came from.
  package private(set) var firstSources = Tally<Source>()
  /// Nanoseconds to first content, of the opens that showed some.
  package private(set) var firstContent: Samples
  /// Nanoseconds to fresh content, of the opens that got there.
  package private(set) var freshContent: Samples
  /// Nanoseconds to complete content, of the opens that got there.
  package private(set) var completeContent: Samples
  /// For how many nanoseconds first contents had been outdated, of those that were.
  package private(set) var staleAge: Samples
  /// Opens with first content within each of `attentionLimits`.
  package private(set) var within = [Int](repeating: 0, count: Visits.attentionLimits.count)
  /// Opens with first content within `toleratedLimit`.
  package private(set) var tolerated = 0
  /// Scores of times to first content, summed, in millionths.
  private var firstContentScores: Int64 = 0
  /// Scores of times to complete content, summed, in millionths.
  private var completeContentScores: Int64 = 0
  /// Opens that showed a spinner.
  package private(set) var spinners = 0
  /// Nanoseconds of all spinners.
  package private(set) var spinnerTime: Int128 = 0
  /// Nanoseconds with any main content on screen.
  package private(set) var timeWithContent: Int128 = 0
  /// Nanoseconds with outdated main content on screen.
  package private(set) var timeOutdated: Int128 = 0
  /// Opens without a network.
  package private(set) var offlineOpens = 0
  /// Of those, how many showed something.
  package private(set) var offlineServed = 0
  /// Opens closed by a person who gave up.
  package private(set) var givenUp = 0

  /// Instantaneous, flow of thought, attention: Nielsen, "Response Times: The 3 Important Limits"
  /// (nngroup.com), after Miller 1968 and Card et al. 1991.
  package static let attentionLimits: [TimeSpan] = [
    .milliseconds(100), .seconds(1), .seconds(10),
  ]
  /// Apdex: four times the target of 1 s (Apdex Technical Specification 1.1).
  package static let toleratedLimit = TimeSpan.seconds(4)

  /// No visits yet.
  package init(exactLimit: Int = Samples.exactLimit) {
    firstContent = Samples(exactLimit: exactLimit)
    freshContent = Samples(exactLimit: exactLimit)
    completeContent = Samples(exactLimit: exactLimit)
    staleAge = Samples(exactLimit: exactLimit)
  }

  /// Opens that showed something.
  package var shown: Int { firstContent.count }
  /// The mean score of times to first content over all opens; nil without opens.
  package var firstContentScore: Double? { mean(firstContentScores) }
  /// The mean score of times to complete content over all opens; nil without opens.
  package var completeContentScore: Double? { mean(completeContentScores) }
  /// Opens that stayed blank.
  package var blanks: Int { opens - shown }
  /// Whether all percentiles are exact.
  package var isExact: Bool {
    firstContent.isExact && freshContent.isExact && completeContent.isExact && staleAge.isExact
  }

  mutating func add(_ visit: ScreenView) {
    opens += 1
    firstSources[visit.firstSource] += 1
    if let first = visit.firstContent { addShown(visit, after: first) }
    if let fresh = visit.freshContent { freshContent.add(fresh.nanoseconds) }
    if let complete = visit.completeContent {
      completeContent.add(complete.nanoseconds)
      completeContentScores += Self.millionths(ScoreCurve.completeContent.score(of: complete))
    }
    let spinner = SpinnerRule.time(
      firstContent: visit.firstContent, length: visit.closedAt - visit.openedAt)
    if spinner > .zero {
      spinners += 1
      spinnerTime += Int128(spinner.nanoseconds)
    }
    timeWithContent += Int128(visit.timeWithContent.nanoseconds)
    timeOutdated += Int128(visit.timeOutdated.nanoseconds)
    if visit.wasOffline {
      offlineOpens += 1
      if visit.firstContent != nil { offlineServed += 1 }
    }
    if visit.wasGivenUp { givenUp += 1 }
  }

  private mutating func addShown(_ visit: ScreenView, after first: TimeSpan) {
    firstContent.add(first.nanoseconds)
    firstContentScores += Self.millionths(ScoreCurve.firstContent.score(of: first))
    for (index, limit) in Self.attentionLimits.enumerated() where first <= limit {
      within[index] += 1
    }
    if first <= Self.toleratedLimit { tolerated += 1 }
    if visit.isFirstOutdated { staleAge.add(visit.firstOutdatedFor.nanoseconds) }
  }

  private func mean(_ scores: Int64) -> Double? {
    opens == 0 ? nil : Double(scores) / 1e6 / Double(opens)
  }

  /// Scores are summed as whole numbers, so that the sum does not depend on the order of devices.
  private static func millionths(_ score: Double) -> Int64 { Int64((score * 1e6).rounded()) }

  mutating func merge(_ other: Visits) {
    opens += other.opens
    firstSources += other.firstSources
    firstContent.merge(other.firstContent)
    freshContent.merge(other.freshContent)
    completeContent.merge(other.completeContent)
    staleAge.merge(other.staleAge)
    for index in within.indices { within[index] += other.within[index] }
    tolerated += other.tolerated
    firstContentScores += other.firstContentScores
    completeContentScores += other.completeContentScores
    spinners += other.spinners
    spinnerTime += other.spinnerTime
    timeWithContent += other.timeWithContent
    timeOutdated += other.timeOutdated
    offlineOpens += other.offlineOpens
    offlineServed += other.offlineServed
    givenUp += other.givenUp
  }

  mutating func sort() {
    firstContent.sort()
    freshContent.sort()
    completeContent.sort()
    staleAge.sort()
  }
}
