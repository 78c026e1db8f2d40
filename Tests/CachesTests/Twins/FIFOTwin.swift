internal import Caches

/// First in, first out: the array is in order of coming in.
struct FIFOTwin: Twin {
  var queue: [Entry] = []
  mutating func hit(at index: Int) {}
  mutating func victim() -> Int { 0 }
}
