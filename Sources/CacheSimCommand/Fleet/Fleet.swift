internal import CacheReports
internal import Results
internal import SimCore
internal import SyncTrials
internal import Synchronization

/// Runs of engines, one after the other, with the stories that broke a promise.
struct Fleet {
  private let benches: [SyncBench]
  private(set) var rows: [FleetRow]
  private let folder: String
  /// By engine: the options that choose it alone.
  private let choices: [String]
  private let verbosity: VerbosityArguments
  private let stop = StopFlag()
  /// By engine: of which promises and kinds a story was shrunk.
  private var known: [Set<String>]
  var isTwice = false
  /// Whether two runs of a seed differed.
  private(set) var isDifferent = false

  init(
    _ engines: [SyncEngine], choices: [String], folder: String, verbosity: VerbosityArguments
  ) {
    self.choices = choices
    benches = engines.map { SyncBench($0) }
    rows = engines.map { FleetRow($0) }
    known = engines.map { _ in [] }
    self.folder = folder
    self.verbosity = verbosity
    let stop = stop
    Interruption.onSignal { stop.set() }
  }

  /// Whether the user wants it to end.
  var isStopped: Bool { stop.isSet }

  /// Plays a story with an engine.
  /// - Parameter flags: what draws the same story again, after the seed.
  mutating func play(
    _ story: SyncStory, _ index: Int, isShown: Bool, showsTranscript: Bool, flags: String = ""
  ) async throws {
    let bench = benches[index]
    let name = bench.engine.name
    let outcome = try bench.run(story, keepsTranscript: showsTranscript || isTwice)
    if showsTranscript { Terminal.write(outcome.transcript.map { $0 + "\n" }.joined()) }
    let broken = rows[index].add(outcome)
    if isTwice { compare(outcome, try bench.run(story, keepsTranscript: true), name, story.seed) }
    if isShown {
      for violation in outcome.violations {
        let isGiven = broken.contains(violation) ? "" : " (not promised)"
        Terminal.write("\(name): \(violation.title)\(isGiven): \(violation.what)\n")
      }
      return
    }
    for violation in broken where known[index].insert(violation.title).inserted {
      try await report(violation, of: story, bench, "cachesim fleet\(choices[index])", flags)
    }
  }

  private func report(
    _ violation: SyncViolation, of story: SyncStory, _ bench: SyncBench, _ command: String,
    _ flags: String
  ) async throws {
    let name = bench.engine.name
    let shrunk = try await bench.shrink(story, breaking: violation, isStopped: { isStopped })
    let path = "\(folder)/\(name) \(violation.title).jsonl".map { " !'\"".contains($0) ? "-" : $0 }
    let what = shrunk.violation.what
    let text = shrunk.story.text([
      ("engine", JSON(name)), ("breaks", JSON(violation.title)), ("what", JSON(what)),
    ])
    try OutputFile.write(TextPieces(text), to: String(path), makesFolder: true)
    let events = NumberText.counted(shrunk.story.events.count, "event")
    Terminal.clearLine()
    Terminal.write(
      """
      \(name), seed \(story.seed), breaks \(violation.title): \(violation.what)
        again: \(command) --seeds \(story.seed)\(flags)
        shrunk to \(events) of \(NumberText.counted(shrunk.story.devices, "device")) in \
      \(NumberText.counted(shrunk.runs, "run")): \(command) --story \(String(path))

      """)
    let lines = shrunk.story.events.map { "    \($0.json.compact)\n" }
    Terminal.write(lines.joined() + "    \(what)\n")
  }

  private mutating func compare(
    _ first: SyncOutcome, _ second: SyncOutcome, _ name: String, _ seed: UInt64
  ) {
    guard first.fingerprint != second.fingerprint, !isDifferent else { return }
    isDifferent = true
    let pairs = Array(zip(first.transcript, second.transcript))
    let place = pairs.firstIndex { $0 != $1 } ?? pairs.count
    let (one, other) = place < pairs.count ? pairs[place] : ("the end", "more calls")
    Terminal.note(
      "note: \(name) is not deterministic: under seed \(seed), call \(place + 1) was once '"
        + VisibleText.shortened(one, to: 160) + "' and then '"
        + VisibleText.shortened(other, to: 160) + "'")
  }
}

extension SyncViolation {
  /// The promise, and the kind of objects that it is of.
  var title: String { promise.rawValue + (kind.map { " \($0.rawValue)" } ?? "") }
}

/// Set once by a signal.
private final class StopFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

/// The rows of a fleet.
enum FleetTable {
  static func text(of rows: [FleetRow], _ format: OutputFormat) -> TextPieces {
    let columns =
      ["engine", "runs", "broken"] + SyncPromise.allCases.map(\.rawValue)
      + ["requests_per_edit", "bytes_per_edit", "stored_bytes", "writes_per_edit"]
    let listing = Listing(
      columns, rows.map { [$0.engine.name] + cells(of: $0, isMarked: false) },
      numbers: Set(columns.dropFirst()))
    let marked = rows.map { [$0.engine.name] + cells(of: $0, isMarked: true) }
    let turned = columns.indices.map { place in
      [place == 0 ? "" : columns[place]] + marked.map { $0[place] }
    }
    return listing.written(format, text: AlignedText.table(turned, .left, .right))
  }

  private static func cells(of row: FleetRow, isMarked: Bool) -> [String] {
    func number(_ value: Double?) -> String { value.map { NumberText.short($0) } ?? "" }
    let counts = SyncPromise.allCases.map { promise in
      let count = "\(row.counts[promise] ?? 0)"
      return switch isMarked ? row.given(promise) : .yes {
      case .yes: count
      case .partly: count + "*"
      case .no: "(\(count))"
      }
    }
    let costs = row.costs
    return ["\(row.runs)", "\(row.broken)"] + counts + [
      number(row.each(costs.requests, of: costs.edits)),
      number(row.each(costs.bytes, of: costs.edits)),
      number(row.each(costs.stored, of: row.runs)),
      number(row.each(costs.writes, of: costs.edits)),
    ]
  }
}
