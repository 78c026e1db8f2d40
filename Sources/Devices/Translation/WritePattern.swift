public import SimCore

/// Which units of a device are written how often.
public enum WritePattern: Hashable, Sendable {
  /// Each unit as often as another: what the closed forms take for granted.
  case uniform
  /// A share of the writes goes to a share of the units, both evenly: 0.8 and 0.2.
  case hotCold(writes: Double, units: Double)
  /// The k-th unit is written in proportion to k to the power of minus the exponent.
  case zipf(exponent: Double)
}

extension WritePattern: SettingValue {
  /// The patterns that a scenario can name.
  public static let named: [(name: String, pattern: WritePattern)] = [
    ("uniform", .uniform),
    ("hot-cold-80-20", .hotCold(writes: 0.8, units: 0.2)),
    ("hot-cold-90-10", .hotCold(writes: 0.9, units: 0.1)),
    ("zipf-0.8", .zipf(exponent: 0.8)),
    ("zipf-1.0", .zipf(exponent: 1)),
  ]

  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> WritePattern? {
    let name = CatalogName.read(
      json, path: path, "write pattern", among: named.map(\.name), &problems)
    return named.first { $0.name == name }?.pattern
  }
  public var json: JSON { JSON(.string(description)) }
  public static var schema: JSON { CatalogName.schema(named.map(\.name)) }
}

extension WritePattern: CustomStringConvertible {
  public var description: String {
    if let known = Self.named.first(where: { $0.pattern == self }) { return known.name }
    switch self {
    case .uniform: return "uniform"
    case .hotCold(let writes, let units): return "hot-cold \(writes)/\(units)"
    case .zipf(let exponent): return "zipf \(exponent)"
    }
  }
}
