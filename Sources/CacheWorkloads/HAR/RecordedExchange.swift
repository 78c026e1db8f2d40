package import SimCore

/// A request of a capture and its answer with all lines of their headers, as an HTTP cache meets
/// them.
package struct RecordedExchange: Sendable {
  /// The entry's place in the capture.
  package let position: Int
  /// Nanoseconds since 1970.
  package let startedAt: Int64
  /// When the answer was complete.
  package let endedAt: Int64
  package let page: String?
  /// How its page was come to, in the capture's word or by what its document says; nil: by a link.
  package let navigation: String?
  package let method: String
  package let url: String
  package let status: Int
  package private(set) var asked: [RecordedField]
  package private(set) var answered: [RecordedField]
  /// The size of its content.
  package let size: Int64
  /// What the client's cache did, by what the entry shows, and by what it says itself (`_kind`).
  package let shown: HARCacheAction
  package let told: HARCacheAction?
  /// What the answer is for, in Fetch's words; nil: the entry does not say.
  package let destination: String?
  /// Whether it is a page's document.
  package let isDocument: Bool
  /// Whether fewer bytes came than were promised.
  package let isCutOff: Bool
  /// Whether the client made it once more for what it was asked for once.
  package let isAgain: Bool
  /// The status of a failure that a validation behind the answer met with.
  package let background: Int?
  /// Whether another such request for the URL was under way when it was made.
  package private(set) var overlaps = false

  /// Reads an entry; nil where it has no time, no HTTP URL or no final response, or where its body
  /// is larger than any.
  package init?(_ exchange: HTTPExchange, navigation: String? = nil) {
    let json = exchange.json
    guard let startedAt = exchange.startedAt, let url = exchange.url,
      url.lowercased().hasPrefix("http"), let method = exchange.method,
      let status = exchange.status, (200...599).contains(status)
    else { return nil }
    let content = json["response"]?["content"]?["size"]
    guard content?.real ?? 0 <= Double(TraceNumber.largestBody) else { return nil }
    position = exchange.position
    self.startedAt = startedAt
    endedAt = startedAt + exchange.duration
    page = exchange.page
    self.navigation = navigation
    self.method = method
    self.url = url
    self.status = Int(status)
    asked = exchange.asked
    answered = exchange.answered
    size = max(content?.integer ?? 0, 0)
    shown = exchange.action
    told = HARCacheAction.told(by: json)
    destination = exchange.destination
    isDocument = Self.isDocument(exchange)
    isCutOff = shown != .used && method == "GET" && exchange.isCutOff
    isAgain = json["_again"] == true
    background = json["_background"]?.integer.map(Int.init).flatMap { $0 >= 400 ? $0 : nil }
  }

  private static func isDocument(_ exchange: HTTPExchange) -> Bool {
    let type = exchange.answered.value("content-type") ?? ""
    return exchange.destination.map { $0 == "document" || $0 == "iframe" }
      ?? type.hasPrefix("text/html")
  }

  /// Those of a capture's object `log` that can be read, in order of time.
  package static func all(in log: JSON, _ exchanges: [HTTPExchange]) -> [RecordedExchange] {
    let navigations = navigations(log, exchanges)
    // Most requests of a client have the same lines, which stand once.
    var lines: Set<[RecordedField]> = []
    var all = exchanges.compactMap { exchange -> RecordedExchange? in
      let navigation = exchange.page.flatMap { navigations[$0] }
      guard var recorded = RecordedExchange(exchange, navigation: navigation) else { return nil }
      recorded.asked = lines.insert(recorded.asked).memberAfterInsert
      recorded.answered = lines.insert(recorded.answered).memberAfterInsert
      return recorded
    }
    all.sort { ($0.startedAt, $0.position) < ($1.startedAt, $1.position) }
    var ends: [String: Int64] = [:]
    for place in all.indices {
      let name = "\(all[place].method) \(all[place].url)"
      let end = ends[name] ?? .min
      all[place].overlaps = all[place].startedAt < end
      ends[name] = max(end, all[place].endedAt)
    }
    return all
  }

  /// How each page was come to: as it says itself (`_navigation`), else a reload where the request
  /// for its document says so.
  private static func navigations(_ log: JSON, _ exchanges: [HTTPExchange]) -> [String: String] {
    var documents: [String: HTTPExchange] = [:]
    for exchange in exchanges {
      guard let page = exchange.page, documents[page] == nil else { continue }
      documents[page] = exchange
    }
    var navigations: [String: String] = [:]
    for page in log["pages"]?.elements ?? [] {
      guard let name = page["id"]?.string else { continue }
      let document = documents[name]
      let control = document?.asked.value("cache-control") ?? ""
      let isReload =
        document.map(isDocument) ?? false
        && (control.contains("max-age=0") || control.contains("no-cache"))
      navigations[name] = page["_navigation"]?.string ?? (isReload ? "reload" : nil)
    }
    return navigations
  }
}
