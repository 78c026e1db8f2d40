/// In which direction a metric is good.
package enum Better: String, Sendable, CaseIterable {
  /// Small is good.
  case lower
  /// Large is good.
  case higher
  /// It describes the run, not the strategy's merit.
  case neither
}
