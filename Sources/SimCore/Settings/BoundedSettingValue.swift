/// A value that has a size: a setting of such a value says which sizes it takes.
public protocol BoundedSettingValue: SettingValue, Comparable {}

extension BoundedSettingValue {
  fileprivate static var quantity: (any QuantitySettingValue.Type)? {
    Self.self as? any QuantitySettingValue.Type
  }

  /// What stands for more than any size, where the type has such a value: `"unlimited"`.
  fileprivate static var limit: Self? { quantity?.limitless as? Self }
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
    if isUnlimited, let limitless = Value.limit { others = [limitless.json] }
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
    precondition(!isUnlimited || Value.limit != nil, "the type has no value beyond all others")
    self.range = range
    self.isUnlimited = isUnlimited
  }

  var bounds: SettingBounds {
    var bounds = SettingBounds(range, orUnlimited: isUnlimited)
    if isOptional { bounds.others.append(JSON(.null)) }
    return bounds
  }
  /// A quantity's range cannot be said in JSON Schema, which compares numbers alone; the setting's
  /// description says it.
  var schema: JSON {
    if let quantity = Value.quantity { return isUnlimited ? Value.schema : quantity.finiteSchema }
    let members = Value.schema.members?.map { ($0.name, $0.value) } ?? []
    let ends = [("minimum", range.lowerBound.json), ("maximum", range.upperBound.json)]
    return .object(members + ends)
  }
  var unit: String { "\(Value.unitName), \(bounds.words { $0.string ?? $0.compact })" }

  /// Reads a value; one that is none, or that the setting does not take, is noted with the range.
  func read(_ json: JSON, path: String, _ problems: inout Problems) -> Value? {
    let expected = bounds.words(\.compact)
    var mistakes = Problems()
    guard let value = Value.read(json, path: path, &mistakes) else {
      // A quantity that is too large for its type needs no example of how one is written.
      let quantity = Value.quantity
      let excess = json.string.flatMap { quantity?.excess(in: $0) }
      let scalar = (Value.self as? any ScalarSettingValue.Type)?.form ?? Value.unitName
      let form = excess == nil ? scalar : quantity?.noun ?? scalar
      problems.note(
        at: json.offset, path: path, "expected \(form), \(expected), found \(json.found)")
      return nil
    }
    guard range.contains(value) || isUnlimited && value == Value.limit else {
      problems.note(
        at: json.offset, path: path, "expected \(expected), found \(value.json.compact)")
      return nil
    }
    return value
  }
}

extension Int: BoundedSettingValue {}
extension Int64: BoundedSettingValue {}
extension Double: BoundedSettingValue {}
extension TimeSpan: BoundedSettingValue {}
extension Bytes: BoundedSettingValue {}
extension BitRate: BoundedSettingValue {}
