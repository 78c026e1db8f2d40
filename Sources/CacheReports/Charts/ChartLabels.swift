/// The width of texts on charts, and how they are shortened to fit.
enum ChartText {
  /// The widths of DejaVu Sans's letters from the space to the tilde, in thousandths of the size.
  private static let widths: [Double] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
  ]
  /// The width of a cell of other letters; rather too wide than too narrow.
  private static let widthOfOthers = 0.85
  private static let boldFactor = 1.12

  static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    let width = text.reduce(0.0) { width, character in
      let code = character.unicodeScalars.first.map { Int($0.value) - 32 } ?? -1
      guard widths.indices.contains(code), character.unicodeScalars.count == 1 else {
        return width + Double(TextWidth.cells(of: "\(character)")) * widthOfOthers
      }
      return width + widths[code] / 1_000
    }
    return width * size * (isBold ? boldFactor : 1)
  }

  /// A text that is at most so many pixels wide, shortened in the middle where it must be; between
  /// words on demand, where that leaves some.
  static func shortened(
    _ text: String, toPixels limit: Double, size: Double, isBold: Bool = false,
    betweenWords: Bool = false
  ) -> String {
    let text = GnuplotText.clean(text)
    guard width(text, size: size, isBold: isBold) > limit else { return text }
    // No letter is narrower than a fifth of the font's size, so that a very long text is cut at
    // once.
    let cells = TextWidth.cells(of: text)
    var columns = min(cells, Int(limit / size * 5) + 3)
    var shown = cut(text, of: cells, to: columns)
    while columns > 3, width(shown, size: size, isBold: isBold) > limit {
      columns -= 1
      shown = cut(text, of: cells, to: columns)
    }
    guard betweenWords else { return shown }
    let ends = shown.split(separator: "…", maxSplits: 1)
    guard ends.count == 2, let first = ends[0].lastIndex(of: " "),
      let last = ends[1].firstIndex(of: " ")
    else { return shown }
    return "\(ends[0][..<first]) …\(ends[1][last...])"
  }

  /// A text of at most so many columns; it is shortened in the middle, since both ends of a name
  /// can distinguish it from others.
  static func shortened(_ text: String, to limit: Int) -> String {
    let text = GnuplotText.clean(text)
    return cut(text, of: TextWidth.cells(of: text), to: limit)
  }

  /// The same of a text that is clean and has so many cells.
  private static func cut(_ text: String, of cells: Int, to limit: Int) -> String {
    guard cells > limit else { return text }
    let endWidth = limit / 3
    func beginning(of characters: some Sequence<Character>, _ width: Int) -> [Character] {
      var rest = width
      return characters.prefix { character in
        rest -= TextWidth.cells(of: character)
        return rest >= 0
      }
    }
    let start = beginning(of: text, limit - endWidth - 1)
    let end = beginning(of: text.reversed(), endWidth)
    return String(start) + "…" + String(end.reversed())
  }

  /// A metric in plain words: `first content, 95th percentile` of `first_content_p95_ms`.
  static func words(ofMetric name: String) -> String {
    let parts = name.split(separator: "{", maxSplits: 1)
    let tags = parts.count > 1 ? " {\(parts[1])" : ""
    let words = parts[0].split(separator: "_").map(String.init)
    guard words.last == "ms", words.count > 2,
      let percentile = words[words.count - 2].wholeMatch(of: /p([0-9]+)/)?.1
    else {
      let last = words.last.map { ["ms", "ppm", "j", "s"].contains($0) } ?? false
      return (last ? words.dropLast() : words[...]).joined(separator: " ") + tags
    }
    let wait = words.dropLast(2).joined(separator: " ")
    return "\(wait), \(percentile == "50" ? "median" : "\(percentile)th percentile")\(tags)"
  }
}

/// Finds places for the labels of points that overlap no point and no other label.
///
/// Greedy: each point in turn takes the first free one of some places around it, near ones first.
/// What is optimal is NP-hard (Marks and Shieber, 1991); a dozen points do not need it.
struct LabelPlacement {
  /// The place of a label, and the line that joins it to its point when it is far.
  struct Place {
    let box: ChartFrame
    let leader: Leader?
  }

