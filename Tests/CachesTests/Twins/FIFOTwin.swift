internal import Caches

/// First in, first out: the array is in order of coming in.
struct FIFOTwin: Twin {
  var queue: [Entry] = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) {}
  mutating func victim(for _: Entry) -> Int? { 0 }
}
