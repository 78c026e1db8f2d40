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

  var chart: LineChart {
    LineChart(
      missRatios: result.rows.map(\.policy).uniqued.map { policy in
        let points = result.rows.filter { $0.policy == policy && $0.capacity > .zero }.map { row in
          (x: Double(row.capacity.count), y: row.count.missRatio)
        }
        return LineChart.Line(label: policy, points: points.sorted { $0.x < $1.x })
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

/// The parts of a replay, as `replay --shard` writes them, and their sum.
enum ReplayShards {
  /// The capacity as it was given: what the same rows of all parts have in common.
  static let capacity = "capacity"
  /// The columns that the rows of a part have besides those of a whole replay.
  static let columns = [capacity, "shard", "shards", "objects"]

  private struct PartRow {
    var policy: String
    var asked: String
    var capacity: Int64
    var shard: Int64
    var shards: Int64
    var objects: Int64
    var count: ReplayCount
  }

  /// - Throws: `CommandError` for a file that is no part, and for parts that do not belong
  ///   together.
  static func merged(_ paths: [String]) throws -> [ShardedReplay.Row] {
    var whole: [ShardedReplay.Row] = []
    var paths = paths.map { (path: $0, shard: Int64(0)) }
    var count: Int64 = 0
    for index in paths.indices {
      let (path, rows) = (paths[index].path, try part(paths[index].path))
      let (shard, shards) = (rows[0].shard, rows[0].shards)
      if let same = paths[..<index].first(where: { $0.shard == shard }) {
        throw CommandError(.badInput, "\(path): is shard \(shard) as \(same.path) is")
      }
      paths[index].shard = shard
      if index == 0 {
        count = shards
        whole = rows.map { ShardedReplay.Row(policy: $0.policy, asked: $0.asked) }
      }
      let isAlike =
        rows.count == whole.count
        && zip(rows, whole).allSatisfy {
          $0.policy == $1.policy && $0.asked == $1.asked && $0.shard == shard && $0.shards == count
        }
      guard isAlike else {
        throw CommandError(.badInput, "\(path) and \(paths[0].path) are parts of different replays")
      }
      for (place, row) in rows.enumerated() {
        whole[place].add(row.count, objects: row.objects, capacity: Bytes(row.capacity))
      }
    }
    let missing = (1...count).filter { number in !paths.contains { $0.shard == number } }
    guard missing.isEmpty else {
      let numbers = missing.prefix(10).map { "\($0)" }.joined(separator: ", ")
      throw CommandError(
        .failed,
        "of \(NumberText.counted(count, "shard")) \(missing.count) "
          + "\(missing.count == 1 ? "is" : "are") missing: \(numbers)"
          + (missing.count > 10 ? " and others" : ""))
    }
    return whole
  }

  static func table(of rows: [ShardedReplay.Row], in format: OutputFormat) {
    let names = [
      "policy", capacity, "capacity_bytes", "requests", "bytes", "misses", "miss_bytes",
      "miss_ratio", "byte_miss_ratio", "shards", "is_exact", "likely_error",
    ]
    let listing = Listing(
      names, count: rows.count, numbers: Set(names).subtracting(["policy", capacity])
    ) { index, row in
      let (cell, count) = (rows[index], rows[index].count)
      row.add(cell.policy)
      row.add(cell.asked)
      for number in [
        cell.capacity.count, count.requests, count.bytes, count.misses, count.missBytes,
      ] { row.add(number) }
      row.add(ratio: count.missRatio)
      row.add(ratio: count.byteMissRatio)
      row.add(Int64(cell.shardCount))
      row.add(cell.isExact ? 1 : 0)
      if let error = cell.likelyError { row.add(ratio: error) } else { row.add("") }
    }
    let head = [
      "policy", "capacity", "requests", "misses", "miss ratio", "one shared cache", "shards",
    ]
    let body = rows.map { row in
      [
        row.policy, row.asked, Display.count(row.count.requests), Display.count(row.count.misses),
        Display.share(row.count.missRatio),
        sharedCache(row),
        "\(row.shardCount)",
      ]
    }
    Terminal.write(
      listing.written(
        format, table: ResultTable("misses", columns: head, rows: body, textColumns: 1)))
  }

  /// What the sum says of one cache that all objects share.
  private static func sharedCache(_ row: ShardedReplay.Row) -> String {
    if row.isExact { return "exact" }
    guard let error = row.likelyError else { return "unknown: fewer than 100 entries a part" }
    return "estimate, likely within \(NumberText.short(100 * error)) points"
  }

  private static func part(_ path: String) throws -> [PartRow] {
    let bytes = try InputFile.contents(of: path)
    let json: JSON
    do throws(InputError) {
      json = try JSON.parse(bytes, limit: InputFile.maximumValues)
    } catch {
      throw CommandError(.badInput, "\(path): byte \(error.offset): \(error.message)")
    }
    guard case .array(let values) = json.value, !values.isEmpty else { throw noPart(path) }
    return try values.map { value in
      guard let row = row(value) else { throw noPart(path) }
      return row
    }
  }

  private static func row(_ value: JSON) -> PartRow? {
    guard let policy = value["policy"]?.string, let asked = value[capacity]?.string else {
      return nil
    }
    let names = [
      "capacity_bytes", "shard", "shards", "objects", "requests", "bytes", "misses", "miss_bytes",
    ]
    let numbers = names.compactMap { value[$0]?.integer }
    // What all shards add up to stays within 64 bits.
    guard numbers.count == names.count, (1...65_536).contains(numbers[2]),
      numbers.allSatisfy({ (0...(Int64.max / numbers[2])).contains($0) }),
      (1...numbers[2]).contains(numbers[1])
    else { return nil }
    var count = ReplayCount()
    (count.requests, count.bytes) = (numbers[4], numbers[5])
    (count.misses, count.missBytes) = (numbers[6], numbers[7])
    return PartRow(
      policy: policy, asked: asked, capacity: numbers[0], shard: numbers[1], shards: numbers[2],
      objects: numbers[3], count: count)
  }

  private static func noPart(_ path: String) -> CommandError {
    CommandError(
      .badInput,
      "\(path): expected a part of a replay, as 'cachesim replay --shard 1/8 --output-format json' "
        + "writes it")
  }
}
