internal import SimCore

/// The origin of one test: it responds as the test says, and remembers what it was asked.
struct VectorOrigin {
  struct ReceivedRequest {
    /// Which request of the test it belongs to, from 1.
    let number: Int
    let method: String
    let headers: HeaderLines
    /// The lines that the client has to see, of one name as one.
    let promised: [(name: String, value: String)]
  }

  let test: VectorTest
  let clock: UnixClock
  private(set) var records: [ReceivedRequest] = []
  private var sentValidators: [Int: HeaderLines] = [:]

  init(_ test: VectorTest, clock: UnixClock) {
    self.test = test
    self.clock = clock
  }

  /// What a path stands for in the test; its name keeps tests apart.
  func target(of request: VectorRequest) -> String {
    let file = request.file.map { "/" + $0 } ?? ""
    let query = request.query.map { "?" + $0 } ?? ""
    return "https://origin.test/test/\(test.id)\(file)\(query)"
  }

  var defaultBody: String { "The content of \(test.id)." }

  static func text(
    _ value: VectorRequest.FieldValue, of name: String, in request: VectorRequest, now: Int64
  ) -> String {
    guard case .number(let number) = value else {
      if case .text(let text) = value { return text }
      return ""
    }
    guard dates.contains(name), let date = DateField.text(now + number) else { return "\(number)" }
    return request.rfc850Dates.contains(name) ? rfc850(date) : date
  }

  /// The fields whose numbers are seconds from the present.
  static let dates = [
    "date", "expires", "last-modified", "if-modified-since", "if-unmodified-since",
  ]

  /// A date in the second format of RFC 9110 §5.6.7.
  private static func rfc850(_ date: String) -> String {
    let parts = date.split(separator: " ").map(String.init)
    let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    let day = days.first { parts[0].hasPrefix($0.prefix(3)) } ?? parts[0]
    return "\(day), \(parts[1])-\(parts[2])-\(parts[3].suffix(2)) \(parts[4]) GMT"
  }

  mutating func respond(to request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    let written = request.headers["req-num"] ?? ""
    let number = Int(written) ?? records.count + 1
    let now = clock.seconds(at: instant)
    let plan = test.requests[min(max(number, 1), test.requests.count) - 1]
    let lines = plan.responseHeaders.map { line in
      let name = HeaderLine.lowercase(line.name)
      var text = Self.text(line.value, of: name, in: plan, now: now)
      if plan.hasMagicLocations, name == "location" || name == "content-location" {
        text = request.target.text + (text.isEmpty ? "" : "/" + text)
      }
      return (line: HeaderLine(name, text), isChecked: line.isChecked)
    }
    let configured = HeaderLines(lines.map(\.line))
    let status = status(plan, number, request, now)
    sentValidators[number] = configured
    var headers: HeaderLines = [
      "Server-Base-Url": request.target.text, "Server-Request-Count": "\(records.count + 1)",
      "Client-Request-Count": "\(number)",
      "Server-Now": "\(now * 1_000 + instant.nanoseconds / 1_000_000 % 1_000)",
    ]
    headers.append(contentsOf: configured.lines)
    if !headers.contains("date"), let date = DateField.text(now) { headers.append("date", date) }
    if !headers.contains("content-type") { headers.append("content-type", "text/plain") }
    var promised: [(name: String, value: String)] = []
    for line in lines
    where line.isChecked && !promised.contains(where: { $0.name == line.line.name }) {
      promised.append((line.line.name, configured.combined(line.line.name) ?? ""))
    }
    records.append(
      ReceivedRequest(
        number: number, method: request.method, headers: request.headers, promised: promised))
    headers.append("request-numbers", records.map { "\($0.number)" }.joined(separator: " "))
    return framed(HTTPResponse(status, headers: headers), plan, request)
  }

  /// The status: of a validation 304 if the conditions are the previous response's, else 999.
  private func status(
    _ plan: VectorRequest, _ number: Int, _ request: HTTPRequest, _ now: Int64
  ) -> Int {
    switch plan.expectedSource {
    case .entityTagValidated, .lastModifiedValidated: break
    case .cached, .notCached, nil: return plan.status ?? 200
    }
    for (field, condition) in [
      ("last-modified", "if-modified-since"), ("etag", "if-none-match"),
    ] {
      let validator = validator(field, ofRequest: number - 1, now)
      if let validator, request.headers.combined(condition) == validator { return 304 }
    }
    return 999
  }

  /// What a request's response has as its validator, even if the request never came here.
  private func validator(_ field: String, ofRequest number: Int, _ now: Int64) -> String? {
    if let sent = sentValidators[number] { return sent[field] }
    guard number >= 1, number <= test.requests.count else { return nil }
    let plan = test.requests[number - 1]
    return plan.responseHeaders.first { HeaderLine.lowercase($0.name) == field }
      .map { Self.text($0.value, of: field, in: plan, now: now) }
  }

  /// The response with its content, which ends where `Content-Length` says.
  private func framed(
    _ response: HTTPResponse, _ plan: VectorRequest, _ request: HTTPRequest
  ) -> HTTPResponse {
    var response = response
    guard request.method != "HEAD", response.status != 304, response.status != 204 else {
      return response
    }
    let content = Array((plan.body ?? defaultBody).utf8)
    guard let written = response.headers["content-length"], let length = Int(written), length >= 0
    else {
      response.headers.set("content-length", String(content.count))
      response.body = MessageBody(bytes: content)
      return response
    }
    response.body = MessageBody(
      bytes: Array(content.prefix(length)), isWhole: content.count >= length)
    return response
  }
}
