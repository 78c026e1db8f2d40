internal import Measurement
internal import SimCore

/// `timeline.csv`: what happened when, summed over devices and seeds; a line for each interval.
enum TimelineFile {
  static func text(of result: RunResult) -> String {
    var csv = CSV(
      ["strategy", "varied", "start_s", "length_s", "opens", "shown", "outdated"]
        + Source.allCases.map { "from_\($0.word)" }
        + [
          "first_content_mean_ms", "flash_write_ops", "flash_write_bytes", "network_requests",
          "network_bytes",
        ])
    for row in result.rows {
      let timeline = row.pooled.timeline
      for (index, interval) in timeline.intervals.enumerated() {
        let place = [
          row.label, row.varied ?? "", seconds(timeline.start(of: index).sinceStart),
          seconds(timeline.interval),
        ]
        csv.add(place + fields(of: interval))
      }
    }
    return csv.text
  }

  private static func fields(of interval: TimelineInterval) -> [String] {
    let opens = [interval.opens, interval.shown, interval.outdated]
    let sources = Source.allCases.map { interval.opens(from: $0) }
    let mean = interval.meanFirstContent
    let costs = [
      interval.flashWrites, interval.flashBytes, interval.exchanges, interval.networkBytes,
    ]
    return (opens + sources).map { "\($0)" }
      + [mean.map { NumberText.decimal($0, places: Unit.milliseconds.places) } ?? ""]
      + costs.map { "\($0)" }
  }

  private static func seconds(_ span: TimeSpan) -> String {
    NumberText.decimal(span.seconds, places: Unit.seconds.places)
  }
}
