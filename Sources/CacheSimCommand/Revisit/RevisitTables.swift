internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import HTTPCaching
internal import Results
internal import SimCore

/// What is said of second visits: a document, rows and values for programs, charts.
struct RevisitTables {
  private let report: RevisitReport
  private let hiding: NameHiding
  /// By first appearance, from 1.
  private let numbers: [String: Int]

  init(_ report: RevisitReport, _ hiding: NameHiding) {
    self.report = report
    self.hiding = hiding
    numbers = report.visits.flatMap { $0.outcome.first.uses + $0.outcome.again.uses }
      .reduce(into: [:]) { $0[$1.url] = $0[$1.url] ?? $0.count + 1 }
  }

  private func shown(_ url: String) -> String { hiding.object(url, number: numbers[url] ?? 0) }

  private func pattern(of use: Revisit.Use) -> String {
    RevisitReport.pattern(of: shown(use.url))
  }

  // MARK: - The document

  func document(_ figures: [Figure] = []) -> Document {
    var document = Document(
      title: "The second visit to \(report.file)",
      question: "How fast is the second visit, with a warm cache, and what is sent again?")
    document.lead = [.list(report.visits.map(sentence))]
    document.add("Visits", [.table(visitTable), .legend(Self.visitLegend)])
    document.add("What to change", [.list(changes)])
    document.add("What was sent again, by pattern", [.table(table("pattern", pattern))])
    document.add("What was sent again, by address", [.table(table("address") { shown($0.url) })])
    document.add("What the screens waited for", figures.map { .figure($0) } + drawn(figures))
    document.add("What this assumes", [.note(.caveats, "Assumed", caveats)])
    return document
  }

  /// Both visits of the screen that took longest, in letters where there is no picture.
  private func drawn(_ figures: [Figure]) -> [Block] {
    guard figures.isEmpty, let last = report.ofFirstNetwork.last else { return [] }
    let lines = WaterfallLook.document.text(views(of: last))
    return lines.isEmpty ? [] : [.code(lines, name: "\(shown(last.outcome.screen)), both visits")]
  }

  private func views(
    of visit: RevisitReport.Second
  ) -> [(label: String, waterfall: ViewWaterfall)] {
    [
      ("first visit", hidden(visit.outcome.waterfalls.first)),
      ("after \(visit.after.text)", hidden(visit.outcome.waterfalls.again)),
    ]
  }

