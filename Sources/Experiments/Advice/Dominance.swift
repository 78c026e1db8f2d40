/// Which of several things are no better than another one in anything, and worse in something.
///
/// A thing dominates another one when it is at least as good by each criterion and better by one:
/// a partial order, so that whoever is dominated is dominated by someone who is not.
struct Dominance {
  /// The first that dominates each thing and is not dominated itself; nil: nobody does.
  let dominators: [Int?]

  /// Compares things.
  /// - Parameters:
  ///   - count: how many there are.
  ///   - isBetter: by which criteria the first is better than the second; of as many criteria for
  ///     any two.
  /// - Complexity: O(count² × criteria).
  init(count: Int, isBetter: (Int, Int) -> [Bool]) {
    var dominated: [[Int]] = Array(repeating: [], count: count)
    for left in 0..<count {
      for right in 0..<count
      where left != right && Self.dominates(isBetter(left, right), isBetter(right, left)) {
        dominated[right].append(left)
      }
    }
    dominators = dominated.map { list in list.first { dominated[$0].isEmpty } }
  }

  /// Whether one is better than another by some criterion and never the other way round.
  static func dominates(_ better: [Bool], _ worse: [Bool]) -> Bool {
    better.contains(true) && !worse.contains(true)
  }
}
