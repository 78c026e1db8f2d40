/// Gives each identifier of a trace a dense key: 0 for the first one seen, 1 for the next.
///
/// A hash table with open addressing (linear probing), at most half full. Identifiers that are
/// asked for early get small keys, so what is asked for often lies close together.
package struct KeyInterner: ~Copyable {
  /// A place of the table: an identifier and one more than its key, or 0 where the place is free.
  ///
  /// Not private: where an interner ends its life in another module, that module names this type.
  package struct Cell: BitwiseCopyable {
    fileprivate var identifier: UInt64 = 0
    fileprivate var number: UInt32 = 0
  }
  /// How many identifiers are hashed and their places fetched before the first is looked up.
  private static let batch = 64
  private static let fewestPlaces = 1_024

  /// Its count is a power of two.
  private var cells: Table<Cell>
  /// The places of a batch.
  private var places = Table<Int>(count: batch, filling: 0)
  /// How many identifiers have a key: the number of the last one.
  private var last: UInt32 = 0

  package var count: Int { Int(last) }

  /// Makes an interner that knows no identifier.
  /// - Parameter expected: how many identifiers there may be; more only cost time.
  package init(expected: Int = 0) {
    var places = Self.fewestPlaces
    while places < 2 * expected { places *= 2 }
    cells = Table(count: places, filling: Cell())
  }

  /// The key of an identifier, a new one if it has none.
  /// - Precondition: fewer than 2³² − 1 identifiers are known.
  /// - Complexity: O(1) amortised.
  package mutating func key(of identifier: UInt64) -> ObjectKey {
    if 2 * count >= cells.count { grow() }
    return Self.key(of: identifier, at: place(of: identifier), in: &cells, &last)
  }

  /// Appends the key of each identifier of a block. - Complexity: O(identifiers), amortised.
  package mutating func append(keysOf identifiers: [UInt64], to keys: inout [ObjectKey]) {
    let all = ContiguousArray(identifiers)
    let identifiers = all.span
    keys.append(addingCapacity: identifiers.count) { output in
      var done = 0
      while done < identifiers.count {
        while 2 * (count + Self.batch) > cells.count { grow() }
        done = Self.append(to: &output, identifiers, from: done, &cells, &places, &last)
      }
    }
  }

  /// Finds the keys of batch after batch until all identifiers have one or the table has no more
  /// free places for another batch.
  /// - Returns: how many identifiers have a key.
  private static func append(
    to keys: inout OutputSpan<ObjectKey>, _ identifiers: Span<UInt64>, from first: Int,
    _ cells: inout Table<Cell>, _ places: inout Table<Int>, _ last: inout UInt32
  ) -> Int {
    let shift = shift(of: cells)
    let limit = cells.count / 2 - batch
    var start = first
    while start < identifiers.count, last <= limit {
      let count = min(batch, identifiers.count - start)
      for index in 0..<count {
        let place = Int(truncatingIfNeeded: hash(identifiers[start + index]) >> shift)
        places[index] = place
        cells.prefetch(place)
      }
      for index in 0..<count {
        keys.append(key(of: identifiers[start + index], at: places[index], in: &cells, &last))
      }
      start += count
    }
    return start
  }

  /// The key of an identifier in a table that is not full, looked for from its own place on.
  @inline(__always)
  private static func key(
    of identifier: UInt64, at home: Int, in cells: inout Table<Cell>, _ last: inout UInt32
  ) -> ObjectKey {
    var place = home
    while true {
      let cell = cells[place]
      if cell.identifier == identifier, cell.number != 0 { return cell.number - 1 }
      if cell.number == 0 { break }
      place = next(place, from: home, of: cells.count)
    }
    precondition(last < noIndex, "more objects than keys")
    last += 1
    cells[place] = Cell(identifier: identifier, number: last)
    return last - 1
  }

  /// Doubles the table. In both the places follow the order of hashes, so that both are gone
  /// through from front to end.
  private mutating func grow() {
    var larger = Table(count: 2 * cells.count, filling: Cell())
    let shift = Self.shift(of: larger)
    for index in 0..<cells.count {
      let cell = cells[index]
      if cell.number == 0 { continue }
      let home = Int(truncatingIfNeeded: Self.hash(cell.identifier) >> shift)
      var place = home
      while larger[place].number != 0 { place = Self.next(place, from: home, of: larger.count) }
      larger[place] = cell
    }
    cells = larger
  }

  /// The place to look at after another one: the cells of a cache line in turn, from the
  /// identifier's own on, then those of the next line. So all but few identifiers are in the line
  /// that was fetched.
  @inline(__always)
  private static func next(_ place: Int, from home: Int, of count: Int) -> Int {
    let next = place & ~3 | (place + 1) & 3
    return (next ^ home) & 3 != 0 ? next : (next + 4) & (count - 1)
  }

  private func place(of identifier: UInt64) -> Int {
    Int(truncatingIfNeeded: Self.hash(identifier) >> Self.shift(of: cells))
  }

  /// How many lower bits of a hash say nothing about the place.
  private static func shift(of cells: borrowing Table<Cell>) -> UInt64 {
    UInt64(64 - cells.count.trailingZeroBitCount)
  }

  /// Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4): a product with
  /// 2⁶⁴ divided by the golden ratio mixes upwards, so its uppermost bits are the best ones.
  @inline(__always)
  private static func hash(_ identifier: UInt64) -> UInt64 {
    identifier &* 0x9E37_79B9_7F4A_7C15
  }
}
