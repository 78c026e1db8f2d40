internal import CacheReports
internal import Results
internal import SimCore
internal import SyncTrials

/// A promise that was broken in a story: one that was drawn and shrunk, or one that was given.
struct FleetFinding {
  /// How a drawn story is found again, and the one that it was shrunk to.
  struct Shrunk {
    var seed: UInt64
    var again: String
    var story: ShrunkSyncStory
    var path: String
    var replay: String
  }

  var engine: String
  var violation: SyncViolation
  var isPromised = true
  var shrunk: Shrunk?

  var text: String {
    guard let shrunk else {
      let words = isPromised ? "" : " (not promised)"
      return "\(engine): \(violation.title)\(words): \(violation.what)\n"
    }
    let story = shrunk.story.story
    let events = NumberText.counted(story.events.count, "event")
    let devices = NumberText.counted(story.devices, "device")
    let runs = NumberText.counted(shrunk.story.runs, "run")
    return """
      \(engine), seed \(shrunk.seed), breaks \(violation.title): \(violation.what)
        again: \(shrunk.again)
        shrunk to \(events) of \(devices) in \(runs): \(shrunk.replay)
      \(story.events.map { "    \($0.json.compact)\n" }.joined())    \(shrunk.story.violation.what)

      """
  }

  var json: JSON {
    var members: [(String, JSON)] = [
      ("engine", JSON(engine)), ("promise", JSON(violation.promise.rawValue)),
      ("kind", JSON(violation.kind?.rawValue)), ("promised", JSON(isPromised)),
      ("what", JSON(violation.what)),
    ]
    if let shrunk {
      members += [
        ("seed", JSON("\(shrunk.seed)")), ("command", JSON(shrunk.again)),
        ("story", JSON(shrunk.path)), ("replay", JSON(shrunk.replay)),
        ("events", JSON(shrunk.story.story.events.map(\.json))),
      ]
    }
    return .object(members)
  }
}

extension SyncViolation {
  /// The promise, and the kind of objects that it is of.
  var title: String { promise.rawValue + (kind.map { " \($0.rawValue)" } ?? "") }
}

/// The rows of a fleet.
enum FleetTable {
  /// The listing for programs has a row for each engine, that for people a column.
  static func text(
    of rows: [FleetRow], _ findings: [FleetFinding], _ format: OutputFormat
  ) -> TextPieces {
    let figures = rows.map(numbers)
    let names = (figures.first ?? []).map(\.name)
    let listing = Listing(
      ["engine"] + names,
      zip(rows, figures).map { row, figures in
        [row.engine.name] + figures.map { $0.value.map { NumberText.decimal($0, places: 2) } ?? "" }
      }, numbers: Set(names))
    let lines = names.indices.map { place in [names[place]] + figures.map { $0[place].shown } }
    let engines = rows.map(\.engine.name)
    let table = ResultTable(
      "fleet", columns: ["promise"] + engines, rows: lines, textColumns: 1)
    return listing.written(
      format, text: AlignedText.table([[""] + engines] + lines, .left, .right),
      json: .object([
        "engines": JSON(
          zip(rows, figures).map { row, figures in
            .object([("engine", JSON(row.engine.name))] + figures.map { ($0.name, number($0)) })
          }),
        "failures": JSON(findings.map(\.json)),
      ]),
      markdown: MarkdownRenderer.text(of: table))
  }

  private typealias Number = (name: String, value: Double?, shown: String)

  private static func number(_ number: Number) -> JSON {
    number.value.flatMap { Int64(exactly: $0) }.map { JSON($0) }
      ?? JSON(number.value.map { ($0 * 100).rounded() / 100 })
  }

  private static func numbers(of row: FleetRow) -> [Number] {
    let costs = row.costs
    func count(_ name: String, _ count: Int, _ given: FleetRow.Given = .yes) -> Number {
      let shown: String =
        switch given {
        case .yes: "\(count)"
        case .partly: "\(count)*"
        case .no: "(\(count))"
        }
      return (name, Double(count), shown)
    }
    func share(_ name: String, _ amount: Int, of count: Int) -> Number {
      let value = row.each(amount, of: count)
      return (name, value, value.map { NumberText.short($0) } ?? "")
    }
    return [count("runs", row.runs), count("broken", row.broken)]
      + SyncPromise.allCases.map { count($0.rawValue, row.counts[$0] ?? 0, row.given($0)) } + [
        share("requests_per_edit", costs.requests, of: costs.edits),
        share("bytes_per_edit", costs.bytes, of: costs.edits),
        share("stored_bytes", costs.stored, of: row.runs),
        // No write at all: none was seen.
        share("writes_per_edit", costs.writes, of: costs.writes > 0 ? costs.edits : 0),
      ]
  }
}
