internal import CachePolicies

/// SIEVE: the array is in order of coming in, and the hand is a place in it.
struct SIEVETwin: Twin {
  var queue: [CacheEntry] = []
  private var marks: [Bool] = []
  private var hand = 0

  init(capacity: Int64) {}

  mutating func hit(at index: Int) { marks[index] = true }

  mutating func appended() { marks.append(false) }

  mutating func victim(for _: CacheEntry) -> Int? {
    while marks[hand] {
      marks[hand] = false
      hand = (hand + 1) % queue.count
    }
    return hand
  }

  mutating func removed(at index: Int) {
    marks.remove(at: index)
    if index < hand { hand -= 1 }
    if hand == queue.count { hand = 0 }
  }
}
