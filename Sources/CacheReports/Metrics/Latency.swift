/// A wait of the user that is reported with its percentiles.
package enum Latency: String, Sendable, CaseIterable {
  /// Until the first paint of main content, whatever its age.
  case firstContent = "first_content"
  /// Until all on screen was the origin's version at that instant.
  case freshContent = "fresh_content"
  /// Until all that the shown version needs was painted, whatever its age.
  case completeContent = "complete_content"

  /// Over which opens percentiles are taken.
  package enum Population: String, Sendable, CaseIterable {
    /// The opens that got there.
    case shown
    /// All opens; one that never got there counts as infinitely late.
    case all
  }

  /// The waits in a book.
  func samples(in book: Book) -> Samples {
    switch self {
    case .firstContent: book.visits.firstContent
    case .freshContent: book.visits.freshContent
    case .completeContent: book.visits.completeContent
    }
  }

  /// A percentile in milliseconds; nil when the population is empty.
  package func milliseconds(
    at percentile: Percentile, over population: Population, in book: Book
  ) -> Double? {
    let samples = samples(in: book)
    let missing = population == .all ? book.visits.opens - samples.count : 0
    return samples.value(at: percentile, missing: missing).map { $0 / 1e6 }
  }

  /// What the wait is for, in definitions.
  var meaning: String {
    switch self {
    case .firstContent:
      "Time from opening a screen to the first paint of its main content, whatever its age"
    case .freshContent:
      "Time from opening a screen until all on it was the version that the origin had at that "
        + "instant, whatever the strategy believes"
    case .completeContent:
      "Time from opening a screen until all that the shown version needs was painted, whatever "
        + "its age"
    }
  }
}

extension Metric {
  /// Mean, percentiles and maximum of a wait, both over the opens that ended it and over all.
  static func latency(of wait: Latency) -> [Metric] {
    let percentiles: [Percentile] = [.p50, .p90, .p95, .p99]
    let name = wait.rawValue
    let mean = Metric(
      "\(name)_mean_ms", .milliseconds, .lower, "\(wait.meaning); mean over opens that got there."
    ) { wait.samples(in: $0).mean.map { $0 / 1e6 } }
    let maximum = Metric(
      "\(name)_max_ms", .milliseconds, .lower, "\(wait.meaning); the longest that came to an end."
    ) { book in
      let samples = wait.samples(in: book)
      return samples.count == 0 ? nil : Double(samples.maximum) / 1e6
    }
    let shown = percentiles.map { percentile in
      Metric(
        "\(name)_\(percentile.name)_ms", .milliseconds, .lower,
        "\(wait.meaning); \(percentile.name) by nearest rank over the opens that got there."
      ) { wait.milliseconds(at: percentile, over: .shown, in: $0) }
    }
    let all = percentiles.map { percentile in
      Metric(
        "\(name)_all_\(percentile.name)_ms", .milliseconds, .lower,
        "\(wait.meaning); \(percentile.name) by nearest rank over all opens, infinite for those "
          + "that never got there."
      ) { wait.milliseconds(at: percentile, over: .all, in: $0) }
    }
    return [mean] + shown + [maximum] + all
  }
}
