internal import CacheWorkloads
internal import Experiments
internal import HTTPCaching
internal import Results
internal import SimCore

enum CaptureTable {
  /// How often the client's cache did one thing and ours another.
  static func actions(of comparison: CaptureComparison) -> (columns: [String], rows: [[String]]) {
    let actions = HARCacheAction.allCases
    let rows = actions.map { browser in
      ["browser \(browser.rawValue)"]
        + actions.map { ours in
          "\(comparison.requests.count { $0.browser == browser && $0.ours == ours })"
        }
    }
    return (["request"] + actions.map { "ours \($0.rawValue)" }, rows)
  }

  static func listing(of comparison: CaptureComparison) -> Listing {
    let (columns, rows) = actions(of: comparison)
    return Listing(columns, rows, numbers: Set(columns.dropFirst()))
  }

  static func text(of comparison: CaptureComparison, hiding: NameHiding) -> String {
    let requests = comparison.requests
    let agreement = CaptureAgreementFigures(requests)
    var text = """
      \(listing(of: comparison).text)
      \(agreement.agreed) of \(NumberText.counted(requests.count, "repeated request")) agree; our \
      cache serves \(requests.count { $0.ours == .used }), the browser's \
      \(requests.count { $0.browser == .used }).

      """
    text += agreement.sentences + comparison.limits
    if comparison.sessionCount > 1 {
      text +=
        "The capture is read as \(comparison.sessionCount) sessions, each of which begins with "
        + "an empty cache.\n"
    }
    text += ProfileTable.rules(of: comparison.profile)
    if comparison.isChosenByCapture {
      text += "The capture's client calls itself so; --profile names another.\n"
    }
    text += comparison.notCompared
    let shown = ShownRequests(of: comparison, client: "browser", hiding)
    for request in requests where request.browser != request.ours {
      let rule = request.rule.map { "[\($0.rawValue)], \($0.text)" }
      let probe = request.probe.map { "; to be decided by: \($0.text)" } ?? ""
      let doubt = request.doubt.map { "  ambiguous [\($0.rawValue)]: \($0.text)\n" } ?? ""
      text += shown.text(of: request)
      text += "\(doubt)  explained by: \(rule ?? "no rule that is known here")\(probe)\n"
    }
    return text
  }

  static func json(of comparison: CaptureComparison, hiding: NameHiding) -> JSON {
    let requests = comparison.requests
    let agreement = CaptureAgreementFigures(requests)
    let shown = ShownRequests(of: comparison, client: "browser", hiding)
    let disagreements = requests.filter { $0.browser != $0.ours }.map { shown.json(of: $0) }
    return .object([
      "profile": JSON(comparison.profile.name),
      "confidence": JSON(comparison.profile.confidence.rawValue),
      "switches": .object(
        comparison.profile.switches.changes.map { ($0.field.name, JSON($0.value)) }),
      "entries": JSON(requests.count + comparison.notJudged),
      "notJudged": JSON(comparison.notJudged), "agreement": JSON(agreement.agreement),
      "judged": JSON(requests.count), "agreed": JSON(agreement.agreed),
      "answered": JSON(requests.count { $0.ours == .used }),
      "sessions": JSON(comparison.sessionCount), "first": JSON(comparison.first),
      "unreadable": JSON(comparison.unreadable), "nullAgreed": JSON(agreement.nullAgreed),
      "informative": JSON(agreement.informative),
      "informativeAgreed": JSON(agreement.informativeAgreed),
      "ambiguous": JSON(agreement.ambiguous), "ambiguousAgreed": JSON(agreement.ambiguousAgreed),
      "kappa": JSON(agreement.kappa), "showsHits": JSON(comparison.showsHits),
      "cutOff": JSON(comparison.cutOff), "disagreements": JSON(disagreements),
    ])
  }
}

/// The section of a report on a capture with repeated page views: the browser's cache and ours.
struct CaptureAgreement {
  let comparison: CaptureComparison

  /// Nil where the scenario's workload is no capture, or nothing in it is requested twice.
  init?(of workload: Chosen<AnyWorkload>) {
    guard workload.name == "trace", let path = workload.settings["path"]?.string,
      let log = try? HARFile(path: path).log
    else { return nil }
    let reading = workload.settings["reading"]?["sessions"]?.string
      .flatMap(HARSessions.Reading.init(rawValue:))
    let comparison = CaptureComparison(log, sessions: reading ?? .detect)
    guard !comparison.requests.isEmpty else { return nil }
    self.comparison = comparison
  }

  var note: String {
    let figures = CaptureAgreementFigures(comparison.requests)
    return "\(figures.agreed) of \(comparison.requests.count) repeated requests of the capture are "
      + "treated by our HTTP cache as the browser's treated them; a cache that never answers has "
      + "\(figures.nullAgreed), and of the \(figures.informative) that the browser's answered "
      + "or validated \(figures.informativeAgreed) agree."
  }

