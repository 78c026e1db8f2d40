internal import CachePolicies
internal import CacheReports
internal import Experiments
internal import SimCore

/// The result of a replay as a table: a row for each policy and capacity, or for each of their
/// intervals.
struct ReplayTable {
  private let result: ReplayResult

  init(_ result: ReplayResult) { self.result = result }

  private var countsObjects: Bool { result.countsObjects }
  private var hasIntervals: Bool { result.hasIntervals }

  /// All columns in full, under the names that files have.
  var listing: Listing {
    var columns = [
      "policy", "capacity_bytes", "requests", "bytes", "misses", "miss_bytes", "miss_ratio",
      "byte_miss_ratio",
    ]
    if hasIntervals { columns.append("interval") }
    // The intervals of a cell follow the whole of it.
    let height = 1 + (result.rows.first?.intervals.count ?? 0)
    return Listing(
      columns, count: result.rows.count * height, numbers: Set(columns.dropFirst())
    ) { index, row in
      let interval = index % height
      let cell = result.rows[index / height]
      let count = interval == 0 ? cell.count : cell.intervals[interval - 1]
      row.add(cell.policy)
      for number in [
        cell.capacity.count, count.requests, count.bytes, count.misses, count.missBytes,
      ] { row.add(number) }
      row.add(ratio: count.missRatio)
      row.add(ratio: count.byteMissRatio)
      if hasIntervals { row.add(interval == 0 ? "" : "\(interval - 1)") }
    }
  }

  /// For a terminal: aligned numbers, the capacity as it was given and in bytes or objects.
  var text: String {
    let (columns, rows) = pageTable
    return AlignedText.table([columns] + rows, .left, .right)
  }

  /// The same table for a page: its head, and its rows.
  var pageTable: (columns: [String], rows: [[String]]) {
    let unit = countsObjects ? "objects" : "bytes"
    var columns = ["policy", "capacity", unit, "requests", "misses", "miss ratio"]
    if !countsObjects { columns.append("byte miss ratio") }
    if hasIntervals { columns.insert("interval", at: 3) }
    let rows = result.rows.flatMap { row -> [[String]] in
      let whole = line(row, row.count, interval: "all")
      guard hasIntervals else { return [whole] }
      return [whole]
        + row.intervals.enumerated().map { line(row, $0.element, interval: "\($0.offset)") }
    }
    return (columns, rows)
  }

  /// The misses of each policy over the capacities.
  var chart: MissRatioChart {
    var policies: [String] = []
    for row in result.rows where !policies.contains(row.policy) { policies.append(row.policy) }
    return MissRatioChart(
      policies.map { policy in
        let points = result.rows.filter { $0.policy == policy && $0.capacity > .zero }.map { row in
          (size: Double(row.capacity.count), missRatio: row.count.missRatio)
        }
        return MissRatioChart.Curve(label: policy, points: points.sorted { $0.size < $1.size })
      }, countsObjects: countsObjects)
  }

  private func line(_ row: ReplayResult.Row, _ count: ReplayCount, interval: String) -> [String] {
    var cells = [
      row.policy, row.asked.text, "\(row.capacity.count)", "\(count.requests)", "\(count.misses)",
      Self.ratio(count.missRatio),
    ]
    if !countsObjects { cells.append(Self.ratio(count.byteMissRatio)) }
    if hasIntervals { cells.insert(interval, at: 3) }
    return cells
  }

  /// Six digits, as the field writes them.
  static func ratio(_ value: Double) -> String { NumberText.fixed(value, places: 6) }
}
