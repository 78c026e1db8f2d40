/// The outlines of an SVG without points that cannot be seen: gnuplot writes hundredths of a pixel,
/// and a point for every row of its data.
///
/// A line keeps the points that Douglas and Peucker's method keeps ("Algorithms for the reduction
/// of the number of points required to represent a digitized line or its caricature",
/// Cartographica 10 (2), 1973, doi:10.3138/FM57-6770-U75U-7727), so that what is left out lies
/// within ``tolerance`` of what is drawn.
enum ThinOutline {
  /// How far a point that is left out may lie from the line, in pixels: less than the thinnest
  /// line's half.
  static let tolerance = 0.2

  /// A picture with its outlines thinned. What is not made of straight lines stays as it is.
  /// - Complexity: linear in the size of the picture.
  static func picture(_ svg: String) -> String {
    // What stands between two apostrophes is known by what stands before the first.
    let pieces = svg.split(separator: "'", omittingEmptySubsequences: false)
    var before: Substring = ""
    return pieces.map { piece in
      defer { before = piece }
      if before.hasSuffix(" d=") { return path(piece) }
      return before.hasSuffix(" points = ") ? polygon(piece) : String(piece)
    }.joined(separator: "'")
  }

  /// A polygon's points, the first and the last among them.
  private static func polygon(_ outline: Substring) -> String {
    let places = outline.split(whereSeparator: \.isWhitespace).map(Place.init)
    let known = places.compactMap(\.self)
    guard known.count == places.count, known.count > 3 else { return String(outline) }
    return thin(known).map(\.text).joined(separator: " ")
  }

  /// A path of straight lines: each `M` begins another one, which `Z` may close.
  private static func path(_ outline: Substring) -> String {
    var lines: [[Place]] = []
    var text = ""
    func ended() -> String {
      lines.popLast().map { line in
        thin(line).enumerated().map { ($0.offset == 0 ? "M" : "L") + $0.element.text }.joined()
      } ?? ""
    }
    for word in outline.split(whereSeparator: \.isWhitespace) {
      if word == "Z" || word == "z" {
        text += ended() + "Z"
        continue
      }
      guard let letter = word.first, let place = Place(word.dropFirst()) else {
        return String(outline)
      }
      switch letter {
      case "M":
        text += ended()
        lines.append([place])
      case "L" where !lines.isEmpty: lines[lines.count - 1].append(place)
      default: return String(outline)
      }
    }
    return text + ended()
  }

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
      var (farthest, distance) = (first, tolerance)
      for index in first + 1..<last {
        let own = line[index].distance(fromLineBetween: line[first], line[last])
        if own > distance { (farthest, distance) = (index, own) }
      }
      guard farthest > first else { continue }
      isKept[farthest] = true
      open += [(first, farthest), (farthest, last)]
    }
    return line.indices.filter { isKept[$0] }.map { line[$0] }
  }

  /// A place in a picture, in pixels.
  struct Place: Equatable {
    var x: Double
    var y: Double

    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// Reads `x,y`; nil: it is something else.
    init?(_ text: Substring) {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]) else { return nil }
      self.init(x: x, y: y)
    }

    /// A tenth of a pixel is finer than a screen shows.
    var text: String {
      [x, y].map { GnuplotText.number(($0 * 10).rounded() / 10) }.joined(separator: ",")
    }

    func distance(fromLineBetween first: Place, _ last: Place) -> Double {
      let (width, height) = (last.x - first.x, last.y - first.y)
      let square = width * width + height * height
      let part =
        square == 0
        ? 0 : min(max(((x - first.x) * width + (y - first.y) * height) / square, 0), 1)
      let (across, down) = (x - first.x - part * width, y - first.y - part * height)
      return (across * across + down * down).squareRoot()
    }
  }
}
