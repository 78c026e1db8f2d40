/// What the charts of a report draw: numbers per strategy, apart from how they were measured.
public struct ChartData: Sendable {
  /// The scenario's title.
  public var scenario: String
  /// The strategies in the scenario's order, which gives each its colour in every chart.
  public var strategies: [ChartStrategy]

  /// Makes the data of a report's charts.
  public init(scenario: String, strategies: [ChartStrategy]) {
    self.scenario = scenario
    self.strategies = strategies
  }

  /// What a chart can draw of a number: itself when it is finite and not negative, or nothing.
  static func amount(_ value: Double) -> Double { value.isFinite && value > 0 ? value : 0 }
}
