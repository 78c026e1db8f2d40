internal import SimCore

extension SweepOutline {
  /// The outline as it lies beside the cells.
  var json: JSON {
    .object(
      description + [
        ("measures", JSON(.array(measures.map(\.json)))),
        ("rows", JSON(.array(rows.map(Self.json)))),
      ])
  }

  /// The members that `sweep.json` has as well.
  var description: [(String, JSON)] {
    [
      ("sweepSchemaVersion", number(schemaVersions[0])),
      ("resultSchemaVersion", number(schemaVersions[1])),
      ("metricCatalogVersion", number(schemaVersions[2])),
      (
        "program",
        .object([("name", "cachesim"), ("version", JSON(.string(programVersion)))])
      ),
      (
        "scenario",
        .object([
          ("name", JSON(.string(scenario))), ("title", JSON(.string(title))),
          ("question", JSON(.string(question))), ("hash", JSON(.string(hash))),
        ])
      ),
      ("command", JSON(.string(command))),
      ("seeds", JSON(.array(seeds.map { JSON(.string("\($0)")) }))),
      ("axes", JSON(.array(axes.map(\.json)))),
    ]
  }

  private func number(_ number: Int) -> JSON { JSON(.integer(Int64(number))) }

  private static func json(of row: Row) -> JSON {
    .object([
      ("point", JSON(.integer(Int64(row.point)))), ("label", JSON(.string(row.label))),
      ("name", JSON(.string(row.name))), ("isBound", JSON(.bool(row.isBound))),
      ("cell", JSON(.string(row.cell))),
    ])
  }

  /// Reads an outline; nil when the text is none.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON.parse(bytes), let scenario = json["scenario"],
      let name = scenario["name"]?.string, let title = scenario["title"]?.string,
      let question = scenario["question"]?.string, let hash = scenario["hash"]?.string,
      let version = json["program"]?["version"]?.string, let command = json["command"]?.string,
      let seeds = json["seeds"]?.elements?.map({ $0.string.flatMap { UInt64($0) } }),
      let axes = json["axes"]?.elements?.map({ SweptSetting($0) }),
      let measures = json["measures"]?.elements?.map({ SweepMeasure($0) }),
      let rows = json["rows"]?.elements?.map({ Self.row($0) }),
      !seeds.contains(nil), !axes.contains(nil), !measures.contains(nil), !rows.contains(nil)
    else { return nil }
    let versions = ["sweepSchemaVersion", "resultSchemaVersion", "metricCatalogVersion"].map {
      Int(json[$0]?.integer ?? 0)
    }
    self.init(
      scenario: name, title: title, question: question, hash: hash, programVersion: version,
      command: command, seeds: seeds.compactMap(\.self), axes: axes.compactMap(\.self),
      measures: measures.compactMap(\.self), rows: rows.compactMap(\.self))
    schemaVersions = versions
    let points = 0..<pointCount
    guard self.rows.allSatisfy({ points.contains($0.point) }) else { return nil }
  }

  private static func row(_ json: JSON) -> Row? {
    guard let point = json["point"]?.integer, let label = json["label"]?.string,
      let name = json["name"]?.string, case .bool(let isBound) = json["isBound"]?.value,
      let cell = json["cell"]?.string
    else { return nil }
    return Row(point: Int(point), label: label, name: name, isBound: isBound, cell: cell)
  }
}
