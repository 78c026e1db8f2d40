internal import ArgumentParser
internal import CacheWorkloads
internal import Experiments
internal import LiveClients
internal import Measurement
internal import Results
internal import SimCore

/// What an origin by itself was asked, beside what is simulated.
struct ObservedArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A record of 'cachesim serve', as a row beside the strategies; before it, the name of the "
        + "row. Repeatable.", valueName: "name=file"), completion: .file(extensions: ["jsonl"]))
  var observed: [String] = []

  /// A record that belongs to a scenario.
  struct Row {
    var label: String
    var record: ObservedRecord
    /// The varied values under which the origin publishes the same; one without a value where
    /// nothing varies.
    var values: [String?]
  }

  /// The part of the command line that adds the same rows, independent of where files are.
  var command: String {
    observed.map { text in
      let (name, path) = Self.parts(of: text)
      let file = path.split(separator: "/").last.map(String.init) ?? path
      return " --observed " + ShellWord.quoted(text == path ? file : "\(name)=\(file)")
    }.joined()
  }

  func read(for file: ScenarioFile) throws -> [Row] {
    var rows: [Row] = []
    for text in observed {
      let (name, path) = Self.parts(of: text)
      try InputFile.check(path)
      let record = try ObservedRecord(contentsOf: path)
      let row = Row(
        label: "\(name) (observed)", record: record,
        values: try Self.values(of: record, from: path, in: file))
      let taken = rows.map(\.label) + file.scenario.strategies.map(\.label)
      guard !taken.contains(row.label) else {
        throw ValidationError(
          "--observed: two rows are called '\(row.label)': name records as name=file")
      }
      rows.append(row)
    }
    return rows
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
    guard scenario.workload.product.hasOwnLength || Int(head.device) < scenario.devices else {
      throw CommandError(
        .badInput,
        "\(path): expected a record of one of \(scenario.devices) devices, found device "
          + "\(head.device): run with --devices \(Int(head.device) + 1)")
    }
    return own.map(\.value)
  }

  /// Without a name, that of the file without its ending.
  private static func parts(of text: String) -> (name: String, path: String) {
    let name = text.prefix { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
    let rest = text[name.endIndex...]
    if rest.first == "=", !name.isEmpty { return (String(name), String(rest.dropFirst())) }
    let file = text.split(separator: "/").last.map(String.init) ?? text
    return (String(file.prefix { $0 != "." }), text)
  }
}

extension RunResult {
  mutating func add(_ observed: [ObservedArguments.Row], of file: ScenarioFile) {
    guard !observed.isEmpty else { return }
    for row in observed {
      for value in row.values {
        let place = variedValues.firstIndex { $0 == value } ?? 0
        let leftOut = warmUp?.spans[place] ?? .zero
        let aggregates = row.record.aggregates(
          interval: file.scenario.interval, measuredFrom: .start + leftOut)
        let run = SeedResult(seed: UInt64(row.record.head.seed), aggregates: aggregates)
        rows.append(
          StrategyResult(
            label: row.label, name: "observed", varied: value, settings: row.record.head.json,
            runs: [run]))
      }
      simulated.append(row.sentence(of: file))
    }
    sections.append(Self.section(on: observed))
  }

  private static func section(on observed: [ObservedArguments.Row]) -> Document.Section {
    let rows = observed.flatMap { row in
      ObservedRecord.counts(of: row.record.requests).map { count in
        [
          "\(row.label): \(count.kind)", "\(count.requests)", "\(count.confirmed)",
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

extension ObservedArguments.Row {
  /// How long was observed of the scenario's time, and how.
  fileprivate func sentence(of file: ScenarioFile) -> String {
    let head = record.head
    let until = record.observedUntil.sinceStart
    let whole = file.scenario.duration
    var text = "\(label): \(Self.text(record.observed))"
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
