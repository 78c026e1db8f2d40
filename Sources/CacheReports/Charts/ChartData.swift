internal import Measurement

/// What the charts of a report draw: numbers per strategy, apart from how they were measured.
package struct ChartData: Sendable {
  /// The scenario's title.
  package var scenario: String
  /// The strategies in the scenario's order, which gives each its colour in every chart.
  package var strategies: [ChartStrategy]

  /// Makes the data of a report's charts.
  package init(scenario: String, strategies: [ChartStrategy]) {
    self.scenario = scenario
    self.strategies = strategies
  }

  /// The same without the bounds of other quantities: what they come to here bounds nothing.
  func beside(_ quantity: Bound.Quantity?) -> ChartData {
    var own = self
    own.strategies = strategies.filter { $0.bound == nil || $0.bound == quantity }
    return own
  }

  /// How each strategy is drawn.
  var styles: [Int] { ChartPalette.styles(strategies.map { $0.bound != nil }) }

  /// What a chart can draw of a number: itself when it is finite and not negative, or nothing.
  static func amount(_ value: Double) -> Double { value.isFinite && value > 0 ? value : 0 }
}
