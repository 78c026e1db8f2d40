internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
package import SimCore

/// A recording as a HAR 1.2 capture: a page for each screen view, an entry for each exchange with
/// the origin and for each answer from a cache (`_fromCache`).
///
/// The bytes of an entry, header and body, are those on the wire: `_transferSize`, and the sum of
/// `headersSize` and `bodySize`. An exchange without an answer has the status 0.
package struct RecordingArchive: Sendable {
  private let recording: DeviceRecording
  private let pages: [Page]
  private let clock: UnixClock

  private struct Page: Sendable {
    var id: String
    var view: ScreenView
  }

  private typealias Line = (name: String, value: String)

  package init(_ recording: DeviceRecording) {
    self.recording = recording
    clock = UnixClock(secondsAtStart: recording.plan.secondsAtStart)
    pages = recording.views.filter { recording.span.contains($0.openedAt) }.enumerated().map {
      Page(id: "page_\($0 + 1)", view: $1)
    }
  }

  /// - Parameter version: of the program that writes it.
  package func json(version: String) -> JSON {
    let entries = (recording.exchanges.map(entry) + cachedEntries).sorted {
      $0.startedAt < $1.startedAt
    }
    return .object([
      "log": .object([
        "version": "1.2",
        "creator": .object(["name": "cachesim", "version": JSON(version)]),
        "comment": JSON("simulated: \(recording.strategy), \(recording.device)"),
        "pages": JSON(pages.map(json)), "entries": JSON(entries.map(json)),
      ])
    ])
  }

  private func json(of page: Page) -> JSON {
    func sinceTap(_ wait: TimeSpan?) -> JSON {
      guard let wait, let launch = page.view.launch else { return -1 }
      return JSON((launch + wait).milliseconds)
    }
    return .object([
      "startedDateTime": JSON(text(page.view.openedAt)), "id": JSON(page.id),
      "title": JSON(recording.name(of: page.view.resource)),
      "pageTimings": .object([
        "onContentLoad": sinceTap(page.view.firstContent),
        "onLoad": sinceTap(page.view.completeContent),
      ]),
    ])
  }

  // MARK: - Entries

  private struct Entry {
    var startedAt: Instant
    var endedAt: Instant
    var method = "GET"
    var url: String
    var name: String
    var asked: [Line] = []
    var up = (header: Bytes.zero, body: Bytes.zero)
    var status: UInt16
    var answered: [Line] = []
    /// The body's size, unpacked.
    var size = Bytes.zero
    var mediaType = ""
    var down = (header: Bytes.zero, body: Bytes.zero)
    var timings: [(String, JSON)]
    /// Of the response and of the entry: what not every entry has, or the format does not know.
    var ofResponse: [(String, JSON)] = []
    var more: [(String, JSON)] = []
  }

  private func entry(of exchange: DeviceRecording.Exchange) -> Entry {
    let record = exchange.record
    let content = exchange.resource.flatMap { resource in
      recording.published.content(of: resource, version: max(record.version, record.condition))
    }
    var entry = Entry(
      startedAt: record.startedAt, endedAt: record.endedAt, url: url(of: exchange),
      name: recording.name(of: exchange), status: record.status, timings: timings(of: exchange))
    switch record.purpose {
    case .edits: entry.method = HTTPMethod.post.rawValue
    case .manifest: break
    case .demand, .refresh, .prefetch:
      entry.method = (content?.method ?? .get).rawValue
      if record.condition > 0, let content { entry.asked = condition(of: content) }
    }
    entry.up = parts(of: record.bytesUp, header: recording.plan.network.requestHeader)
    entry.down = parts(of: record.bytesDown, header: recording.plan.network.responseHeader)
    if record.status == 0 {
      let words = record.isCancelled ? "cancelled" : EventDescription.words(for: record.failure)
      entry.ofResponse.append(("_error", JSON(words)))
    } else if record.purpose != .edits, record.purpose != .manifest,
      record.version > 0 || record.status == 304, let content
    {
      // Browsers give the body that a 304 confirms, as well.
      entry.size = record.status == 304 ? content.size : record.payload
      entry.mediaType = Self.mediaType(of: content.kind)
      entry.answered = lines(of: content, sentAt: sentAt(exchange))
    } else {
      entry.answered = [("date", date(sentAt(exchange)))]
    }
    entry.ofResponse.append(("_transferSize", JSON(record.bytesDown.count)))
    if let connection = exchange.connection {
      entry.more.append(("connection", JSON("\(connection)")))
    }
    entry.more.append(("_purpose", JSON("\(record.purpose)")))
    return entry
  }

  /// What caches answered, from when the screen needed it until it was painted.
  private var cachedEntries: [Entry] {
    var neededAt: [ResourceIndex: Instant] = [:]
    return recording.records.compactMap { record in
      guard let resource = record.resource else { return nil }
      switch record.event {
      case .opened, .began, .needed: neededAt[resource] = record.at
      case .answered(let answer) where answer.source == .memory || answer.source == .flash:
        return entry(
          cached: answer, of: resource, from: neededAt[resource] ?? record.at, to: record.at)
      default: break
      }
      return nil
    }
  }

  private func entry(
    cached answer: Answer, of resource: ResourceIndex, from begin: Instant, to end: Instant
  ) -> Entry {
    let content = recording.published.content(of: resource, version: answer.version)
    var entry = Entry(
      startedAt: begin, endedAt: end, url: recording.published.url(of: resource),
      name: recording.name(of: resource),
      status: content.map { recording.plan.headers[Int($0.headers)].status } ?? 200,
      timings: [
        ("blocked", 0), ("dns", -1), ("connect", -1), ("ssl", -1), ("send", 0),
        ("wait", JSON((end - begin).milliseconds)), ("receive", 0),
      ])
    entry.method = (content?.method ?? .get).rawValue
    entry.size = answer.bytes
    entry.mediaType = Self.mediaType(of: answer.kind)
    if let content {
      entry.answered = lines(of: content, sentAt: answer.age.map { end - $0 } ?? end)
    }
    entry.ofResponse = [("_transferSize", 0)]
    entry.more = [("_fromCache", answer.source == .memory ? "memory" : "disk")]
    return entry
  }

  private func url(of exchange: DeviceRecording.Exchange) -> String {
    let origin = "https://" + recording.host(of: exchange)
    return switch exchange.record.purpose {
    case .manifest: origin + "/manifest"
    case .edits: origin + "/edits"
    case .demand, .refresh, .prefetch:
      exchange.resource.map { recording.published.url(of: $0) } ?? origin + "/"
    }
  }

  private func parts(of bytes: Bytes, header: Bytes) -> (header: Bytes, body: Bytes) {
    let header = min(header, bytes)
    return (header, bytes - header)
  }

  // MARK: - Times

  /// What the time of an exchange went into, as the format divides it: with `ssl` in `connect`, and
  /// in `wait` all from the request's last byte to the answer's first.
  private func timings(of exchange: DeviceRecording.Exchange) -> [(String, JSON)] {
    func time(_ kinds: FetchPhase.Kind...) -> TimeSpan {
      exchange.phases.filter { kinds.contains($0.kind) }.reduce(.zero) { $0 + $1.duration }
    }
    func unless0(_ span: TimeSpan) -> JSON { span == .zero ? -1 : JSON(span.milliseconds) }
    let blocked = exchange.queue + time(.lost, .promotion)
    let lookup = time(.nameLookup)
    let secured = time(.tls)
    let connect = time(.connection) + secured
    let (send, receive) = (time(.upload), time(.transfer))
    let whole = exchange.record.endedAt - exchange.record.startedAt
    let wait = whole - blocked - lookup - connect - send - receive
    return [
      ("blocked", JSON(blocked.milliseconds)), ("dns", unless0(lookup)),
      ("connect", unless0(connect)), ("ssl", unless0(secured)), ("send", JSON(send.milliseconds)),
      ("wait", JSON(wait.milliseconds)), ("receive", JSON(receive.milliseconds)),
    ]
  }

  /// When the origin had its answer, as `Date` says it.
  private func sentAt(_ exchange: DeviceRecording.Exchange) -> Instant {
    exchange.phases.last { $0.kind == .server }.map { $0.begin + $0.duration }
      ?? exchange.record.endedAt
  }

  private func text(_ instant: Instant) -> String {
    ISOTime.text(clock.seconds(at: instant), nanoseconds: instant.nanoseconds % 1_000_000_000)
  }

  private func date(_ instant: Instant) -> String {
    HTTPDate.text(clock.seconds(at: instant)) ?? "Thu, 01 Jan 1970 00:00:00 GMT"
  }

  // MARK: - Headers

  private func lines(of content: Content, sentAt: Instant) -> [Line] {
    let headers = recording.plan.headers[Int(content.headers)]
    var lines: [Line] = [
      ("date", date(sentAt)), ("content-type", Self.mediaType(of: content.kind)),
    ]
    lines +=
      headers.recorded?.map { ($0.name, $0.value) }
      ?? headers.lines(of: content.version, modified: date(content.publishedAt)) {
        $0.nanoseconds / 1_000_000_000
      }
    if let span = headers.expiresAfter, !lines.contains(where: { $0.name == "expires" }) {
      lines.append(("expires", date(sentAt + span)))
    }
    return lines
  }

  /// By which a request names a version: its tag, or else its date.
  private func condition(of content: Content) -> [Line] {
    let lines = lines(of: content, sentAt: content.publishedAt)
    if let tag = lines.first(where: { $0.name == "etag" }) { return [("if-none-match", tag.value)] }
    let modified = lines.first { $0.name == "last-modified" }?.value
    return [("if-modified-since", modified ?? date(content.publishedAt))]
  }

  private static func mediaType(of kind: ResourceKind) -> String {
    switch kind {
    case .model: "application/json"
    case .document: "text/html"
    case .image, .avatar: "image/jpeg"
    case .support: "text/javascript"
    case .media: "video/mp4"
    case .other: "application/octet-stream"
    }
  }

  // MARK: - The form

  private func json(of entry: Entry) -> JSON {
    let version = "HTTP/\(recording.plan.network.version.rawValue)"
    // The page that was open when the entry began.
    let page = pages.last {
      $0.view.openedAt <= entry.startedAt && entry.startedAt < $0.view.closedAt
    }
    let saved = entry.size - entry.down.body
    let isPacked = entry.down.body > .zero && saved > .zero
    let request: JSON = .object([
      "method": JSON(entry.method), "url": JSON(entry.url), "httpVersion": JSON(version),
      "cookies": [], "headers": Self.list(entry.asked), "queryString": [],
      "headersSize": JSON(entry.up.header.count), "bodySize": JSON(entry.up.body.count),
    ])
    let response: JSON = .object(
      [
        ("status", JSON(entry.status)), ("statusText", ""), ("httpVersion", JSON(version)),
        ("cookies", []), ("headers", Self.list(entry.answered)),
        (
          "content",
          .object(
            [("size", JSON(entry.size.count)), ("mimeType", JSON(entry.mediaType))]
              + (isPacked ? [("compression", JSON(saved.count))] : []))
        ), ("redirectURL", ""), ("headersSize", JSON(entry.down.header.count)),
        ("bodySize", JSON(entry.down.body.count)),
      ] + entry.ofResponse)
    return .object(
      (page.map { [("pageref", JSON($0.id))] } ?? []) + [
        ("startedDateTime", JSON(text(entry.startedAt))),
        ("time", JSON((entry.endedAt - entry.startedAt).milliseconds)), ("request", request),
        ("response", response), ("cache", .object([])), ("timings", .object(entry.timings)),
        ("comment", JSON(entry.name)),
      ] + entry.more)
  }

  private static func list(_ lines: [Line]) -> JSON {
    JSON(lines.map { .object(["name": JSON($0.name), "value": JSON($0.value)]) })
  }
}
