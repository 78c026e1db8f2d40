package import SimCore

/// Which units of a device are written how often.
package enum WritePattern: Hashable, Sendable {
  /// Each unit as often as another: what the closed forms take for granted.
  case uniform
  /// A share of the writes goes to a share of the units, both evenly: 0.8 and 0.2.
  case hotCold(writes: Double, units: Double)
  /// The k-th unit is written in proportion to k to the power of minus the exponent.
  case zipf(exponent: Double)
}

extension WritePattern: SettingValue {
  package static let named: [(name: String, pattern: WritePattern)] = [
    ("uniform", .uniform),
    ("hot-cold-80-20", .hotCold(writes: 0.8, units: 0.2)),
    ("hot-cold-90-10", .hotCold(writes: 0.9, units: 0.1)),
    ("zipf-0.8", .zipf(exponent: 0.8)),
    ("zipf-1.0", .zipf(exponent: 1)),
  ]

  package static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> WritePattern? {
    let name = CatalogName.read(
      json, path: path, "write pattern", among: named.map(\.name), &problems)
    return named.first { $0.name == name }?.pattern
  }
  package var json: JSON { JSON(description) }
  package static var schema: JSON { CatalogName.schema(named.map(\.name)) }
}

extension WritePattern: CustomStringConvertible {
  package var description: String {
    if let known = Self.named.first(where: { $0.pattern == self }) { return known.name }
    switch self {
    case .uniform: return "uniform"
    case .hotCold(let writes, let units): return "hot-cold \(writes)/\(units)"
    case .zipf(let exponent): return "zipf \(exponent)"
    }
  }
}

/// The addresses that a host writes, one after another, by a pattern and a seed.
package struct WriteStream: Sendable {
  private let pattern: WritePattern
  private let units: UInt64
  private let hotUnits: UInt64
  /// The share of writes to hot units, of 2⁶⁴.
  private let hotBound: UInt64
  private let ranks: AliasTable?
  private var random: SeededGenerator

  /// Makes the stream of a device.
  /// - Parameters:
  ///   - units: addresses run from 0 to one less.
  ///   - seed: the scenario's; the purpose is the device.
  /// - Complexity: O(1), O(units) for Zipf's law.
  package init(_ pattern: WritePattern, units: Int, seed: UInt64) {
    precondition(units > 0 && units < Int(UInt32.max), "addresses have 32 bits")
    self.pattern = pattern
    self.units = UInt64(units)
    random = SeededGenerator(seed: seed, purpose: .device)
    var hotUnits = 0.0
    var hotWrites = 0.0
    var ranks: AliasTable?
    switch pattern {
    case .uniform: break
    case .hotCold(let writes, let share):
      precondition(writes >= 0 && writes <= 1 && share > 0 && share < 1, "shares of writes, units")
      hotWrites = writes
      hotUnits = min(max(1, (Double(units) * share).rounded()), Double(units))
    case .zipf(let exponent):
      ranks = AliasTable(
        weights: (1...units).map { DeterministicMath.pow(Double($0), -exponent) })
    }
    self.hotUnits = UInt64(hotUnits)
    hotBound = hotWrites < 1 ? UInt64(hotWrites * 0x1p64) : .max
    self.ranks = ranks
  }

  /// Replaces all addresses by the next ones.
  ///
  /// A number below a bound comes from the upper half of a product: at most units·2⁻⁶⁴ off.
  /// - Complexity: O(addresses).
  package mutating func fill(_ addresses: inout [UInt32]) {
    switch pattern {
    case .uniform:
      for index in addresses.indices {
        addresses[index] = UInt32(random.next().multipliedFullWidth(by: units).high)
      }
    case .hotCold:
      for index in addresses.indices {
        let isHot = random.next() < hotBound || hotUnits == units
        let count = isHot ? hotUnits : units - hotUnits
        let number = random.next().multipliedFullWidth(by: count).high
        addresses[index] = UInt32(isHot ? number : number + hotUnits)
      }
    case .zipf:
      guard let ranks else { return }
      for index in addresses.indices { addresses[index] = ranks.number(at: random.next()) }
    }
  }
}

/// Draws from any distribution over 0, 1, … n − 1 with one look into a table.
///
/// Vose: A Linear Algorithm for Generating Random Numbers with a Given Distribution, IEEE
/// Transactions on Software Engineering 17, 1991, doi:10.1109/32.92917. Probabilities are rounded
/// to 2⁻³² of a column.
struct AliasTable: Sendable {
  private struct AliasColumn {
    /// Below this of 2³² the column's own number is drawn.
    var threshold: UInt32
    /// The number that is drawn otherwise.
    var other: UInt32
  }

  private var columns: [AliasColumn]

  /// Makes the table of a distribution.
  /// - Precondition: there are weights, none negative, and some positive.
  /// - Complexity: O(weights).
  init(weights: [Double]) {
    let mean = weights.reduce(0, +) / Double(weights.count)
    precondition(mean > 0 && weights.count <= Int(UInt32.max), "nothing to draw from")
    var shares = weights.map { $0 / mean }
    columns = shares.indices.map { AliasColumn(threshold: .max, other: UInt32($0)) }
    var below = shares.indices.filter { shares[$0] < 1 }
    var above = shares.indices.filter { shares[$0] >= 1 }
    // What rounding leaves over in either list is a full column.
    while let small = below.popLast(), let large = above.last {
      columns[small] = AliasColumn(
        threshold: UInt32(shares[small] * 0x1p32), other: UInt32(large))
      shares[large] -= 1 - shares[small]
      if shares[large] < 1 { below.append(above.removeLast()) }
    }
  }

  /// The number that 64 random bits draw. - Complexity: O(1).
  func number(at random: UInt64) -> UInt32 {
    // The upper bits of the product choose the column, the next 32 the side of it.
    let (index, rest) = random.multipliedFullWidth(by: UInt64(columns.count))
    let column = columns[Int(index)]
    return rest >> 32 < UInt64(column.threshold) ? UInt32(index) : column.other
  }
}
