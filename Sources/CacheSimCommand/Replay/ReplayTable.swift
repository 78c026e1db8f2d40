internal import CachePolicies
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

/// The result of a replay as a table: a row for each policy and capacity, or for each of their
/// intervals.
struct ReplayTable {
  private let result: ReplayResult

  init(_ result: ReplayResult) { self.result = result }

  private var countsObjects: Bool { result.countsObjects }
  private var hasIntervals: Bool { result.hasIntervals }
  private var hasOccupancies: Bool { result.rows.contains { $0.occupancy != nil } }

  /// All columns in full, under the names that files have.
  var listing: Listing {
    var columns = [
      "policy", "capacity_bytes", "requests", "bytes", "misses", "miss_bytes", "miss_ratio",
      "byte_miss_ratio",
    ]
    if result.shard != nil { columns += ReplayShards.columns }
    if hasOccupancies { columns += ["entries_largest", "entries_mean"] }
    if hasIntervals { columns.append("interval") }
    // The intervals of a cell follow the whole of it.
    let height = 1 + (result.rows.first?.intervals.count ?? 0)
    return Listing(
      columns, count: result.rows.count * height,
      numbers: Set(columns.dropFirst()).subtracting([ReplayShards.capacity])
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
      if let shard = result.shard {
        row.add(cell.asked.text)
        row.add(Int64(shard.number))
        row.add(Int64(shard.count))
        row.add(result.objects)
      }
      if let whole = cell.occupancy {
        let occupancy = interval == 0 ? whole : cell.intervalOccupancies[interval - 1]
        row.add(occupancy.largest)
        row.add(ratio: occupancy.mean)
      }
      if hasIntervals { row.add(interval == 0 ? "" : "\(interval - 1)") }
    }
  }

  /// For people: the capacity as it was given and in bytes or objects.
  var table: ResultTable { ResultTable("misses", columns: columns, rows: rows, textColumns: 1) }

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

  private var columns: [String] {
    var columns = [
      "policy", "capacity", countsObjects ? "objects" : "bytes", "requests", "misses", "miss ratio",
    ]
    if !countsObjects { columns.append("byte miss ratio") }
    if hasOccupancies { columns += ["most entries", "mean entries"] }
    if hasIntervals { columns.insert("interval", at: 3) }
    return columns
  }

  private var rows: [[String]] {
    let capacities = Display.column(of: result.rows.map(\.capacity))
    return zip(result.rows, capacities).flatMap { row, bytes -> [[String]] in
      let capacity = countsObjects ? Display.count(row.capacity.count) : bytes
      let whole = line(row, capacity, row.count, row.occupancy, interval: "all")
      guard hasIntervals else { return [whole] }
      return [whole]
        + row.intervals.enumerated().map {
          line(
            row, capacity, $0.element,
            row.occupancy == nil ? nil : row.intervalOccupancies[$0.offset],
            interval: "\($0.offset)")
        }
    }
  }

  private func line(
    _ row: ReplayResult.Row, _ capacity: String, _ count: ReplayCount, _ occupancy: Occupancy?,
    interval: String
  ) -> [String] {
    var cells = [
      row.policy, row.asked.text, capacity, Display.count(count.requests),
      Display.count(count.misses), Display.share(count.missRatio),
    ]
    if !countsObjects { cells.append(Display.share(count.byteMissRatio)) }
    if let occupancy {
      cells += [Display.count(occupancy.largest), Display.count(Int64(occupancy.mean))]
    }
    if hasIntervals { cells.insert(interval, at: 3) }
    return cells
  }
}
