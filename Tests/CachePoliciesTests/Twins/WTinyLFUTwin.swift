internal import SimCore

@testable internal import CachePolicies

/// W-TinyLFU without its jitter: the keys of window, probation and protected, the oldest first.
///
/// The sketch is the real one: it is tested by itself.
struct WTinyLFUTwin: Twin {
  /// One owner for the sketch, which cannot be copied.
  private final class Box {
    var sketch = FrequencySketch()
  }

  var queue: [CacheEntry] = []
  private let box = Box()
  private var window: [ObjectKey] = []
  private var probation: [ObjectKey] = []
  private var protected: [ObjectKey] = []
  private var candidate: ObjectKey?
  private let windowLimit: Int64
  private let protectedLimit: Int64

  init(capacity: Int64) {
    windowLimit = max(1, capacity / 100)
    protectedLimit = (capacity - windowLimit) * 4 / 5
  }

  mutating func requested(_ entry: CacheEntry) { box.sketch.record(entry.key) }

  mutating func hit(at index: Int) {
    let key = queue[index].key
    let wasInWindow = window.contains(key)
    deleted(key)
    if wasInWindow {
      window.append(key)
    } else {
      protected.append(key)
      while bytes(protected) > protectedLimit { probation.append(protected.removeFirst()) }
    }
  }

  mutating func admits(_ entry: CacheEntry) -> Bool {
    candidate = nil
    return true
  }

  mutating func victim(for entry: CacheEntry) -> Int? {
    let isLarge = entry.size.count > windowLimit
    if !isLarge && candidate == nil { leaveWindow(for: entry) }
    guard let victim = probation.first ?? protected.first else { return choose(window[0]) }
    if isLarge { return wins(entry.key, victim) ? choose(victim) : nil }
    guard let challenger = candidate, challenger != victim else { return choose(victim) }
    if wins(challenger, victim) { return choose(victim) }
    candidate = nil
    return choose(challenger)
  }

  mutating func appended() {
    let entry = queue[queue.count - 1]
    box.sketch.reserve(queue.count)
    if entry.size.count > windowLimit {
      probation.append(entry.key)
    } else {
      leaveWindow(for: entry)
      window.append(entry.key)
    }
  }

  mutating func deleted(_ key: ObjectKey) {
    window.removeAll { $0 == key }
    probation.removeAll { $0 == key }
    protected.removeAll { $0 == key }
  }

  private mutating func leaveWindow(for entry: CacheEntry) {
    while bytes(window) + entry.size.count > windowLimit {
      candidate = window.removeFirst()
      if let candidate { probation.append(candidate) }
    }
  }

  private func wins(_ candidate: ObjectKey, _ victim: ObjectKey) -> Bool {
    box.sketch.frequency(of: candidate) > box.sketch.frequency(of: victim)
  }

  private mutating func choose(_ key: ObjectKey) -> Int? {
    deleted(key)
    return place(of: key)
  }
}
