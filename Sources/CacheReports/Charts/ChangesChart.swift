internal import SimCore

/// Bars to both sides: by which part of its earlier value each number of a run changed.
///
/// It draws its own data and not that of a run.
package struct ChangesChart: Chart {
  /// A number that changed.
  package struct Change: Sendable {
    /// How a change is judged.
    package enum Kind: String, CaseIterable, Sendable {
      /// In the metric's bad direction.
      case worse
      /// In its good direction.
      case better
      case neither

      fileprivate var colour: String {
        switch self {
        case .worse: ChartPalette.strategy(1)
        case .better: ChartPalette.strategy(0)
        case .neither: ChartPalette.axis
        }
      }
    }

    package var metric: String
    /// The strategy, with the varied value where there is one.
    package var strategy: String
    package var kind: Kind
    /// The change in parts of the earlier value; infinite for one without an end; nil: it has no
    /// measure, as of a number that was zero.
    package var relative: Double?
    /// Half the width of its 95 % interval, in the same parts; 0: none is known.
    package var halfWidth: Double
    /// Both values in words: `4.2 % → 7.6 %`.
    package var words: String

    package init(
      metric: String, strategy: String, kind: Kind, relative: Double?, halfWidth: Double = 0,
      words: String
    ) {
      self.metric = metric
      self.strategy = strategy
      self.kind = kind
      self.relative = relative
      self.halfWidth = halfWidth
      self.words = words
    }
  }

  package let name = "changes"
  package let title = "What moved against the stored run"
  package let caption = """
    By which part of its earlier value each number changed, with the 95 % interval of the \
    difference over seeds. The axis ends at ten times the value; what goes further ends there.
    """
  private let changes: [Change]

  /// The maximum number of bars that fit on a canvas.
  package static let limit = 12
  /// A change by more parts than this ends at the edge of the axis.
  private static let widest = 10.0
  private static let maximumThickness = 22.0
  /// The columns of letters of a row's name, and the pixels that the words beside a bar take.
  private static let nameColumns = 44
  private static let wordsWidth = 210.0

  package init(_ changes: [Change]) { self.changes = Array(changes.prefix(Self.limit)) }

  package func canvas(of data: ChartData) -> ChartCanvas {
    let axis = Self.axis(of: changes)
    var canvas = ChartCanvas(title: title, subtitle: data.scenario, table(within: axis))
    let kinds = Change.Kind.allCases.filter { kind in changes.contains { $0.kind == kind } }
    let keyEnd = canvas.writeKey(areas: kinds.map { ($0.rawValue, $0.colour) }, y: 86)
    let strategies = Set(changes.map(\.strategy))
    let labels = changes.map { change in
      let name = strategies.count > 1 ? "\(change.metric), \(change.strategy)" : change.metric
      return ChartText.shortened(name, to: Self.nameColumns)
    }
    let frame = ChartFrame(
      left: ChartCanvas.leftOfBars(labels), top: keyEnd + 12,
      right: ChartCanvas.width - ChartCanvas.margin - Self.wordsWidth, bottom: 476)
    canvas.writeRows(labels, beside: frame)
    canvas.write(
      "change in percent of the earlier value", x: (frame.left + frame.right) / 2, y: 518,
      alignment: .center)
    for (row, change) in changes.enumerated() {
      canvas.write(
        ChartText.shortened(change.words, to: 26), x: frame.right + 14,
        y: ChartCanvas.middle(ofRow: row, of: changes.count, in: frame), size: 12)
    }
    let zero = frame.left + axis.share(0) * frame.width
    canvas.drawLine(
      from: (zero, frame.top), to: (zero, frame.bottom), ChartStroke(colour: ChartPalette.axis))
    canvas.panels = [
      ChartPanel(
        frame, x: axis, y: .rows(labels.count), grid: [.x],
        changes.indices.compactMap { bar(of: $0, in: frame, axis) }
          + changes.indices.compactMap(interval))
    ]
    return canvas
  }

  /// The bar of a change that has a length.
  private func bar(of row: Int, in frame: ChartFrame, _ axis: ChartAxis) -> ChartMark? {
    guard Self.end(of: changes[row], in: axis) != 0 else { return nil }
    let half = ChartCanvas.halfBar(rows: changes.count, in: frame, most: Self.maximumThickness)
    let kind = changes[row].kind
    return ChartMark(
      .box(kind.colour), by: ["from", "to", "row_index" + -half, "row_index" + half],
      rows: row...row, of: nil, note: kind.rawValue)
  }

  private func interval(of row: Int) -> ChartMark? {
    guard changes[row].halfWidth > 0 else { return nil }
    return ChartMark(
      .bar(.x, colour: ChartPalette.text), by: ["from" + "to", "row_index", "low", "high"],
      rows: row...row, of: nil, note: "95 % interval of the difference")
  }

  private static func end(of change: Change, in axis: ChartAxis) -> Double {
    min(max(change.relative ?? 0, axis.low), axis.high)
  }

  private func table(within axis: ChartAxis) -> ChartTable {
    var table = ChartTable(
      numbers: ["row_index", "kind_index", "from", "to", "low", "high"],
      texts: ["metric", "strategy", "judged", "values"])
    for (row, change) in changes.enumerated() {
      let end = Self.end(of: change, in: axis)
      let kind = Change.Kind.allCases.firstIndex(of: change.kind) ?? 0
      func within(_ value: Double) -> Double { min(max(value, axis.low), axis.high) }
      let interval = (within(end - change.halfWidth), within(end + change.halfWidth))
      table.add(
        [Double(row), Double(kind), min(end, 0), max(end, 0), interval.0, interval.1],
        [change.metric, change.strategy, change.kind.rawValue, change.words])
    }
    return table
  }

  /// As far to the left as to the right, with a round value in the middle of each side.
  private static func axis(of changes: [Change]) -> ChartAxis {
    let ends = changes.map { change -> Double in
      guard let relative = change.relative, relative.isFinite else { return 0 }
      return abs(relative) + min(change.halfWidth, abs(relative))
    }
    let isEndless = changes.contains { $0.relative?.isInfinite == true }
    let most = min(max(ends.max() ?? 0, isEndless ? 1 : 0.001), widest)
    let right = ChartAxis.linear(upTo: most, of: .share, count: 2)
    let ticks = right.ticks.dropFirst().map {
      ChartAxis.Tick(value: -$0.value, label: "-\($0.label)")
    }
    return ChartAxis(
      low: -right.high, high: right.high, isLogarithmic: false,
      ticks: ticks.reversed()
        + right.ticks.map {
          ChartAxis.Tick(value: $0.value, label: $0.value > 0 ? "+\($0.label)" : "0")
        })
  }
}
