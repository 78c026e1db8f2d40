internal import SimCore

/// How many bytes were asked for since an object was asked for last, each object counted once and
/// this one too: what an LRU room must hold so that the request is a hit.
///
/// As `RecencyRanks`, with sizes in place of marks; the tree sums groups of sixteen.
/// - Complexity: O(log objects) for a request, amortised.
struct RecencyBytes: ~Copyable {
  private static let absent = UInt32.max
  private static let group = 16

  /// By key: the time of its last request, or `absent`.
  private var times = Table<UInt32>()
  /// By time: whose request it was.
  private var owners: Table<ObjectKey>
  /// By time: the size, 0 when the object was asked for again since.
  private var sizes: Table<Int64>
  private var sums: Table<Int64>
  private var now = 0
  /// How many objects are in the stack.
  private(set) var count = 0
  private var total: Int64 = 0

  /// Nobody has been asked for.
  init() {
    owners = Table(count: 1 << 12, filling: 0)
    sizes = Table(count: owners.count, filling: 0)
    sums = Table(count: owners.count / Self.group + 1, filling: 0)
  }

  /// Takes note of a request, from which on the object has that size.
  /// - Returns: the bytes from the top of the stack through the object, with the size that it had;
  ///   nil when it was not in it.
  mutating func request(_ key: ObjectKey, size: Int64) -> Int64? {
    if now == owners.count { makeTime() }
    times.reach(key, filling: Self.absent)
    let time = times[key]
    var depth: Int64?
    if time != Self.absent { depth = take(Int(time)) }
    put(key, size)
    return depth
  }

  /// Forgets an object that is in the stack.
  mutating func remove(_ key: ObjectKey) {
    _ = take(Int(times[key]))
    times[key] = Self.absent
  }

  private mutating func put(_ key: ObjectKey, _ size: Int64) {
    times[key] = UInt32(now)
    owners[now] = key
    sizes[now] = size
    total += size
    count += 1
    add(size, to: now / Self.group)
    now += 1
  }

  /// Takes a size away and sums it and those after it.
  private mutating func take(_ time: Int) -> Int64 {
    let group = time / Self.group
    var before: Int64 = 0
    var index = group
    while index > 0 {
      before += sums[index]
      index &= index - 1
    }
    for earlier in (group * Self.group)..<time { before += sizes[earlier] }
    let depth = total - before
    let size = sizes[time]
    sizes[time] = 0
    total -= size
    count -= 1
    add(-size, to: group)
    return depth
  }

  private mutating func add(_ size: Int64, to group: Int) {
    var index = group + 1
    while index < sums.count {
      sums[index] += size
      index += index & -index
    }
  }

  /// Closes the gaps between objects, in more time when those are few. - Complexity: O(time).
  @inline(never)
  private mutating func makeTime() {
    let span = max(owners.count, 2 * (count + Self.group).roundedUpToPowerOfTwo)
    var oldOwners = Table<ObjectKey>()
    var oldSizes = Table<Int64>()
    swap(&owners, &oldOwners)
    swap(&sizes, &oldSizes)
    owners = Table(count: span, filling: 0)
    sizes = Table(count: span, filling: 0)
    sums = Table(count: span / Self.group + 1, filling: 0)
    let end = now
    (now, count, total) = (0, 0, 0)
    for time in 0..<end where times[oldOwners[time]] == UInt32(time) {
      put(oldOwners[time], oldSizes[time])
    }
  }
}
