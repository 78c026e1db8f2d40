internal import SimCore

/// A chart as the script of a page draws it; see `charts.js`.
///
/// Places are tenths of a pixel. What occurs often stands once:
///
/// - `series`: the labels of all series, as tables have them.
/// - `columns`: lists of places, each but the first less the one before it; in a panel they begin
///   at the left or at the top of its frame.
/// - `texts`: lists of texts.
/// - `shapes`: marks that lie on the canvas.
/// - `words`: texts on the canvas: their place, the text, its size, its colour, how it is aligned,
///   whether it is `bold` or `upright`, and the series without which it says nothing.
/// - `panels`: each with its `frame` (left, top, right, bottom), its `xTicks` and `yTicks`
///   (each a place and a name), the axes with a `grid`, its `limits` (an axis and a place), its
///   `yLevels` (parts of a vertical axis, each its share of the whole and its ticks), the end of
///   its `shade`, the `parts` of axes that fit the shown series (where the `strips` for zero and
///   infinity end, and lists of `ticks`, both as shares of the axis), its `marks`, and what is
///   `told` under the pointer: the place of a series, the `words` before, between and behind its
///   texts, the columns of places, and the lists of texts.
/// - `height`: of the canvas, where it is not the usual one.
/// - `time`: the ends and the unit of horizontal axes of which a part can be shown.
///
/// A mark has a `form`, the columns that it is drawn `by`, the place of its `series`, the `note`
/// that follows the label of that, and its colour, width, dash, and so on. Bars whose intervals go
/// on have `open`: the places of those that do at the low and at the high end.
struct ChartJSON {
  private var series: [String] = []
  private var columns: [[Int]] = []
  private var places: [[Int]: Int] = [:]
  private var texts: [[String]] = []
  private var textPlaces: [[String]: Int] = [:]

  private init() {}

  static func json(of canvas: ChartCanvas) -> JSON {
    var chart = ChartJSON()
    let isZoomed = canvas.timeUnit != nil
    let panels = canvas.panels.map { chart.json(of: $0, canvas.table, isZoomed: isZoomed) }
    let shapes = canvas.shapes.compactMap { chart.json(of: $0) }
    let words = canvas.shapes.compactMap { chart.words($0) }
    var members = [
      ("series", JSON(chart.series)),
      ("columns", JSON(chart.columns.map { JSON($0.map { JSON($0) }) })),
      ("texts", JSON(chart.texts.map { JSON($0) })),
      ("shapes", JSON(shapes)),
      ("words", JSON(words)),
      ("panels", JSON(panels)),
    ]
    if canvas.height != ChartCanvas.height { members.append(("height", JSON(canvas.height))) }
    if let unit = canvas.timeUnit, let axis = canvas.panels.first?.x {
      members.append(("time", JSON([JSON(axis.low), JSON(axis.high), JSON(unit)])))
    }
    return .object(members)
  }

  // MARK: - The canvas

  private mutating func words(_ shape: ChartCanvas.Shape) -> JSON? {
    guard case .text(let text) = shape, !text.text.isEmpty else { return nil }
    var words: [JSON] = [
      JSON(Self.tenths(text.x)), JSON(Self.tenths(text.y)), JSON(GnuplotText.clean(text.text)),
      JSON(text.size), JSON(text.colour), JSON(text.alignment.rawValue),
    ]
    if text.isBold || text.isUpright || !text.series.isEmpty {
      words.append(text.isBold ? "bold" : text.isUpright ? "upright" : "")
    }
    words += text.series.map { JSON(place(of: $0)) }
    return JSON(words)
  }

  private mutating func json(of shape: ChartCanvas.Shape) -> JSON? {
    switch shape {
    case .text: nil
    case .line(let start, let end, let stroke, let series):
      mark(
        "line", [[start.x, end.x], [start.y, end.y]],
        Self.members(stroke) + (series.map { [("series", JSON(place(of: $0)))] } ?? []))
    case .area(let frame, let colour):
      mark(
        "box", [[frame.left], [frame.right], [frame.bottom], [frame.top]],
        [("colour", JSON(colour))])
    case .point(let x, let y, let marker): mark("points", [[x], [y]], Self.members(marker))
    }
  }

  // MARK: - Panels

