package import CacheWorkloads
package import ClientStrategies
internal import Measurement
internal import SimCore

/// The first open at which two strategies part: one shows something else, or at another time.
package struct Parting: Sendable {
  /// The open under the first strategy.
  package var first: Open
  /// The same open under the second one.
  package var second: Open
  /// How many opens came before it, and were alike.
  package var alike: Int
  /// In what they differ, in words.
  package var differences: [String]
}

extension Narrator {
  /// Runs two strategies in the same world and finds the first open at which they part: in time,
  /// of one instant on the lower device.
  ///
  /// They part where the first content has another source or version, comes more than 1 ms sooner
  /// or later, or does not come at all.
  /// - Returns: the parting, if there is one, and how many opens were compared.
  /// - Throws: `WorkloadError` when a trace cannot be read.
  /// - Complexity: memory grows with the opens of one run.
  package func parting(
    of first: AnyStrategy, and second: AnyStrategy
  ) throws(WorkloadError) -> (parting: Parting?, opens: Int) {
    let left = try run(first, OpenList()).sorted
    let right = try run(second, OpenList()).sorted
    precondition(
      left.map(\.id) == right.map(\.id), "who opens what and when is the workload's affair")
    for (index, (own, other)) in zip(left, right).enumerated() {
      let differences = own.visit.differences(from: other.visit)
      if !differences.isEmpty {
        let parting = Parting(first: own, second: other, alike: index, differences: differences)
        return (parting, left.count)
      }
    }
    return (nil, left.count)
  }
}

/// All opens of a run.
private struct OpenList: TraceObserver {
  private var reader = OpenReader()
  private var opens: [Open] = []

  mutating func observe(_ page: [TraceRecord], device: UInt32) {
    reader.read(page, device: device) { opens.append($0) }
  }

  /// In order of time; of one instant, by device.
  var sorted: [Open] {
    opens.sorted { ($0.visit.openedAt, $0.id) < ($1.visit.openedAt, $1.id) }
  }
}

extension ScreenView {
  /// From which difference of waits on two opens are told apart: 1 ms, below what anybody sees and
  /// above what rounding does.
  private static let leastDifference = TimeSpan.milliseconds(1)

  /// In what another strategy's visit of the same screen differs, in words.
  fileprivate func differences(from other: ScreenView) -> [String] {
    guard let wait = firstContent, let otherWait = other.firstContent else {
      if (firstContent == nil) == (other.firstContent == nil) { return [] }
      return ["one stayed blank"]
    }
    var differences: [String] = []
    if firstSource != other.firstSource {
      differences.append(
        "\(StoryWords.words(for: firstSource)) against \(StoryWords.words(for: other.firstSource))")
    }
    if firstVersionOutdated != other.firstVersionOutdated {
      differences.append("another version")
    }
    let difference = max(wait - otherWait, otherWait - wait)
    if difference > Self.leastDifference {
      differences.append("\(StoryWords.time(difference)) apart")
    }
    return differences
  }

  /// When the version shown first was outdated; nil: it was not. Tells versions apart.
  private var firstVersionOutdated: Instant? {
    guard let firstContent, isFirstOutdated else { return nil }
    return openedAt + firstContent - firstOutdatedFor
  }
}
