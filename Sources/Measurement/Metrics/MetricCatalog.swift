/// All metrics, in the order in which files and documentation show them.
package enum MetricCatalog {
  /// Incremented when a metric changes its meaning or is removed; new metrics do not count.
  package static let version = 3

  /// The metrics; a new one is added to a file of its theme and to this list.
  package static let all: [Metric] = [
    Metric.opens.counted(by: .views),
    Metric.opensFromCache.counted(by: .views),
    Metric.firstSourceShares.counted(by: .views),
    Metric.blankRatio.counted(by: .views),
    Metric.givenUpShare.counted(by: .views),
    Metric.reactions,
    Metric.objectHitRatio.counted(by: .answers),
    Metric.byteHitRatio.counted(by: .answers),
    Metric.freshHitRatio.counted(by: .answers),
    Metric.staleHitRatio.counted(by: .answers),
    Metric.answerShares.counted(by: .answers),
    Metric.cachedAnswerAge,
    Metric.emptyCaches,
    Metric.latency(of: .firstContent).counted(by: .views),
    Metric.latency(of: .freshContent).counted(by: .views),
    Metric.latency(of: .completeContent).counted(by: .views),
    Metric.latency(of: .launch).counted(by: .views),
    Metric.launches.counted(by: .views),
    Metric.latency(of: .openToContent).counted(by: .views),
    Metric.latency(of: .openToFreshContent).counted(by: .views),
    Metric.latency(of: .openToCompleteContent).counted(by: .views),
    Metric.firstContentWithin.counted(by: .views),
    Metric.apdex.counted(by: .views),
    Metric.latencyScore.counted(by: .views),
    Metric.spinners.counted(by: .views),
    Metric.mainThread,
    Metric.staleShare.counted(by: .views),
    Metric.stalePartsShare.counted(by: .answers),
    Metric.staleAge.counted(by: .views),
    Metric.missing.counted(by: .views),
    Metric.outdatedTimeShare.counted(by: .views),
    Metric.flashWrites,
    Metric.flashWear,
    Metric.flashWritesByCause,
    Metric.flashRewrites,
    Metric.flashReads,
    Metric.flashOccupancy,
    Metric.networkRequests.counted(by: .exchanges),
    Metric.networkRequestsByPurpose.counted(by: .exchanges),
    Metric.networkBytes.counted(by: .exchanges),
    Metric.wastedBytes,
    Metric.radioEnergy,
    Metric.prefetchPrecision,
    Metric.memoryPeak,
    Metric.limitOvershoot,
    Metric.evictions,
    Metric.memoryPressure,
    Metric.lostEntries,
    Metric.brokenEntries,
    Metric.lifecycle,
    Metric.offlineOpens.counted(by: .views),
    Metric.edits,
    Metric.origin,
    Metric.edge,
    Metric.people,
    Metric.population,
    Metric.lawViolations,
  ].flatMap(\.self)

  /// The catalogue as rows of name, unit, direction and definition.
  package static var rows: [[String]] {
    all.map { [$0.name, $0.unit.rawValue, $0.better.rawValue, $0.definition] }
  }
}
