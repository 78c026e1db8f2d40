internal import CacheMetrics
package import Results
package import SimCore

/// A part of a page in which a grid of computed cells is explored: sliders through its points, and
/// all points as parallel coordinates.
///
/// The page's script builds it from the page's data at the element with the identifier `grid`. The
/// data are, as the member `grid`:
///
/// - `axes`: the settings, each with its `name` and its `values` as texts in order.
/// - `metrics`: the numbers, as `PageData` has them; `shown` has the names of those that are shown
///   at first.
/// - `objective`: by what lines are coloured, or `null`: by their strategy.
/// - `rows`: a strategy at a point each. `at` has the place of its value on each axis, `values` a
///   number, `null` or `"inf"` for each metric, `texts` the same as people read them with their
///   intervals, `label` the strategy, `colour` its colour, `bound` whether it is one, and `front`
///   whether it is drawn thick, such as on a Pareto front. Points need not form a full grid.
package struct PageGrid: Sendable {
  package struct Row: Sendable {
    package var label: String
    /// The place of the point's value on each axis.
    package var at: [Int]
    /// The numbers in the order of the metrics; nil: not defined.
    package var values: [Double?]
    /// Their 95 % intervals; nil: not known.
    package var intervals: [ConfidenceInterval?]
    package var isBound = false
    /// Whether it is drawn thick: it is on the front.
    package var isOnFront = false
    /// Nil: that of its strategy.
    package var colour: String?
  }

  package var axes: [SweptSetting]
  package var metrics: [ResultMeasure]
  package var shown: [String]
  package var rows: [Row]
  /// By what lines are coloured; nil: by their strategy.
  package private(set) var objective: String?

  /// A grid of more rows is not explored on a page, which would be too large: assumption, some
  /// megabytes.
  package static let maximumRows = 3_000

  package var isShown: Bool { !rows.isEmpty && !axes.isEmpty && rows.count <= Self.maximumRows }

  /// The place in which the script builds it, or that it is too large for that.
  var block: Block {
    isShown
      ? .explorer(
        id: "grid",
        """
        With scripts, sliders here lead through the points; the charts and the table have the same \
        numbers.
        """)
      : .paragraph(
        "The grid is too large to be explored on a page; the tables in the folder have all of it.")
  }

  var blocks: [Block] {
    guard isShown, let objective else { return [block] }
    return [
      block,
      .legend(
        InlineText(
          "Lines are coloured by \(objective), the best blue and the worst orange; what breaks a "
            + "constraint or does harm is grey.")),
    ]
  }

  /// Colours lines by their rank in the first objective of a goal; nil among the candidates: the
  /// line is a bound and keeps its colour.
  mutating func colour(by goal: Goal, _ candidates: [GoalCandidate?]) {
    objective = goal.objectives[0].name
    let values = candidates.map { candidate -> Double? in
      guard let candidate, candidate.harms.isEmpty, goal.broken(by: candidate).isEmpty else {
        return nil
      }
      return goal.value(of: candidate, at: 0)
    }
    let order = values.compactMap(\.self).sorted { goal.objectives[0].isBetter($0, than: $1) }
    for (row, value) in zip(rows.indices, values) where candidates[row] != nil {
      let rank = value.flatMap { order.firstIndex(of: $0) }
      rows[row].colour =
        rank.map { ChartPalette.ranked(Double($0) / Double(max(order.count - 1, 1))) }
        ?? ChartPalette.axis
    }
  }

  package var json: JSON {
    let labels = rows.map(\.label).uniqued
    let bounds = labels.map { label in rows.contains { $0.label == label && $0.isBound } }
    let styles = ChartPalette.styles(bounds)
    let lines = rows.map { row in
      json(of: row, style: labels.firstIndex(of: row.label).map { styles[$0] } ?? 0)
    }
    let settings = axes.map { axis in
      JSON.object(["name": JSON(axis.name), "values": JSON(axis.values.map(\.text))])
    }
    return .object([
      "axes": JSON(settings), "metrics": JSON(metrics.map(Self.definition)),
      "shown": JSON(shown), "rows": JSON(lines), "objective": JSON(objective),
    ])
  }

  private func json(of row: Row, style: Int) -> JSON {
    let texts = metrics.indices.map { place in
      Display.text(row.values[place], within: row.intervals[place], metrics[place].unit)
    }
    let values = row.values.map { JSON($0) }
    return .object([
      "label": JSON(VisibleText.line(row.label)), "at": JSON(row.at.map { JSON($0) }),
      "bound": JSON(row.isBound), "front": JSON(row.isOnFront),
      "colour": JSON(row.colour ?? ChartPalette.strategy(style)), "values": JSON(values),
      "texts": JSON(texts),
    ])
  }

  private static func definition(_ measure: ResultMeasure) -> JSON {
    if let metric = MetricCatalog.metric(named: measure.name) { return PageData.definition(metric) }
    return JSON([measure.name, measure.unit.rawValue, measure.better.rawValue, ""])
  }
}

extension PageGrid {
  package init(_ result: SweepResult) {
    let outline = result.outline
    let places = outline.headlines
    let names = Set(places.map { outline.measures[$0].name })
    let standard = Headline.standard(for: outline.goal) { _ in 1 }.map(\.metric.name)
      .filter(names.contains)
    self.init(
      axes: outline.axes,
      metrics: places.map { outline.measures[$0] },
      shown: standard.isEmpty ? places.map { outline.measures[$0].name } : standard,
      rows: result.rows.map { row in
        var line = Row(
          label: row.label, at: outline.values(at: row.point),
          values: places.map { row.cell.pooled[$0] },
          intervals: places.map { outline.interval(of: row.cell, at: $0) })
        line.isBound = row.isBound
        return line
      })
    guard let goal = outline.goal else { return }
    colour(
      by: goal,
      result.rows.indices.map { result.rows[$0].isBound ? nil : result.candidate($0, goal) })
  }
}
