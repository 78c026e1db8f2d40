package import Measurement
internal import SimCore

/// A number that every cell of a sweep has: its name, its unit, and in which direction it is good.
package struct SweepMeasure: Hashable, Sendable {
  /// The name, with its unit last.
  package var name: String
  /// What it counts.
  package var unit: Unit
  /// In which direction it is good.
  package var better: Better

  /// Makes a measure.
  package init(name: String, unit: Unit, better: Better) {
    self.name = name
    self.unit = unit
    self.better = better
  }

  /// The metrics of simulations, in the catalogue's order.
  package static let metrics: [SweepMeasure] = MetricCatalog.all.map {
    SweepMeasure(name: $0.name, unit: $0.unit, better: $0.better)
  }

  /// A value as files write it; empty when it is not defined.
  func text(of value: Double?) -> String {
    value.map { NumberText.decimal($0, places: unit.places) } ?? ""
  }
}

extension SweepMeasure {
  init?(_ json: JSON) {
    guard let name = json["name"]?.string,
      let unit = json["unit"]?.string.flatMap(Unit.init(rawValue:)),
      let better = json["better"]?.string.flatMap(Better.init(rawValue:))
    else { return nil }
    self.init(name: name, unit: unit, better: better)
  }

  var json: JSON {
    .object([
      ("name", JSON(.string(name))), ("unit", JSON(.string(unit.rawValue))),
      ("better", JSON(.string(better.rawValue))),
    ])
  }
}

extension SweepMeasure {
  /// The numbers of replays of a trace, as `cachesim replay` calls them. Where every object counts
  /// 1, bytes are numbers of objects.
  package static let replay: [SweepMeasure] = [
    SweepMeasure(name: "requests", unit: .count, better: .neither),
    SweepMeasure(name: "bytes", unit: .bytes, better: .neither),
    SweepMeasure(name: "misses", unit: .count, better: .lower),
    SweepMeasure(name: "miss_bytes", unit: .bytes, better: .lower),
    SweepMeasure(name: missRatio, unit: .ratio, better: .lower),
    SweepMeasure(name: byteMissRatio, unit: .ratio, better: .lower),
  ]

  static let missRatio = "miss_ratio"
  static let byteMissRatio = "byte_miss_ratio"
}
