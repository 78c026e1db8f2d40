/// The unit of virtual time in which a run's length is a handy number.
struct TimelineUnit: Hashable {
  let name: String
  let column: String
  let seconds: Double

  init(length: Double) {
    (name, column, seconds) =
      length > 2 * 86_400
      ? ("days", "day", 86_400)
      : length > 2 * 3_600 ? ("hours", "hour", 3_600) : ("minutes", "minute", 60)
  }

  func axis(upTo length: Double, count: Int) -> ChartAxis {
    let length = length / seconds
    let round = ChartAxis.linear(upTo: length, of: .count, count: count)
    guard length > 0 else { return round }
    let ticks = round.ticks.filter { $0.value <= length * 1.000_001 }
    return ChartAxis(low: 0, high: length, isLogarithmic: false, ticks: ticks)
  }
}