  var section: Document.Section {
    let (columns, rows) = CaptureTable.actions(of: comparison)
    return Document.Section(
      "The browser's cache and ours",
      sentences.split(separator: "\n").map { .sentence(String($0)) }
        + [.table(ResultTable("actions", columns: columns, rows: rows, textColumns: 1))]
        + disagreements)
  }

  private var sentences: String {
    let requests = comparison.requests
    let sessions =
      comparison.sessionCount == 1
      ? "" : " in \(comparison.sessionCount) sessions, each of which began with an empty cache"
    func actions(_ cache: KeyPath<CaptureComparison.ComparedRequest, HARCacheAction>) -> String {
      let counts = [HARCacheAction.used, .validated, .loaded].map { action in
        requests.count { $0[keyPath: cache] == action }
      }
      return "served \(counts[0]), validated \(counts[1]) and loaded \(counts[2])"
    }
    return """
      \(NumberText.counted(
        requests.count, "request of the capture is", plural: "requests of the capture are")) \
      for something that was requested \
      before\(sessions). Of these the browser's cache \(actions(\.browser)); ours, decided by the \
      recorded header lines, \(actions(\.ours)). They agree on \
      **\(comparison.agreed) of \(requests.count)**.

      \(CaptureAgreementFigures(requests).sentences)\
      \(comparison.limits)
      """
  }

  /// The reasons of our cache where the two differ, the most frequent first.
  private var disagreements: [Block] {
    let reasons = comparison.requests.filter { $0.browser != $0.ours }.map {
      "browser \($0.browser.rawValue), ours \($0.ours.rawValue): \($0.reason.text)"
    }
    guard !reasons.isEmpty else { return [] }
    let lines = reasons.uniqued.map { reason in (reason, count: reasons.count { $0 == reason }) }
      .sorted { $0.count > $1.count }.map { "\($0.count) × \($0.0)" }
    return [.paragraph("Where they differ:"), .list(lines.map { InlineText($0) })]
  }
}

/// How far two caches agree on the same requests, and how much that says.
struct CaptureAgreementFigures {
  let judged: Int
  /// Those on which both did the same.
  let agreed: Int
  /// Those on which the client agrees with a cache that never stores anything: it loaded.
  let nullAgreed: Int
  /// Those that inform: the client's cache answered or validated.
  let informative: Int
  let informativeAgreed: Int
  /// Those that the capture cannot decide.
  let ambiguous: Int
  let ambiguousAgreed: Int
  /// Cohen's kappa: the agreement beyond what two caches have by chance that use, validate and load
  /// as often as these do; nil: both always did one and the same.
  let kappa: Double?
  var agreement: Double? { judged == 0 ? nil : Double(agreed) / Double(judged) }
  var nullAgreement: Double? { judged == 0 ? nil : Double(nullAgreed) / Double(judged) }

  /// The agreement, Cohen's kappa and the agreement of a cache that never answers, for a table.
  var cells: (agreement: String, kappa: String, null: String) {
    func percent(_ share: Double?) -> String {
      share.map { NumberText.decimal($0 * 100, places: 1) + " %" } ?? "–"
    }
    let kappa = kappa.map { NumberText.decimal($0, places: 2) } ?? "–"
    return (percent(agreement), kappa, percent(nullAgreement))
  }

  init(_ requests: [CaptureComparison.ComparedRequest]) {
    func agreeing(_ isOne: (CaptureComparison.ComparedRequest) -> Bool) -> Int {
      requests.count { isOne($0) && $0.browser == $0.ours }
    }
    judged = requests.count
    agreed = agreeing { _ in true }
    nullAgreed = requests.count { $0.browser == .loaded }
    informative = judged - nullAgreed
    informativeAgreed = agreeing { $0.browser != .loaded }
    ambiguous = requests.count { $0.doubt != nil }
    ambiguousAgreed = agreeing { $0.doubt != nil }
    let chance = HARCacheAction.allCases.reduce(0) { sum, action in
      sum + requests.count { $0.browser == action } * requests.count { $0.ours == action }
    }
    let all = judged * judged
    kappa = all == chance ? nil : Double(agreed * judged - chance) / Double(all - chance)
  }

  var sentences: String {
    guard judged > 0 else { return "" }
    let kappa = kappa.map { NumberText.decimal($0, places: 2) } ?? "not defined"
    return """
      A cache that never answers agrees on \(share(nullAgreed, of: judged)), ours on \
      \(share(agreed, of: judged)); Cohen's kappa is \(kappa).
      \(share(informative, of: judged)) inform: the client's cache answered or validated them. Of \
      these \(informativeAgreed) agree.

      """
        + (ambiguous == 0
          ? ""
          : "\(ambiguous) are ambiguous, of which \(ambiguousAgreed) agree: a request for the URL "
            + "was under way, the age was too near to the lifetime, or a script may have asked "
            + "for what is stale.\n")
  }

