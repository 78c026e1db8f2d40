internal import SimCore

extension Span<ObjectKey> {
  /// How many requests ahead.
  ///
  /// Measured with LRU, FIFO, SLRU, LRU-K and LIRS on ten million requests by Zipf's law for a
  /// million objects, on two shared cores: 8, 16, 24 and 40 are alike within the noise; without,
  /// LRU takes a third longer, LRU-K a quarter and LIRS half as long again.
  static let lead = 24

  /// The key of the request some places ahead, near the end of a range its last one: whose place
  /// in a table the processor can fetch in the meantime.
  @inline(__always)
  func ahead(of index: Int, in range: Range<Int>) -> ObjectKey {
    self[min(index + Self.lead, range.upperBound - 1)]
  }
}