  /// Rows are called by addresses, of which a label has no room for the scheme.
  private func hidden(_ waterfall: ViewWaterfall) -> ViewWaterfall {
    ViewWaterfall(
      waterfall.rows.map { row in
        var row = row
        let address = row.name.prefix { $0 != "," && $0 != " " }
        if address.contains("://") {
          row.name =
            shown(String(address)).replacing(#/^[a-z]+:\/\//#, with: "")
            + row.name.dropFirst(address.count)
        }
        return row
      })
  }

  /// At most as many as are looked at.
  var charts: [any Chart] {
    report.visits.prefix(12).enumerated().map { place, visit in
      WaterfallChart(
        name: "waterfall-\(place + 1)",
        title: "The slowest screen at both visits, \(visit.profile.name) over \(visit.network)",
        subtitle: shown(visit.outcome.screen), views(of: visit))
    }
  }

  /// Visits of one client over one network.
  private func who(_ visits: [RevisitReport.Second]) -> String {
    let times = NameList.text(visits.map(\.after.text))
    return visits.prefix(1).map { "\($0.profile.name) over \($0.network), " }.joined()
      + (report.navigation == .link
        ? "\(times) later" : "\(report.navigation.rawValue) after \(times)")
  }

  private func sentence(_ visit: RevisitReport.Second) -> InlineText {
    let (first, again) = (visit.outcome.first, visit.outcome.again)
    let waits =
      again.completeContents.isEmpty
      ? ""
      : " On average a screen is complete after \(Self.mean(again.completeContents, of: again)), "
        + "in place of \(Self.mean(first.completeContents, of: first))."
    return """
      \(strong: who([visit])): screens need \(NumberText.counted(again.uses.count, "resource")): \
      \(String(again.count(.cache))) from the cache, \(String(again.count(.validated))) validated \
      and \(String(again.count(.loaded))) loaded, with \
      \(NumberText.counted(again.requests, "request")) and \(Display.text(again.down)) in place of \
      \(String(first.requests)) and \(Display.text(first.down)).\(waits)
      """
  }

  /// The mean wait, and of how many screens where not all got there: a mean of others tells less.
  private static func mean(_ spans: [TimeSpan], of visit: Revisit.Visit) -> String {
    guard let mean = wait(spans) else { return "–" }
    let share = spans.count < visit.views ? " (\(spans.count) of \(visit.views) screens)" : ""
    return Display.text(mean) + share
  }

  private static func wait(_ spans: [TimeSpan]) -> TimeSpan? {
    guard !spans.isEmpty else { return nil }
    return TimeSpan(nanoseconds: spans.reduce(0) { $0 + $1.nanoseconds } / Int64(spans.count))
  }

  // MARK: - Tables

  private static let visitLegend = InlineText(
    "needed: how often screens needed something; requests and received: all that was sent, with "
      + "headers; first content and complete: the mean over screens that got there, with their "
      + "number where some did not.")

  private var visitTable: ResultTable {
    let rows = report.groups.flatMap { group -> [[String]] in
      guard let head = group.first else { return [] }
      let who = clients(head) + networks(head)
      return [who + ["first"] + Self.cells(head.outcome.first)]
        + group.map { who + ["after \($0.after.text)"] + Self.cells($0.outcome.again) }
    }
    let names = report.visits.first.map { clients($0, "client") + networks($0, "network") } ?? []
    return ResultTable(
      "visits",
      columns: names + [
        "visit", "needed", "from cache", "validated", "loaded", "requests", "received",
        "first content", "complete",
      ], rows: rows, textColumns: names.count + 1)
  }

  /// The cell that tells clients apart, or its heading; nothing where there is one client.
  private func clients(_ visit: RevisitReport.Second, _ heading: String? = nil) -> [String] {
    let isOne = report.visits.allSatisfy { $0.profile.name == visit.profile.name }
    return isOne ? [] : [heading ?? visit.profile.name]
  }

  private func networks(_ visit: RevisitReport.Second, _ heading: String? = nil) -> [String] {
    let isOne = report.visits.allSatisfy { $0.network == visit.network }
    return isOne ? [] : [heading ?? visit.network]
  }

  private static func cells(_ visit: Revisit.Visit) -> [String] {
    [
      "\(visit.uses.count)", "\(visit.count(.cache))", "\(visit.count(.validated))",
      "\(visit.count(.loaded))", "\(visit.requests)", Display.text(visit.down),
      mean(visit.firstContents, of: visit), mean(visit.completeContents, of: visit),
    ]
  }

  private func table(_ column: String, _ address: (Revisit.Use) -> String) -> ResultTable {
    let rows = report.ofFirstNetwork.flatMap { visit in
      RevisitReport.costs(of: visit.outcome.again, by: address).prefix(report.top).map { cost in
        clients(visit) + [
          visit.after.text, cost.address, "\(cost.needs)", "\(cost.requests)",
          Display.text(cost.down), cost.ways.map(\.rawValue).joined(separator: ", "),
          cost.cause.text, cost.cacheControl,
        ]
      }
    }
    let names = report.visits.first.map { clients($0, "client") } ?? []
    var table = ResultTable(
      "sent again by \(column)",
      columns: names + [
        "after", column, "needed", "requests", "received", "was", "why", "Cache-Control",
      ], rows: rows, textColumns: names.count + 2)
    for index in table.columns.indices.suffix(3) { table.columns[index].alignment = .left }
    return table
  }

  /// The headers that cost most at the second visits, with what would save it; what is the same
  /// after several times is said once.
  private var changes: [InlineText] {
    var found: [(text: InlineText, visits: [RevisitReport.Second])] = []
    for visit in report.ofFirstNetwork {
      for text in changes(at: visit) {
        let place = found.firstIndex {
          $0.text == text && $0.visits[0].profile.name == visit.profile.name
        }
        if let place { found[place].visits.append(visit) } else { found.append((text, [visit])) }
      }
    }
    return found.isEmpty
      ? ["No header costs anything at the second visit."]
      : found.map { "\(strong: who($0.visits)): \($0.text)" }
  }

  private func changes(at visit: RevisitReport.Second) -> [InlineText] {
    var byCause: [RevisitReport.Cost] = []
    for cost in RevisitReport.costs(of: visit.outcome.again, by: { $0.cause.rawValue })
    where cost.cause.change != nil {
      guard let place = byCause.firstIndex(where: { $0.cause == cost.cause }) else {
        byCause.append(cost)
        continue
      }
      byCause[place].requests += cost.requests
      byCause[place].down = byCause[place].down + cost.down
    }
    return byCause.sorted { ($0.down, $0.requests) > ($1.down, $1.requests) }.prefix(3)
      .map { sentence(on: $0, at: visit) }
  }

  private func sentence(
    on cost: RevisitReport.Cost, at visit: RevisitReport.Second
  ) -> InlineText {
    let patterns = RevisitReport.costs(of: visit.outcome.again, by: pattern)
      .filter { $0.cause == cost.cause }.map(\.address).uniqued
    let second: InlineText = patterns.count > 1 ? ", \(code: patterns[1])" : ""
    let others = patterns.count > 2 ? " and \(patterns.count - 2) more" : ""
    return """
      \(NumberText.counted(cost.requests, "request")) and \(Display.text(cost.down)), as \
      \(cost.cause.text) (\(code: patterns[0])\(second)\(others)); \(cost.cause.change ?? "").
      """
  }

  private var caveats: [InlineText] {
    let others = report.visits.first?.outcome.otherDevices ?? 0
    var caveats: [InlineText] = [
      report.changed.isEmpty
        ? "The origin has no new versions at the second visit; --changed says which it has."
        : "The origin has new versions of \(code: report.changed.joined(separator: " ")) alone.",
      "The second visit requests what the first one requested, at the same times after its begin.",
      report.navigation == .link
        ? "A new process begins the second visit: what was in memory alone is gone."
        : "What a browser keeps of a whole page in memory (back/forward cache) is left out.",
      "The network, the origin and flash take their mean times, without variance.",
    ]
    if others > 0 {
      caveats.append(
        "Left out: \(NumberText.counted(others, "session")) of pages with a cache of their own.")
    }
    return caveats
  }
}

// MARK: - For programs

extension RevisitTables {
  private static let columns = [
    "profile", "network", "navigation", "visit", "after_s", "views", "needed", "from_cache",
    "validated", "loaded", "unanswered", "requests", "down_bytes", "up_bytes", "first_content_ms",
    "complete_content_ms",
  ]

