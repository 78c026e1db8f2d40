internal import CacheMetrics
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

  package init?(_ json: JSON) {
    let values = json["values"]?.list { value in
      value["text"]?.string.map { Value(text: $0, amount: value["amount"]?.real) }
    }
    guard let name = json["name"]?.string, let values else { return nil }
    self.init(
      name: name, unit: json["unit"]?.string.flatMap(Unit.init(rawValue:)), values: values,
      isChoice: json["isChoice"] == true)
  }

  package var json: JSON {
    .object([
      "name": JSON(name), "unit": JSON(unit?.rawValue), "isChoice": JSON(isChoice),
      "values": JSON(
        values.map { value in .object(["text": JSON(value.text), "amount": JSON(value.amount)]) }),
    ])
  }
}
