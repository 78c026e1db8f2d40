package import SimCore

/// The sessions of a capture: pages between which the browser kept its cache.
///
/// Many captures are measurements: the same page several times, each time with an emptied cache.
/// Read as one user's page views, they would show a cache without hits. A page begins a session
/// when:
///
/// - its title says so, as WebPagetest's do: `Run 2, First View for …` begins a run, to which
///   `Run 2, Repeat View for …` belongs, whatever the order of time;
/// - else, when the browser loaded in full most of what should have been in its cache: of the
///   URLs that a page requests and an earlier page of the session received with a lifetime
///   (`max-age` or `Expires`) that has not passed, more than half and at least `leastEvidence` were
///   neither served by the cache nor validated. Requests that bypass the cache by their own
///   `no-cache`, as those of a forced reload do, are no evidence, and neither are those of an app:
///   a measurement of pages begins with a document, and an app that loads everything again has no
///   cache.
///
/// All requests of a page belong to its session; those without a page belong to the first one.
package struct HARSessions: Sendable {
  package enum Reading: String, WordSettingValue {
    /// By titles and by what the browser loaded again.
    case detect
    case one
    case eachPage = "each-page"
  }

  /// How many responses must have been loaded although they were fresh in the cache.
  package static let leastEvidence = 3

  package private(set) var count = 1
  /// By place of the entry in the capture: its session, from 0 in order of time.
  package private(set) var ofEntries: [Int] = []
  private(set) var ofPages: [String: Int] = [:]

  package init(_ log: JSON, reading: Reading = .detect) {
    let requests = (log["entries"]?.elements ?? []).map(Request.init)
    let pages = Self.pages(log, requests)
    switch reading {
    case .one: break
    case .eachPage:
      for page in pages { number(page, ofPages.count) }
    case .detect:
      if let runs = Self.runs(pages) {
        var numbers: [Substring: Int] = [:]
        for (page, run) in zip(pages, runs) {
          let next = numbers.count
          number(page, numbers[run, default: next])
          numbers[run] = numbers[run] ?? next
        }
      } else {
        detect(pages)
      }
    }
    ofEntries = requests.map { $0.page.flatMap { ofPages[$0] } ?? 0 }
  }

  private mutating func number(_ page: Page, _ session: Int) {
    ofPages[page.id] = session
    count = max(count, session + 1)
  }

  private mutating func detect(_ pages: [Page]) {
    var session = 0
    var freshUntil: [String: Int64] = [:]
    for page in pages {
      var known: Set<String> = []
      let atHand = page.requests.filter { request in
        known.insert(request.url).inserted && !request.isForced
          && freshUntil[request.url].map { $0 > request.startedAt } ?? false
      }
      let loaded = atHand.count { $0.action == .loaded }
      if loaded >= Self.leastEvidence, loaded * 2 > atHand.count, page.requests[0].isDocument {
        session += 1
        freshUntil = [:]
      }
      number(page, session)
      for request in page.requests {
        if let end = request.freshUntil { freshUntil[request.url] = end }
      }
    }
  }
}

// MARK: - Pages and requests

extension HARSessions {
  private struct Page {
    var id: String
    var title: String
    var openedAt: Int64
    var requests: [Request]
  }

  private struct Request {
    var page: String?
    var url: String
    /// Nanoseconds since 1970; 0 where the entry does not have it.
    var startedAt: Int64
    var action: HARCacheAction
    var isForced: Bool
    var freshUntil: Int64?
    /// Whether it may be a page of a browser: its media type, else its path's ending, says so.
    var isDocument: Bool

