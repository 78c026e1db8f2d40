/// Gives each identifier of a trace a dense key: 0 for the first one seen, 1 for the next.
///
/// A hash table with open addressing (linear probing), at most half full. Identifiers that are
/// asked for early get small keys, so what is asked for often lies close together.
public struct KeyInterner: Sendable {
  /// A place of the table; a free one has the key `noKey`.
  private struct Cell: BitwiseCopyable {
    var identifier: UInt64
    var key: ObjectKey
  }
  private static let noKey = ObjectKey.max

  /// Its count is a power of two.
  private var cells: [Cell]
  /// How many identifiers have a key: the next key.
  private var keyCount: ObjectKey = 0

  /// How many identifiers have a key.
  public var count: Int { Int(keyCount) }

  /// Makes an interner that knows nobody.
  /// - Parameter expected: how many identifiers there may be; more only cost time.
  public init(expected: Int = 0) {
    var places = 1_024
    while places < 2 * expected { places *= 2 }
    cells = Self.free(places)
  }

  /// The key of an identifier, a new one if it has none.
  /// - Precondition: fewer than 2³² − 1 identifiers are known.
  /// - Complexity: O(1) amortised.
  public mutating func key(of identifier: UInt64) -> ObjectKey {
    let place = Self.place(of: identifier, in: cells.span)
    if cells[place].key != Self.noKey { return cells[place].key }
    precondition(keyCount < Self.noKey, "more objects than keys")
    let key = keyCount
    cells[place] = Cell(identifier: identifier, key: key)
    keyCount += 1
    if 2 * count >= cells.count { grow() }
    return key
  }

  /// Appends the key of each identifier of a block. - Complexity: O(identifiers), amortised.
  public mutating func append(keysOf identifiers: Span<UInt64>, to keys: inout [ObjectKey]) {
    for index in identifiers.indices { keys.append(key(of: identifiers[index])) }
  }

  private mutating func grow() {
    var larger = Self.free(2 * cells.count)
    for cell in cells where cell.key != Self.noKey {
      larger[Self.place(of: cell.identifier, in: larger.span)] = cell
    }
    cells = larger
  }

  private static func free(_ count: Int) -> [Cell] {
    Array(repeating: Cell(identifier: 0, key: noKey), count: count)
  }

  /// Where the identifier is, or the free place where it belongs.
  private static func place(of identifier: UInt64, in cells: Span<Cell>) -> Int {
    let mask = cells.count - 1
    var place = Int(truncatingIfNeeded: hash(identifier)) & mask
    while cells[place].key != noKey, cells[place].identifier != identifier {
      place = (place + 1) & mask
    }
    return place
  }

  /// Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4): a product with
  /// 2⁶⁴ divided by the golden ratio mixes upwards, so its upper half is the better one.
  private static func hash(_ identifier: UInt64) -> UInt64 {
    let product = identifier &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 32)
  }
}
