package import SimCore

/// A wait of the user, reported with its percentiles.
///
/// From the tap until the app can begin the screen is the launch; from then on it is what a cache
/// decides; `openToContent` and those like it are the sums, which people feel.
package enum Latency: String, Sendable, CaseIterable {
  /// From the screen's beginning until the first paint of main content, whatever its age.
  case firstContent = "first_content"
  /// From the screen's beginning until all on it was the origin's version at that instant.
  case freshContent = "fresh_content"
  /// From the screen's beginning until all that the shown version needs was painted, whatever its
  /// age.
  case completeContent = "complete_content"
  /// From the tap until the app could begin the screen.
  case launch
  /// The launch and the time to first content.
  case openToContent = "open_to_content"
  case openToFreshContent = "open_to_fresh_content"
  case openToCompleteContent = "open_to_complete_content"

  /// Over which opens percentiles are taken.
  package enum Population: String, Sendable, CaseIterable {
    /// The opens that reached it.
    case shown
    /// All opens; one that never reached it counts as infinitely late.
    case all
  }

  /// The waits in nanoseconds.
  package func samples(in aggregates: Aggregates) -> Samples { aggregates.views.samples(of: self) }

  package var hasLaunch: Bool {
    switch self {
    case .firstContent, .freshContent, .completeContent: false
    case .launch, .openToContent, .openToFreshContent, .openToCompleteContent: true
    }
  }

  /// Its place in `allCases`.
  var index: Int {
    switch self {
    case .firstContent: 0
    case .freshContent: 1
    case .completeContent: 2
    case .launch: 3
    case .openToContent: 4
    case .openToFreshContent: 5
    case .openToCompleteContent: 6
    }
  }

  /// How long a view waited; nil: it never reached the end of this wait.
  func span(of view: ScreenView) -> TimeSpan? {
    switch self {
    case .firstContent: view.counted(view.firstContent)
    case .freshContent: view.counted(view.freshContent)
    case .completeContent: view.counted(view.completeContent)
    case .launch: view.launch
    case .openToContent: view.sinceOpening(view.firstContent)
    case .openToFreshContent: view.sinceOpening(view.freshContent)
    case .openToCompleteContent: view.sinceOpening(view.completeContent)
    }
  }

  package func milliseconds(
    at percentile: Percentile, over population: Population, in aggregates: Aggregates
  ) -> Double? {
    let views = aggregates.views
    let samples = views.samples(of: self)
    let missing = population == .all ? views.opens - samples.count : 0
    return samples.value(at: percentile, missing: missing).map { $0 / 1e6 }
  }

  var meaning: String {
    switch self {
    case .firstContent:
      "Time from a screen's beginning, when the app has started, to the first paint of its main "
        + "content, whatever its age: what a cache decides"
    case .freshContent:
      "Time from a screen's beginning, when the app has started, until all on it was the version "
        + "that the origin had at that instant, whatever the strategy believes"
    case .completeContent:
      "Time from a screen's beginning, when the app has started, until all that the shown version "
        + "needs, and that a trace names for the screen, was painted, whatever its age"
    case .launch:
      "Time from the tap that opens a screen until the app can begin it, 0 while it is in front; "
        + "coldLaunch and warmLaunch of the device, which are assumed"
    case .openToContent:
      "Time from the tap that opens a screen to the first paint of its main content, whatever its "
        + "age: launch and time to first content, which a person feels together"
    case .openToFreshContent:
      "Time from the tap that opens a screen until all on it was the origin's version: launch and "
        + "time to fresh content"
    case .openToCompleteContent:
      "Time from the tap that opens a screen until all that the shown version needs was painted: "
        + "launch and time to complete content"
    }
  }
}

extension ScreenView {
  /// The launch, and a time from the screen's beginning.
  fileprivate func sinceOpening(_ wait: TimeSpan?) -> TimeSpan? {
    wait.flatMap { wait in launch.map { $0 + wait } }
  }
}

