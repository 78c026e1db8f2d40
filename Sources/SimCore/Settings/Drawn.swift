/// A setting that is drawn for each person: always the same value, quantiles, a log-normal
/// distribution, or one of several values, each with its share of the people.
package struct Drawn<Value: SettingValue>: NamedUnit {
  /// As it was written.
  package let json: JSON
  /// The values to choose from; one that is always the same, or none of a distribution of numbers.
  package let values: [Value]
  private let shares: Shares
  /// The amount at a share of a distribution of numbers.
  private let amount: (@Sendable (Double) -> Double)?

  private init(
    _ json: JSON, _ values: [Value], _ shares: Shares = Shares([1]),
    amount: (@Sendable (Double) -> Double)? = nil
  ) {
    (self.json, self.values, self.shares, self.amount) = (json, values, shares, amount)
  }

  /// The value below which a share of the people lies, from 0 (included) to 1 (excluded); of values
  /// to choose from, the one that this share falls to.
  package func value(at share: Double) -> Value {
    guard let amount, let kind = Value.self as? any Measurable.Type,
      let value = kind.init(amount: amount(share)) as? Value
    else { return values[index(at: share)] }
    return value
  }

  /// The place of the value that a share falls to, among those to choose from.
  package func index(at share: Double) -> Int { shares.index(at: share) }
}

extension Drawn where Value: Comparable {
  /// What is wrong with values beyond a range; nil: nothing. Of a distribution only its middle
  /// counts, as its tails end where the range does.
  package func mistake(in range: ClosedRange<Value>) -> String? {
    let wrong = (amount == nil ? values : [value(at: 0.5)]).first { !range.contains($0) }
    return wrong.map {
      "expected \(range.lowerBound.json.compact) to \(range.upperBound.json.compact), found "
        + $0.json.compact
    }
  }

  /// The value at a share, or the end of the range that it lies beyond.
  package func value(at share: Double, in range: ClosedRange<Value>) -> Value {
    min(max(value(at: share), range.lowerBound), range.upperBound)
  }
}

/// Shares of a whole, one after another.
package struct Shares: Sendable {
  /// How far the sum may be from 1: shares may be written with three digits.
  private static let rounding = 0.001
  private var ends: [Double] = []

  package init(_ shares: [Double]) {
    var sum = 0.0
    for share in shares {
      sum += share
      ends.append(sum)
    }
  }

  /// What is wrong with shares; nil: nothing.
  package static func mistake(in shares: [Double]) -> String? {
    let sum = shares.reduce(0, +)
    return abs(sum - 1) <= rounding
      ? nil : "expected shares that add up to 1, found \(NumberText.decimal(sum, places: 3))"
  }

  /// The place of the share that a number from 0 to 1 falls to. - Complexity: O(shares).
  package func index(at number: Double) -> Int {
    ends.firstIndex { number < $0 } ?? ends.lastIndex { $0 > 0 } ?? 0
  }
}

// MARK: - Reading

/// A value that a distribution of numbers can be of.
private protocol Measurable: SettingValue {
  var amount: Double { get }
  init(amount: Double)
}

extension Double: Measurable {
  fileprivate var amount: Double { self }
  fileprivate init(amount: Double) { self = amount }
}
extension Bytes: Measurable {
  fileprivate var amount: Double { Double(count) }
  fileprivate init(amount: Double) { self.init(rounding: amount) }
}
extension BitRate: Measurable {
  fileprivate var amount: Double { Double(bitsPerSecond) }
  fileprivate init(amount: Double) { self.init(bitsPerSecond: Bytes(rounding: amount).count) }
}
extension TimeSpan: Measurable {
  fileprivate var amount: Double { Double(nanoseconds) }
  fileprivate init(amount: Double) { self.init(nanoseconds: Bytes(rounding: amount).count) }
}

