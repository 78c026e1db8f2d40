/// Values by dense index in pages, all equal to a default until they are set.
///
/// A page is made when one of its values is set, and can be taken back as a whole: growing neither
/// copies what is there nor reserves twice of it, and what is not used any more takes no memory.
/// For tables that a long run fills at one end and empties at the other; a `DenseMap` is faster
/// where all values stay.
public struct PagedMap<Value> {
  /// How many values a page has, as a power of two: few, as there is a map for many a device.
  @usableFromInline static var pageBits: Int { 6 }
  /// How many values a page has.
  @inlinable public static var pageSize: Int { 1 << pageBits }

  @usableFromInline let filler: Value
  /// An empty page has not been made, or was taken back.
  @usableFromInline var pages: [[Value]] = []
  /// One more than the largest index that was ever set.
  public private(set) var count = 0

  /// Makes an empty map.
  /// - Parameter filler: the value of every index that was not set.
  public init(filling filler: Value) { self.filler = filler }

  /// The value of an index. - Complexity: O(1), amortised over the growth of the map.
  @inlinable
  public subscript(index: UInt32) -> Value {
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
  public var pageStarts: [UInt32] {
    pages.indices.filter { !pages[$0].isEmpty }.map { UInt32($0 << Self.pageBits) }
  }

  /// The number of the page that an index lies in.
  public static func page(of index: UInt32) -> Int { Int(index) >> pageBits }

  /// Takes back the page that an index lies in: its values are the default again.
  public mutating func removePage(of index: UInt32) {
    let page = Self.page(of: index)
    if page < pages.count { pages[page] = [] }
  }

  @usableFromInline
  mutating func make(_ page: Int) {
    while pages.count <= page { pages.append([]) }
    pages[page] = Array(repeating: filler, count: Self.pageSize)
  }

  @usableFromInline
  mutating func grow(through index: UInt32) { count = Int(index) + 1 }
}

extension PagedMap: Sendable where Value: Sendable {}
