/// Which lines of a chart lie on each other, so that they can be told apart.
struct LineOverlap {
  typealias Point = (x: Double, y: Double)

  /// The line before each one that it lies on in all panels from end to end; nil: none.
  let twins: [Int?]
  /// Whether each line that has a twin is the same line, and not only to the eye.
  let areExact: [Bool]
  /// How many lines lie under each one somewhere: the one below them all is drawn whole, and those
  /// above it with ever larger gaps.
  private let depths: [Int]

  /// How many columns of a panel are compared.
  private static let columns = 160
  /// What is no further apart than this share of an axis is one line to the eye.
  private static let tolerance = 0.005
  /// Where so many of the compared columns show one line, it is drawn with gaps.
  private static let leastShare = 0.3
  /// The dashes and gaps of lines that lie above others.
  private static let dashes = ["(10,6)", "(7,9)", "(4,10)"]

  /// - Parameter panels: for each panel the points of each line, from left to right.
  /// - Complexity: O(lines² × columns) for each panel.
  init(_ panels: [[[Point]]], areSteps: Bool = false) {
    let heights = panels.map { $0.map { Self.heights(of: $0, areSteps) } }
    let count = panels.first?.count ?? 0
    var twins: [Int?] = []
    var depths: [Int] = []
    for line in 0..<count {
      let own = heights.map { $0[line] }
      let isThere = own.contains { $0.contains { $0 != nil } }
      twins.append(
        (0..<line).first { other in
          isThere && twins[other] == nil && heights.allSatisfy { Self.areSame($0[line], $0[other]) }
        })
      let below = (0..<line).filter { other in
        heights.contains { Self.cover($0[line], $0[other]) >= Self.leastShare }
      }
      depths.append(below.map { depths[$0] + 1 }.max() ?? 0)
    }
    self.twins = twins
    areExact = twins.enumerated().map { line, twin in
      guard let twin else { return false }
      return heights.allSatisfy { Self.areSame($0[line], $0[twin], within: 1e-9) }
    }
    self.depths = depths
  }

  /// The dash of a line that lies above others; nil: it needs none.
  func dash(of line: Int) -> String? {
    guard depths.indices.contains(line), depths[line] > 0 else { return nil }
    return Self.dashes[min(depths[line], Self.dashes.count) - 1]
  }

  /// The height of a line at each column; nil where it is not.
  private static func heights(of points: [Point], _ areSteps: Bool) -> [Double?] {
    var next = 0
    return (0...columns).map { column in
      let x = Double(column) / Double(columns)
      while next < points.count, points[next].x <= x { next += 1 }
      guard next > 0 else { return nil }
      let before = points[next - 1]
      guard next < points.count else { return x - before.x < 1e-9 ? before.y : nil }
      let after = points[next]
      if areSteps || after.x <= before.x { return before.y }
      return before.y + (after.y - before.y) * (x - before.x) / (after.x - before.x)
    }
  }

  private static func areSame(
    _ one: [Double?], _ other: [Double?], within tolerance: Double = tolerance
  ) -> Bool {
    zip(one, other).allSatisfy { one, other in
      guard let one, let other else { return (one == nil) == (other == nil) }
      return abs(one - other) <= tolerance
    }
  }

  /// The share of a line that lies on another one, but for where both are at an end of the axis.
  private static func cover(_ one: [Double?], _ other: [Double?]) -> Double {
    let within = one.filter { $0.map { $0 > tolerance && $0 < 1 - tolerance } ?? false }
    guard within.count > 4 else { return areSame(one, other) ? 1 : 0 }
    let covered = zip(one, other).count { one, other in
      guard let one, let other, one > tolerance, one < 1 - tolerance else { return false }
      return abs(one - other) <= tolerance
    }
    return Double(covered) / Double(within.count)
  }
}

/// The lines of a chart with their key at the right of the canvas.
struct ChartLines {
  /// A line in a panel: its place among all, its rows of the table, and whether it has intervals.
  typealias Drawn = (line: Int, rows: ClosedRange<Int>, hasIntervals: Bool)

  /// The labels as tables have them, and as the key does.
  private let series: [String]
  private let labels: [String]
  private let notes: [String?]
  private let styles: [Int]
  private let overlap: LineOverlap
  /// Texts at the right of the key; empty: none.
  private let values: [String]

  private static let roomForValues = 74.0
  private static let noteSize = 11
  /// Bands of more lines would hide each other.
  private static let bandLimit = 3

  /// - Parameters:
  ///   - values: a text for each line, at the right of the key.
  init(labels: [String], styles: [Int], overlap: LineOverlap, values: [String] = []) {
    series = labels
    let labels = labels.map(ChartCanvas.label)
    self.labels = labels
    self.styles = styles
    self.overlap = overlap
    self.values = values
    let canHaveNotes = ChartCanvas.keyPitch(labels.count, pixels: 34) >= 28
    notes = labels.indices.map { index in
      guard canHaveNotes, let twin = overlap.twins[index] else { return nil }
      return ChartText.shortened(
        "\(overlap.areExact[index] ? "same as" : "lies on") \(labels[twin])",
        toPixels: ChartCanvas.labelWidth, size: Double(Self.noteSize))
    }
  }

