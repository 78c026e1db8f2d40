@testable internal import Results

/// A sweep of two strategies over a capacity and a number of devices.
enum SweepFixture {
  static let measures: [ResultMeasure] = [
    "opens", "opens_from_cache_share", "first_content_shown_p95_ms", "first_content_p95_ms",
    "stale_share",
    "flash_write_bytes", "flash_write_bytes_per_device_day",
  ].compactMap { name in ResultMeasure.metrics.first { $0.name == name } }

  static let sizes = SweptSetting(
    name: "shelf.capacity", unit: .bytes,
    values: [
      .init(text: "1 MB", amount: 1e6), .init(text: "2 MB", amount: 2e6),
      .init(text: "4 MB", amount: 4e6),
    ], isChoice: true)
  static let places = SweptSetting(
    name: "place, or 'town'", unit: nil,
    values: [.init(text: "a,b", amount: nil), .init(text: "\"c\"", amount: nil)])

  /// A sweep; the values grow with point and strategy.
  static func result(_ axes: [SweptSetting], seeds: [UInt64] = [1, 2]) -> SweepResult? {
    let points = axes.reduce(1) { $0 * $1.values.count }
    var rows: [SweepOutline.Row] = []
    var cells: [String: SweepCell] = [:]
    for point in 0..<points {
      for (index, label) in ["shelf", "bound"].enumerated() {
        let key = "\(point)-\(index)"
        rows.append(
          SweepOutline.Row(
            point: point, label: label, name: "on-demand", isBound: index == 1, cell: key))
        let base = Double(10 * point + index)
        func values(_ more: Double) -> [Double?] {
          [
            base + more, 0.5, 100 + base, point == 0 ? .infinity : 100 + base + more, nil, 5e6,
            base,
          ]
        }
        cells[key] = SweepCell(
          key: key, values: seeds.indices.map { values(Double($0)) }, pooled: values(0.5),
          isExact: true)
      }
    }
    let outline = SweepOutline(
      scenario: "small", title: "A small day", question: "How big?", hash: "abc",
      programVersion: "0.0.0", command: "cachesim sweep small", seeds: seeds, axes: axes,
      measures: measures, rows: rows)
    return SweepResult(outline, cells: cells)
  }
}
