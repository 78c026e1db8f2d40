internal import SimCore

/// One line of an access log, read.
///
/// Three forms: the common log format of the NCSA server, the combined format of Apache that adds
/// two quoted fields, and rows of columns between tabs that a header names, as the NASA log of July
/// 1995 has them.
enum AccessLogLine {
  case request(Request)
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

  /// - Parameter columns: where a header names them; nil: the line is of the common form.
  static func parse(_ line: Span<UInt8>, _ columns: LogColumns? = nil) -> AccessLogLine {
    var fields = FieldCursor()
    for index in line.indices where line[index] == 0 { return .malformed("a NUL byte") }
    do throws(InputError) {
      if let columns { return try row(line, columns, &fields) }
      return try common(line, &fields)
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
    let method = try columns.method.map { place throws(InputError) in try cell(place, "method") }
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

  init?(_ range: Range<Int>, in line: Span<UInt8>) {
    var range = range
    while let last = range.last, line[last] == UInt8(ascii: " ") { range = range.lowerBound..<last }
    guard let space = range.first(where: { line[$0] == UInt8(ascii: " ") }) else { return nil }
    var end = range.upperBound
    if let last = range.last(where: { line[$0] == UInt8(ascii: " ") }), last > space,
      Self.matches("HTTP/", in: line, at: last + 1, before: end)
    {
      end = last
    }
    self.init(method: range.lowerBound..<space, url: space + 1..<end, in: line)
  }

  init?(method: Range<Int>?, url: Range<Int>, in line: Span<UInt8>) {
    self.url = url
    self.method = .get
    guard let method else { return }
    // Letters, `-` and `_`: what the registered methods are made of, in either case.
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let isName = method.allSatisfy {
      letters.contains(line[$0] | 0x20) || "-_".utf8.contains(line[$0])
    }
    guard !method.isEmpty, !url.isEmpty, isName else { return nil }
    let name = String(decoding: method.map { line[$0] }, as: UTF8.self)
    self.method = HTTPMethod(rawValue: name) ?? .other
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
    (self.client, self.time, self.url, self.status) = (client, time, url, status)
    (method, bytes) = (place(Self.methodNames), place(Self.byteNames))
  }

  static func cells(of line: Span<UInt8>) -> [Range<Int>] {
    line.indices.split(omittingEmptySubsequences: false) { line[$0] == tab }
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

/// What the lines of a log are read by: its first one may be a header that names columns.
struct LogHeader {
  private var isKnown = false
  private var columns: LogColumns?

  /// Reads a line; nil: it is the header.
  mutating func read(_ line: Span<UInt8>) -> AccessLogLine? {
    guard passes(line) else { return nil }
    return AccessLogLine.parse(line, columns)
  }

  mutating func passes(_ line: Span<UInt8>) -> Bool {
    if isKnown { return true }
    isKnown = true
    columns = LogColumns(header: line)
    return columns == nil
  }
}

struct FieldCursor {
  private(set) var place = 0
  var separator = UInt8(ascii: " ")

  mutating func go(to place: Int) { self.place = place }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  mutating func word(_ line: Span<UInt8>, _ name: String) throws(InputError) -> Range<Int> {
    let start = place
    while place < line.count, line[place] != separator { place += 1 }
    guard place > start else { throw InputError("the \(name) is missing") }
    let range = start..<place
    if place < line.count { place += 1 }
    return range
  }

  mutating func expect(
    _ character: Unicode.Scalar, _ line: Span<UInt8>, _ what: String
  ) throws(InputError) {
    guard place < line.count, line[place] == UInt8(ascii: character) else {
      throw InputError("\(what) is missing")
    }
    place += 1
  }

  /// The name of a user, which may hold spaces: everything before ` [`.
  mutating func skipUser(_ line: Span<UInt8>) throws(InputError) {
    while place + 1 < line.count {
      if line[place] == separator, line[place + 1] == UInt8(ascii: "[") {
        place += 1
        return
      }
      place += 1
    }
    throw InputError("the user or the time in [brackets] is missing")
  }

  /// A field in quotation marks, in which a backslash takes the next byte along.
  mutating func quoted(_ line: Span<UInt8>, _ name: String) throws(InputError) -> Range<Int> {
    guard place < line.count, line[place] == Self.quote else {
      throw InputError("the \(name) in quotation marks is missing")
    }
    place += 1
    let start = place
    while place < line.count, line[place] != Self.quote {
      place += line[place] == Self.backslash ? 2 : 1
    }
    guard place < line.count else { throw InputError("the \(name) has no closing quotation mark") }
    place += 1
    return start..<place - 1
  }

  mutating func status(_ line: Span<UInt8>) throws(InputError) -> Int {
    let field = try word(line, "status")
    guard field.count == 3, let status = TraceNumber.decimal(line, field),
      (100...599).contains(status)
    else { throw InputError("the status is not a number from 100 to 599") }
    return Int(status)
  }

  /// A number of bytes; nil for `-`, and for a field that is empty in a line of tabs.
  mutating func bytes(_ line: Span<UInt8>) throws(InputError) -> Int64? {
    let isTab = separator == UInt8(ascii: "\t")
    if isTab, place >= line.count || line[place] == separator { return nil }
    let field = try word(line, "number of bytes")
    if field.count == 1, line[field.lowerBound] == UInt8(ascii: "-") { return nil }
    var place = field.lowerBound
    while place < field.upperBound, TraceNumber.digit(line[place]) != nil { place += 1 }
    guard place == field.upperBound else {
      throw InputError("the number of bytes is neither a number nor -")
    }
    guard let bytes = TraceNumber.decimal(line, field), bytes <= TraceNumber.largestBody else {
      throw InputError("the number of bytes is larger than \(TraceNumber.largestBodyText)")
    }
    return bytes
  }

  /// What follows the common fields: nothing, or fields whose quotation marks all close.
  mutating func restIsBalanced(_ line: Span<UInt8>) throws(InputError) {
    while place < line.count {
      if line[place] == Self.quote { _ = try quoted(line, "last field") } else { place += 1 }
    }
  }

  /// `[17/May/2015:10:05:03 +0000]` as seconds since 1970.
  mutating func logTime(_ line: Span<UInt8>) throws(InputError) -> Int64 {
    let fault = InputError("the time is not of the form [17/May/2015:10:05:03 +0000]")
    let start = place
    place += 28
    guard place <= line.count else { throw fault }
    let marks: [(Int, Unicode.Scalar)] = [
      (0, "["), (3, "/"), (7, "/"), (12, ":"), (15, ":"), (18, ":"), (21, " "), (27, "]"),
    ]
    for (offset, mark) in marks where line[start + offset] != UInt8(ascii: mark) { throw fault }
    func number(_ offset: Int, _ count: Int) throws(InputError) -> Int {
      let range = start + offset..<start + offset + count
      guard let number = TraceNumber.decimal(line, range) else { throw fault }
      return Int(number)
    }
    let month = MonthName.number(line[start + 4], line[start + 5], line[start + 6])
    guard let month,
      let civil = CivilTime(
        year: try number(8, 4), month: month, day: try number(1, 2),
        hour: try number(13, 2), minute: try number(16, 2), second: try number(19, 2))
    else { throw fault }
    let zone = try zoneOffset(line[start + 22], hours: number(23, 2), minutes: number(25, 2))
    let seconds = civil.secondsSince1970 - Int64(zone)
    guard TraceNumber.times.contains(seconds) else {
      throw InputError("the time is not within the years 1970 to 2199")
    }
    return seconds
  }

  private func zoneOffset(_ sign: UInt8, hours: Int, minutes: Int) throws(InputError) -> Int {
    guard hours < 24, minutes < 60 else { throw InputError("the zone is not of the form +0130") }
    let seconds = hours * 3_600 + minutes * 60
    switch sign {
    case UInt8(ascii: "+"): return seconds
    case UInt8(ascii: "-"): return -seconds
    default: throw InputError("the zone has no sign")
    }
  }
}
