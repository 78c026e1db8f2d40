internal import ArgumentParser
internal import CacheMetrics
internal import CacheWorkloads
internal import Experiments
internal import LiveClients
internal import Results
internal import SimCore

/// What an origin by itself was asked, or what an app's users reported, beside what is simulated.
struct ObservedArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What was observed, as a row beside the strategies; before it, the name of the row: a record "
        + "of 'cachesim serve', or captures (HAR), payloads of MetricKit, exports of Firebase "
        + "Performance or rows of measurements (CSV, JSON), or a folder of these. Repeatable.",
      valueName: "name=file"), completion: .file())
  var observed: [String] = []

  struct Row {
    var label: String
    var source: Source
    /// The varied values that it stands beside; one without a value where nothing varies.
    var values: [String?]

    enum Source {
      /// A record that belongs to the scenario.
      case record(ObservedRecord)
      case reports(FieldReports)
    }
  }

  /// The part of the command line that adds the same rows, independent of where files are.
  var command: String {
    observed.map { text in
      let (name, path) = Self.parts(of: text)
      let file = Disk.name(of: path)
      return " --observed " + ShellWord.quoted(text == path ? file : "\(name)=\(file)")
    }.joined()
  }

  func read(for file: ScenarioFile) throws -> [Row] {
    var rows: [Row] = []
    for text in observed {
      let (name, path) = Self.parts(of: text)
      try InputFile.check(path)
      var row = try Self.row("\(name) (observed)", path, file)
      if let place = rows.firstIndex(where: { $0.label == row.label }),
        case .reports(var all) = rows[place].source, case .reports(let more) = row.source
      {
        all += more
        row.source = .reports(all)
        rows[place] = row
        continue
      }
      let taken = rows.map(\.label) + file.scenario.strategies.map(\.label)
      guard !taken.contains(row.label) else {
        throw ValidationError(
          "--observed: two rows are called '\(row.label)': name records as name=file")
      }
      rows.append(row)
    }
    return rows
  }

  private static func row(_ label: String, _ path: String, _ file: ScenarioFile) throws -> Row {
    if FileKind(of: path) != .folder, try FieldFile.isRecord(path) {
      let record = try ObservedRecord(contentsOf: path)
      let values = try Self.values(of: record, from: path, in: file)
      return Row(label: label, source: .record(record), values: values)
    }
    let reports = try FieldReports(path)
    return Row(
      label: label, source: .reports(reports), values: file.variants.map(\.value))
  }

  private static func values(
    of record: ObservedRecord, from path: String, in file: ScenarioFile
  ) throws -> [String?] {
    let head = record.head
    let own = file.variants.filter { $0.scenario.worldDigest == head.fingerprint }
    guard !own.isEmpty else {
      throw CommandError(
        .badInput,
        "\(path): expected a record of '\(file.name)' "
          + "(\(file.variants[0].scenario.worldDigest)), found one of '\(head.scenario)' "
          + "(\(head.fingerprint)): the workload, the incidents or the origin differ")
    }
    let scenario = file.scenario
    guard scenario.seeds.contains(Int(head.seed)) else {
      let seeds = scenario.seeds.map(String.init).joined(separator: ", ")
      throw CommandError(
        .badInput,
        "\(path): expected a record under \(scenario.seeds.count == 1 ? "" : "one of ")seed "
          + "\(seeds), found seed \(head.seed): run with --seeds \(head.seed)")
    }
    guard scenario.workload.product.hasOwnLength || Int(head.device) < scenario.deviceCount else {
      throw CommandError(
        .badInput,
        "\(path): expected a record of one of \(scenario.deviceCount) devices, found device "
          + "\(head.device): run with --devices \(Int(head.device) + 1)")
    }
    return own.map(\.value)
  }

  /// Without a name, that of the file without its ending.
  private static func parts(of text: String) -> (name: String, path: String) {
    let name = text.prefix { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
    let rest = text[name.endIndex...]
    if rest.first == "=", !name.isEmpty { return (String(name), String(rest.dropFirst())) }
    let file = Disk.name(of: text)
    return (String(file.prefix { $0 != "." }), text)
  }
}

