package import SimCore

/// Screen views as users perceived them, over all opens: waits, staleness, spinners.
package struct ViewAggregate: Codable, Sendable, Summed {
  package private(set) var opens = 0
  package private(set) var firstSources = CaseCounts<Source>()
  /// Nanoseconds of each wait, in the order of its cases, of the opens that ended it.
  private var waits: [Samples]
  /// For how many nanoseconds first contents had been outdated, of those that were.
  package private(set) var staleAge: Samples
  /// Opens with first content within each of `attentionLimits`.
  package private(set) var within = [Int](repeating: 0, count: ViewAggregate.attentionLimits.count)
  /// Opens with first content within `toleratedLimit`.
  package private(set) var tolerated = 0
  private var firstContentScores: Int64 = 0
  private var completeContentScores: Int64 = 0
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
  /// Versions that the origin was ahead of first contents, summed.
  package private(set) var versionsBehind: Int64 = 0
  /// Parts of the origin's versions that first contents did not list, summed.
  package private(set) var partsBehind: Int64 = 0
  /// Opens whose first content had something that its user had seen in a newer version.
  package private(set) var olderThanSeen = 0
  /// Opens that the user gave up before they showed anything.
  package private(set) var givenUp = 0
  /// Opens that waited for the app to start or to come back.
  package private(set) var launches = 0
  /// Of those, how many waited for a new process.
  package private(set) var coldLaunches = 0

  /// Instantaneous, flow of thought, attention: Nielsen, "Response Times: The 3 Important Limits"
  /// (nngroup.com), after Miller 1968 and Card et al. 1991.
  package static let attentionLimits: [TimeSpan] = [
    .milliseconds(100), .seconds(1), .seconds(10),
  ]
  /// Apdex: four times the target of 1 s (Apdex Technical Specification 1.1).
  package static let toleratedLimit = TimeSpan.seconds(4)

  package init(exactLimit: Int = Samples.exactLimit) {
    waits = Latency.allCases.map { _ in Samples(exactLimit: exactLimit) }
    staleAge = Samples(exactLimit: exactLimit)
  }

  /// Nanoseconds of a wait, of the opens that ended it.
  package func samples(of wait: Latency) -> Samples { waits[wait.index] }
  /// Opens that showed something.
  package var shown: Int { waits[Latency.firstContent.index].count }
  /// The mean score of times to first content over all opens; nil without opens.
  package var firstContentScore: Double? { mean(firstContentScores) }
  /// The mean score of times to complete content over all opens; nil without opens.
  package var completeContentScore: Double? { mean(completeContentScores) }
  package var blanks: Int { opens - shown }
  package var isExact: Bool {
    staleAge.isExact && waits.allSatisfy(\.isExact)
  }

  mutating func add(_ view: ScreenView) {
    opens += 1
    firstSources[view.firstSource] += 1
    for wait in Latency.allCases {
      if let span = wait.span(of: view) { waits[wait.index].add(span.nanoseconds) }
    }
    if let first = view.counted(view.firstContent) { addShown(view, after: first) }
    if let complete = view.counted(view.completeContent) {
      completeContentScores += Self.millionths(ScoreCurve.completeContent.score(of: complete))
    }
    if view.launch != .zero {
      launches += 1
      if view.isColdLaunch { coldLaunches += 1 }
    }
    // Before its screen begins, an app has no spinner to show.
    if let began = view.beganAt {
      let spinner = SpinnerRule.time(
        firstContent: view.firstContent, length: view.closedAt - began)
      if spinner > .zero {
        spinners += 1
        spinnerTime += Int128(spinner.nanoseconds)
      }
    }
    timeWithContent += Int128(view.timeWithContent.nanoseconds)
    timeOutdated += Int128(view.timeOutdated.nanoseconds)
    if view.wasOffline {
      offlineOpens += 1
      if view.firstContent != nil { offlineServed += 1 }
    }
    if view.wasGivenUp { givenUp += 1 }
  }

  private mutating func addShown(_ view: ScreenView, after first: TimeSpan) {
    firstContentScores += Self.millionths(ScoreCurve.firstContent.score(of: first))
    for (index, limit) in Self.attentionLimits.enumerated() where first <= limit {
      within[index] += 1
    }
    if first <= Self.toleratedLimit { tolerated += 1 }
    if view.isFirstOutdated { staleAge.add(view.firstOutdatedFor.nanoseconds) }
    versionsBehind += Int64(view.versionsBehind)
    partsBehind += Int64(view.partsBehind)
    if view.isFirstOlderThanSeen { olderThanSeen += 1 }
  }

  private func mean(_ scores: Int64) -> Double? {
    opens == 0 ? nil : Double(scores) / 1e6 / Double(opens)
  }

  /// Scores are summed as whole numbers, so that the sum does not depend on the order of devices.
  private static func millionths(_ score: Double) -> Int64 { Int64((score * 1e6).rounded()) }

  static func += (left: inout Self, right: Self) {
    addUp(
      &left, right, \.opens, \.firstSources, \.staleAge, \.tolerated, \.firstContentScores,
      \.completeContentScores, \.spinners, \.spinnerTime, \.timeWithContent, \.timeOutdated,
      \.offlineOpens, \.offlineServed, \.versionsBehind, \.partsBehind, \.olderThanSeen,
      \.givenUp, \.launches, \.coldLaunches)
    for index in left.waits.indices { left.waits[index] += right.waits[index] }
    for index in left.within.indices { left.within[index] += right.within[index] }
  }

  mutating func sort() {
    for index in waits.indices { waits[index].sort() }
    staleAge.sort()
  }
}

