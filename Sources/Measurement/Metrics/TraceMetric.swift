/// A metric of one's own: reads the trace of all devices and comes to one number.
///
/// Bundled metrics read aggregates that are made once for all of them; this one is made for itself.
/// It stands behind the bundled ones in tables and files.
public protocol TraceMetric: Sendable {
  /// The name in files: snake case, the unit last; no bundled metric's.
  static var name: String { get }
  /// What the number counts.
  static var unit: Unit { get }
  /// The direction that is better.
  static var better: Better { get }
  /// The definition, in a sentence or two.
  static var definition: String { get }
  /// Before the first event of a seed.
  init()
  /// Reads the next event of a device. Events that are marked as detail do not come.
  mutating func observe(_ record: TraceRecord, device: UInt32)
  /// Pools with the same metric of another seed.
  mutating func merge(_ other: Self)
  /// The number; nil when it is not defined in the run.
  var value: Double? { get }
}

extension TraceMetric {
  /// The metric pooled with another of the same type.
  func merged(with other: any TraceMetric) -> any TraceMetric {
    guard let other = other as? Self else { preconditionFailure("seeds have the same metrics") }
    var metric = self
    metric.merge(other)
    return metric
  }
}

extension Metric {
  /// A metric of one's own, as tables and files take it.
  package init(_ type: any TraceMetric.Type) {
    self.init(type.name, type.unit, type.better, type.definition) { aggregates in
      aggregates.own.first { Swift.type(of: $0) == type }?.value
    }
  }
}
