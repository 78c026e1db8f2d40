internal import CPrefetch

/// Gives each identifier of a trace a dense key: 0 for the first one seen, 1 for the next.
///
/// A hash table with open addressing (linear probing), at most half full. Identifiers that are
/// asked for early get small keys, so what is asked for often lies close together.
package struct KeyInterner: Sendable {
  /// A place of the table; a free one has the key `noKey`.
  private struct Cell: BitwiseCopyable {
    var identifier: UInt64
    var key: ObjectKey
  }
  private static let noKey = ObjectKey.max
  /// How many identifiers ahead the table is fetched.
  ///
  /// Measured on ten million requests by Zipf's law for a million objects, in one process on two
  /// shared cores: an array used directly 23 million identifiers a second, spans opened once a
  /// block 36, with fetching 8, 16, 24, 48 ahead 42, 48, 51, 56.
  private static let lead = 32

  /// Its count is a power of two.
  private var cells: [Cell]
  /// How many identifiers have a key: the next key.
  private var keyCount: ObjectKey = 0

  /// How many identifiers have a key.
  package var count: Int { Int(keyCount) }

  /// Makes an interner that knows no identifier.
  /// - Parameter expected: how many identifiers there may be; more only cost time.
  package init(expected: Int = 0) {
    var places = 1_024
    while places < 2 * expected { places *= 2 }
    cells = Self.free(places)
  }

  /// The key of an identifier, a new one if it has none.
  /// - Precondition: fewer than 2³² − 1 identifiers are known.
  /// - Complexity: O(1) amortised.
  package mutating func key(of identifier: UInt64) -> ObjectKey {
    if 2 * count >= cells.count { grow() }
    return Self.key(of: identifier, in: &cells, &keyCount)
  }

  /// Appends the key of each identifier of a block. - Complexity: O(identifiers), amortised.
  package mutating func append(keysOf identifiers: Span<UInt64>, to keys: inout [ObjectKey]) {
    keys.append(addingCapacity: identifiers.count) { output in
      var done = 0
      while done < identifiers.count {
        if 2 * count >= cells.count { grow() }
        done = Self.append(to: &output, identifiers, from: done, &cells, &keyCount)
      }
    }
  }

  /// Finds keys until all identifiers have one or the table is half full.
  /// - Returns: how many identifiers have a key.
  private static func append(
    to keys: inout OutputSpan<ObjectKey>, _ identifiers: Span<UInt64>, from first: Int,
    _ cells: inout [Cell], _ count: inout ObjectKey
  ) -> Int {
    let base = cells.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    var table = cells.mutableSpan
    let limit = table.count / 2
    let mask = UInt64(table.count - 1)
    var index = first
    while index < identifiers.count, Int(count) < limit {
      if index + lead < identifiers.count {
        let place = UInt(hash(identifiers[index + lead]) & mask)
        cachesim_prefetch(base + place * UInt(MemoryLayout<Cell>.stride))
      }
      keys.append(key(of: identifiers[index], in: &table, &count))
      index += 1
    }
    return index
  }

  private static func key(
    of identifier: UInt64, in cells: inout [Cell], _ count: inout ObjectKey
  ) -> ObjectKey {
    var table = cells.mutableSpan
    return key(of: identifier, in: &table, &count)
  }

  /// The key of an identifier in a table that is not full.
  @inline(__always)
  private static func key(
    of identifier: UInt64, in table: inout MutableSpan<Cell>, _ count: inout ObjectKey
  ) -> ObjectKey {
    let mask = table.count - 1
    var place = Int(truncatingIfNeeded: hash(identifier)) & mask
    while true {
      let cell = table[place]
      if cell.key == noKey { break }
      if cell.identifier == identifier { return cell.key }
      place = (place + 1) & mask
    }
    let key = count
    precondition(key < noKey, "more objects than keys")
    table[place] = Cell(identifier: identifier, key: key)
    count += 1
    return key
  }

  private mutating func grow() {
    var larger = Self.free(2 * cells.count)
    let mask = larger.count - 1
    for cell in cells where cell.key != Self.noKey {
      var place = Int(truncatingIfNeeded: Self.hash(cell.identifier)) & mask
      while larger[place].key != Self.noKey { place = (place + 1) & mask }
      larger[place] = cell
    }
    cells = larger
  }

  private static func free(_ count: Int) -> [Cell] {
    Array(repeating: Cell(identifier: 0, key: noKey), count: count)
  }

  /// Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4): a product with
  /// 2⁶⁴ divided by the golden ratio mixes upwards, so its upper half is the better one.
  @inline(__always)
  private static func hash(_ identifier: UInt64) -> UInt64 {
    let product = identifier &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 32)
  }
}
