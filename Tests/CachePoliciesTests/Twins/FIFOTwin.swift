internal import CachePolicies

/// First in, first out: the array is in order of coming in.
struct FIFOTwin: Twin {
  var queue: [CacheEntry] = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) {}
  mutating func victim(for _: CacheEntry) -> Int? { 0 }
}
