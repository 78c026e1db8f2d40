internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct AccessLogLineTests {
  static func describe(_ text: String, _ columns: LogColumns? = nil) -> String {
    let bytes = Array(text.utf8)
    switch AccessLogLine.parse(bytes.span, columns) {
    case .malformed(let reason): return "malformed: " + reason
    case .skipped(let reason, _): return "skipped: \(reason)"
    case .request(let request):
      let client = String(decoding: bytes[request.client], as: UTF8.self)
      let url = String(decoding: bytes[request.url], as: UTF8.self)
      let bytes = request.bytes.map { "\($0)" } ?? "-"
      return "\(client) \(request.seconds) \(url) \(request.status) \(bytes)"
    }
  }

  static let nasa = LogColumns(
    header: Array("host\tlogname\ttime\tmethod\turl\tresponse\tbytes".utf8).span)
  static let time = "[17/May/2015:10:05:03 +0000]"

  // 1431857103: GNU date -d 2015-05-17T10:05:03Z +%s
  @Test(arguments: [
    ("1.2.3.4 - - \(time) \"GET / HTTP/1.0\" 200 5", "1.2.3.4 1431857103 / 200 5"),
    ("::1 - frank \(time) \"GET /a?b=c HTTP/2.0\" 304 -", "::1 1431857103 /a?b=c 304 -"),
    ("h - John Q. Public \(time) \"GET /\" 200 5", "h 1431857103 / 200 5"),
    ("h - - [17/May/2015:12:05:03 +0200] \"GET / HTTP/1.1\" 200 5", "h 1431857103 / 200 5"),
    ("h - - [17/May/2015:05:35:03 -0430] \"GET / HTTP/1.1\" 200 5", "h 1431857103 / 200 5"),
    ("h - - \(time) \"GET /a b c HTTP/1.1\" 206 5", "h 1431857103 /a b c 206 5"),
    ("h - - \(time) \"GET /a\\\"b HTTP/1.1\" 200 5", "h 1431857103 /a\\\"b 200 5"),
    ("h - - \(time) \"GET /a\\\\ HTTP/1.1\" 200 5", "h 1431857103 /a\\\\ 200 5"),
    ("h - - \(time) \"GET / HTTP/1.1\" 200 5 \"-\" \"A \\\"b\\\"\" 17", "h 1431857103 / 200 5"),
  ])
  func aLineIsRead(_ line: String, _ expected: String) {
    expect(Self.describe(line), is: expected)
  }

  @Test(arguments: [
    ("", "client address"), ("h", "identity"), ("h - - x", "brackets"),
    ("h - - [17/Mai/2015:10:05:03 +0000] \"GET /\" 200 5", "form ["),
    ("h - - [31/Apr/2015:10:05:03 +0000] \"GET /\" 200 5", "form ["),
    ("h - - [29/Feb/2015:10:05:03 +0000] \"GET /\" 200 5", "form ["),
    ("h - - [17/May/2015:24:05:03 +0000] \"GET /\" 200 5", "form ["),
    ("h - - [ 7/May/2015:10:05:03 +0000] \"GET /\" 200 5", "form ["),
    ("h - - [17/May/2015:10:05:03 00000] \"GET /\" 200 5", "sign"),
    ("h - - [17/May/2015:10:05:03 +0060] \"GET /\" 200 5", "+0130"),
    ("h - - [17/May/1969:10:05:03 +0000] \"GET /\" 200 5", "1970 to 2199"),
    ("h - - [17/May/9999:10:05:03 +0000] \"GET /\" 200 5", "1970 to 2199"),
    ("h - - [17/May/2015:10:05:03", "form ["), ("h - - \(time)", "space"),
    ("h - - \(time) GET /", "quotation"), ("h - - \(time) \"GET / 200 5", "closing"),
    ("h - - \(time) \"GET /\" OK 5", "status"), ("h - - \(time) \"GET /\" 700 5", "status"),
    ("h - - \(time) \"GET /\" 0200 5", "status"), ("h - - \(time) \"GET /\" 200", "bytes"),
    ("h - - \(time) \"GET /\" 200 -5", "bytes"), ("h - - \(time) \"GET /\" 200 5x", "bytes"),
    ("h - - \(time) \"GET /\" 200 9999999999999999999999", "bytes"),
    ("h - - \(time) \"GET /\" 200 5 \"-\" \"open", "closing"),
    ("h - - \(time) \"GET /\" 200 5 \"-\" \"escaped\\\"", "closing"),
    ("h - - \(time) \"GET /\0\" 200 5", "NUL"),
  ])
  func aBrokenLineSaysWhatIsBroken(_ line: String, _ part: String) {
    let found = Self.describe(line)
    expect(found.hasPrefix("malformed: ") && found.contains(part), "\(found)")
  }

  @Test(arguments: [
    ("h\t-\t804571201\tGET\t/\t200\t6245\t\t", "h 804571201 / 200 6245"),
    ("h\t-\t804571201\tGET\t/\t304", "h 804571201 / 304 -"),
    ("h\t-\t804571201\tGET\t/a b\t200\t\t", "h 804571201 /a b 200 -"),
    ("h\t-\t804571201\tPOST\t/\t200\t1", "skipped: method POST"),
    ("h\t-\t804571201\tGET\t/\t404\t-", "skipped: status 404"),
    ("h\t-\tnoon\tGET\t/\t200\t6245", "malformed: the time is no number"),
    ("h\t-\t-5\tGET\t/\t200\t6245", "malformed: the time is no number"),
    ("h\t-\t5\tGET\t\t200\t6245", "malformed: the url is missing"),
  ])
  func aLineOfTabsIsRead(_ line: String, _ expected: String) {
    expect(Self.describe(line, Self.nasa).hasPrefix(expected))
  }
}
