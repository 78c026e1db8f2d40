/// Lines without the points that cannot be seen.
///
/// A line keeps the points that Douglas and Peucker's method keeps ("Algorithms for the reduction
/// of the number of points required to represent a digitized line or its caricature",
/// Cartographica 10 (2), 1973, doi:10.3138/FM57-6770-U75U-7727), so that what is left out lies
/// within ``tolerance`` of what is drawn.
enum LineThinning {
  /// A place in a picture, in pixels.
  typealias Place = (x: Double, y: Double)

  /// How far a point that is left out may lie from the line, in pixels: less than the half of all
  /// lines but those of seeds.
  static let tolerance = 0.4
  /// How many points are looked at together, so that the time grows with their number and not
  /// with its square: assumption, more than a bend has.
  private static let stretch = 256

  /// The points of a line that tell its course, both ends among them.
  /// - Complexity: O(``stretch`` × n).
  static func thin(_ line: [Place]) -> [Place] {
    guard line.count > 2 else { return line }
    var isKept = line.indices.map { $0 % stretch == 0 || $0 == line.count - 1 }
    var open = Swift.stride(from: 0, to: line.count - 1, by: stretch).map {
      ($0, min($0 + stretch, line.count - 1))
    }
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      var (farthest, most) = (first, tolerance)
      for index in first + 1..<last {
        let own = distance(of: line[index], fromLineBetween: line[first], line[last])
        if own > most { (farthest, most) = (index, own) }
      }
      guard farthest > first else { continue }
      isKept[farthest] = true
      open += [(first, farthest), (farthest, last)]
    }
    return line.indices.filter { isKept[$0] }.map { line[$0] }
  }

  static func distance(
    of place: Place, fromLineBetween first: Place, _ last: Place
  ) -> Double {
    let (width, height) = (last.x - first.x, last.y - first.y)
    let square = width * width + height * height
    let part =
      square == 0
      ? 0 : min(max(((place.x - first.x) * width + (place.y - first.y) * height) / square, 0), 1)
    let (across, down) = (place.x - first.x - part * width, place.y - first.y - part * height)
    return (across * across + down * down).squareRoot()
  }
}