  private mutating func json(of panel: ChartPanel, _ table: ChartTable, isZoomed: Bool) -> JSON {
    let frame = panel.frame
    var members = [
      (
        "frame",
        JSON([frame.left, frame.top, frame.right, frame.bottom].map { JSON(Self.tenths($0)) })
      ),
      ("xTicks", Self.ticks(of: panel, .x)), ("yTicks", Self.ticks(of: panel, .y)),
      ("grid", JSON(panel.grid.map(\.rawValue).joined())),
    ]
    if !panel.limits.isEmpty {
      let limits = panel.limits.map {
        JSON([JSON($0.axis.rawValue), Self.place($0.value, $0.axis, in: panel)])
      }
      members.append(("limits", JSON(limits)))
    }
    let levels = isZoomed ? panel.y.levels : []
    if !levels.isEmpty {
      members.append(("yLevels", JSON(levels.map { Self.json(of: $0, in: panel.y) })))
    }
    if let end = panel.shadeEnd { members.append(("shade", Self.place(end, .x, in: panel))) }
    members.append(("marks", JSON(panel.marks.compactMap { json(of: $0, panel, table) })))
    if let scales = panel.scales {
      members.append(
        ("parts", .object(["x": Self.parts(of: scales.x), "y": Self.parts(of: scales.y)])))
    }
    if !panel.told.isEmpty {
      members.append(("told", JSON(panel.told.map { json(of: $0, panel) })))
    }
    return .object(members)
  }

  /// What a page needs to show a part of an axis: where its strips end, and its ticks.
  private static func parts(of each: ChartPanel.Scale) -> JSON {
    let axis = each.scale.axis
    let ends = [
      each.scale.zero.map { axis.share($0.end) } ?? 0,
      each.scale.endless.map { axis.share($0.start) } ?? 1,
    ]
    let lists = axis.partTicks(of: each.quantity).map { list in
      JSON(
        list.map { tick in
          let share = (axis.share(tick.value) * 1e4).rounded() / 1e4
          return JSON([JSON(share), JSON(tick.label)])
        })
    }
    return .object([
      "isLogarithmic": JSON(axis.isLogarithmic), "strips": JSON(ends.map { JSON($0) }),
      "ticks": JSON(lists),
    ])
  }

  /// A part of an axis: its share of the whole, and its ticks as shares of the whole.
  private static func json(of part: ChartAxis, in whole: ChartAxis) -> JSON {
    let ticks = part.ticks.map { tick in JSON([JSON(whole.share(tick.value)), JSON(tick.label)]) }
    return JSON([JSON(whole.share(part.high)), JSON(ticks)])
  }

  private static func ticks(of panel: ChartPanel, _ direction: ChartDirection) -> JSON {
    let axis = direction == .x ? panel.x : panel.y
    return JSON(
      axis.ticks.map { tick in
        let place = place(tick.value, direction, in: panel)
        return JSON(tick.label.isEmpty ? [place] : [place, JSON(tick.label)])
      })
  }

  private static func place(
    _ value: Double, _ direction: ChartDirection, in panel: ChartPanel
  ) -> JSON {
    JSON(tenths(pixels(value, direction, in: panel)))
  }

  /// Where a value lies within the frame of a panel.
  private static func pixels(
    _ value: Double, _ direction: ChartDirection, in panel: ChartPanel
  ) -> Double {
    direction == .x
      ? panel.x.share(value) * panel.frame.width : (1 - panel.y.share(value)) * panel.frame.height
  }

  private mutating func json(of told: ChartTold, _ panel: ChartPanel) -> JSON {
    let (width, height) = (panel.frame.width, panel.frame.height)
    let x = told.values.map { min(max(Self.pixels($0.x, .x, in: panel), 0), width) }
    let y = told.values.map { min(max(Self.pixels($0.y, .y, in: panel), 0), height) }
    let lists = told.words.indices.dropLast().map { place in
      JSON(index(of: told.values.map { $0.texts[place] }))
    }
    return .object([
      "series": JSON(place(of: told.series)), "words": JSON(told.words),
      "by": JSON([JSON(index(of: x)), JSON(index(of: y))]), "texts": JSON(lists),
    ])
  }

  // MARK: - Marks