  /// A line from a point to its name.
  struct Leader {
    let start: (x: Double, y: Double)
    let end: (x: Double, y: Double)

    /// Places on the line, a few pixels from each other.
    private var samples: [(x: Double, y: Double)] {
      (1...40).map { step in
        let part = Double(step) / 40
        return (start.x + part * (end.x - start.x), start.y + part * (end.y - start.y))
      }
    }

    func crosses(_ box: ChartFrame) -> Bool {
      samples.contains {
        $0.x > box.left && $0.x < box.right && $0.y > box.top && $0.y < box.bottom
      }
    }

    /// Whether two lines cross; their ends lie on different sides of each other then.
    func crosses(_ other: Leader) -> Bool {
      side(of: other.start) * side(of: other.end) < 0
        && other.side(of: start) * other.side(of: end) < 0
    }

    private func side(of place: (x: Double, y: Double)) -> Double {
      (end.x - start.x) * (place.y - start.y) - (end.y - start.y) * (place.x - start.x)
    }
  }

  /// Directions from a point to the middle of its label, preferred ones first.
  private static let directions: [(x: Double, y: Double)] = [
    (1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1), (0.5, -1), (-0.5, -1),
    (0.5, 1), (-0.5, 1), (1, -0.5), (-1, -0.5), (1, 0.5), (-1, 0.5),
  ]
  /// Rings around a point that are tried, and the pixels between them.
  private static let rings = (count: 7, distance: 9.0)
  /// Half the side of a point, and the height of a line of text, in pixels.
  private static let pointRadius = 9.0
  private static let textHeight = 18.0

  let frame: ChartFrame
  let points: [(x: Double, y: Double)]
  let widths: [Double]
  /// Whose labels have a line to their points even where they are near.
  var areJoined: [Bool] = []
  /// What else labels must not lie on: the error bars of the points.
  var bars: [ChartFrame] = []

  /// A place for each point's label; nil when the points are too crowded for clear labels.
  /// - Complexity: O(n²) for n points.
  func places() -> [Place]? {
    let marks =
      points.map { point in
        ChartFrame(
          left: point.x - Self.pointRadius, top: point.y - Self.pointRadius,
          right: point.x + Self.pointRadius, bottom: point.y + Self.pointRadius)
      } + bars
    var taken: [Place] = []
    for index in points.indices {
      let free = candidates(for: index).first { candidate in
        candidate.box.lies(in: frame) && !marks.contains(where: candidate.box.overlaps)
          && !taken.contains { Self.disturb(candidate, $0) }
      }
      guard let free else { return nil }
      taken.append(free)
    }
    return taken
  }

  private static func disturb(_ one: Place, _ other: Place) -> Bool {
    if one.box.overlaps(other.box) { return true }
    if let leader = one.leader {
      if leader.crosses(other.box) { return true }
      if let second = other.leader, leader.crosses(second) { return true }
    }
    return other.leader?.crosses(one.box) ?? false
  }

  private func candidates(for index: Int) -> [Place] {
    let point = points[index]
    let halfWidth = widths[index] / 2
    let isJoined = areJoined.indices.contains(index) && areJoined[index]
    return ((isJoined ? 1 : 0)..<Self.rings.count).flatMap { ring in
      let gap = Self.pointRadius + 1 + Double(ring) * Self.rings.distance
      return Self.directions.map { direction in
        let x = point.x + direction.x * (gap + halfWidth)
        let y = point.y + direction.y * (gap + Self.textHeight / 2)
        let box = ChartFrame(
          left: x - halfWidth, top: y - Self.textHeight / 2, right: x + halfWidth,
          bottom: y + Self.textHeight / 2)
        guard ring > 1 || isJoined else { return Place(box: box, leader: nil) }
        let end = (
          x: min(max(point.x, box.left), box.right),
          y: min(max(point.y, box.top + 3), box.bottom - 3)
        )
        return Place(box: box, leader: Leader(start: point, end: end))
      }
    }
  }
}