  private func share(_ count: Int, of all: Int) -> String {
    let percent = NumberText.decimal(Double(count) * 100 / Double(max(all, 1)), places: 1)
    return "\(count) of \(all) (\(percent) %)"
  }
}

extension CaptureComparison {
  /// What the capture cannot show about its client's cache: sentences, each a line; empty: nothing.
  fileprivate var limits: String {
    var text = ""
    if !showsHits {
      text =
        "The capture shows no hit. Tools that record only what was sent, as proxies and "
        + "WebPageTest do, never show one: it can show that our cache answers too much, and "
        + "not that it answers too little.\n"
    }
    if cutOff > 0 {
      text += NumberText.counted(cutOff, "answer was", plural: "answers were")
      text += " cut off; no cache takes one for the whole.\n"
    }
    return text
  }

  fileprivate var notCompared: String {
    "Not compared: \(NumberText.counted(first, "first request")), "
      + NumberText.counted(unreadable, "entry", plural: "entries")
      + " without time, URL or final response.\n"
  }
}

/// Requests of a capture as they are shown: by their place, their address and what both did.
struct ShownRequests {
  private let client: String
  private let hiding: NameHiding
  /// By first appearance, from 1.
  private let numbers: [String: Int]

  /// `client` is what the other cache is called.
  init(of comparison: CaptureComparison, client: String, _ hiding: NameHiding) {
    (self.client, self.hiding) = (client, hiding)
    numbers = comparison.requests.reduce(into: [:]) { $0[$1.url] = $0[$1.url] ?? $0.count + 1 }
  }

  private func url(_ request: CaptureComparison.ComparedRequest) -> String {
    hiding.object(request.url, number: numbers[request.url] ?? 0)
  }

  func text(of request: CaptureComparison.ComparedRequest) -> String {
    """

    entry \(request.position): \(url(request))
      \(client) \(request.browser.rawValue), ours \(request.ours.rawValue) \
    [\(request.reason.rawValue)], \(request.reason.text)

    """
  }

  func json(
    of request: CaptureComparison.ComparedRequest, _ more: [(String, JSON)] = []
  ) -> JSON {
    .object(
      [
        ("entry", JSON(request.position)), ("url", JSON(url(request))),
        (client, JSON(request.browser.rawValue)), ("ours", JSON(request.ours.rawValue)),
        ("reason", JSON(request.reason.rawValue)), ("ambiguous", JSON(request.doubt?.rawValue)),
      ] + more + [
        ("rule", JSON(request.rule?.rawValue)), ("probe", JSON(request.probe?.text)),
      ])
  }
}

/// The agreement of a capture's client with our cache by the rules of each client.
struct ProfileTable {
  private let rows: [(comparison: CaptureComparison, figures: CaptureAgreementFigures)]

  init(_ comparisons: [CaptureComparison]) {
    rows = comparisons.map { ($0, CaptureAgreementFigures($0.requests)) }
  }

  var listing: Listing {
    let columns = [
      "profile", "judged", "agreed", "agreement", "null", "kappa", "answered", "client answered",
      "known",
    ]
    return Listing(
      columns,
      rows.map { comparison, figures in
        [
          comparison.profile.name, "\(figures.judged)", "\(figures.agreed)",
          figures.cells.agreement, figures.cells.null, figures.cells.kappa,
          "\(comparison.requests.count { $0.ours == .used })",
          "\(comparison.requests.count { $0.browser == .used })",
          comparison.profile.confidence.rawValue,
        ]
      }, numbers: Set(columns.dropFirst().dropLast()))
  }

  var text: String { listing.text + (rows.first.map { "\n" + $0.comparison.notCompared } ?? "") }

  var json: JSON {
    let profiles = rows.map { comparison, figures -> JSON in
      .object([
        "profile": JSON(comparison.profile.name),
        "confidence": JSON(comparison.profile.confidence.rawValue), "judged": JSON(figures.judged),
        "agreed": JSON(figures.agreed), "agreement": JSON(figures.agreement),
        "null": JSON(figures.nullAgreement), "kappa": JSON(figures.kappa),
        "answered": JSON(comparison.requests.count { $0.ours == .used }),
        "ambiguous": JSON(figures.ambiguous), "first": JSON(comparison.first),
        "unreadable": JSON(comparison.unreadable),
      ])
    }
    return .object(["profiles": JSON(profiles)])
  }

  /// What a client does otherwise than RFC 9111 has it; empty for RFC 9111.
  static func rules(of profile: HTTPProfile) -> String {
    let changes = profile.switches.changes
    guard !changes.isEmpty else { return "" }
    return """
      Our cache goes by the rules of \(profile.client) (\(profile.name), \
      \(profile.confidence.rawValue): \(profile.source)):

      """ + changes.map { "  \($0.field.name) \($0.value): \($0.field.summary)\n" }.joined()
  }
}