extension Drawn {
  package static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Drawn? {
    if let choice = json["choice"] {
      return self.choice(json, choice, path: "\(path).choice", &problems)
    }
    if json.members != nil, let kind = Value.self as? any Measurable.Type {
      return numbers(json, of: kind, path: path, &problems)
    }
    return Value.read(json, path: path, &problems).map { Drawn(json, [$0]) }
  }

  private static func choice(
    _ json: JSON, _ choice: JSON, path: String, _ problems: inout Problems
  ) -> Drawn? {
    let all = [WrittenShare].read(choice, path: path, &problems) ?? []
    let values = all.enumerated().compactMap { index, written in
      Value.read(written.value, path: "\(path)[\(index)].value", &problems)
    }
    guard !all.isEmpty, values.count == all.count else {
      if choice.elements?.isEmpty == true {
        problems.note(at: choice.offset, path: path, "expected a value, found none")
      }
      return nil
    }
    let shares = all.map(\.share)
    let others = json.members?.first { $0.name != "choice" }
    if let wrong = others.map({ "expected 'choice' alone, found '\($0.name)' beside it" })
      ?? Shares.mistake(in: shares)
    {
      problems.note(at: choice.offset, path: path, wrong)
      return nil
    }
    return Drawn(json, values, Shares(shares))
  }

  private static func numbers<Number: Measurable>(
    _ json: JSON, of _: Number.Type, path: String, _ problems: inout Problems
  ) -> Drawn? {
    if json["median"] != nil {
      guard let shape = WrittenLogNormal.read(json, path: path, &problems),
        let median = Number.read(shape.median, path: "\(path).median", &problems)
      else { return nil }
      return Drawn(json, []) { share in
        let quantile = DeterministicMath.normalQuantile(min(max(share, 0x1p-53), 1 - 0x1p-53))
        return median.amount * DeterministicMath.exp(shape.sigma * quantile)
      }
    }
    let members = json.members ?? []
    let amounts = members.compactMap { member in
      Number.read(member.value, path: "\(path).\(member.name)", &problems).map {
        JSON.Member(member.name, JSON($0.amount), nameOffset: member.nameOffset)
      }
    }
    guard amounts.count == members.count,
      let table = QuantileTable.read(
        JSON(.object(amounts), offset: json.offset), path: path, &problems)
    else { return nil }
    return Drawn(json, []) { table.value(at: $0) }
  }

  package static var schema: JSON {
    let choice = JSON.object([
      "type": "object", "required": ["choice"], "additionalProperties": false,
      "properties": .object([
        "choice": .object([
          "type": "array",
          "items": .object([
            "type": "object", "required": ["share", "value"], "additionalProperties": false,
            "properties": .object(["share": Double.schema, "value": Value.schema]),
          ]),
        ])
      ]),
    ])
    let numbers = JSON.object(["type": "object", "additionalProperties": Value.schema])
    let shape = JSON.object([
      "type": "object", "required": ["median", "sigma"], "additionalProperties": false,
      "properties": .object(["median": Value.schema, "sigma": Double.schema]),
    ])
    let isMeasurable = Value.self is any Measurable.Type
    return .object(
      ["anyOf": JSON([Value.schema, choice] + (isMeasurable ? [numbers, shape] : []))])
  }
  package static var unit: String { "\(Value.unitName), or a distribution" }
}

private struct WrittenShare: Settings {
  var share = 0.0
  var value = JSON(.null)

  static let fields: [Field<WrittenShare>] = [
    Field("share", \.share, in: 0...1, "Share of the people."),
    Field("value", \.value, "Their value.", isRequired: true),
  ]
}

private struct WrittenLogNormal: Settings {
  var median = JSON(.null)
  var sigma = 0.0

  static let fields: [Field<WrittenLogNormal>] = [
    Field("median", \.median, "The median.", isRequired: true),
    Field("sigma", \.sigma, in: 0...3, "The standard deviation of the logarithm."),
  ]
}
