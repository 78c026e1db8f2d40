internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import HTTPCaching
internal import LiveClients
internal import Results
internal import SimCore

/// How far a live client and the rules of a simulated one agree, request by request: what the rules
/// decide on the client's own requests, with what it was answered before, beside what it did.
struct LiveAgreement {
  let client: String
  let profile: HTTPProfile
  let figures: CaptureAgreementFigures
  /// First requests for an address, on which two caches cannot differ, lost ones, and those made
  /// again.
  let notJudged: Int
  /// Requests that the client made once more for what it was asked for once.
  let again: Int
  /// Where they differ first, and what each did; nil: nowhere.
  let parting: Parting?

  struct Parting {
    let simulation: LiveSeat.Simulation
    let at: Instant
    let request: CaptureComparison.ComparedRequest
  }

  /// Compares what was recorded of a client with a profile's rules; each simulation begins with an
  /// empty cache.
  init(_ seat: LiveSeat, _ profile: HTTPProfile) {
    client = seat.label
    self.profile = profile
    let compared = seat.recordings.map { simulation, recording in
      (
        simulation, recording,
        CaptureComparison(recording.log, sessions: .eachPage, profile: profile)
      )
    }
    figures = CaptureAgreementFigures(compared.flatMap(\.2.requests))
    notJudged = compared.reduce(0) { $0 + $1.2.notJudged }
    again = compared.reduce(0) { $0 + $1.2.again }
    parting =
      compared.lazy.compactMap { simulation, recording, comparison in
        comparison.requests.first { $0.browser != $0.ours }.map { first in
          let start = recording.secondsAtStart * 1_000_000_000
          return Parting(
            simulation: simulation, at: Instant(nanoseconds: first.startedAt - start),
            request: first)
        }
      }.first
  }

  /// Those of each client with the profiles of the HTTP caches among the strategies: with the one
  /// of its own name, or with each where none has it.
  static func all(_ seats: [LiveSeat], beside strategies: [StrategyChoice]) -> [LiveAgreement] {
    let profiles = strategies.compactMap { HTTPProfile.said(in: $0.settings) }.uniqued
    return seats.flatMap { seat in
      let own = profiles.filter { $0.name == seat.name }
      return (own.isEmpty ? profiles : own).map { LiveAgreement(seat, $0) }
    }
  }

  /// The sentences on where clients part from the rules with which they agree most.
  private static func partings(of all: [LiveAgreement]) -> [String] {
    all.map(\.client).uniqued.compactMap { client in
      let own = all.filter { $0.client == client }
      let most = own.map(\.figures.agreed).max()
      return own.first { $0.figures.agreed == most }?.sentence
    }
  }
}

extension LiveAgreement {
  private static let columns = [
    "client", "rules", "judged", "agreed", "agreement", "kappa", "null", "not judged",
    "again",
  ]

  private var cells: [String] {
    let shown = figures.cells
    return [
      client, profile.name, "\(figures.judged)", "\(figures.agreed)", shown.agreement, shown.kappa,
      shown.null, "\(notJudged)", "\(again)",
    ]
  }

  /// Nil: they part nowhere.
  private var sentence: String? {
    guard let parting else { return nil }
    let request = parting.request
    let path = request.url.trimmingPrefix("http://127.0.0.1")
    let rule = request.rule.map { "; \($0.text)" } ?? ""
    let doubt = request.doubt.map { "; \($0.text)" } ?? ""
    return "\(client) and \(profile.name) part first at \(parting.at.clockText) (seed "
      + "\(parting.simulation.seed), device \(parting.simulation.device)) over \(path): the client "
      + "\(request.browser.rawValue), the rules \(request.ours.rawValue): "
      + "\(request.reason.text)\(rule)\(doubt)."
  }

  private static let explanation =
    "Agreement by request: what the rules decide on the client's own requests. A cache that never "
    + "answers has the agreement in the column null; of first requests nothing can be judged. "
    + "Again: what a client requested once more for what it was asked for once."

  /// For a terminal; empty without any.
  static func text(of all: [LiveAgreement]) -> String {
    guard !all.isEmpty else { return "" }
    let rows = [columns] + all.map(\.cells)
    let partings = partings(of: all).map { $0 + "\n" }.joined()
    return "\n\(explanation)\n" + AlignedText.table(rows, .left, .left, .right) + partings
  }

  static func section(of all: [LiveAgreement]) -> Document.Section? {
    guard !all.isEmpty else { return nil }
    let columns = ["client and rules"] + columns.dropFirst(2)
    let rows = all.map { ["\($0.client), \($0.profile.name)"] + $0.cells.dropFirst(2) }
    return Document.Section(
      "Real clients and the rules of simulated ones",
      [
        .sentence(explanation),
        .table(ResultTable("agreement", columns: columns, rows: rows, textColumns: 1)),
        .list(partings(of: all).map { InlineText($0) }),
      ])
  }

  static func file(of all: [LiveAgreement]) -> ReportFile {
    let columns = [
      "client", "profile", "judged", "agreed", "kappa", "null_agreed", "not_judged", "again",
      "first_seed",
      "first_device", "first_at_ms", "first_url", "first_client", "first_rules", "first_reason",
      "first_rule",
    ]
    let rows = all.map { each -> [String] in
      let request = each.parting?.request
      let place = each.parting.map {
        ["\($0.simulation.seed)", "\($0.simulation.device)", "\($0.at.nanoseconds / 1_000_000)"]
      }
      return [
        each.client, each.profile.name, "\(each.figures.judged)", "\(each.figures.agreed)",
        each.figures.kappa.map { NumberText.decimal($0, places: 4) } ?? "",
        "\(each.figures.nullAgreed)", "\(each.notJudged)", "\(each.again)",
      ] + (place ?? ["", "", ""]) + [
        request.map { String($0.url.trimmingPrefix("http://127.0.0.1")) } ?? "",
        request?.browser.rawValue ?? "", request?.ours.rawValue ?? "",
        request?.reason.rawValue ?? "", request?.rule?.rawValue ?? "",
      ]
    }
    return ReportFile(name: "agreement.csv", text: Listing(columns, rows).csv.text)
  }

  static func json(of all: [LiveAgreement]) -> JSON {
    let list = all.map { each -> JSON in
      .object([
        "client": JSON(each.client), "profile": JSON(each.profile.name),
        "judged": JSON(each.figures.judged), "agreed": JSON(each.figures.agreed),
        "kappa": JSON(each.figures.kappa), "nullAgreed": JSON(each.figures.nullAgreed),
        "notJudged": JSON(each.notJudged), "again": JSON(each.again), "first": JSON(each.sentence),
      ])
    }
    return JSON(list)
  }
}
