internal import SimCore

/// How many bytes were requested since an object's last request, each object counted once and this
/// one too: the capacity from which on an LRU cache serves the request.
///
/// As `ObjectStackDistances`, with sizes in place of marks: sixteen in a group in place of bits in
/// a word.
/// - Complexity: O(log objects) for a request, amortised.
struct ByteStackDistances: ~Copyable {
  private typealias Group = SIMD16<UInt64>
  private static let absent = UInt32.max
  private static let groupSize = Group.scalarCount
  private static let firstSpan = 1 << 12

  /// By key: the time of its last request, or `absent`.
  private var times = Table<UInt32>()
  /// By time: the object of the request.
  private var owners = Table<ObjectKey>(count: firstSpan, filling: 0)
  /// By time: the size, 0 when the object was requested again since.
  private var sizes = Table<Group>(count: firstSpan / groupSize, filling: Group(repeating: 0))
  /// By group: the bytes in those before it; the newest group counts as empty.
  private var sums = PrefixSums<UInt64>(count: firstSpan / groupSize)
  /// By place in a group: all bits in the lanes of the places before it.
  private var earlier = Table<Group>(count: groupSize, filling: Group(repeating: 0))
  private var now = 0
  private var count = 0
  private var total: UInt64 = 0

  init() {
    for place in 0..<Self.groupSize {
      var lanes = Group(repeating: 0)
      for lane in 0..<place { lanes[lane] = .max }
      earlier[place] = lanes
    }
  }

  @inline(__always)
  func prefetch(_ key: ObjectKey) { times.prefetch(key) }

  /// Takes note of a request, from which on the object has that size.
  /// - Returns: the bytes from the top of the stack through the object, with the size that it had;
  ///   nil when it was not in it.
  @inline(__always)
  mutating func request(_ key: ObjectKey, size: Int64) -> Int64? {
    if now == owners.count { makeTime() }
    times.reach(key, filling: Self.absent)
    let time = times[key]
    let depth = time == Self.absent ? nil : take(Int(time))
    put(key, UInt64(size))
    return depth
  }

  mutating func remove(_ key: ObjectKey) {
    _ = take(Int(times[key]))
    times[key] = Self.absent
  }

  @inline(__always)
  private mutating func put(_ key: ObjectKey, _ size: UInt64) {
    let group = now / Self.groupSize
    times[key] = UInt32(now)
    owners[now] = key
    sizes[group][now % Self.groupSize] = size
    total += size
    count += 1
    now += 1
    if now % Self.groupSize == 0 { _ = sums.add(sizes[group].wrappedSum(), at: group) }
  }

  /// Takes a size away and sums it and those after it.
  @inline(__always)
  private mutating func take(_ time: Int) -> Int64 {
    let (group, place) = (time / Self.groupSize, time % Self.groupSize)
    let all = sizes[group]
    let size = all[place]
    sizes[group][place] = 0
    let before = sums.add(group == now / Self.groupSize ? 0 : 0 &- size, at: group)
    let depth = total - before - (all & earlier[place]).wrappedSum()
    total -= size
    count -= 1
    return Int64(depth)
  }

  /// Closes the gaps between objects, in more time when those are few. - Complexity: O(time).
  @inline(never)
  private mutating func makeTime() {
    let span = max(owners.count, 2 * (count + Self.groupSize).roundedUpToPowerOfTwo)
    let end = now
    var old = Table<Group>(count: span / Self.groupSize, filling: Group(repeating: 0))
    swap(&sizes, &old)
    sums = PrefixSums(count: sizes.count)
    if span > owners.count { owners.reach(Slot(span - 1), filling: 0) }
    (now, count, total) = (0, 0, 0)
    for time in 0..<end {
      let owner = owners[time]
      if times[owner] == UInt32(time) {
        put(owner, old[time / Self.groupSize][time % Self.groupSize])
      }
    }
  }
}
