internal import SimCore

/// The requests of a log that have been read and not yet been emitted, in order of time.
struct AccessLogReader {
  private(set) var issues = TraceIssues()
  private(set) var clients = ByteInterner()
  private(set) var urls = ByteInterner()
  private(set) var waiting = Heap<LoggedRequest>()

  private var form: AccessLogLine.Form?
  private var reachedSeconds = Int64.min

  var firstFault: TraceIssues.Example? { issues.examples.first }

  mutating func next() -> LoggedRequest? {
    guard let request = waiting.removeFirst() else { return nil }
    reachedSeconds = request.seconds
    return request
  }

  mutating func take(_ line: LineScanner.Line, from scanner: borrowing LineScanner) {
    let text = scanner.buffer.span.extracting(line.range)
    if form == nil {
      let columns = LogColumns(header: text)
      form = columns.map { .columns($0) } ?? .common
      if columns != nil { return }
    }
    issues.countItem()
    if line.isTooLong {
      let reason = "a line of more than \(LineScanner.limit) bytes"
      issues.malformed(reason, at: line.number, excerpt: text)
    } else if text.isEmpty {
      issues.skip(.emptyLine)
    } else {
      switch AccessLogLine.parse(text, form: form ?? .common) {
      case .malformed(let reason):
        issues.malformed(reason, at: line.number, excerpt: text)
      case .skipped(let reason, let client):
        _ = clients.intern(text.extracting(client))
        issues.skip(reason)
      case .request(let request):
        add(request, number: line.number, text)
      }
    }
  }

  private mutating func add(
    _ request: AccessLogLine.Request, number: Int, _ text: Span<UInt8>
  ) {
    let hasSize = request.status == 200 && request.bytes != 0
    if request.seconds < reachedSeconds { issues.countLate() }
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
