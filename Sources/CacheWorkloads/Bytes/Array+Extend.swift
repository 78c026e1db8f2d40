extension Array {
  /// Adds so many elements, made from their place among the new ones, without asking for room at
  /// each. - Complexity: O(count), amortised.
  @inline(__always)
  mutating func extend(by count: Int, _ element: (Int) -> Element) {
    if capacity - self.count < count {
      reserveCapacity(Swift.max(2 * capacity, self.count + count))
    }
    append(addingCapacity: count) { output in
      for index in 0..<count { output.append(element(index)) }
    }
  }
}
