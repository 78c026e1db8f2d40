internal import SimCore

/// How many other objects were asked for since an object was asked for last: its distance from the
/// top of an LRU stack.
///
/// Mattson, Gecsei, Slutz, Traiger: Evaluation Techniques for Storage Hierarchies, 1970,
/// doi:10.1147/sj.92.0078; counted by marks over time as Bennett and Kruskal (1975) do: each object
/// has one mark, at its last request. Marks are bits of words; how many there are before a word is
/// kept in a tree of partial sums (Fenwick, 1994, doi:10.1002/spe.4380240306). The newest word
/// joins the tree when it is full.
/// - Complexity: O(log objects) for a request, amortised.
struct RecencyRanks: ~Copyable {
  private static let absent = UInt32.max
  private static let wordBits = 64

  /// By key: the time of its mark, or `absent`.
  private var times = Table<UInt32>()
  /// By time: whose mark it is, or was.
  private var owners: Table<ObjectKey>
  private var marks: Table<UInt64>
  /// The tree: `sums[i]` counts the marks of the words that end with word i − 1 and are as many as
  /// i's lowest bit says.
  private var sums: Table<UInt32>
  private var now = 0
  /// How many objects have a mark.
  private(set) var count = 0

  /// Nobody has been asked for.
  init() {
    owners = Table(count: 1 << 12, filling: 0)
    marks = Table(count: owners.count / Self.wordBits, filling: 0)
    sums = Table(count: marks.count + 1, filling: 0)
  }

  /// Takes note of a request.
  /// - Returns: the object's place in the stack, 1 for the top; nil when it was not in it.
  @inline(__always)
  mutating func request(_ key: ObjectKey) -> Int? {
    if now == owners.count { makeTime() }
    times.reach(key, filling: Self.absent)
    let time = times[key]
    defer { mark(key) }
    if time == Self.absent { return nil }
    return unmark(Int(time)) + 1
  }

  /// Forgets an object that is in the stack.
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
    if now % Self.wordBits == 0 { add(marks[word].nonzeroBitCount, to: word) }
  }

  /// Takes a mark away and counts those after it.
  @inline(__always)
  private mutating func unmark(_ time: Int) -> Int {
    let (word, bit) = (time / Self.wordBits, UInt64(time % Self.wordBits))
    let above = (marks[word] >> bit).nonzeroBitCount - 1
    marks[word] &= ~(1 << bit)
    count -= 1
    if word == now / Self.wordBits { return above }
    // The tree knows the marks of this word and of all before it; the others came later.
    let before = sum(through: word)
    add(-1, to: word)
    return count + 1 - before + above
  }

  /// The marks of the words up to one.
  @inline(__always)
  private func sum(through word: Int) -> Int {
    var (index, sum) = (word + 1, 0)
    while index > 0 {
      sum += Int(sums[index])
      index &= index - 1
    }
    return sum
  }

  @inline(__always)
  private mutating func add(_ number: Int, to word: Int) {
    var index = word + 1
    while index < sums.count {
      sums[index] = UInt32(truncatingIfNeeded: Int(sums[index]) + number)
      index += index & -index
    }
  }

  /// Closes the gaps between marks, in more time when they are few. - Complexity: O(time).
  @inline(never)
  private mutating func makeTime() {
    // At least as much time as marks is free afterwards, so that this is rare.
    let span = max(owners.count, 2 * (count + Self.wordBits).roundedUpToPowerOfTwo)
    var order = Table<ObjectKey>(count: span, filling: 0)
    var next = 0
    for time in 0..<now
    where marks[time / Self.wordBits] >> UInt64(time % Self.wordBits) & 1 == 1 {
      order[next] = owners[time]
      next += 1
    }
    owners = order
    marks = Table(count: span / Self.wordBits, filling: 0)
    sums = Table(count: marks.count + 1, filling: 0)
    (now, count) = (0, 0)
    for index in 0..<next { mark(owners[index]) }
  }
}

extension Int {
  /// The smallest power of two that is not less.
  var roundedUpToPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
