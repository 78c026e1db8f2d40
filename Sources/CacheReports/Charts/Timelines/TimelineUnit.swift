/// The unit of virtual time in which a run's length is a handy number.
struct TimelineUnit: Hashable {
  /// As the axis calls it.
  let name: String
  /// As the column of the data calls it.
  let column: String
  let seconds: Double

  /// The unit for a length in seconds.
  init(length: Double) {
    (name, column, seconds) =
      length > 2 * 86_400
      ? ("days", "day", 86_400)
      : length > 2 * 3_600 ? ("hours", "hour", 3_600) : ("minutes", "minute", 60)
  }

  /// An axis that ends with the run.
  func axis(upTo length: Double, count: Int) -> ChartAxis {
    let length = length / seconds
    let round = ChartAxis.linear(upTo: length, of: .count, count: count)
    guard length > 0 else { return round }
    let ticks = round.ticks.filter { $0.value <= length * 1.000_001 }
    return ChartAxis(low: 0, high: length, isLogarithmic: false, ticks: ticks)
  }
}
