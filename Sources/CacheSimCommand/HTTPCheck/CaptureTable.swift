internal import CacheWorkloads
internal import Experiments
internal import HTTPCaching
internal import Results
internal import SimCore

enum CaptureTable {
  static func listing(of comparison: CaptureComparison) -> Listing {
    let requests = comparison.requests
    let actions = HARCacheAction.allCases
    let rows = actions.map { browser in
      ["browser \(browser.rawValue)"]
        + actions.map { ours in
          "\(requests.count { $0.browser == browser && $0.ours == ours })"
        }
    }
    let columns = ["request"] + actions.map { "ours \($0.rawValue)" }
    return Listing(columns, rows, numbers: Set(columns.dropFirst()))
  }

  static func text(of comparison: CaptureComparison, hiding: NameHiding) -> String {
    let requests = comparison.requests
    let agreement = CaptureAgreementFigures(requests)
    var text = listing(of: comparison).text
    text += "\n\(agreement.agreed) of "
    text += "\(NumberText.counted(requests.count, "repeated request")) agree; "
    text += "our cache serves \(requests.count { $0.ours == .used }), "
    text += "the browser's \(requests.count { $0.browser == .used }).\n"
    text += agreement.sentences + CaptureNotes.sentences(on: comparison)
    if comparison.sessionCount > 1 {
      text +=
        "The capture is read as \(comparison.sessionCount) sessions, each of which begins with "
      text += "an empty cache.\n"
    }
    text += ProfileTable.rules(of: comparison.profile)
    if comparison.isChosenByCapture {
      text += "The capture's client calls itself so; --profile names another.\n"
    }
    text += CaptureNotes.notCompared(in: comparison)
    let numbers = URLNumbers(requests)
    for request in requests where request.browser != request.ours {
      text += "\nentry \(request.position): "
      text += "\(hiding.object(request.url, number: numbers[request.url]))\n"
      text += "  browser \(request.browser.rawValue), ours \(request.ours.rawValue)"
      text += " [\(request.reason.rawValue)], \(request.reason.text)\n"
      if let doubt = request.doubt {
        text += "  ambiguous [\(doubt.rawValue)]: \(doubt.text)\n"
      }
      let rule = request.rule.map { "[\($0.rawValue)], \($0.text)" }
      text += "  explained by: \(rule ?? "no rule that is known here")\n"
    }
    return text
  }

  static func json(of comparison: CaptureComparison, hiding: NameHiding) -> JSON {
    let requests = comparison.requests
    let agreement = CaptureAgreementFigures(requests)
    let numbers = URLNumbers(requests)
    let disagreements = requests.filter { $0.browser != $0.ours }.map { request -> JSON in
      .object([
        "entry": JSON(request.position),
        "url": JSON(hiding.object(request.url, number: numbers[request.url])),
        "browser": JSON(request.browser.rawValue), "ours": JSON(request.ours.rawValue),
        "reason": JSON(request.reason.rawValue), "ambiguous": JSON(request.doubt?.rawValue),
        "rule": JSON(request.rule?.rawValue),
      ])
    }
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

/// The URLs of compared requests, numbered by first appearance.
private struct URLNumbers {
  private var numbers: [String: Int] = [:]

  init(_ requests: [CaptureComparison.ComparedRequest]) {
    for request in requests where numbers[request.url] == nil {
      numbers[request.url] = numbers.count + 1
    }
  }

  subscript(_ url: String) -> Int { numbers[url] ?? 0 }
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
    let actions = HARCacheAction.allCases
    let rows = actions.map { browser in
      ["browser \(browser.rawValue)"]
        + actions.map { ours in
          "\(comparison.requests.count { $0.browser == browser && $0.ours == ours })"
        }
    }
    let columns = ["request"] + actions.map { "ours \($0.rawValue)" }
    return Document.Section(
      "The browser's cache and ours",
      sentences.split(separator: "\n").map { .sentence(String($0)) }
        + [.table(ResultTable("actions", columns: columns, rows: rows, textColumns: 1))]
        + disagreements)
  }

  private func count(
    _ action: HARCacheAction, _ cache: KeyPath<CaptureComparison.ComparedRequest, HARCacheAction>
  ) -> Int {
    comparison.requests.count { $0[keyPath: cache] == action }
  }

  private var sentences: String {
    let requests = comparison.requests
    let sessions =
      comparison.sessionCount == 1
      ? "" : " in \(comparison.sessionCount) sessions, each of which began with an empty cache"
    func actions(_ cache: KeyPath<CaptureComparison.ComparedRequest, HARCacheAction>) -> String {
      "served \(count(.used, cache)), validated \(count(.validated, cache)) and loaded "
        + "\(count(.loaded, cache))"
    }
    return """
      \(NumberText.counted(
        requests.count, "request of the capture is", plural: "requests of the capture are")) \
      for something that was requested \
      before\(sessions). Of these the browser's cache \(actions(\.browser)); ours, decided by the \
      recorded header lines, \(actions(\.ours)). They agree on \
      **\(comparison.agreed) of \(requests.count)**.

      \(CaptureAgreementFigures(requests).sentences)\
      \(CaptureNotes.sentences(on: comparison))
      """
  }

  /// The reasons of our cache where the two differ, the most frequent first.
  private var disagreements: [Block] {
    let others = comparison.requests.filter { $0.browser != $0.ours }
    guard !others.isEmpty else { return [] }
    var reasons:
      [(reason: DecisionReason, browser: HARCacheAction, ours: HARCacheAction, count: Int)] = []
    for request in others {
      if let place = reasons.firstIndex(where: {
        $0.reason == request.reason && $0.browser == request.browser && $0.ours == request.ours
      }) {
        reasons[place].count += 1
      } else {
        reasons.append((request.reason, request.browser, request.ours, 1))
      }
    }
    let lines = reasons.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map { _, each in
        "\(each.count) × browser \(each.browser.rawValue), ours \(each.ours.rawValue): "
          + each.reason.text
      }
    return [.paragraph("Where they differ:"), .list(lines.map { InlineText($0) })]
  }
}
