public import SimCore

/// What the charts of a report draw: numbers per strategy, apart from how they were measured.
public struct ChartData: Sendable {
  /// The scenario's title.
  public var scenario: String
  /// The strategies in the scenario's order, which gives each its colour in every chart.
  public var strategies: [ChartStrategy]
  /// The length of an interval of `flashBytesByInterval`; more than zero where there are any.
  public var interval: TimeSpan

  /// Makes the data of a report's charts.
  public init(scenario: String, strategies: [ChartStrategy], interval: TimeSpan) {
    self.scenario = scenario
    self.strategies = strategies
    self.interval = interval
  }
}