  var keyLeft: Double {
    let widest =
      labels.map { ChartText.width($0, size: ChartCanvas.labelSize) }
      + notes.compactMap { $0.map { ChartText.width($0, size: Double(Self.noteSize)) } }
    return ChartCanvas.width - ChartCanvas.margin - max(widest.max() ?? 0, 60) - 33
      - (values.isEmpty ? 0 : Self.roomForValues)
  }

  func writeKey(top: Double, on canvas: inout ChartCanvas) {
    let hasNotes = notes.contains { $0 != nil }
    let pitch = ChartCanvas.keyPitch(labels.count, pixels: hasNotes ? 34 : 23)
    for (index, label) in labels.enumerated() {
      let y = top + Double(index) * pitch
      let colour = ChartPalette.strategy(styles[index])
      canvas.writeKey(
        label, .line(ChartStroke(colour: colour, width: 2.5, dash: dash(of: index)), marker(index)),
        x: keyLeft, y: y)
      if let note = notes[index] {
        canvas.write(
          note, x: keyLeft + 33, y: y + 14, size: Self.noteSize, colour: ChartPalette.quietText,
          of: [series[index]] + (overlap.twins[index].map { [series[$0]] } ?? []))
      }
      guard values.indices.contains(index) else { continue }
      canvas.write(
        values[index], x: ChartCanvas.width - ChartCanvas.margin, y: y,
        colour: ChartPalette.quietText, alignment: .right)
    }
  }

  /// Lines in a panel, with points that tell them apart. Intervals are bands of a few lines, and
  /// bars of many.
  func marks(
    _ drawn: [Drawn], x: ChartTerm, y: ChartTerm, ends: [ChartTerm] = [], areSteps: Bool = false
  ) -> [ChartMark] {
    let hasBands = drawn.count(where: \.hasIntervals) <= Self.bandLimit
    let bands = drawn.filter { $0.hasIntervals && hasBands }.map { line, rows, _ in
      ChartMark(
        .band(ChartPalette.strategy(styles[line])), by: [x] + ends, rows: rows, of: series[line],
        note: ChartMark.interval)
    }
    let lines = drawn.map { line, rows, _ in
      ChartMark(
        areSteps ? .steps(stroke(line)) : .line(stroke(line)), by: [x, y], rows: rows,
        of: series[line])
    }
    guard series.count > 1 else { return bands + lines }
    return bands + lines
      + drawn.map { line, rows, hasIntervals in
        // About five points, at other places than those of the other lines.
        let step = max(rows.count / 5, 1)
        let first = rows.lowerBound + step * (2 * line + 1) / (2 * series.count)
        let hasBars = hasIntervals && !hasBands
        let marker = marker(line)
        return ChartMark(
          hasBars ? .bar(.y, colour: marker.colour, marker) : .points(marker),
          by: [x, y] + (hasBars ? ends : []), rows: first...rows.upperBound,
          step: step, of: series[line])
      }
  }

  /// How a line is drawn. The first are wider: a line under others still shows.
  func stroke(_ line: Int) -> ChartStroke {
    let width = 2 + min(1.6, 0.3 * Double(labels.count - 1 - line))
    return ChartStroke(
      colour: ChartPalette.strategy(styles[line]), width: (width * 100).rounded() / 100,
      dash: dash(of: line))
  }

  func marker(_ line: Int, size: Double = 0.8) -> ChartMarker {
    ChartPalette.marker(styles[line], size: size)
  }

  private func dash(of index: Int) -> String {
    let own = ChartPalette.dash(styles[index])
    return own == "solid" ? overlap.dash(of: index) ?? own : own
  }
}

/// Lines without the points that cannot be seen.
///
/// A line keeps the points that Douglas and Peucker's method keeps ("Algorithms for the reduction
/// of the number of points required to represent a digitized line or its caricature",
/// Cartographica 10 (2), 1973, doi:10.3138/FM57-6770-U75U-7727), so that what is left out lies
/// within ``tolerance`` of what is drawn.
enum LineThinning {
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

  static func distance(of place: Place, fromLineBetween first: Place, _ last: Place) -> Double {
    let (width, height) = (last.x - first.x, last.y - first.y)
    let square = width * width + height * height
    let part =
      square == 0
      ? 0 : min(max(((place.x - first.x) * width + (place.y - first.y) * height) / square, 0), 1)
    let (across, down) = (place.x - first.x - part * width, place.y - first.y - part * height)
    return (across * across + down * down).squareRoot()
  }
}