  var listing: Listing {
    Listing(
      Self.columns,
      report.groups.flatMap { group -> [[String]] in
        guard let head = group.first else { return [] }
        let first = [head.profile.name, head.network, "", "first", ""]
        return [first + Self.values(head.outcome.first)]
          + group.map { visit in
            [
              visit.profile.name, visit.network, report.navigation.rawValue, "second",
              NumberText.decimal(visit.after.seconds, places: 3),
            ] + Self.values(visit.outcome.again)
          }
      }, numbers: Set(Self.columns.dropFirst(4)))
  }

  private static func values(_ visit: Revisit.Visit) -> [String] {
    func mean(_ spans: [TimeSpan]) -> String {
      wait(spans).map { NumberText.decimal($0.milliseconds, places: 3) } ?? ""
    }
    return [
      "\(visit.views)", "\(visit.uses.count)", "\(visit.count(.cache))",
      "\(visit.count(.validated))", "\(visit.count(.loaded))", "\(visit.count(.nothing))",
      "\(visit.requests)", "\(visit.down.count)", "\(visit.up.count)", mean(visit.firstContents),
      mean(visit.completeContents),
    ]
  }

  var json: JSON {
    .object([
      "capture": JSON(report.file), "navigation": JSON(report.navigation.rawValue),
      "changed": JSON(report.changed.map { JSON($0) }),
      "visits": JSON(listing.rows.map(listing.object)),
      "second": JSON(
        report.ofFirstNetwork.map { visit in
          .object([
            "profile": JSON(visit.profile.name), "after_s": JSON(visit.after.seconds),
            "patterns": list(RevisitReport.costs(of: visit.outcome.again, by: pattern)),
            "addresses": list(
              RevisitReport.costs(of: visit.outcome.again) { shown($0.url) }),
          ])
        }),
    ])
  }

  private func list(_ costs: [RevisitReport.Cost]) -> JSON {
    JSON(
      costs.map { cost in
        .object([
          "address": JSON(cost.address), "needed": JSON(cost.needs),
          "requests": JSON(cost.requests), "down_bytes": JSON(cost.down.count),
          "ways": JSON(cost.ways.map { JSON($0.rawValue) }),
          "cause": JSON(cost.cause.rawValue), "why": JSON(cost.cause.text),
          "cache_control": JSON(cost.cacheControl), "change": JSON(cost.cause.change),
        ])
      })
  }
}
