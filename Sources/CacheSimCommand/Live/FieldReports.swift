internal import CacheMetrics
internal import CacheWorkloads
internal import Results
internal import SimCore

/// What a shipped app's users reported, of one or several files: a row.
struct FieldReports {
  private(set) var files: [FieldFile] = []
  /// Of all files: people of different files are different people.
  private(set) var data = FieldData()

  /// Reads a file, or the files of a folder.
  init(_ path: String) throws(InputError) {
    var parts: [FieldData] = []
    for file in try FieldFile.files(of: path) {
      guard try !FieldFile.isRecord(file) else {
        throw InputError(
          .malformed, at: file,
          "expected reports of an app's users alone in the folder, found a record of "
            + "'cachesim serve': name it by an --observed of its own")
      }
      var read = try FieldFile(contentsOf: file)
      parts.append(read.takeData())
      files.append(read)
    }
    data = FieldData(joining: parts)
  }

  static func += (left: inout FieldReports, right: FieldReports) {
    left.files += right.files
    left.data = FieldData(joining: [left.data, right.data])
  }

  var metrics: FieldMetrics { FieldMetrics(data) }

  private var forms: [String] { files.map(\.form.rawValue).uniqued }

  var json: JSON {
    .object(["forms": JSON(forms), "files": JSON(files.count), "people": JSON(data.people)])
  }

  /// What was read.
  func sentence(label: String) -> String {
    let days = Set(data.observations.map(\.day) + data.histograms.map(\.day)).count
    var sentence = "\(label): \(NumberText.counted(data.count, "value")) of "
    sentence += "\(NumberText.counted(data.people, "person", plural: "people")) on "
    sentence += "\(NumberText.counted(days, "day")), from "
    sentence += "\(NumberText.counted(files.count, "file")) (\(forms.joined(separator: ", ")))"
    let unread = files.reduce(0) { $0 + $1.unread }
    if unread > 0 {
      sentence += "; \(NumberText.counted(unread, "entry", plural: "entries")) cannot be read"
    }
    return sentence
  }

  static func section(on rows: [(label: String, reports: FieldReports)]) -> Document.Section {
    Document.Section(
      "What the app's users reported",
      [
        .sentence(
          "A row of reports has the metrics that they can tell, and no others. It is of other "
            + "people and days than are simulated, and is compared with no other row. Waits are "
            + "those of views that painted something; how many showed nothing is not reported."),
        .table(
          ResultTable(
            "what the app's users reported",
            columns: ["row and quantity", "values", "people", "mean", "p50", "p90", "p95"],
            rows: rows.flatMap { quantities(of: $0.label, $0.reports.data) }, textColumns: 1)),
        .table(
          ResultTable(
            "metrics of the reports",
            columns: ["row and metric", "value", "of so many values"],
            rows: rows.flatMap { metrics(of: $0.label, $0.reports.metrics) }, textColumns: 1)),
        .table(
          ResultTable(
            "caches on the way",
            columns: ["row and cache", "answers", "hits", "forwarded", "as stale", "stored"],
            rows: rows.flatMap { caches(of: $0.label, $0.reports.files) }, textColumns: 1)),
      ].filter { if case .table(let table) = $0 { !table.rows.isEmpty } else { true } })
  }

  private static func quantities(of label: String, _ data: FieldData) -> [[String]] {
    FieldQuantity.allCases.compactMap { quantity in
      let sample = FieldSample(quantity, in: data)
      guard sample.count > 0 else { return nil }
      let numbers = [sample.mean] + [Percentile.p50, .p90, .p95].map { sample.value(at: $0) }
      let name = "\(label): \(quantity.words)"
      return [name, "\(sample.count)", "\(sample.people.count)"] + numbers.map(quantity.text)
    }
  }

  private static func metrics(of label: String, _ metrics: FieldMetrics) -> [[String]] {
    metrics.values.compactMap { name, value, count in
      MetricCatalog.metric(named: name).map {
        ["\(label): \(name)", Display.text(value, $0.unit), "\(count)"]
      }
    }
  }

  private static func caches(of label: String, _ files: [FieldFile]) -> [[String]] {
    var all: [FieldFile.CacheCount] = []
    for cache in files.flatMap(\.caches) { FieldFile.CacheCount.add(cache, to: &all) }
    return all.map { cache in
      let counts = [cache.answers, cache.hits, cache.forwarded, cache.stale, cache.stored]
      return ["\(label): \(cache.name)"] + counts.map { "\($0)" }
    }
  }
}

extension FieldQuantity {
  /// `firstContent` as `first content`.
  fileprivate var words: String {
    rawValue.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
  }

  fileprivate func text(_ value: Double?) -> String {
    switch unit {
    case "s": Display.text(value.map { $0 * 1_000 }, .milliseconds)
    case "B": Display.text(value, .bytes)
    case "share": Display.text(value, .ratio)
    case "bit/s": value.map { "\(NumberText.short($0 / 1e6)) Mbit/s" } ?? "–"
    default: Display.text(value, .count)
    }
  }
}
