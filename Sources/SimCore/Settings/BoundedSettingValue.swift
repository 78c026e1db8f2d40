/// A value that has a size: a setting of such a value says which sizes it takes.
public protocol BoundedSettingValue: ScalarSettingValue, Comparable {
  /// What stands for more than any size, where the type has such a value: `"unlimited"`.
  static var limitless: Self? { get }
  /// The JSON Schema of the values of a range.
  /// - Parameter isUnlimited: whether `limitless` is one of them.
  static func schema(in range: ClosedRange<Self>, orUnlimited isUnlimited: Bool) -> JSON
}

extension BoundedSettingValue {
  public static var limitless: Self? { nil }
  public static var hasSize: Bool { true }
}

/// Which values a setting of a size takes, as documentation and checks show them.
package struct SettingBounds: Equatable, Sendable {
  /// The least value, as a scenario writes it.
  package var least: JSON
  /// The largest value, as a scenario writes it.
  package var most: JSON
  /// What is taken beside the range: `null`, `"unlimited"`.
  package var others: [JSON] = []
  /// Whether the setting is a list of such values.
  package var isList = false

  init<Value: BoundedSettingValue>(_ range: ClosedRange<Value>, orUnlimited isUnlimited: Bool) {
    least = range.lowerBound.json
    most = range.upperBound.json
    if isUnlimited, let limitless = Value.limitless { others = [limitless.json] }
  }

  /// The range in words; `write` says how a value is written.
  func words(_ write: (JSON) -> String) -> String {
    let ends = "\(write(least)) to \(write(most))"
    return others.reduce(ends) { "\($0) or \(write($1))" }
  }
}

/// The values of a range, and perhaps the one that is more than any.
struct BoundedReader<Value: BoundedSettingValue>: Sendable {
  let range: ClosedRange<Value>
  let isUnlimited: Bool
  /// Whether null is taken too, as `nil`.
  let isOptional: Bool

  init(_ range: ClosedRange<Value>, orUnlimited isUnlimited: Bool, orNull isOptional: Bool = false)
  {
    self.isOptional = isOptional
    precondition(!isUnlimited || Value.limitless != nil, "the type has no value beyond all others")
    self.range = range
    self.isUnlimited = isUnlimited
  }

  var bounds: SettingBounds {
    var bounds = SettingBounds(range, orUnlimited: isUnlimited)
    if isOptional { bounds.others.append(JSON(.null)) }
    return bounds
  }
  var schema: JSON { Value.schema(in: range, orUnlimited: isUnlimited) }
  var unit: String { "\(Value.unit), \(bounds.words { $0.string ?? $0.compact })" }

  /// Reads a value; one that is none, or that the setting does not take, is noted with the range.
  func read(_ json: JSON, path: String, _ problems: inout Problems) -> Value? {
    let expected = bounds.words(\.compact)
    guard let value = Value(json: json) else {
      // A quantity that is too large for its type needs no example of how one is written.
      let quantity = Value.self as? any QuantitySettingValue.Type
      let excess = json.string.flatMap { quantity?.excess(in: $0) }
      let form = excess == nil ? Value.form : quantity?.noun ?? Value.form
      problems.note(
        at: json.offset, path: path, "expected \(form), \(expected), found \(json.found)")
      return nil
    }
    guard range.contains(value) || isUnlimited && value == Value.limitless else {
      problems.note(
        at: json.offset, path: path, "expected \(expected), found \(value.json.compact)")
      return nil
    }
    return value
  }
}

extension Int: BoundedSettingValue {
  public static func schema(in range: ClosedRange<Int>, orUnlimited _: Bool) -> JSON {
    JSON.numbers("integer", range)
  }
}

extension Int64: BoundedSettingValue {
  public static func schema(in range: ClosedRange<Int64>, orUnlimited _: Bool) -> JSON {
    JSON.numbers("integer", range)
  }
}

extension Double: BoundedSettingValue {
  public static func schema(in range: ClosedRange<Double>, orUnlimited _: Bool) -> JSON {
    JSON.numbers("number", range)
  }
}

// A quantity's range cannot be said in JSON Schema, which compares numbers alone; the description
// of the setting says it.
extension TimeSpan: BoundedSettingValue {
  public static func schema(in range: ClosedRange<TimeSpan>, orUnlimited _: Bool) -> JSON { schema }
}

extension Bytes: BoundedSettingValue {
  public static var limitless: Bytes? { .unlimited }
  public static func schema(
    in range: ClosedRange<Bytes>, orUnlimited isUnlimited: Bool
  ) -> JSON { isUnlimited ? schema : quantitySchema }
}

extension BitRate: BoundedSettingValue {
  public static var limitless: BitRate? { .unlimited }
  public static func schema(
    in range: ClosedRange<BitRate>, orUnlimited isUnlimited: Bool
  ) -> JSON { isUnlimited ? schema : quantitySchema }
}

extension JSON {
  fileprivate static func numbers<Value: BoundedSettingValue>(
    _ type: String, _ range: ClosedRange<Value>
  ) -> JSON {
    .object([
      "type": JSON(type), "minimum": range.lowerBound.json, "maximum": range.upperBound.json,
    ])
  }
}
