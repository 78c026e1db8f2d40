package import SimCore

/// How many other objects were requested since an object's last request: its distance from the top
/// of an LRU stack.
///
/// Mattson, Gecsei, Slutz, Traiger: Evaluation Techniques for Storage Hierarchies, 1970,
/// doi:10.1147/sj.92.0078; counted by marks over time as Bennett and Kruskal (1975) do: each object
/// has one mark, at its last request. Marks are bits of words; how many there are before a word is
/// kept in running sums, which the newest word joins when it is full.
/// - Complexity: O(log objects) for a request, amortised.
struct ObjectStackDistances: ~Copyable {
  private static let absent = UInt32.max
  private static let wordBits = 64
  private static let firstSpan = 1 << 12

  /// By key: the time of its mark, or `absent`.
  private var times = Table<UInt32>()
  /// By time: the object of the mark, past ones too.
  private var owners = Table<ObjectKey>(count: firstSpan, filling: 0)
  private var marks = Table<UInt64>(count: firstSpan / wordBits, filling: 0)
  /// By word: how many marks are in those before it; the newest word counts as empty.
  private var sums = PrefixSums<UInt32>(count: firstSpan / wordBits)
  private var now = 0
  private(set) var count = 0

  init() {}

  /// Takes note of a request.
  /// - Returns: the object's place in the stack, 1 for the top; 0 when it was not in it.
  @inline(__always)
  mutating func request(_ key: ObjectKey) -> Int {
    if now == owners.count { makeTime() }
    times.reach(key, filling: Self.absent)
    let time = times[key]
    let rank = time == Self.absent ? 0 : unmark(Int(time))
    mark(key)
    return rank
  }

  @inline(__always)
  func prefetch(_ key: ObjectKey) { times.prefetch(key) }

  mutating func remove(_ key: ObjectKey) {
    _ = unmark(Int(times[key]))
    times[key] = Self.absent
  }

  @inline(__always)
  private mutating func mark(_ key: ObjectKey) {
    let word = now / Self.wordBits
    times[key] = UInt32(now)
    owners[now] = key
    marks[word] |= 1 << UInt64(now % Self.wordBits)
    count += 1
    now += 1
    if now % Self.wordBits == 0 {
      _ = sums.add(UInt32(marks[word].nonzeroBitCount), at: word)
    }
  }

  /// Takes a mark away and counts it and those after it.
  @inline(__always)
  private mutating func unmark(_ time: Int) -> Int {
    let word = time / Self.wordBits
    let bit: UInt64 = 1 << UInt64(time % Self.wordBits)
    let all = marks[word]
    marks[word] = all ^ bit
    let before = sums.add(word == now / Self.wordBits ? 0 : .max, at: word)
    let rank = count - Int(before) - (all & (bit - 1)).nonzeroBitCount
    count -= 1
    return rank
  }

  /// Closes the gaps between marks, in more time when they are few. - Complexity: O(time).
  @inline(never)
  private mutating func makeTime() {
    var next = 0
    for word in 0..<marks.count {
      var left = marks[word]
      while left != 0 {
        let owner = owners[word * Self.wordBits + left.trailingZeroBitCount]
        left &= left - 1
        owners[next] = owner
        times[owner] = UInt32(next)
        next += 1
      }
    }
    // At least as much time as marks is free afterwards, so that this is rare.
    let span = max(owners.count, 2 * (count + Self.wordBits).roundedUpToPowerOfTwo)
    if span > owners.count { owners.reach(Slot(span - 1), filling: 0) }
    marks = Table(count: span / Self.wordBits, filling: 0)
    sums = PrefixSums(count: marks.count)
    (now, count) = (0, 0)
    for _ in 0..<next { mark(owners[now]) }
  }
}

extension Int {
  var roundedUpToPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}

/// From a request to the next for the same object, counted in different objects: the size from
/// which on an LRU cache of objects of one size serves it.
///
/// Exact (Mattson, Gecsei, Slutz, Traiger, 1970; see `ObjectStackDistances`). Memory: about 20
/// bytes for each object.
package struct StackDistances: ~Copyable {
  private var ranks = ObjectStackDistances()

  package init() {}

  /// Tells the distance of each request that has one, in the order of the requests.
  /// - Complexity: O(log objects) for a request, amortised.
  package mutating func measure(_ keys: Span<ObjectKey>, _ tell: (Int) -> Void) {
    for index in keys.indices {
      let distance = ranks.request(keys[index])
      if distance > 0 { tell(distance) }
    }
  }
}