    init(_ entry: JSON) {
      page = entry["pageref"]?.string
      url = String((entry["request"]?["url"]?.string ?? "").prefix { $0 != "#" })
      startedAt = entry["startedDateTime"]?.string.flatMap(ISOTime.nanoseconds) ?? 0
      action = HARCacheAction(entry)
      isDocument = ResourceKind(path: Array(url.utf8)) == .document
      let asked = HARResponse.fields(entry["request"])
      isForced = asked.contains { line in
        (line.name == "cache-control" || line.name == "pragma")
          && (line.value.contains("no-cache") || line.value.contains("max-age=0"))
      }
      guard let response = entry["response"], response["status"]?.integer == 200,
        entry["request"]?["method"]?.string == HTTPMethod.get.rawValue
      else { return }
      let received = HARResponse(
        response, status: 200, receivedSeconds: startedAt / 1_000_000_000)
      if let kind = received.kind { isDocument = kind == .document }
      let answer = received.headers
      guard !answer.noStore, !answer.noCache, let lifetime = answer.maxAge ?? answer.expiresAfter
      else { return }
      let left = (lifetime - (answer.age ?? .zero)).nanoseconds
      let (end, isBeyond) = startedAt.addingReportingOverflow(left)
      freshUntil = isBeyond ? .max : end
    }
  }

  private static func pages(_ log: JSON, _ requests: [Request]) -> [Page] {
    var pages: [Page] = []
    var places: [String: Int] = [:]
    for json in log["pages"]?.elements ?? [] {
      guard let id = json["id"]?.string, places[id] == nil else { continue }
      places[id] = pages.count
      let openedAt = json["startedDateTime"]?.string.flatMap(ISOTime.nanoseconds)
      pages.append(
        Page(
          id: id, title: json["title"]?.string ?? "", openedAt: openedAt ?? .max, requests: []))
    }
    for request in requests {
      guard let place = request.page.flatMap({ places[$0] }) else { continue }
      pages[place].requests.append(request)
      pages[place].openedAt = min(pages[place].openedAt, request.startedAt)
    }
    for place in pages.indices {
      pages[place].requests = pages[place].requests.enumerated()
        .sorted { ($0.element.startedAt, $0.offset) < ($1.element.startedAt, $1.offset) }
        .map(\.element)
    }
    return pages.enumerated().filter { !$0.element.requests.isEmpty }
      .sorted { ($0.element.openedAt, $0.offset) < ($1.element.openedAt, $1.offset) }
      .map(\.element)
  }

  private static func runs(_ pages: [Page]) -> [Substring]? {
    var runs: [Substring] = []
    for page in pages {
      let parts = page.title.split(separator: ", ", maxSplits: 1)
      guard parts.count == 2, parts[0].hasPrefix("Run "),
        parts[1].hasPrefix("First View") || parts[1].hasPrefix("Repeat View")
      else { return nil }
      runs.append(parts[0])
    }
    return runs
  }
}

package enum HARCacheAction: String, CaseIterable, Sendable {
  case used
  case validated
  case loaded

  package static let conditions = [
    "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range",
  ]

  /// Reads it from an entry of a capture.
  ///
  /// A request with a condition was validated. A 304 to a request without one, for which no bytes
  /// are said to have come, is not the origin's: it is how some tools show a hit. A response came
  /// from the cache also when the entry says so (`_fromCache`), when nothing was transferred for it
  /// (`_transferSize` 0, Chrome), or when the cache is named (`cache.afterRequest`) and no bytes of
  /// a content that is not empty were moved (Firefox).
  package init(_ entry: JSON) {
    let response = entry["response"]
    let isConditional = (entry["request"]?["headers"]?.elements ?? []).contains { header in
      header["name"]?.string.map { Self.conditions.contains($0.lowercased()) } ?? false
    }
    let isSent304 =
      response?["status"]?.integer == 304 && (response?["_transferSize"]?.integer ?? 0) > 0
    let isFromCache =
      entry["_fromCache"]?.string != nil || response?["_transferSize"]?.integer == 0
      || (response?["status"]?.integer == 304 && !isSent304)
      || (entry["cache"]?["afterRequest"] != nil && response?["bodySize"]?.integer == 0
        && (response?["content"]?["size"]?.integer ?? 0) > 0)
    self = isConditional || isSent304 ? .validated : isFromCache ? .used : .loaded
  }

  /// What really happened, where the entry says so (`_kind`), as a capture does that was made with
  /// a log of the origin; nil: it does not. An answer that was used and refreshed behind was used.
  package static func told(by entry: JSON) -> HARCacheAction? {
    switch entry["_kind"]?.string {
    case "used", "used+background": .used
    case "validated": .validated
    case "loaded": .loaded
    default: nil
    }
  }
}
