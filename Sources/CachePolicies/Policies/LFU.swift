internal import SimCore

/// Least frequently used: the entry with the fewest requests since its insertion is evicted first;
/// among equals, the one that has had its count for longest.
///
/// One queue for each frequency that occurs (Shah, Mitra, Matani: An O(1) Algorithm for
/// Implementing the LFU Cache Eviction Scheme, 2010). Counts never decay while
/// resident, and are lost at eviction.
struct LFU: EvictionPolicy, ~Copyable {
  static let name = "lfu"
  /// A queue's frequency, and the queues of the next lower and the next higher one that occur.
  private struct Bucket: BitwiseCopyable {
    var frequency: Int64
    var lower = noSlot
    var higher = noSlot
  }

  private var queues = IndexLists(count: 0)
  private var buckets = Table<Bucket>()
  private var lowest = noSlot
  /// A queue that is not in use, and by its `higher` the next one.
  private var free = noSlot

  init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  func prefetchState(of slot: Slot) { queues.prefetch(slot) }

  mutating func hit(_ slot: Slot, in _: borrowing Residents) {
    let old = Slot(queues.remove(slot, size: 0))
    let frequency = buckets[old].frequency + 1
    let next = buckets[old].higher
    if next != noSlot, buckets[next].frequency == frequency {
      queues.append(slot, to: Int(next), size: 0)
      if queues.count(of: Int(old)) == 0 { drop(old) }
    } else if queues.count(of: Int(old)) == 0 {
      buckets[old].frequency = frequency
      queues.append(slot, to: Int(old), size: 0)
    } else {
      queues.append(slot, to: Int(addBucket(frequency, above: old)), size: 0)
    }
  }

  mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    if lowest == noSlot || buckets[lowest].frequency != 1 { lowest = addBucket(1, above: noSlot) }
    queues.append(slot, to: Int(lowest), size: 0)
  }

  mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    let victim = queues.first(of: Int(lowest))
    remove(victim, in: residents)
    return victim
  }

  mutating func remove(_ slot: Slot, in _: borrowing Residents) {
    let bucket = Slot(queues.remove(slot, size: 0))
    if queues.count(of: Int(bucket)) == 0 { drop(bucket) }
  }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    var (bucket, count, last) = (lowest, 0, Int64(0))
    while bucket != noSlot {
      if buckets[bucket].frequency <= last { return "frequencies are out of order" }
      last = buckets[bucket].frequency
      count += queues.count(of: Int(bucket))
      bucket = buckets[bucket].higher
    }
    for (slot, entry) in residents.all where queues.list(of: slot) == nil {
      return "the object \(entry.key) is not listed"
    }
    return count == residents.count ? nil : "\(count) listed, \(residents.count) resident"
  }

  /// Puts an empty queue above another one, or lowest of all.
  private mutating func addBucket(_ frequency: Int64, above lower: Slot) -> Slot {
    let bucket: Slot
    let higher = lower == noSlot ? lowest : buckets[lower].higher
    let value = Bucket(frequency: frequency, lower: lower, higher: higher)
    if free == noSlot {
      bucket = Slot(buckets.count)
      buckets.append(value)
      queues.addList()
    } else {
      bucket = free
      free = buckets[bucket].higher
      buckets[bucket] = value
    }
    if lower != noSlot { buckets[lower].higher = bucket }
    if higher != noSlot { buckets[higher].lower = bucket }
    return bucket
  }

  private mutating func drop(_ bucket: Slot) {
    let (lower, higher) = (buckets[bucket].lower, buckets[bucket].higher)
    if lower == noSlot { lowest = higher } else { buckets[lower].higher = higher }
    if higher != noSlot { buckets[higher].lower = lower }
    buckets[bucket].higher = free
    free = bucket
  }
}

/// Least frequently used with dynamic aging: an entry's priority is its request count plus the
/// cache's age at its last request, and the age is the last victim's priority.
///
/// Arlitt, Cherkasova, Dilley, Friedrich, Jin: Evaluating Content Management Techniques for Web
/// Proxy Caches, SIGMETRICS Performance Evaluation Review 27(4), 2000, doi:10.1145/346000.346003.
struct LFUDA: EvictionPolicy, ~Copyable {
  static let name = "lfuda"
  struct Options: Settings {
    var rule = PublishedRule.paper
    static let fields: [Field<Options>] = [
      Field(
        "rule", \.rule,
        "What a hit adds: paper: one, and the age anew; libcachesim: the age again, which is the"
          + " lowest priority in the cache after an eviction.")
    ]
  }

  private let rule: PublishedRule
  private var heap = IndexedHeap<SequencedPriority<Int64>>()
  /// By slot: its request count.
  private var frequencies = Table<Int64>()
  private var age: Int64 = 0
  private var turn: Int64 = 0

  init(capacity: Bytes, options: Options, seed: UInt64) { rule = options.rule }

  mutating func hit(_ slot: Slot, in _: borrowing Residents) {
    turn += 1
    switch rule {
    case .paper:
      frequencies[slot] += 1
      heap.update(slot, SequencedPriority(value: frequencies[slot] + age, order: turn))
    case .libCacheSim:
      let priority = heap.priority(of: slot).value + age
      heap.update(slot, SequencedPriority(value: priority, order: turn))
    }
  }

  mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    turn += 1
    frequencies.put(1, at: slot, filling: 0)
    heap.insert(slot, SequencedPriority(value: 1 + age, order: turn))
  }

  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    guard let victim = heap.first else { return nil }
    age = heap.priority(of: victim).value
    heap.remove(victim)
    if rule == .libCacheSim, let first = heap.first { age = heap.priority(of: first).value }
    return victim
  }

  mutating func remove(_ slot: Slot, in _: borrowing Residents) { heap.remove(slot) }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }
}
