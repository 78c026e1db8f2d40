package import SimCore

/// The sessions of a capture: pages between which the browser kept its cache.
///
/// Many captures are measurements: the same page several times, each time with an emptied cache.
/// Titles as WebPagetest's say it: `Run 2, First View for …` begins a run, to which `Run 2, Repeat
/// View for …` belongs, whatever the order of time. Else a page begins a session when the browser
/// loaded in full most of what should have been in its cache: of the URLs that it requests and an
/// earlier page of the session received with a lifetime that has not passed, more than half and at
/// least `leastEvidence` were neither served by the cache nor validated. Requests that bypass the
/// cache by their own `no-cache` are no evidence, and neither are an app's: a measurement of pages
/// begins with a document, and an app that loads everything again has no cache.
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

  package init(_ log: JSON, _ exchanges: [HTTPExchange], reading: Reading = .detect) {
    let pages = Self.pages(log, exchanges)
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
    ofEntries = exchanges.map { $0.page.flatMap { ofPages[$0] } ?? 0 }
  }

  private mutating func number(_ page: Page, _ session: Int) {
    ofPages[page.page.id] = session
    count = max(count, session + 1)
  }

  private mutating func detect(_ pages: [Page]) {
    var session = 0
    var freshUntil: [String: Int64] = [:]
    for page in pages {
      var known: Set<String> = []
      let atHand = page.requests.filter { request in
        known.insert(request.target).inserted && !request.isForced
          && freshUntil[request.target].map { $0 > request.startedAt ?? 0 } ?? false
      }
      let loaded = atHand.count { $0.action == .loaded }
      if loaded >= Self.leastEvidence, loaded * 2 > atHand.count, page.requests[0].isDocument {
        session += 1
        freshUntil = [:]
      }
      number(page, session)
      for request in page.requests {
        if let end = request.freshUntil { freshUntil[request.target] = end }
      }
    }
  }
}

extension HARSessions {
  private struct Page {
    let page: HARPage
    var openedAt: Int64
    var requests: [HTTPExchange] = []
  }

  private static func pages(_ log: JSON, _ requests: [HTTPExchange]) -> [Page] {
    var pages = HARPage.all(in: log).map { Page(page: $0, openedAt: $0.startedAt ?? .max) }
    let places = Dictionary(uniqueKeysWithValues: pages.enumerated().map { ($1.page.id, $0) })
    for request in requests {
      guard let place = request.page.flatMap({ places[$0] }) else { continue }
      pages[place].requests.append(request)
      pages[place].openedAt = min(pages[place].openedAt, request.startedAt ?? 0)
    }
    for place in pages.indices {
      pages[place].requests = pages[place].requests.enumerated()
        .sorted {
          ($0.element.startedAt ?? 0, $0.offset) < ($1.element.startedAt ?? 0, $1.offset)
        }
        .map(\.element)
    }
    return pages.enumerated().filter { !$0.element.requests.isEmpty }
      .sorted { ($0.element.openedAt, $0.offset) < ($1.element.openedAt, $1.offset) }
      .map(\.element)
  }

  private static func runs(_ pages: [Page]) -> [Substring]? {
    var runs: [Substring] = []
    for page in pages {
      let parts = page.page.title.split(separator: ", ", maxSplits: 1)
      guard parts.count == 2, parts[0].hasPrefix("Run "),
        parts[1].hasPrefix("First View") || parts[1].hasPrefix("Repeat View")
      else { return nil }
      runs.append(parts[0])
    }
    return runs
  }
}

struct HARPage {
  var id: String
  var title: String
  /// Nanoseconds since 1970; nil: it is not recorded.
  var startedAt: Int64?

  /// The pages of a capture's log in its order; of those with the same name only the first.
  static func all(in log: JSON) -> [HARPage] {
    var known: Set<String> = []
    return (log["pages"]?.elements ?? []).compactMap { json in
      guard let id = json["id"]?.string, known.insert(id).inserted else { return nil }
      return HARPage(
        id: id, title: json["title"]?.string ?? "",
        startedAt: json["startedDateTime"]?.string.flatMap(ISOTime.nanoseconds))
    }
  }
}

extension HTTPExchange {
  /// The URL without its fragment.
  fileprivate var target: String { String((url ?? "").prefix { $0 != "#" }) }

  fileprivate var isForced: Bool {
    asked.contains { line in
      (line.name == "cache-control" || line.name == "pragma")
        && (line.value.contains("no-cache") || line.value.contains("max-age=0"))
    }
  }

  private var stored: HARResponse? {
    status == 200 && method == HTTPMethod.get.rawValue ? answer : nil
  }

  /// Whether it may be a page of a browser: its media type, else its path's ending, says so.
  fileprivate var isDocument: Bool {
    (stored?.kind ?? ResourceKind(path: Array(target.utf8))) == .document
  }

  fileprivate var freshUntil: Int64? {
    guard let answer = stored?.headers, !answer.noStore, !answer.noCache,
      let lifetime = answer.maxAge ?? answer.expiresAfter
    else { return nil }
    let left = (lifetime - (answer.age ?? .zero)).nanoseconds
    let (end, isBeyond) = (startedAt ?? 0).addingReportingOverflow(left)
    return isBeyond ? .max : end
  }
}