extension RunResult {
  mutating func add(_ observed: [ObservedArguments.Row], of file: ScenarioFile) {
    guard !observed.isEmpty else { return }
    var records: [(label: String, record: ObservedRecord)] = []
    var reports: [(label: String, reports: FieldReports)] = []
    for row in observed {
      switch row.source {
      case .record(let record):
        records.append((row.label, record))
        simulated.append(record.sentence(of: file, label: row.label))
      case .reports(let own):
        reports.append((row.label, own))
        simulated.append(own.sentence(label: row.label))
      }
      for value in row.values { rows.append(result(of: row, varied: value, in: file)) }
    }
    if !records.isEmpty { sections.append(Self.section(on: records)) }
    if !reports.isEmpty { sections.append(FieldReports.section(on: reports)) }
  }

  private func result(
    of row: ObservedArguments.Row, varied: String?, in file: ScenarioFile
  ) -> StrategyResult {
    let interval = file.scenario.interval
    let (settings, run): (JSON, SeedResult)
    switch row.source {
    case .record(let record):
      let place = variedValues.firstIndex { $0 == varied } ?? 0
      let leftOut = warmUp?.spans[place] ?? .zero
      settings = record.head.json
      run = SeedResult(
        seed: UInt64(record.head.seed),
        aggregates: record.aggregates(interval: interval, measuredFrom: .start + leftOut))
    case .reports(let reports):
      settings = reports.json
      run = SeedResult(
        seed: UInt64(file.scenario.seeds.first ?? 1),
        aggregates: Aggregates(reported: reports.metrics.byName, interval: interval))
    }
    return StrategyResult(
      label: row.label, name: "observed", varied: varied, settings: settings, runs: [run])
  }

  private static func section(
    on observed: [(label: String, record: ObservedRecord)]
  ) -> Document.Section {
    let rows = observed.flatMap { label, record in
      ObservedRecord.counts(of: record.requests).map { count in
        [
          "\(label): \(count.kind)", "\(count.requests)", "\(count.confirmed)",
          "\(count.failed)", Display.text(Double(count.body.count), .bytes),
        ]
      }
    }
    return Document.Section(
      "What the origin observed",
      [
        .sentence(
          "An observed row has the metrics that an origin can know by itself: requests, their "
            + "answers and bytes, counted as the simulation counts them. It is of another stretch "
            + "of time and of one device, and is compared with no other: metrics for each device "
            + "and day are the ones to put beside the simulated ones."),
        .table(
          ResultTable(
            "what the origin observed",
            columns: ["row and kind", "requests", "confirmed (304)", "failed", "bodies"],
            rows: rows, textColumns: 1)),
      ])
  }
}

extension ObservedRecord {
  /// How long was observed of the scenario's time, and how.
  fileprivate func sentence(of file: ScenarioFile, label: String) -> String {
    let until = observedUntil.sinceStart
    let whole = file.scenario.duration
    var text = "\(label): \(Self.text(observed))"
    if !file.scenario.workload.product.hasOwnLength { text += " of \(Self.text(whole))" }
    text += " observed, from \(head.start.clockText) on, of device \(head.device) under seed "
    text += "\(head.seed), at \(head.speed) times the speed of the wall clock"
    if head.network != "none" { text += ", network \(head.network)" }
    if !file.scenario.workload.product.hasOwnLength, until < whole {
      let minutes = max(1, (until.nanoseconds + 59_999_999_999) / 60_000_000_000)
      text += " (--duration \(TimeSpan.minutes(minutes).text) simulates as long)"
    }
    return text
  }

  private static func text(_ span: TimeSpan) -> String {
    Display.text(span.milliseconds, .milliseconds)
  }
}
