/// Finds places for the names of points, where they lie on no point and on no other name.
///
/// Greedy: each point in turn takes the first free one of some places around it, near ones first.
/// What is optimal is NP-hard (Marks and Shieber, 1991); a dozen points do not need it.
struct LabelPlacement {
  /// A rectangle in pixels.
  struct Box {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    func lies(in frame: ChartFrame) -> Bool {
      left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom
    }
  }

  /// Where a name stands, and whether it is so far from its point that a line must join them.
  struct Place {
    let box: Box
    let isFar: Bool
  }

  /// Directions from a point to the middle of its name, the most usual first.
  private static let directions: [(x: Double, y: Double)] = [
    (1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1),
  ]
  /// Rings around a point that are tried, and the pixels between them.
  private static let rings = (count: 24, distance: 9.0)
  /// Half the side of a point, and the height of a line of text, in pixels.
  private static let pointRadius = 8.0
  private static let textHeight = 18.0

  let frame: ChartFrame
  let points: [(x: Double, y: Double)]
  /// The widths of the names in pixels.
  let widths: [Double]

  /// A place for each point's name.
  /// - Complexity: O(n²) for n points.
  func places() -> [Place] {
    let marks = points.map { point in
      Box(
        left: point.x - Self.pointRadius, top: point.y - Self.pointRadius,
        right: point.x + Self.pointRadius, bottom: point.y + Self.pointRadius)
    }
    var taken: [Box] = []
    return points.indices.map { index in
      let candidates = candidates(for: index)
      let free = candidates.first { candidate in
        candidate.box.lies(in: frame) && !marks.contains(where: candidate.box.overlaps)
          && !taken.contains(where: candidate.box.overlaps)
      }
      let place = free ?? candidates[0]
      taken.append(place.box)
      return place
    }
  }

  private func candidates(for index: Int) -> [Place] {
    let point = points[index]
    let halfWidth = widths[index] / 2
    return (0..<Self.rings.count).flatMap { ring in
      let gap = Self.pointRadius + 1 + Double(ring) * Self.rings.distance
      return Self.directions.map { direction in
        let x = point.x + direction.x * (gap + halfWidth)
        let y = point.y + direction.y * (gap + Self.textHeight / 2)
        let box = Box(
          left: x - halfWidth, top: y - Self.textHeight / 2, right: x + halfWidth,
          bottom: y + Self.textHeight / 2)
        return Place(box: box, isFar: ring > 1)
      }
    }
  }
}
