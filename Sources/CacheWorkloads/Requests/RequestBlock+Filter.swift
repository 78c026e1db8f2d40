package import SimCore

extension RequestBlock {
  /// Keeps the requests at these indices, which ascend; next accesses no longer hold and are
  /// dropped.
  /// - Complexity: O(requests).
  package mutating func keep(_ kept: [Int]) {
    nextAccesses.removeAll(keepingCapacity: true)
    if kept.count == keys.count { return }
    Self.keep(kept, of: &keys)
    Self.keep(kept, of: &sizes)
    Self.keep(kept, of: &times)
    Self.keep(kept, of: &timesToLive)
    Self.keep(kept, of: &costs)
    Self.keep(kept, of: &operations)
    Self.keep(kept, of: &tenants)
  }

  private static func keep<Element>(_ kept: [Int], of column: inout [Element]) {
    guard !column.isEmpty else { return }
    for (place, index) in kept.enumerated() { column[place] = column[index] }
    column.removeLast(column.count - kept.count)
  }
}
