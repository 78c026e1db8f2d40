/// All metrics, in the order in which files and documentation show them.
package enum MetricCatalog {
  /// Incremented when a metric changes its meaning or is removed; new metrics do not count.
  package static let version = 3

  /// The metrics; a new one is added to a file of its theme and to this list.
  package static let all: [Metric] = [
    Metric.opens,
    Metric.opensFromCache,
    Metric.firstSourceShares,
    Metric.blankRatio,
    Metric.givenUpShare,
    Metric.reactions,
    Metric.objectHitRatio,
    Metric.byteHitRatio,
    Metric.freshHitRatio,
    Metric.staleHitRatio,
    Metric.answerShares,
    Metric.cachedAnswerAge,
    Metric.emptyCaches,
    Metric.latency(of: .firstContent),
    Metric.latency(of: .freshContent),
    Metric.latency(of: .completeContent),
    Metric.latency(of: .launch),
    Metric.launches,
    Metric.latency(of: .openToContent),
    Metric.latency(of: .openToFreshContent),
    Metric.latency(of: .openToCompleteContent),
    Metric.firstContentWithin,
    Metric.apdex,
    Metric.latencyScore,
    Metric.spinners,
    Metric.mainThread,
    Metric.staleShare,
    Metric.stalePartsShare,
    Metric.staleAge,
    Metric.missing,
    Metric.outdatedTimeShare,
    Metric.flashWrites,
    Metric.flashWear,
    Metric.flashWritesByCause,
    Metric.flashRewrites,
    Metric.flashReads,
    Metric.flashOccupancy,
    Metric.networkRequests,
    Metric.networkRequestsByPurpose,
    Metric.networkBytes,
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
    Metric.offlineOpens,
    Metric.edits,
    Metric.population,
    Metric.lawViolations,
  ].flatMap(\.self)

  /// The metric of that name; nil when there is none. - Complexity: O(metrics).
  package static func metric(named name: String) -> Metric? { all.first { $0.name == name } }

  /// The catalogue as rows of name, unit, direction and definition.
  package static var rows: [[String]] {
    all.map { [$0.name, $0.unit.rawValue, $0.better.rawValue, $0.definition] }
  }
}
