internal import SimCore

/// What a test expects, compared with what was seen; in the order in which the suite looks.
enum VectorChecks {
  /// The first thing that is wrong with a response; nil where nothing is.
  static func failure(
    of response: HTTPResponse, interim: [VectorRequest.Interim], to plan: VectorRequest,
    number: Int,
    origin: VectorOrigin
  ) -> VectorFailure? {
    let what = "Response \(number)"
    if let numbers = response.headers["request-numbers"]?.split(separator: " "),
      Set(numbers).count != numbers.count
    {
      return VectorFailure(isOfSetup: true, text: "\(what) was asked for more than once")
    }
    if let text = sourceProblem(response, plan, number) {
      return failure(plan, "expected_type", "\(what) \(text)")
    }
    if let failure = statusFailure(response, plan, what) { return failure }
    let now = (response.headers["server-now"].flatMap(Int64.init) ?? 0) / 1_000
    for expectation in plan.expectedHeaders
    where !holds(expectation, in: response.headers, now, plan) {
      return failure(plan, "expected_response_headers", "\(what) lacks \(expectation.text)")
    }
    for expectation in plan.unexpectedHeaders
    where holds(expectation, in: response.headers, now, plan) {
      return failure(plan, "expected_response_headers_missing", "\(what) has \(expectation.text)")
    }
    if !plan.expectedInterim.isEmpty, plan.expectedInterim != interim {
      return failure(plan, "expected_interim_responses", "\(what) lacks interim responses")
    }
    return bodyFailure(response, plan, what, origin)
  }

  private static func failure(_ plan: VectorRequest, _ check: String, _ text: String)
    -> VectorFailure
  {
    VectorFailure(isOfSetup: plan.isSetup || plan.setupTests.contains(check), text: text)
  }

  private static func sourceProblem(
    _ response: HTTPResponse, _ plan: VectorRequest, _ number: Int
  ) -> String? {
    let count = response.headers["server-request-count"].flatMap(Int.init)
    switch plan.expectedSource {
    case .cached:
      if response.status == 304, count == nil { return nil }
      return (count ?? .max) < number ? nil : "does not come from the cache"
    case .notCached: return count == number ? nil : "comes from the cache"
    case .entityTagValidated, .lastModifiedValidated, nil: return nil
    }
  }

  private static func statusFailure(
    _ response: HTTPResponse, _ plan: VectorRequest, _ what: String
  ) -> VectorFailure? {
    guard plan.checksStatus else { return nil }
    if let expected = plan.expectedStatus {
      return response.status == expected
        ? nil : failure(plan, "expected_status", "\(what) is \(response.status), not \(expected)")
    }
    if let expected = plan.status {
      return response.status == expected
        ? nil
        : VectorFailure(isOfSetup: true, text: "\(what) is \(response.status), not \(expected)")
    }
    if response.status == 999 {
      return failure(plan, "expected_type", "\(what) was not asked for with the right conditions")
    }
    return response.status == 200
      ? nil : VectorFailure(isOfSetup: true, text: "\(what) is \(response.status), not 200")
  }

  private static func bodyFailure(
    _ response: HTTPResponse, _ plan: VectorRequest, _ what: String, _ origin: VectorOrigin
  ) -> VectorFailure? {
    guard plan.checksBody, plan.checksText else { return nil }
    let seen = response.body.text
    if let expected = plan.expectedText {
      return seen == expected
        ? nil : failure(plan, "expected_response_text", "\(what) has another content")
    }
    if plan.body == nil, plan.method == "HEAD" || response.status == 204 || response.status == 304 {
      return nil
    }
    return seen == plan.body ?? origin.defaultBody
      ? nil : VectorFailure(isOfSetup: true, text: "\(what) has another content")
  }

  private static func holds(
    _ expectation: VectorRequest.Expectation, in headers: HeaderLines, _ now: Int64,
    _ plan: VectorRequest
  ) -> Bool {
    switch expectation {
    case .present(let name): headers.contains(name)
    case .equal(let name, let value):
      headers.combined(name) == VectorOrigin.text(value, of: name, in: plan, now: now)
    case .sameAs(let name, let other): headers.combined(name) == headers.combined(other)
    case .above(let name, let bound): (headers[name].flatMap(Int64.init) ?? .min) > bound
    }
  }

  /// The first thing that is wrong with what the origin saw; nil where nothing is.
  static func failure(of responses: [HTTPResponse], in origin: VectorOrigin) -> VectorFailure? {
    for (index, plan) in origin.test.requests.enumerated() where plan.expectedSource != .cached {
      let record = origin.records.first { $0.number == index + 1 }
      if let failure = failure(of: record, plan, "Request \(index + 1)") { return failure }
      for line in record?.promised ?? [] {
        let seen = responses[index].headers.combined(line.name)
        guard seen != line.value else { continue }
        return VectorFailure(
          isOfSetup: true,
          text: "Response \(index + 1) has \(line.name): \(seen ?? "nothing"), not \(line.value)")
      }
    }
    return nil
  }

  private static func failure(
    of record: VectorOrigin.ReceivedRequest?, _ plan: VectorRequest, _ what: String
  ) -> VectorFailure? {
    let headers = record?.headers ?? HeaderLines()
    let condition: String? =
      switch plan.expectedSource {
      case .entityTagValidated: "if-none-match"
      case .lastModifiedValidated: "if-modified-since"
      case .cached, .notCached, nil: nil
      }
    if let condition, !headers.contains(condition) {
      return failure(plan, "expected_type", "\(what) has no \(condition)")
    }
    if let method = plan.expectedMethod, record?.method != method {
      return failure(
        plan, "expected_method", "\(what) reached the origin as \(record?.method ?? "nothing")")
    }
    for expectation in plan.expectedRequestHeaders
    where record == nil || !holds(expectation, in: headers, 0, plan) {
      return failure(plan, "expected_request_headers", "\(what) lacks \(expectation.text)")
    }
    for expectation in plan.unexpectedRequestHeaders where holds(expectation, in: headers, 0, plan)
    {
      return failure(plan, "expected_request_headers_missing", "\(what) has \(expectation.text)")
    }
    return nil
  }
}

extension VectorRequest.Expectation {
  fileprivate var text: String {
    switch self {
    case .present(let name): name
    case .equal(let name, .text(let value)): "\(name): \(value)"
    case .equal(let name, .number(let value)): "\(name): \(value)"
    case .sameAs(let name, let other): "\(name) equal to \(other)"
    case .above(let name, let bound): "\(name) above \(bound)"
    }
  }
}

/// How what was seen differs from what a test expects.
struct VectorFailure {
  /// Whether only the test's setup failed, so that the test has no result.
  let isOfSetup: Bool
  let text: String
}
