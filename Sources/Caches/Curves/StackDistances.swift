public import SimCore

/// From a request to the next for the same object, counted in different objects: the size from
/// which on an LRU cache of objects of one size serves it.
///
/// Exact (Mattson, Gecsei, Slutz, Traiger, 1970; see `RecencyRanks`). Memory: about 20 bytes for
/// each object.
public struct StackDistances: ~Copyable {
  private var ranks = RecencyRanks()

  /// Nobody has been asked for.
  public init() {}

  /// Tells the distance of each request that has one, in the order of the requests.
  /// - Complexity: O(log objects) for a request, amortised.
  public mutating func measure(_ keys: Span<ObjectKey>, _ tell: (Int) -> Void) {
    for index in keys.indices {
      let distance = ranks.request(keys[index])
      if distance > 0 { tell(distance) }
    }
  }
}
