internal import SimCore

/// One test in virtual time: a client, a cache and an origin, with a network between the last two.
struct VectorPlayer {
  /// A response on its way; nil: the connection breaks.
  private struct Arrival {
    let at: Instant
    let response: HTTPResponse?
    let request: HTTPRequest
    let decision: Decision
    let sentAt: Instant
  }

  private let test: VectorTest
  private let latency: TimeSpan
  private var cache: HTTPCache
  private var origin: VectorOrigin
  private var now = Instant.start
  private var arrivals: [Arrival] = []
  /// What the client saw, by number of the request.
  private var responses: [HTTPResponse] = []
  private(set) var steps: [String] = []

  /// How long a client pauses where a test says so: the suite's 3 s.
  private static let pause = TimeSpan.seconds(3)

  init(_ test: VectorTest, settings: VectorSettings) {
    self.test = test
    latency = settings.latency
    var options = settings.options
    if test.profile == .shared { options.isShared = true }
    cache = HTTPCache(options)
    origin = VectorOrigin(test, clock: UnixClock(secondsAtStart: options.secondsAtStart))
  }

  /// Plays the test. - Returns: the first thing that is not as it should be; nil where all is.
  mutating func run() -> VectorFailure? {
    for (index, plan) in test.requests.enumerated() {
      deliver()
      let request = request(plan, number: index + 1)
      let reached = origin.records.count
      let response = exchange(request, plan)
      responses.append(response)
      let interim = origin.records.count > reached && !plan.disconnects ? plan.interim : []
      if let failure = VectorChecks.failure(
        of: response, interim: interim, to: plan, number: index + 1, origin: origin)
      {
        return failure
      }
      if plan.pausesAfter { now = now + Self.pause }
    }
    deliver()
    return VectorChecks.failure(of: responses, in: origin)
  }

  private mutating func deliver() {
    for arrival in arrivals where arrival.at <= now {
      note("background", arrival.at, take(arrival))
    }
    arrivals.removeAll { $0.at <= now }
  }

  private mutating func take(_ arrival: Arrival) -> StoreChange {
    guard let response = arrival.response else {
      return cache.failed(arrival.request, after: arrival.decision, at: arrival.at)
    }
    return cache.received(
      response, for: arrival.request, after: arrival.decision, requestTime: arrival.sentAt,
      responseTime: arrival.at)
  }

  private func request(_ plan: VectorRequest, number: Int) -> HTTPRequest {
    var seconds = UnixClock(secondsAtStart: cache.options.secondsAtStart).seconds(at: now)
    if plan.hasMagicDates, let sent = responses.last?.headers["server-now"].flatMap(Int64.init) {
      seconds = sent / 1_000
    }
    var headers: HeaderLines = ["req-num": "\(number)"]
    for line in plan.headers {
      let name = HeaderLine.lowercase(line.name)
      headers.append(name, VectorOrigin.text(line.value, of: name, in: plan, now: seconds))
    }
    return HTTPRequest(plan.method, origin.target(of: plan), headers: headers, policy: plan.policy)
  }

  /// One request and its response; the client's time goes on to when it has the response.
  private mutating func exchange(_ request: HTTPRequest, _ plan: VectorRequest) -> HTTPResponse {
    let decision = cache.decide(request, at: now)
    let reason = decision.reason
    note(request.method, now, decision.action.rawValue, reason.rawValue, reason.text)
    switch decision.action {
    case .useStored, .gatewayTimeout: return cache.makeResponse(to: request, by: decision, at: now)
    case .useStaleWhileRevalidating:
      let stale = cache.makeResponse(to: request, by: decision, at: now)
      let background = cache.background(of: request, by: decision)
      cache.beginRevalidation(of: request, by: decision)
      let (response, arrival) = load(background, plan)
      arrivals.append(
        Arrival(
          at: arrival, response: response, request: background, decision: decision, sentAt: now))
      return stale
    case .validate, .complete, .forward:
      var outcome = load(cache.outgoing(for: request, by: decision), request, decision, plan)
      if outcome.effect == .retry {
        let plain = Decision(.forward, decision.reason)
        outcome = load(cache.outgoing(for: request, by: plain), request, plain, plan)
      }
      return outcome.response
    }
  }

  /// A request over the network whose response the client waits for.
  private mutating func load(
    _ outgoing: HTTPRequest, _ request: HTTPRequest, _ decision: Decision, _ plan: VectorRequest
  ) -> StoreChange {
    let (response, arrival) = load(outgoing, plan)
    let outcome = take(
      Arrival(at: arrival, response: response, request: request, decision: decision, sentAt: now))
    now = arrival
    let status = response.map { "\($0.status)" } ?? "no response"
    note(status, now, outcome)
    return outcome
  }

  /// A request over the network: the response, nil for a broken connection, and when it is there.
  private mutating func load(
    _ outgoing: HTTPRequest, _ plan: VectorRequest
  ) -> (HTTPResponse?, Instant) {
    let response = origin.respond(to: outgoing, at: now + latency)
    let arrival = now + latency + .seconds(plan.responsePause) + latency
    return (plan.disconnects ? nil : response, arrival)
  }

  private mutating func note(_ event: String, _ instant: Instant, _ outcome: StoreChange) {
    let reason = outcome.reason
    note(event, instant, outcome.effect.rawValue, reason.rawValue, reason.text)
  }

  private mutating func note(
    _ event: String, _ instant: Instant, _ action: String, _ code: String, _ text: String
  ) {
    let milliseconds = instant.nanoseconds / 1_000_000
    steps.append("\(milliseconds) ms \(event): \(action) [\(code)], \(text)")
  }
}
