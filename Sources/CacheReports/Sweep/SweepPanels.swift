internal import CacheMetrics
internal import Results
internal import SimCore

/// The layout of a sweep's grid on a canvas: one axis is horizontal in each panel, and each point
/// of the others has a panel of its own.
struct SweepPanels {
  /// A line's point: which value of the axis, and the numbers.
  typealias Point = (value: Int, row: SweepResult.Row)

  /// The axis along the panels: the one with the maximum number of values, quantities preferred.
  let axis: SweptSetting
  /// The position of each of its values, from 0 to 1.
  let positions: [Double]
  /// The strategies in the order in which the sweep first names them, which gives their colours.
  let labels: [String]
  /// The points of the other axes; each is named by the lowest point of the grid in it.
  let others: [Int]
  let bounds: Set<String>
  let isLogarithmic: Bool
  private let place: Int
  private let outline: SweepOutline
  private let pointsByLine: [String: [Point]]

  /// Above this factor between neighbours or ends, distances are logarithmic.
  private static let widestLinearRange = 30.0

  init(_ result: SweepResult) {
    let outline = result.outline
    let sizes = outline.axes.map {
      ($0.unit == nil ? 0 : SweepOutline.mostPoints) + $0.values.count
    }
    let place = sizes.firstIndex(of: sizes.max() ?? 0) ?? 0
    var labels: [String] = []
    var others: [Int] = []
    var pointsByLine: [String: [Point]] = [:]
    for row in result.rows {
      let value = outline.values(at: row.point)[place]
      let other = row.point - value * outline.stride(of: place)
      if !labels.contains(row.label) { labels.append(row.label) }
      if value == 0 && others.last != other && !others.contains(other) { others.append(other) }
      pointsByLine[Self.key(row.label, other), default: []].append((value, row))
    }
    self.outline = outline
    bounds = Set(result.rows.filter(\.isBound).map(\.label))
    self.place = place
    self.labels = labels
    self.others = others
    self.pointsByLine = pointsByLine
    axis = outline.axes[place]
    (positions, isLogarithmic) = Self.positions(of: axis)
  }

  var styles: [Int] { ChartPalette.styles(labels.map(bounds.contains)) }

  /// The points of a strategy's line in a panel, by place on the axis.
  func points(of label: String, at other: Int) -> [Point] {
    (pointsByLine[Self.key(label, other)] ?? []).sorted {
      positions[$0.value] < positions[$1.value]
    }
  }

  /// What a panel is about, such as `devices=10`; empty where there is one panel.
  func title(of other: Int) -> String {
    guard outline.axes.count > 1 else { return "" }
    let values = outline.values(at: other)
    return outline.axes.indices.filter { $0 != place }
      .map { "\(outline.axes[$0].name)=\(outline.axes[$0].values[values[$0]].text)" }
      .joined(separator: " ")
  }

  private static func key(_ label: String, _ other: Int) -> String { "\(other) \(label)" }

  /// Quantities are placed by their amounts, or by the logarithms of these where they are far
  /// apart; other values are placed evenly.
  static func positions(of axis: SweptSetting) -> (positions: [Double], areLogarithms: Bool) {
    let amounts = axis.values.compactMap(\.amount)
    let even = axis.values.indices.map { Double($0) / Double(max(axis.values.count - 1, 1)) }
    guard amounts.count == axis.values.count, let least = amounts.min(), let most = amounts.max(),
      least < most
    else { return (amounts.count == 1 ? [0.5] : even, false) }
    let isFar = least > 0 && (most / least > widestLinearRange || isGeometric(amounts))
    guard isFar else { return (amounts.map { ($0 - least) / (most - least) }, false) }
    let width = DeterministicMath.log(most / least)
    return (amounts.map { DeterministicMath.log($0 / least) / width }, true)
  }

  /// Whether each amount is about the same multiple of the one before.
  private static func isGeometric(_ amounts: [Double]) -> Bool {
    guard amounts.count > 2, amounts[0] > 0, amounts[1] > amounts[0] else { return false }
    let factor = amounts[1] / amounts[0]
    return zip(amounts, amounts.dropFirst()).allSatisfy { abs($1 / $0 / factor - 1) < 0.05 }
  }

  /// The axis along a panel of a width; names that would lie on each other are left out.
  static func axis(of axis: SweptSetting, _ positions: [Double], width: Double) -> ChartAxis {
    var end = -Double.infinity
    let order = axis.values.indices.sorted { positions[$0] < positions[$1] }
    let ticks = order.map { index in
      let label = ChartText.shortened(axis.values[index].text, to: 16)
      let half = ChartText.width(label, size: ChartCanvas.labelSize) / 2
      let middle = positions[index] * width
      guard middle - half > end + 6 else {
        return ChartAxis.Tick(value: positions[index], label: "")
      }
      end = middle + half
      return ChartAxis.Tick(value: positions[index], label: label)
    }
    var horizontal = Self.horizontal
    horizontal.ticks = ticks
    return horizontal
  }

  /// The axis along a panel, without the names of its values.
  static let horizontal = ChartAxis(low: -0.04, high: 1.04, isLogarithmic: false, ticks: [])

  static func frames(_ count: Int, in area: ChartFrame) -> [ChartFrame] {
    let columns = count <= 3 ? max(count, 1) : count == 4 ? 2 : count <= 9 ? 3 : 4
    let rows = (max(count, 1) + columns - 1) / columns
    let gap = (x: 22.0, y: 40.0)
    let width = (area.width - Double(columns - 1) * gap.x) / Double(columns)
    let height = (area.height - Double(rows - 1) * gap.y) / Double(rows)
    return (0..<count).map { index in
      let left = area.left + Double(index % columns) * (width + gap.x)
      let top = area.top + Double(index / columns) * (height + gap.y)
      return ChartFrame(left: left, top: top, right: left + width, bottom: top + height)
    }
  }
}
