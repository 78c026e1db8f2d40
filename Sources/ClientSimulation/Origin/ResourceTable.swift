package import CacheWorkloads

/// A row for each resource, all equal to a default until they are set.
///
/// Rows lie in pages, and a page is made when one of its rows is set: what was never touched takes
/// no room, and growing neither copies what is there nor reserves twice of it. A device that is
/// simulated for years meets hundreds of thousands of pictures.
package struct ResourceTable<Row: Sendable>: Sendable {
  private static var pageBits: Int { 9 }
  private static var pageSize: Int { 1 << pageBits }

  private let initial: Row
  /// An empty page has not been made.
  private var pages: [[Row]] = []
  /// One more than the last resource whose row was set.
  package private(set) var count = 0

  /// No row is set.
  /// - Parameter initial: what a row holds before that.
  package init(_ initial: Row) { self.initial = initial }

  /// A resource's row. - Complexity: O(1), amortised over the growth of the table.
  package subscript(resource: ResourceIndex) -> Row {
    get {
      let page = Int(resource) >> Self.pageBits
      guard page < pages.count, !pages[page].isEmpty else { return initial }
      return pages[page][Int(resource) & (Self.pageSize - 1)]
    }
    _modify {
      let page = Int(resource) >> Self.pageBits
      while pages.count <= page { pages.append([]) }
      if pages[page].isEmpty {
        pages[page] = Array(repeating: initial, count: Self.pageSize)
      }
      count = max(count, Int(resource) + 1)
      yield &pages[page][Int(resource) & (Self.pageSize - 1)]
    }
  }
}
