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

/// A row of numbers that tells the sum of those before any of them.
///
/// A tree with sixteen children a node; a node has the running sums of its children, so that a sum
/// is one read a level, and a change is one addition of vectors: the same steps at every place,
/// and no branch to mispredict. A Fenwick tree needs fewer sums, but as many steps as its place
/// has bits.
/// - Complexity: O(log₁₆ numbers) for a change and a sum; memory for at most a little more than two
///   sums a number.
struct PrefixSums<Number: FixedWidthInteger & UnsignedInteger & SIMDScalar>: ~Copyable
where Number.SIMD16Storage: BitwiseCopyable {
  typealias Node = SIMD16<Number>

  /// How many children a node has, in bits.
  private static var childBits: Int { 4 }
  private static var childCount: Int { 1 << childBits }

  /// How far a place is shifted to be the number of the root's child.
  private let topShift: Int
  /// Level by level, the root first. Lane i of a node is the sum of its children before child i.
  private var nodes: Table<Node>
  /// By child: all bits in the lanes of the children after it.
  private var later = Table<Node>(count: childCount, filling: Node(repeating: 0))

  init(count: Int) {
    var (shift, innerCount) = (0, 0)
    while count > Self.childCount << shift {
      innerCount = innerCount << Self.childBits + 1
      shift += Self.childBits
    }
    topShift = shift
    nodes = Table(
      count: innerCount + (count + Self.childCount - 1) >> Self.childBits,
      filling: Node(repeating: 0))
    for child in 0..<Self.childCount {
      var lanes = Node(repeating: 0)
      for lane in (child + 1)..<Self.childCount { lanes[lane] = .max }
      later[child] = lanes
    }
  }

  /// Adds to the number at a place, wrapping around, so that numbers can be taken away as well.
  /// - Returns: the sum of those before it.
  @inline(__always)
  mutating func add(_ number: Number, at place: Int) -> Number {
    var sum: Number = 0
    var (first, shift) = (0, topShift)
    while shift >= 0 {
      let child = place >> shift & (Self.childCount - 1)
      let node = first + place >> (shift + Self.childBits)
      let lanes = nodes[node]
      sum &+= lanes[child]
      nodes[node] = lanes &+ (later[child] & Node(repeating: number))
      first = first << Self.childBits + 1
      shift -= Self.childBits
    }
    return sum
  }
}
