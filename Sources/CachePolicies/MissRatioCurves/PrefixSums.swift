internal import SimCore

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
