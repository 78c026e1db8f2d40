package import SimCore

/// A server's access log as the workload of its clients.
///
/// Docs/Traces.md says what is decided where a log does not record it. One client address is one
/// device, numbered by first appearance in order of time.
///
/// A 200 with another number of bytes than before is a new version, announced to a device just
/// before its next open. A transfer that was cut off looks like a smaller version: `-` and 0 bytes
/// are not taken for sizes, and a smaller size must be in `smallerSizeAnswers` responses in a row.
/// A URL without a known size takes the median of the sizes known so far, or `assumedSize`.
///
/// Memory: the texts of the clients and URLs, about 80 bytes for each of them, 32 for each pair of
/// client and URL, and 48 for each line of the reorder window.
package struct AccessLogSource: EventSource, ~Copyable {
  /// The list of headers: all that is known of each resource is the settings' `assumedHeaders`.
  package let headers: [CacheHeaders]
  package private(set) var startSeconds: Int64?
  /// Of URLs that no screen has as a part.
  let screens = ScreenNames()
  /// By URL; nil: it was not published yet.
  private var screenNumbers = DenseMap<UInt16?>(filling: nil)

  private let settings: TraceSettings
  private var scanner: LineScanner
  private var reader = AccessLogReader()
  private var hasReadAll = false
  private var devices = DenseMap<UInt32?>(filling: nil)
  private var views: ViewSequence
  private var resources: LoggedResources
  /// Answers without a whole body: 304s and parts.
  private var confirmations = 0

  package init(path: String, settings: TraceSettings = TraceSettings()) throws(InputError) {
    precondition((0...TraceSettings.largestReorderWindow).contains(settings.reorderWindow))
    scanner = try LineScanner(path: path)
    self.settings = settings
    headers = [settings.assumedHeaders]
    views = ViewSequence(settings)
    resources = LoggedResources(settings)
  }

  package var issues: TraceIssues {
    var issues = reader.issues
    issues.limits = limits
    return issues
  }
  package var clientCount: Int { reader.clients.count }
  /// How many of them have opened something in the events so far.
  package var deviceCount: Int { views.deviceCount }

  package mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    while block.events.count < EventBlock.capacity {
      while !hasReadAll, reader.waiting.count <= settings.reorderWindow { try readLine() }
      guard let request = reader.next() else {
        _ = views.finish(into: &block)
        break
      }
      try emit(request, into: &block)
    }
    return !block.events.isEmpty
  }

  private mutating func readLine() throws(InputError) {
    if let line = try scanner.next() {
      reader.take(line, from: scanner)
      guard clientCount <= settings.mostClients else {
        throw InputError(
          .malformed, at: "\(scanner.path):\(line.number)",
          "the log has more than \(settings.mostClients) clients, of which each is a device and "
            + "takes 50 kB in each strategy (workload.settings.reading.mostClients)")
      }
    } else {
      hasReadAll = true
      if clientCount == 0, let fault = reader.issues.examples.first {
        throw InputError(
          .malformed, at: "\(scanner.path):\(fault.position)",
          "this is no access log: \(fault.reason): \(fault.excerpt)")
      }
    }
  }

  private var limits: [String] {
    guard hasReadAll, views.deviceCount > 0 else { return [] }
    let settings = "workload.settings.reading"
    func times(_ count: Int, _ word: String) -> String { NumberText.counted(count, word) }
    let change = self.settings.assumedChange
    return [
      "A log has no answers that clients took from their own caches: what they opened without "
        + "asking the server is missing (\(times(confirmations, "answer")) confirmed or completed "
        + "a copy).",
      "A log has no versions: \(times(resources.sizedChanges, "change")) are read off sizes "
        + "(\(settings): smallerSizeAnswers), and \(times(resources.assumedChanges, "change")) of "
        + "\(times(resources.constantCount, "URL")) whose size never differs are assumed, "
        + (change > .zero ? "one in \(change.text) for each at most" : "as the settings say")
        + " (assumedChangeInterval). Shares of outdated screens rest on that.",
      "A log has no cache headers: \(headersText) are assumed (\(settings): assumedMaxAge, "
        + "assumedEntityTag, assumedLastModified), and sizes of "
        + "\(times(resources.unsizedCount, "URL")) (assumedSize).",
      "A log has neither the clients' networks nor their phones, and one address may be many "
        + "people: network and device are the scenario's.",
    ]
  }

  private var headersText: String {
    let assumed = settings.assumedHeaders
    var parts = [assumed.maxAge.map { "max-age \($0.text)" } ?? "no max-age"]
    parts.append(assumed.hasEntityTag ? "an ETag" : "no ETag")
    parts.append(assumed.hasLastModified ? "a Last-Modified" : "no Last-Modified")
    return parts.joined(separator: ", ")
  }

  private func kind(of url: UInt32) -> ResourceKind {
    let path = reader.urls[url]
    return settings.kind(of: path) ?? ResourceKind(path: path)
  }

  private mutating func emit(
    _ request: LoggedRequest, into block: inout EventBlock
  ) throws(InputError) {
    let start = startSeconds ?? request.seconds
    startSeconds = start
    try TraceNumber.checkSpan(
      from: start * 1_000_000_000, to: request.seconds * 1_000_000_000, in: scanner.path)
    let instant = Instant.start + .seconds(request.seconds - start)
    let device = devices[request.client] ?? UInt32(views.deviceCount)
    devices[request.client] = device
    let kind = self.kind(of: request.url)
    if !request.isWhole { confirmations += 1 }
    resources.observe(
      request.url, size: request.size, isWhole: request.isWhole, at: instant
    ) { kind }
    let isPart =
      (kind == .image || kind == .support)
      && views.isLooking(device, at: instant, within: settings.partWindow)
    if !isPart { views.arrive(device, at: instant, into: &block) }
    let view = resources.view(request.url, by: device)
    if var content = view.newVersion {
      content.screen = screenNumber(of: request.url, kind)
      let action = Action.publish(view.index, content)
      block.events.append(WorkloadEvent(at: instant, device: device, action: action))
    }
    if isPart {
      views.need(view.index, device, at: instant, into: &block)
    } else {
      views.open(view.index, device, at: instant, into: &block)
    }
  }

  private mutating func screenNumber(of url: UInt32, _ kind: ResourceKind) -> UInt16 {
    guard kind != .image, kind != .support else { return 0 }
    if let known = screenNumbers[url] { return known }
    let path = String(decoding: reader.urls[url], as: UTF8.self)
    let number = screens.number(of: AppProfile.template(of: path))
    screenNumbers[url] = number
    return number
  }
}

