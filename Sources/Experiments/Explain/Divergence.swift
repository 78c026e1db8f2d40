internal import CacheMetrics
internal import CacheWorkloads
package import ClientStrategies
package import SimCore

/// The first screen view at which two strategies differ: one shows something else, or at another
/// time.
package struct Divergence: Sendable {
  package var first: ViewRecord
  package var second: ViewRecord
  /// How many views came before it, and were alike.
  package var alike: Int
  package var differences: [String]
}

extension Explainer {
  /// Runs two strategies over the same input and finds the first view at which they differ: the
  /// first in time, of one instant on the lower device.
  ///
  /// They differ where the first content has another source or version, comes more than 1 ms sooner
  /// or later after the screen began, or does not come at all. How long the app took to start is no
  /// difference.
  /// - Complexity: memory grows with the views of one run.
  package func divergence(
    of first: AnyStrategy, and second: AnyStrategy
  ) throws(InputError) -> (divergence: Divergence?, views: Int) {
    let left = try run(first, ViewList()).sorted
    let right = try run(second, ViewList()).sorted
    precondition(
      left.map(\.id) == right.map(\.id), "the workload alone decides what is opened and when")
    for (index, (own, other)) in zip(left, right).enumerated() {
      let differences = own.view.differences(from: other.view)
      if !differences.isEmpty {
        let divergence = Divergence(
          first: own, second: other, alike: index, differences: differences)
        return (divergence, left.count)
      }
    }
    return (nil, left.count)
  }
}

private struct ViewList: TraceObserver {
  private var reader = ViewRecordReader()
  private var views: [ViewRecord] = []

  mutating func observe(_ records: [TraceRecord], device: UInt32) {
    views += reader.read(records, device: device)
  }

  /// In order of time; of one instant, by device.
  var sorted: [ViewRecord] {
    views.sorted { ($0.view.openedAt, $0.id) < ($1.view.openedAt, $1.id) }
  }
}

extension ScreenView {
  /// From which difference of waits on two views differ: 1 ms, below what is perceived and above
  /// what rounding does.
  private static let leastDifference = TimeSpan.milliseconds(1)

  fileprivate func differences(from other: ScreenView) -> [String] {
    guard let wait = firstContent, let otherWait = other.firstContent else {
      if (firstContent == nil) == (other.firstContent == nil) { return [] }
      return ["one stayed blank"]
    }
    var differences: [String] = []
    if firstSource != other.firstSource {
      let sources = [firstSource, other.firstSource].map { EventDescription.words(for: $0) }
      differences.append(sources.joined(separator: " against "))
    }
    if firstVersionOutdated != other.firstVersionOutdated { differences.append("another version") }
    let difference = max(wait - otherWait, otherWait - wait)
    if difference > Self.leastDifference {
      differences.append("\(EventDescription.time(difference)) apart")
    }
    return differences
  }

  private var firstVersionOutdated: Instant? {
    guard let firstPaintedAt, isFirstOutdated else { return nil }
    return firstPaintedAt - firstOutdatedFor
  }
}