/// What users did in reaction to what screens showed, beside the views of the workload.
package struct ReactionAggregate: Codable, Sendable, Summed {
  /// Views that were opened again after they had been given up.
  package private(set) var reopened = 0
  /// Of those, how many showed something.
  package private(set) var reopenedShown = 0
  package private(set) var refreshed = 0
  /// Edits that were not made, because the record's screen had stayed blank, or of messages because
  /// there was no connection.
  package private(set) var editsNotMade = 0

  mutating func add(_ view: ScreenView) {
    reopened += 1
    if view.firstContent != nil { reopenedShown += 1 }
  }

  mutating func add(_ reaction: UserReaction) {
    switch reaction {
    case .reopened: break  // counted when the view closes
    case .refreshed: refreshed += 1
    case .sawNothingToEdit, .hadNoConnection: editsNotMade += 1
    }
  }

  static func += (left: inout Self, right: Self) {
    addUp(&left, right, \.reopened, \.reopenedShown, \.refreshed, \.editsNotMade)
  }
}

/// When a spinner shows while a screen waits for its first content, and for how long.
///
/// It appears after a delay, and stays for a minimum time, so that it does not flicker. Here it
/// does not delay the content: an app that shows it for the whole minimum would show content that
/// arrives within delay + minimum at their sum. Source of the rule and the defaults: the npm
/// package spin-delay (delay 500 ms, minDuration 200 ms).
package enum SpinnerRule {
  /// The delay before a screen shows a spinner.
  package static let delay = TimeSpan.milliseconds(500)
  package static let minimum = TimeSpan.milliseconds(200)

  /// How long the spinner of a screen showed.
  /// - Parameters:
  ///   - firstContent: the time to first content; nil: blank until the end.
  ///   - length: from its beginning to its close; a blank screen waits until then.
  /// - Returns: zero when the wait was no longer than the delay.
  package static func time(firstContent: TimeSpan?, length: TimeSpan) -> TimeSpan {
    let wait = firstContent ?? length
    guard wait > delay else { return .zero }
    return firstContent == nil ? wait - delay : max(wait - delay, minimum)
  }
}

/// The score of a wait, 0 to 1: a log-normal curve through two points.
///
/// Lighthouse's scoring (shared/statistics.js): the curve gives 0.9 at `tenth`, the 10th percentile
/// of what pages on the web reach, and 0.5 at `median`.
package struct ScoreCurve: Hashable, Sendable {
  /// The wait with the score 0.9: better than nine tenths of the web.
  package var tenth: TimeSpan
  /// The wait with the score 0.5: the web's median.
  package var median: TimeSpan

  /// First contentful paint on a phone: 1.8 s and 3 s (Lighthouse, first-contentful-paint.js).
  package static let firstContent = ScoreCurve(tenth: .milliseconds(1_800), median: .seconds(3))
  /// Largest contentful paint on a phone: 2.5 s and 4 s (Lighthouse, largest-contentful-paint.js).
  package static let completeContent = ScoreCurve(
    tenth: .milliseconds(2_500), median: .seconds(4))

  /// √2 times the inverse complementary error function of 0.2: what puts 0.9 at `tenth`.
  private static let tenthDeviations = 0.9061938024368232

  package func score(of wait: TimeSpan) -> Double {
    guard wait > .zero else { return 1 }
    let position = DeterministicMath.log(wait.seconds / median.seconds)
    let width = -DeterministicMath.log(tenth.seconds / median.seconds)
    let score = (1 - Self.errorFunction(position * Self.tenthDeviations / width)) / 2
    // The two points hold exactly, whatever the error of the approximation.
    if wait <= tenth { return min(1, max(0.9, score)) }
    if wait <= median { return min(0.9.nextDown, max(0.5, score)) }
    return min(0.5.nextDown, max(0, score))
  }

  /// The error function to 1.5e-7 (Abramowitz and Stegun, Handbook of Mathematical Functions,
  /// 7.1.26).
  private static func errorFunction(_ x: Double) -> Double {
    let size = abs(x)
    let t = 1 / (1 + 0.3275911 * size)
    let coefficients = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
    let sum = coefficients.reduce(0) { ($0 + $1) * t }
    let value = 1 - sum * DeterministicMath.exp(-size * size)
    return x < 0 ? -value : value
  }
}
