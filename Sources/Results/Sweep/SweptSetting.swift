package import CacheMetrics
package import SimCore

/// A setting that a sweep tries with several values: an axis of its grid.
package struct SweptSetting: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package var text: String
    /// In the setting's unit; nil: it is no quantity.
    package var amount: Double?

    package init(text: String, amount: Double?) {
      self.text = text
      self.amount = amount
    }
  }

  package enum Unit: String, Sendable {
    case number
    case bytes
    case seconds = "s"
    case bitRate = "bps"
    case percent
  }

  /// As the sweep's caller names it.
  package var name: String
  /// Of the amounts; nil: the values are no quantities of one kind.
  package var unit: Unit?
  package var values: [Value]
  /// Whether it is a setting of a strategy, whose values are chosen between; else what is varied is
  /// no choice, such as the network.
  package var isChoice: Bool

  package init(name: String, unit: Unit?, values: [Value], isChoice: Bool = false) {
    self.name = name
    self.unit = unit
    self.values = values
    self.isChoice = isChoice
  }

  /// The columns that tables have for it: the value, and its amount where the value has a unit.
  package var columns: [String] { hasAmounts ? [name, "\(name)_\(unit?.rawValue ?? "")"] : [name] }

  package func fields(of value: Int) -> [String] {
    let value = values[value]
    guard hasAmounts else { return [value.text] }
    return [value.text, value.amount.map { NumberText.decimal($0, places: 9) } ?? ""]
  }

  /// A value without a unit is its own amount.
  private var hasAmounts: Bool { unit != nil && unit != .number }
}

extension SweptSetting {
  package init?(_ json: JSON) {
    guard let name = json["name"]?.string, let values = json["values"]?.elements else { return nil }
    self.name = name
    unit = json["unit"]?.string.flatMap(Unit.init(rawValue:))
    isChoice = json["isChoice"] == JSON(true)
    self.values = []
    for value in values {
      guard let text = value["text"]?.string else { return nil }
      self.values.append(Value(text: text, amount: value["amount"]?.real))
    }
  }

  package var json: JSON {
    .object([
      "name": JSON(name), "unit": JSON(unit?.rawValue), "isChoice": JSON(isChoice),
      "values": JSON(
        values.map { value in .object(["text": JSON(value.text), "amount": JSON(value.amount)]) }),
    ])
  }
}

/// A number that every cell of a sweep has: its name, its unit, and in which direction it is good.
package struct SweepMeasure: Hashable, Sendable {
  package var name: String
  package var unit: MetricUnit
  package var better: Better

  package init(name: String, unit: MetricUnit, better: Better) {
    self.name = name
    self.unit = unit
    self.better = better
  }

  /// The metrics of simulations, in the catalogue's order.
  package static let metrics: [SweepMeasure] = MetricCatalog.all.map { SweepMeasure($0) }

  /// These, and those of parts that a goal names.
  package static func metrics(for goal: Goal?) -> [SweepMeasure] {
    metrics + (goal?.metrics ?? []).filter { !$0.tags.isEmpty }.map { SweepMeasure($0) }
  }

  private init(_ metric: Metric) {
    self.init(name: metric.name, unit: metric.unit, better: metric.better)
  }

  /// As files write it; empty when it is not defined.
  package func text(of value: Double?) -> String {
    value.map { NumberText.decimal($0, places: unit.places) } ?? ""
  }
}

extension SweepMeasure {
  init?(_ json: JSON) {
    guard let name = json["name"]?.string,
      let unit = json["unit"]?.string.flatMap(MetricUnit.init(rawValue:)),
      let better = json["better"]?.string.flatMap(Better.init(rawValue:))
    else { return nil }
    self.init(name: name, unit: unit, better: better)
  }

  package var json: JSON {
    .object(["name": JSON(name), "unit": JSON(unit.rawValue), "better": JSON(better.rawValue)])
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

  package static let missRatio = "miss_ratio"
  package static let byteMissRatio = "byte_miss_ratio"
}