  private mutating func json(
    of mark: ChartMark, _ panel: ChartPanel, _ table: ChartTable
  ) -> JSON? {
    var rows = stride(from: mark.rows.lowerBound, through: mark.rows.upperBound, by: mark.step)
      .map { row in
        var places = zip(mark.terms, mark.form.axes).map { term, axis in
          let value = table.value(of: term, in: row)
          return axis.map { Self.pixels(value, $0, in: panel) } ?? value
        }
        if case .bar(let direction, _, _) = mark.form {
          let length = direction == .x ? panel.frame.width : panel.frame.height
          for end in 2...3 { places[end] = min(max(places[end], 0), length) }
          let open = panel.openEnds(of: mark, in: row, table)
          places += [open?.low == true ? 1 : 0, open?.high == true ? 1 : 0]
        }
        return places
      }.filter { $0.allSatisfy(\.isFinite) }
    if mark.form.isOfPoints {
      // One beyond an axis is left out.
      rows = rows.filter { row in
        zip(row, [panel.frame.width, panel.frame.height]).allSatisfy {
          $0 > -0.05 && $0 < $1 + 0.05
        }
      }
    }
    guard !rows.isEmpty else { return nil }
    rows = Self.thinned(rows, mark.form)
    var members: [(String, JSON)] = []
    if let series = mark.series { members.append(("series", JSON(place(of: series)))) }
    if !mark.note.isEmpty { members.append(("note", JSON(GnuplotText.clean(mark.note)))) }
    func columns(_ count: Int) -> [[Double]] { (0..<count).map { place in rows.map { $0[place] } } }
    switch mark.form {
    case .line(let stroke), .steps(let stroke):
      return self.mark("line", columns(2), Self.members(stroke) + members)
    case .points(let marker): return self.mark("points", columns(2), Self.members(marker) + members)
    case .band(let colour):
      return self.mark("band", columns(3), [("colour", JSON(colour))] + members)
    case .foot(let colour):
      let height = panel.frame.height
      let ends = [rows.map { $0[0] }, rows.map { height * (1 - $0[1] * ChartPanel.footHeight) }]
      return self.mark("foot", ends, [("colour", JSON(colour))] + members)
    case .box(let colour): return self.mark("box", columns(4), [("colour", JSON(colour))] + members)
    case .bar(let direction, let colour, let marker):
      let look = marker.map(Self.members) ?? [("colour", JSON(colour))]
      return self.mark(
        "bar \(direction)", columns(4), look + members + Self.openEnds(columns(6).suffix(2)))
    case .percent(let colour):
      let shares = rows.map { row in
        NumberText.decimal((100 * row[2]).rounded(.toNearestOrEven), places: 0) + " %"
      }
      let texts = JSON([JSON(index(of: shares))])
      return self.mark(
        "percent", columns(2), [("colour", JSON(colour)), ("texts", texts)] + members)
    }
  }

  /// Which of the lower and of the upper ends go on beyond the axis; none where all end.
  private static func openEnds(_ ends: some Sequence<[Double]>) -> [(String, JSON)] {
    let open = ends.map { ends in
      JSON(ends.indices.filter { ends[$0] == 1 }.map { JSON($0) })
    }
    return open.contains { $0.elements?.isEmpty == false } ? [("open", JSON(open))] : []
  }

  /// Lines without the points that cannot be seen, where that are many. The seeds of a chart over
  /// time have their points at the same places, which stand once.
  private static func thinned(_ rows: [[Double]], _ form: ChartMark.Form) -> [[Double]] {
    var line: [LineThinning.Place] = []
    switch form {
    case .line: line = rows.map { ($0[0], $0[1]) }
    case .steps:
      for row in rows {
        if let last = line.last { line.append((row[0], last.y)) }
        line.append((row[0], row[1]))
      }
    default: return rows
    }
    let thin = LineThinning.thin(line)
    return thin.count * 2 > line.count ? line.map { [$0.x, $0.y] } : thin.map { [$0.x, $0.y] }
  }

  private mutating func mark(
    _ form: String, _ columns: [[Double]], _ members: [(String, JSON)]
  ) -> JSON {
    let places = columns.map { JSON(index(of: $0)) }
    return .object([("form", JSON(form)), ("by", JSON(places))] + members)
  }

  private static func members(_ stroke: ChartStroke) -> [(String, JSON)] {
    var members = [("colour", JSON(stroke.colour)), ("width", JSON(stroke.width))]
    if stroke.dash != "solid" {
      // gnuplot's dashes and gaps are halves of the line's width.
      let lengths = stroke.dash.split { "(,)".contains($0) }.compactMap { Double($0) }
      let pixels = lengths.map { GnuplotText.number(($0 * stroke.width * 5).rounded() / 10) }
      members.append(("dash", JSON(pixels.joined(separator: " "))))
    }
    return members + (stroke.isFaint ? [("faint", JSON(true))] : [])
  }

  private static func members(_ marker: ChartMarker) -> [(String, JSON)] {
    [("colour", JSON(marker.colour)), ("type", JSON(marker.type)), ("size", JSON(marker.size))]
      + (marker.isFaint ? [("faint", JSON(true))] : [])
  }

  // MARK: - What stands once

  private mutating func place(of label: String) -> Int {
    if let place = series.firstIndex(of: label) { return place }
    series.append(label)
    return series.count - 1
  }

  /// The place of a column among all, each of its numbers less the one before.
  private mutating func index(of pixels: [Double]) -> Int {
    let tenths = pixels.map(Self.tenths)
    let steps = zip(tenths, [0] + tenths).map(-)
    if let place = places[steps] { return place }
    places[steps] = columns.count
    columns.append(steps)
    return columns.count - 1
  }

  private mutating func index(of list: [String]) -> Int {
    if let place = textPlaces[list] { return place }
    textPlaces[list] = texts.count
    texts.append(list)
    return texts.count - 1
  }

  /// A tenth of a pixel is finer than a screen shows; what lies far beyond the canvas lies there.
  private static func tenths(_ pixels: Double) -> Int {
    Int((min(max(pixels, -2_000), 2_000) * 10).rounded())
  }
}
