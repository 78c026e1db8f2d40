/// Values by dense index, such as a resource's or an object's number: an array that grows to the
/// index that is written, filled up with a default.
///
/// Reading beyond the end gives the default and does not grow. For values that can be copied
/// freely; the replay engine's innermost tables are `Table`s.
/// - Complexity: O(1) for every operation, amortised where it grows.
@usableFromInline
package struct DenseMap<Value> {
  @usableFromInline var stored: [Value] = []
  @usableFromInline let filler: Value

  /// Makes an empty map.
  /// - Parameter filler: the value of every index that was never written.
  @inlinable
  package init(filling filler: Value) { self.filler = filler }

  /// One more than the largest index that was written.
  @inlinable
  package var count: Int { stored.count }

  /// The values from index 0 to the largest that was written.
  @inlinable
  package var values: [Value] { stored }

  @inlinable
  package subscript(index: Int) -> Value {
    get { index < stored.count ? stored[index] : filler }
    _modify {
      if index >= stored.count { grow(through: index) }
      yield &stored[index]
    }
  }

  /// The value of an index of 32 bits, as keys and identifiers have them.
  @inlinable
  package subscript(index: UInt32) -> Value {
    get { self[Int(index)] }
    _modify { yield &self[Int(index)] }
  }

  /// Fills the map up so that it has a value of its own for an index.
  @inlinable
  package mutating func grow(through index: Int) {
    let missing = index + 1 - stored.count
    if missing > 0 { stored.append(contentsOf: repeatElement(filler, count: missing)) }
  }

  /// Forgets all values, and keeps the memory.
  @inlinable
  package mutating func removeAll() { stored.removeAll(keepingCapacity: true) }
}

extension DenseMap: Sendable where Value: Sendable {}

/// Values by dense index in pages, all equal to a default until they are set.
///
/// A page is made when one of its values is set, and can be taken back as a whole: growing neither
/// copies what is there nor reserves twice of it, and what is not used any more takes no memory.
/// For tables that a long run fills at one end and empties at the other; a `DenseMap` is faster
/// where all values stay.
@usableFromInline
package struct PagedMap<Value> {
  /// How many values a page has, as a power of two: few, as there is a map for many a device.
  @usableFromInline static var pageBits: Int { 6 }
  @inlinable package static var pageSize: Int { 1 << pageBits }

  @usableFromInline let filler: Value
  /// An empty page has not been made, or was taken back.
  @usableFromInline var pages: [[Value]] = []
  /// One more than the largest index that was ever set.
  @usableFromInline package private(set) var count = 0

  /// Makes an empty map.
  /// - Parameter filler: the value of every index that was not set.
  @inlinable package init(filling filler: Value) { self.filler = filler }

  /// The value of an index. - Complexity: O(1), amortised over the growth of the map.
  @inlinable
  package subscript(index: UInt32) -> Value {
    get {
      let page = Int(index) >> Self.pageBits
      guard page < pages.count, !pages[page].isEmpty else { return filler }
      return pages[page][Int(index) & (Self.pageSize - 1)]
    }
    _modify {
      let page = Int(index) >> Self.pageBits
      if page >= pages.count || pages[page].isEmpty { make(page) }
      if Int(index) >= count { grow(through: index) }
      yield &pages[page][Int(index) & (Self.pageSize - 1)]
    }
  }

  /// The indices of the pages that are there: each the first of `pageSize`.
  @inlinable
  package var pageStarts: [UInt32] {
    pages.indices.filter { !pages[$0].isEmpty }.map { UInt32($0 << Self.pageBits) }
  }

  /// The number of the page that an index lies in.
  @inlinable
  package static func page(of index: UInt32) -> Int { Int(index) >> pageBits }

  /// Takes back the page that an index lies in: its values are the default again.
  @inlinable
  package mutating func removePage(of index: UInt32) {
    let page = Self.page(of: index)
    if page < pages.count { pages[page] = [] }
  }

  // Inlinable, as compiled here it would look its types up at each page.
  @inlinable
  mutating func make(_ page: Int) {
    while pages.count <= page { pages.append([]) }
    pages[page] = Array(repeating: filler, count: Self.pageSize)
  }

  @usableFromInline
  mutating func grow(through index: UInt32) { count = Int(index) + 1 }
}

extension PagedMap: Sendable where Value: Sendable {}

/// A set of resources, keys or other dense numbers: a bit for each up to the largest that is in it.
///
/// Unlike the library's `Set` it hashes nothing. For sets that are filled and asked within one
/// event. Memory: an eighth of a byte for each number up to the largest.
@usableFromInline
package struct BitSet: Sendable {
  @usableFromInline var words: [UInt64] = []

  /// Makes a set of numbers. - Complexity: O(their count), and a word for 64 up to the largest.
  @inlinable
  package init(_ numbers: some Sequence<UInt32> = EmptyCollection()) {
    for number in numbers { insert(number) }
  }

  /// How many numbers are in it. - Complexity: O(words).
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether a number is in it. - Complexity: O(1).
  @inlinable
  package func contains(_ number: UInt32) -> Bool {
    let word = Int(number >> 6)
    return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
  }

  /// Puts a number in. - Complexity: O(1), amortised over the growth of the set.
  @inlinable
  package mutating func insert(_ number: UInt32) {
    let word = Int(number >> 6)
    if word >= words.count { grow(through: word) }
    words[word] |= 1 << UInt64(number & 63)
  }

  @inlinable
  package mutating func formUnion(_ numbers: some Sequence<UInt32>) {
    for number in numbers { insert(number) }
  }

  @usableFromInline
  mutating func grow(through word: Int) {
    words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index of a sorted collection whose element is beyond something; its end: none is.
  /// - Complexity: O(log n).
  @inlinable package func firstSortedIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Sequence where Element: Equatable {
  /// Each element once, where it stands first. - Complexity: O(n × different elements).
  package var uniqued: [Element] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
