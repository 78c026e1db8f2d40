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
