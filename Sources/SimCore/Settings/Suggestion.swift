/// The known name nearest to a mistyped one.
public enum Suggestion {
  /// The nearest of `names`; nil when none is near enough to be what was meant.
  ///
  /// Near enough: a third of the letters (at least two) may be wrong, missing, added or swapped.
  /// - Complexity: O(names × length²).
  public static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased())
    let most = max(2, wanted.count / 3)
    var best: (distance: Int, name: String)?
    // So many letters too many or too few are wrong at least.
    for candidate in names where abs(candidate.count - wanted.count) <= most {
      let distance = distance(wanted, Array(candidate.lowercased()))
      if distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    guard let best, best.distance <= most, best.distance < wanted.count else {
      return nil
    }
    return best.name
  }

  /// The words ` (did you mean 'x'?)`, or the list of known names when none is near.
  public static func hint(for name: String, among names: [String]) -> String {
    if let nearest = nearest(to: name, among: names) { return " (did you mean '\(nearest)'?)" }
    return names.isEmpty ? "" : " (known: \(names.joined(separator: ", ")))"
  }

  /// Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for i in 0..<left.count {
      var row = [i + 1]
      row.reserveCapacity(right.count + 1)
      for j in 0..<right.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
