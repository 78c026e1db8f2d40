internal import CacheMetrics
internal import Foundation
internal import Results
internal import SimCore

/// A number of a published study, and how ours beside it is made.
struct ReproducedBand: Sendable {
  /// Which result it is: B3.
  var id: String
  /// What the number is.
  var result: String
  /// The command behind `cachesim`.
  var command: String
  /// What the study says, as a number; of a range its middle, of a limit the limit.
  var theirs: Double
  /// What is counted in.
  var unit = MetricUnit.share
  /// Ours, of the numbers of one seed.
  var value: @Sendable (RunNumbers) -> Double?

  /// What numbers are counted in.
  enum MetricUnit: String {
    case share = "%"
    case factor
    case megabytes = "MB"
    case hours = "h"
    case kilobytesPerSecond = "kB/s"
    case count
  }

  init(
    _ id: String, _ result: String, of scenario: String, _ theirs: Double,
    _ unit: MetricUnit = .share,
    _ value: @escaping @Sendable (RunNumbers) -> Double?
  ) {
    self.init(id, result, by: "run published/\(scenario)", theirs, unit, value)
  }

  init(
    _ id: String, _ result: String, by command: String, _ theirs: Double,
    _ unit: MetricUnit = .share,
    _ value: @escaping @Sendable (RunNumbers) -> Double?
  ) {
    self.id = id
    self.result = result
    self.command = command
    self.theirs = theirs
    self.unit = unit
    self.value = value
  }
}

/// The numbers of one seed of a run, or of a model.
struct RunNumbers {
  /// By strategy, varied value and metric, as `strategy|value|metric`; a model's by their keys.
  var numbers: [String: Double] = [:]

  func callAsFunction(_ strategy: String, _ metric: String, at varied: String = "") -> Double? {
    numbers["\(strategy)|\(varied)|\(metric)"]
  }

  /// How much larger a metric is of one strategy than of another: 0 if it is the same.
  func change(of metric: String, from base: String, to other: String) -> Double? {
    guard let base = self(base, metric), let other = self(other, metric), base > 0 else {
      return nil
    }
    return other / base - 1
  }

  /// How much less a metric is.
  func saving(of metric: String, from base: String, to other: String) -> Double? {
    change(of: metric, from: base, to: other).map { -$0 }
  }

  /// By how much a metric is more.
  func difference(of metric: String, from base: String, to other: String) -> Double? {
    guard let base = self(base, metric), let other = self(other, metric) else { return nil }
    return other - base
  }

  /// What a report's `metrics.csv` says of each seed, in the order of the seeds.
  static func bySeed(_ text: String) throws -> [RunNumbers] {
    var order: [String] = []
    var seeds: [String: RunNumbers] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 10, cells[2] != "all", let value = Double(cells[6]) else { continue }
      if seeds[cells[2]] == nil { order.append(cells[2]) }
      seeds[cells[2], default: RunNumbers()].numbers["\(cells[1])|\(cells[3])|\(cells[4])"] = value
    }
    return order.compactMap { seeds[$0] }
  }
}

/// A row of `Docs/reproduced.csv`.
struct ReproducedRow: Equatable {
  static let header = "id,result,command,seeds,ours,half_width,theirs,ratio,unit"

  var line: String

  /// - Parameter values: ours, by seed.
  init?(_ band: ReproducedBand, _ values: [Double]) {
    guard let first = values.first else { return nil }
    let interval = ConfidenceInterval(of: values)
    let ours = interval?.middle ?? first
    let scale = band.unit == .share ? 100.0 : 1
    func text(_ value: Double) -> String { NumberText.decimal(value * scale, places: 2) }
    line = [
      band.id, band.result, "cachesim \(band.command)", "\(values.count)", text(ours),
      interval.map { text($0.halfWidth) } ?? "", text(band.theirs),
      NumberText.decimal(ours / band.theirs, places: 2), band.unit.rawValue,
    ].joined(separator: ",")
  }

  /// The lines of the page's table.
  static func table(_ lines: some Sequence<Substring>) -> String {
    var text =
      "| | result | command | ours | theirs | ratio |\n| --- | --- | --- | ---: | ---: | ---: |\n"
    for line in lines {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let unit = ["%", "MB", "h", "kB/s"].contains(cells[8]) ? " \(cells[8])" : ""
      let width = cells[5].isEmpty ? "" : " ±\(cells[5])"
      text += "| \(cells[0]) | \(cells[1]) | `\(cells[2])` | \(cells[4])\(width)\(unit) "
      text += "| \(cells[6])\(unit) | \(cells[7]) |\n"
    }
    return text
  }
}
