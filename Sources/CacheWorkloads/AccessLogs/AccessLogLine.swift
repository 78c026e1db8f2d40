internal import SimCore

/// One line of an access log, read.
///
/// Three forms: the common log format of the NCSA server, the combined format of Apache that adds
/// two quoted fields, and rows of columns between tabs that a header names, as the NASA log of July
/// 1995 has them.
enum AccessLogLine {
  case request(Request)
  /// A well-formed line that opens none. Its client is known.
  case skipped(TraceSkip, client: Range<Int>)
  case malformed(String)

  struct Request {
    var client: Range<Int>
    var url: Range<Int>
    var status: Int
    /// Bytes of the body; nil for `-`.
    var bytes: Int64?
    /// Seconds since 1970.
    var seconds: Int64
  }

  enum Form: Equatable {
    case common
    case columns(LogColumns)

    static let tabSeparated = Form.columns(.nasa)
  }

  static func parse(_ line: Span<UInt8>, form: Form) -> AccessLogLine {
    var fields = FieldCursor()
    for index in line.indices where line[index] == 0 { return .malformed("a NUL byte") }
    do throws(InputError) {
      switch form {
      case .common: return try common(line, &fields)
      case .columns(let columns): return try row(line, columns, &fields)
      }
    } catch {
      return .malformed(error.message)
    }
  }

  private static func common(
    _ line: Span<UInt8>, _ fields: inout FieldCursor
  ) throws(InputError) -> AccessLogLine {
    let client = try fields.word(line, "client address")
    _ = try fields.word(line, "identity")
    try fields.skipUser(line)
    let seconds = try fields.logTime(line)
    try fields.expect(" ", line, "a space behind the time")
    let request = try fields.quoted(line, "request")
    try fields.expect(" ", line, "a space behind the request")
    let status = try fields.status(line)
    let bytes = try fields.bytes(line)
    try fields.restIsBalanced(line)
    return classify(
      client: client, parts: RequestLine(request, in: line), status: status, bytes: bytes,
      seconds: seconds)
  }

  private static func row(
    _ line: Span<UInt8>, _ columns: LogColumns, _ fields: inout FieldCursor
  ) throws(InputError) -> AccessLogLine {
    fields.separator = LogColumns.tab
    let cells = LogColumns.cells(of: line)
    func cell(_ place: Int, _ name: String) throws(InputError) -> Range<Int> {
      guard place < cells.count, !cells[place].isEmpty else {
        throw InputError("the \(name) is missing")
      }
      return cells[place]
    }
    let client = try cell(columns.client, "host")
    let time = try cell(columns.time, "time")
    guard let seconds = LogColumns.seconds(line, time), TraceNumber.times.contains(seconds) else {
      throw InputError("the time is no number of seconds of the years 1970 to 2199")
    }
    let url = try cell(columns.url, "url")
    fields.go(to: try cell(columns.status, "status").lowerBound)
    let status = try fields.status(line)
    var bytes: Int64?
    if let place = columns.bytes, place < cells.count {
      fields.go(to: cells[place].lowerBound)
      bytes = try fields.bytes(line)
    }
    guard let place = columns.method else {
      return classify(
        client: client, parts: RequestLine(url: url), status: status, bytes: bytes,
        seconds: seconds)
    }
    let method = try cell(place, "method")
    return classify(
      client: client, parts: RequestLine(method: method, url: url, in: line), status: status,
      bytes: bytes, seconds: seconds)
  }

  private static func classify(
    client: Range<Int>, parts: RequestLine?, status: Int, bytes: Int64?, seconds: Int64
  ) -> AccessLogLine {
    guard let parts else { return .skipped(.request, client: client) }
    guard parts.method == .get else { return .skipped(.method(parts.method), client: client) }
    guard TraceSkip.opens(status) else { return .skipped(.status(status), client: client) }
    return .request(
      Request(client: client, url: parts.url, status: status, bytes: bytes, seconds: seconds))
  }
}

/// The request of an access log's line: method and URL as places in the line.
///
/// The URL is what stands between method and protocol, so it may hold spaces, as in many old
/// logs; the protocol may be missing, as in HTTP/0.9. Escapes stay as they are: a server always
/// writes the same URL the same way.
struct RequestLine {
  var method: HTTPMethod
  var url: Range<Int>

