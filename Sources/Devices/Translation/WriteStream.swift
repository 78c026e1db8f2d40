internal import SimCore

/// The addresses that a host writes, one after another, by a pattern and a seed.
public struct WriteStream: Sendable {
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
  public init(_ pattern: WritePattern, units: Int, seed: UInt64) {
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
  public mutating func fill(_ addresses: inout [UInt32]) {
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