struct AccessLogReader {
  private(set) var issues = TraceIssues()
  private(set) var clients = ByteInterner()
  private(set) var urls = ByteInterner()
  private(set) var waiting = Heap<LoggedRequest>()

  private var header = LogHeader()
  private var reachedSeconds = Int64.min

  mutating func next() -> LoggedRequest? {
    guard let request = waiting.removeFirst() else { return nil }
    reachedSeconds = request.seconds
    return request
  }

  mutating func take(_ line: LineScanner.Line, from scanner: borrowing LineScanner) {
    let text = scanner.buffer.span.extracting(line.range)
    guard header.passes(text) else { return }
    issues.itemCount += 1
    if line.isTooLong {
      let reason = "a line of more than \(LineScanner.limit) bytes"
      issues.malformed(reason, at: line.number, excerpt: text)
    } else if text.isEmpty {
      issues.skip(.emptyLine)
    } else {
      switch header.read(text) {
      case .malformed(let reason): issues.malformed(reason, at: line.number, excerpt: text)
      case .skipped(let reason, let client):
        _ = clients.intern(text.extracting(client))
        issues.skip(reason)
      case .request(let request): add(request, number: line.number, text)
      case nil: break
      }
    }
  }

  private mutating func add(_ request: AccessLogLine.Request, number: Int, _ text: Span<UInt8>) {
    let hasSize = request.status == 200 && request.bytes != 0
    if request.seconds < reachedSeconds { issues.lateCount += 1 }
    waiting.insert(
      LoggedRequest(
        seconds: max(request.seconds, reachedSeconds), line: number,
        client: clients.intern(text.extracting(request.client)),
        url: urls.intern(text.extracting(request.url)),
        size: hasSize ? request.bytes : nil, isWhole: request.status == 200))
  }
}

struct LoggedRequest: Comparable {
  var seconds: Int64
  var line: Int
  var client: UInt32
  var url: UInt32
  var size: Int64?
  /// Whether the body was sent, and no copy confirmed.
  var isWhole = true

  static func < (left: LoggedRequest, right: LoggedRequest) -> Bool {
    (left.seconds, left.line) < (right.seconds, right.line)
  }
}