  /// Reads `GET /path HTTP/1.1`; nil when this is no request.
  init?(_ range: Range<Int>, in line: Span<UInt8>) {
    var range = range
    while let last = range.last, line[last] == UInt8(ascii: " ") {
      range = range.lowerBound..<last
    }
    guard let space = range.first(where: { line[$0] == UInt8(ascii: " ") }) else { return nil }
    var end = range.upperBound
    if let last = range.last(where: { line[$0] == UInt8(ascii: " ") }), last > space,
      Self.matches("HTTP/", in: line, at: last + 1, before: end)
    {
      end = last
    }
    self.init(method: range.lowerBound..<space, url: space + 1..<end, in: line)
  }

  init(url: Range<Int>) {
    method = .get
    self.url = url
  }

  init?(method: Range<Int>, url: Range<Int>, in line: Span<UInt8>) {
    guard !method.isEmpty, !url.isEmpty else { return nil }
    for index in method where !Self.isMethodByte(line[index]) { return nil }
    self.method =
      HTTPMethod.allCases.first { known in
        method.count == known.rawValue.utf8.count
          && Self.matches(
            known.rawValue, in: line, at: method.lowerBound, before: method.upperBound)
      } ?? .other
    self.url = url
  }

  /// Letters, `-` and `_`: what the registered methods are made of, in either case.
  private static func isMethodByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func matches(
    _ text: String, in line: Span<UInt8>, at start: Int, before end: Int
  ) -> Bool {
    guard end - start >= text.utf8.count else { return false }
    return zip(text.utf8, start..<end).allSatisfy { line[$1] == $0 }
  }
}

struct LogColumns: Equatable {
  var client: Int
  var time: Int
  var url: Int
  var status: Int
  /// nil: all requests are GETs.
  var method: Int?
  /// nil: no sizes are recorded.
  var bytes: Int?

  /// host, logname, time, method, url, response, bytes.
  static let nasa = LogColumns(client: 0, time: 2, url: 4, status: 5, method: 3, bytes: 6)
  static let tab = UInt8(ascii: "\t")

  private static let clientNames = [
    "host", "client", "client_ip", "clientip", "remote_addr", "remote_host", "ip", "c-ip",
  ]
  private static let timeNames = ["time", "timestamp", "ts", "date", "datetime", "epoch"]
  private static let urlNames = ["url", "uri", "path", "request_uri", "cs-uri-stem", "cs-uri"]
  private static let statusNames = ["response", "status", "status_code", "code", "sc-status"]
  private static let methodNames = ["method", "verb", "request_method", "cs-method"]
  private static let byteNames = [
    "bytes", "size", "body_bytes_sent", "bytes_sent", "response_size", "sc-bytes",
  ]

  init(client: Int, time: Int, url: Int, status: Int, method: Int?, bytes: Int?) {
    self.client = client
    self.time = time
    self.url = url
    self.status = status
    self.method = method
    self.bytes = bytes
  }

  /// Reads a header; nil when a client, a time, a URL and a status are not all among its names.
  init?(header: Span<UInt8>) {
    let cells = Self.cells(of: header)
    guard cells.count > 3 else { return nil }
    let names = cells.enumerated().map { place, cell -> String in
      var name = cell.map { header[$0] }
      if place == 0, name.first == UInt8(ascii: "#") { name.removeFirst() }
      return String(decoding: name.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self).lowercased()
    }
    func place(_ known: [String]) -> Int? { names.firstIndex { known.contains($0) } }
    guard let client = place(Self.clientNames), let time = place(Self.timeNames),
      let url = place(Self.urlNames), let status = place(Self.statusNames)
    else { return nil }
    self.init(
      client: client, time: time, url: url, status: status, method: place(Self.methodNames),
      bytes: place(Self.byteNames))
  }

  static func cells(of line: Span<UInt8>) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    var start = 0
    for index in line.indices where line[index] == tab {
      cells.append(start..<index)
      start = index + 1
    }
    cells.append(start..<line.count)
    return cells
  }

  /// A time in seconds since 1970, whole or with decimals, or as ISO 8601 writes it.
  static func seconds(_ line: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    let text = range.map { line[$0] }
    let whole = text.prefix { $0 != UInt8(ascii: ".") }
    let decimals = text.dropFirst(whole.count + 1)
    if decimals.allSatisfy({ TraceNumber.digit($0) != nil }),
      let seconds = TraceNumber.decimal(line, range.lowerBound..<range.lowerBound + whole.count)
    {
      return seconds
    }
    return ISOTime.nanoseconds(String(decoding: text, as: UTF8.self)).map { $0 / 1_000_000_000 }
  }
}
