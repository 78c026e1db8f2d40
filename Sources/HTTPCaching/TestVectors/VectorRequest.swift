internal import SimCore

/// One request of a test: what the client sends, what the origin responds, what has to be seen.
struct VectorRequest: Hashable, Sendable {
  /// A value of a header line: a text, or a time in seconds from the origin's present.
  enum FieldValue: Hashable, Sendable {
    case text(String)
    case number(Int64)
  }

  struct FieldLine: Hashable, Sendable {
    let name: String
    let value: FieldValue
    /// Whether the client has to see the line as well.
    var isChecked = true
  }

  enum Expectation: Hashable, Sendable {
    case present(String)
    case equal(String, FieldValue)
    case sameAs(String, String)
    case above(String, Int64)
  }

  enum ResponseSource: String, Hashable, Sendable, CaseIterable {
    case cached
    case notCached = "not_cached"
    case entityTagValidated = "etag_validated"
    case lastModifiedValidated = "lm_validated"
  }

  struct Interim: Hashable, Sendable {
    let status: Int
    let lines: [FieldLine]
  }

  var method = "GET"
  var headers: [FieldLine] = []
  var query: String?
  var file: String?
  var policy = RequestCachePolicy.useProtocol
  var pausesAfter = false
  var disconnects = false
  var hasMagicLocations = false
  var hasMagicDates = false
  var rfc850Dates: [String] = []
  var status: Int?
  var responseHeaders: [FieldLine] = []
  var body: String?
  var interim: [Interim] = []
  var responsePause: Int64 = 0
  var checksBody = true
  var expectedSource: ResponseSource?
  var expectedMethod: String?
  /// What has to be seen of the status; a test may say that it does not matter.
  var expectedStatus: Int?
  var checksStatus = true
  var expectedRequestHeaders: [Expectation] = []
  var unexpectedRequestHeaders: [Expectation] = []
  var expectedHeaders: [Expectation] = []
  var unexpectedHeaders: [Expectation] = []
  /// What has to be seen of the content; a test may say that it does not matter.
  var expectedText: String?
  var checksText = true
  var expectedInterim: [Interim] = []
  var isSetup = false
  /// Expectations that are a test's setup only.
  var setupTests: [String] = []
}

extension VectorRequest {
  private static let known = [
    "request_method", "request_headers", "request_body", "query_arg", "filename", "mode",
    "credentials", "cache", "redirect", "pause_after", "disconnect", "magic_locations",
    "magic_ims", "rfc850date", "response_status", "response_headers", "response_body",
    "interim_responses", "response_pause", "check_body", "expected_type", "expected_method",
    "expected_status", "expected_request_headers", "expected_request_headers_missing",
    "expected_response_headers", "expected_response_headers_missing", "expected_response_text",
    "expected_interim_responses", "setup", "setup_tests",
  ]

  /// The longest that an origin takes to respond, in seconds: a day.
  private static let longestPause: Int64 = 86_400

  /// Reads a request; what says nothing to a cache (`mode`, `credentials`, `redirect`,
  /// `request_body`) is known and not used.
  init(_ json: JSON, of place: String) throws(InputError) {
    let reader = try VectorReader(json, place, known: Self.known)
    method = try reader.text("request_method") ?? "GET"
    headers = try reader.lines("request_headers")
    query = try reader.text("query_arg")
    file = try reader.text("filename")
    policy = try Self.policy(reader)
    pausesAfter = try reader.flag("pause_after") ?? false
    disconnects = try reader.flag("disconnect") ?? false
    hasMagicLocations = try reader.flag("magic_locations") ?? false
    hasMagicDates = try reader.flag("magic_ims") ?? false
    rfc850Dates = try reader.texts("rfc850date").map(HeaderLine.lowercase)
    status = try Self.status(reader)
    responseHeaders = try reader.lines("response_headers")
    body = try reader.text("response_body")
    interim = try reader.interim("interim_responses")
    responsePause = try reader.integer("response_pause") ?? 0
    guard (0...Self.longestPause).contains(responsePause) else {
      throw .wrongValue(
        "response_pause", in: place, expected: "0 to \(Self.longestPause) s",
        found: "\(responsePause)")
    }
    checksBody = try reader.flag("check_body") ?? true
    try readExpectations(reader)
  }

