internal import DeviceModels
internal import Measurement
internal import SimCore

extension ChartData {
  /// What the charts draw of a run; costs are averaged over its devices, seeds are pooled.
  /// - Complexity: O(strategies × samples) where samples are not sorted.
  package init(_ result: RunResult) {
    self.init(scenario: result.title, strategies: result.rows.map { ChartStrategy($0) })
  }
}

extension ChartStrategy {
  /// Points of a distribution: quarters of a percent, finer than a pixel of the charts.
  private static let pointCount = 400

  fileprivate init(_ row: StrategyResult) {
    self.init(label: row.title + (row.isBound ? " (bound)" : ""))
    bound = row.bound?.quantity
    let book = row.pooled
    let devices = Double(max(book.devices.count, 1))
    measureVisits(book.visits)
    let written = book.flash.written
    flashWrites = FlashCause.allCases.compactMap { cause in
      let operations = Double(written.operations[cause])
      let bytes = Double(written.bytesByCause[cause])
      guard operations > 0 || bytes > 0 else { return nil }
      return FlashWriteCause(
        cause: cause.word, operations: operations / devices, bytes: bytes / devices)
    }
    interval = book.timeline.interval
    flashBytesByInterval = book.timeline.intervals.map { Double($0.flashBytes) / devices }
    if book.devices.days > 0 {
      flashBytesPerDeviceDay = Double(written.bytes.count) / book.devices.days
    }
  }

  private mutating func measureVisits(_ visits: Visits) {
    let opens = visits.opens
    guard opens > 0 else { return }
    let sources = visits.firstSources
    firstShown.memory = Double(sources[.memory]) / Double(opens)
    firstShown.flash = Double(sources[.flash]) / Double(opens)
    firstShown.revalidated = Double(sources[.revalidated]) / Double(opens)
    firstShown.network = Double(sources[.network]) / Double(opens)
    firstShown.nothing = Double(sources[.nothing]) / Double(opens)
    firstContent = Self.distribution(of: visits.firstContent, opens: opens)
    freshContent = Self.distribution(of: visits.freshContent, opens: opens)
    let missing = opens - visits.firstContent.count
    let p95 = visits.firstContent.value(at: .p95, missing: missing) ?? 0
    firstContentP95Milliseconds = p95 / 1e6
  }

  /// The share of all opens within each of some times; opens without a time are among all.
  private static func distribution(of samples: Samples, opens: Int) -> [LatencyShare] {
    let missing = opens - samples.count
    var points: [LatencyShare] = []
    for step in 1...pointCount {
      let percentile = Percentile(basisPoints: step * 10_000 / pointCount)
      guard let time = samples.value(at: percentile, missing: missing), time.isFinite else { break }
      let share = Double(step) / Double(pointCount)
      points.append(LatencyShare(milliseconds: time / 1e6, share: share))
    }
    // The last step may leave out a part of the opens that had something.
    let all = Double(samples.count) / Double(opens)
    if samples.count > 0, all > points.last?.share ?? 0 {
      points.append(LatencyShare(milliseconds: Double(samples.maximum) / 1e6, share: all))
    }
    return points
  }
}