extension Metric {
  /// Percentiles of a wait over all opens; mean, percentiles and maximum over those that ended it.
  static func latency(of wait: Latency) -> [Metric] {
    let percentiles: [Percentile] = [.p50, .p90, .p95, .p99]
    let name = wait.rawValue
    let mean = Metric(
      "\(name)_shown_mean_ms", .milliseconds, .lower,
      "\(wait.meaning); mean over the opens that reached it."
    ) { wait.samples(in: $0).mean.map { $0 / 1e6 } }
    let maximum = Metric(
      "\(name)_shown_max_ms", .milliseconds, .lower,
      "\(wait.meaning); the maximum over the opens that reached it."
    ) { aggregates in
      let samples = wait.samples(in: aggregates)
      return samples.count == 0 ? nil : Double(samples.maximum) / 1e6
    }
    let shown = percentiles.map { percentile in
      Metric(
        "\(name)_shown_\(percentile.name)_ms", .milliseconds, .lower,
        "\(wait.meaning); \(percentile.name) by nearest rank over the opens that reached it."
      ) { wait.milliseconds(at: percentile, over: .shown, in: $0) }
    }
    let all = percentiles.map { percentile in
      Metric(
        "\(name)_\(percentile.name)_ms", .milliseconds, .lower,
        "\(wait.meaning); \(percentile.name) by nearest rank over all opens, infinite for those "
          + "that never reached it."
      ) { wait.milliseconds(at: percentile, over: .all, in: $0) }
    }
    let share = Metric.ratio(
      "\(name)_shown_share", .higher,
      "\(wait.meaning); share of all opens that reached it, of which the mean, the maximum and the "
        + "percentiles called shown are.",
      of: { Int64(wait.samples(in: $0).count) }, in: { Int64($0.views.opens) })
    return all + [share, mean] + shown + [maximum]
  }

  static let launches = [
    Metric.ratio(
      "launch_opens_share", .lower,
      "Share of all opens that waited for the app to start or to come back to the front.",
      of: { Int64($0.views.launches) }, in: { Int64($0.views.opens) }),
    Metric.ratio(
      "launch_cold_opens_share", .lower,
      "Share of all opens that waited for a new process: none was left in the background. A "
        + "background fetch keeps one there.",
      of: { Int64($0.views.coldLaunches) }, in: { Int64($0.views.opens) }),
  ]

  static let firstContentWithin = ["100ms", "1s", "10s"].enumerated().map { index, limit in
    Metric.ratio(
      "first_content_within_\(limit)_share", .higher,
      "Share of all opens whose first content came within \(limit), which blank ones never are; "
        + "Nielsen's limits of response time.",
      of: { Int64($0.views.within[index]) }, in: { Int64($0.views.opens) })
  }

  static let apdex = [
    Metric(
      "apdex", .score, .higher,
      "Apdex of time to first content for T = 1 s: opens within T, plus half of those within 4 T, "
        + "over all opens; a blank one is frustrated."
    ) { aggregates in
      let views = aggregates.views
      guard views.opens > 0 else { return nil }
      let satisfied = views.within[1]
      return (Double(satisfied) + Double(views.tolerated - satisfied) / 2) / Double(views.opens)
    }
  ]

  static let latencyScore = [
    Metric(
      "first_content_score", .score, .higher,
      "Mean over all opens of Lighthouse's curve for first contentful paint on a phone (0.9 at "
        + "1.8 s, 0.5 at 3 s), applied to time to first content; a blank one scores 0."
    ) { $0.views.firstContentScore },
    Metric(
      "complete_content_score", .score, .higher,
      "Mean over all opens of Lighthouse's curve for largest contentful paint on a phone (0.9 at "
        + "2.5 s, 0.5 at 4 s), applied to time to complete content; one never complete scores 0."
    ) { $0.views.completeContentScore },
  ]

  static let spinners =
    [
      Metric.ratio(
        "spinner_share", .lower,
        "Share of all opens that showed a spinner: the first content took longer than 500 ms, or "
          + "never came while the screen was open longer than that.",
        of: { Int64($0.views.spinners) }, in: { Int64($0.views.opens) }),
      Metric(
        "spinner_mean_ms", .milliseconds, .lower,
        "Time that a spinner showed, mean over spinners: the wait less 500 ms, at least 200 ms; "
          + "until the close where nothing came. The minimum does not delay content here."
      ) { aggregates in
        aggregates.views.spinners == 0
          ? nil : Double(aggregates.views.spinnerTime) / Double(aggregates.views.spinners) / 1e6
      },
    ]
    + Metric.cost(
      "spinner_total_ms", .milliseconds, "Time that spinners showed, as in spinner_mean_ms"
    ) { Double($0.views.spinnerTime) / 1e6 }

  static let mainThread =
    Metric.cost(
      "main_thread_codec_ms", .milliseconds,
      "Time that the main thread encoded and decoded models"
    ) { Double($0.mainThread.time) / 1e6 }
    + Metric.cost(
      "dropped_frames", .count,
      "Frames not drawn in time while the main thread encoded or decoded a model: for each piece "
        + "of work the frames that begin meanwhile, less one"
    ) { Double($0.mainThread.droppedFrames) }
}