  private mutating func readExpectations(_ reader: VectorReader) throws(InputError) {
    expectedSource = try reader.choice("expected_type", ResponseSource.self)
    expectedMethod = try reader.text("expected_method")
    expectedStatus = try reader.integer("expected_status").map { Int(clamping: $0) }
    checksStatus = reader["expected_status"] != JSON(.null)
    expectedRequestHeaders = try reader.expectations("expected_request_headers")
    unexpectedRequestHeaders = try reader.expectations("expected_request_headers_missing")
    expectedHeaders = try reader.expectations("expected_response_headers")
    unexpectedHeaders = try reader.expectations("expected_response_headers_missing")
    expectedText = try reader.text("expected_response_text")
    checksText = reader["expected_response_text"] != JSON(.null)
    expectedInterim = try reader.interim("expected_interim_responses")
    isSetup = try reader.flag("setup") ?? false
    setupTests = try reader.texts("setup_tests")
  }

  private static func policy(_ reader: VectorReader) throws(InputError) -> RequestCachePolicy {
    guard let mode = try reader.text("cache") else { return .useProtocol }
    guard let policy = RequestCachePolicy(fetchMode: mode) else {
      throw .wrongValue(
        "cache", in: reader.place, expected: "a cache mode of Fetch", found: "'\(mode)'")
    }
    return policy
  }

  private static func status(_ reader: VectorReader) throws(InputError) -> Int? {
    guard let value = reader["response_status"] else { return nil }
    guard let code = (value.elements?.first ?? value).integer else {
      throw reader.wrong("response_status", "a code, or a code and a phrase", value)
    }
    return Int(clamping: code)
  }
}

extension VectorReader {
  fileprivate func lines(_ name: String) throws(InputError) -> [VectorRequest.FieldLine] {
    try lines(of: list(name), name)
  }

  private func lines(
    of elements: [JSON], _ name: String
  ) throws(InputError) -> [VectorRequest.FieldLine] {
    var lines: [VectorRequest.FieldLine] = []
    for element in elements {
      guard let parts = element.elements, parts.count == 2 || parts.count == 3,
        let field = parts[0].string, let value = Self.value(parts[1])
      else { throw wrong(name, "a list of names and values", element) }
      lines.append(
        VectorRequest.FieldLine(
          name: field, value: value, isChecked: parts.count == 2 || parts[2] != JSON(false)))
    }
    return lines
  }

  fileprivate func expectations(_ name: String) throws(InputError) -> [VectorRequest.Expectation] {
    var expectations: [VectorRequest.Expectation] = []
    for element in try list(name) {
      guard let expectation = Self.expectation(element) else {
        throw wrong(name, "a list of names, pairs and comparisons", element)
      }
      expectations.append(expectation)
    }
    return expectations
  }

  fileprivate func interim(_ name: String) throws(InputError) -> [VectorRequest.Interim] {
    var responses: [VectorRequest.Interim] = []
    for element in try list(name) {
      guard let parts = element.elements, (1...2).contains(parts.count),
        let status = parts[0].integer
      else { throw wrong(name, "a list of codes and header lines", element) }
      let lines = try lines(of: parts.count == 2 ? parts[1].elements ?? [] : [], name)
      responses.append(VectorRequest.Interim(status: Int(clamping: status), lines: lines))
    }
    return responses
  }

  private static func value(_ json: JSON) -> VectorRequest.FieldValue? {
    if let text = json.string { return .text(text) }
    return number(json).map(VectorRequest.FieldValue.number)
  }

  private static func expectation(_ json: JSON) -> VectorRequest.Expectation? {
    if let name = json.string { return .present(HeaderLine.lowercase(name)) }
    guard let parts = json.elements, let name = parts.first?.string.map(HeaderLine.lowercase) else {
      return nil
    }
    switch parts.count {
    case 2: return value(parts[1]).map { .equal(name, $0) }
    case 3 where parts[1].string == "=":
      return parts[2].string.map { .sameAs(name, HeaderLine.lowercase($0)) }
    case 3 where parts[1].string == ">": return parts[2].integer.map { .above(name, $0) }
    default: return nil
    }
  }
}
