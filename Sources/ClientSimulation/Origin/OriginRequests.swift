internal import CacheMetrics
internal import CacheWorkloads
internal import SimCore

extension DeviceSimulation {
  /// Has the origin answer a request that has come to it, or to a point of presence.
  /// - Returns: the size of the answer's body, and how long it takes.
  mutating func askOrigin(_ exchange: inout Exchange, _ id: UInt32) -> (Bytes, TimeSpan) {
    var body = Bytes.zero
    let isRefused = isRefused(exchange)
    let content = isRefused || !exchange.isFetch ? nil : origin.content(of: exchange.resource)
    var time = client.serverTime(of: id, for: content, plan.origin)
    if let refusal = takeUp(exchange, &time) {
      exchange.status = refusal
      exchange.retryAfter = plan.origin.capacity?.retryAfter
    } else if isRefused {
      exchange.status = 503
    } else {
      switch exchange.purpose {
      case .demand, .refresh, .prefetch:
        body = answerFetch(&exchange)
      case .manifest:
        exchange.manifest = manifest
        exchange.fieldChanges = fieldChanges()
        body = answerManifest(&exchange)
      case .edits:
        exchange.verdicts = receive(exchange.edits)
        exchange.status = 200
      }
    }
    return (body, time + (plan.origin.edge?.roundTrip ?? .zero))
  }

  /// Has an origin that can be busy take up a request.
  /// - Parameter time: how long it works on it; then also how long the request waits before.
  /// - Returns: the status with which it refuses the request instead; nil: it takes it.
  private mutating func takeUp(_ exchange: Exchange, _ time: inout TimeSpan) -> UInt16? {
    guard let capacity = plan.origin.capacity, let common, common.queue != nil else { return nil }
    let now = now + (plan.origin.edge?.halfRoundTrip ?? .zero)
    var service = time
    let mean = plan.origin.meanThinkTime(
      for: exchange.isFetch ? origin.content(of: exchange.resource) : nil)
    switch capacity.serviceTimes {
    case .measured: break
    case .constant: service = mean
    case .exponential:
      var generator = serverDraws(of: exchange, stream: 1)
      service = TimeSpan(rounding: generator.exponential(mean: mean.seconds))
    }
    switch common.queue?.admit(from: device, for: service, at: now) {
    case nil: return nil
    case .admitted(let wait, let service):
      time = wait + service
      record(.arrived(OriginArrival(wait: wait, service: service)), of: exchange.subject)
      return nil
    case .refused(let status):
      time = .zero
      record(.arrived(OriginArrival(refusal: status)), of: exchange.subject)
      return status
    }
  }

  private mutating func answerFetch(_ exchange: inout Exchange) -> Bytes {
    guard var content = origin.content(of: exchange.resource) else {
      exchange.status = 404
      return .zero
    }
    content.size =
      exchange.rung.map { plan.media.size(content.size, at: $0) }
      ?? plan.origin.pictures.sent(content)
    origin.noteAnswer(for: exchange.resource, at: now)
    exchange.fieldChanges = fieldChanges(of: exchange.resource)
    answer(&exchange, with: content, origin.version(of: exchange.resource))
    guard exchange.status == 200 else { return .zero }
    if exchange.condition > 0, plan.origin.lists.answered(exchange.asking) == .delta,
      origin.items(of: exchange.resource) != nil
    {
      exchange.delta = deltaSize(of: exchange.resource, since: exchange.condition)
      guard exchange.delta != nil else {
        exchange.status = Self.gone
        return .zero
      }
    }
    return plan.origin.wireSize(of: content, delta: exchange.delta)
  }

  /// Answers a fetch with a version, or with a 304 if that is what the request names.
  mutating func answer(
    _ exchange: inout Exchange, with content: Content, _ published: PublishedVersion?
  ) {
    exchange.content = content
    exchange.published = published
    let headers = plan.headers[Int(content.headers)]
    let hasValidator = headers.hasEntityTag || headers.hasLastModified
    // A condition is about what a 200 would bring (RFC 9110, section 13.2.1).
    let isSuccess = (200..<300).contains(headers.status)
    let isKnown = hasValidator && isSuccess && exchange.condition == content.version
    exchange.status = isKnown ? 304 : 200
  }

  /// Whether the origin fails: drawn by resource and attempt, alike for all strategies.
  private func isRefused(_ exchange: Exchange) -> Bool {
    guard plan.origin.failureRate > 0 else { return false }
    var generator = serverDraws(of: exchange)
    return generator.unit() < plan.origin.failureRate
  }

  /// - Parameter stream: what is drawn by it has nothing to do with what is drawn by another.
  private func serverDraws(of exchange: Exchange, stream: UInt64 = 0) -> SeededGenerator {
    let (entity, attempt) = client.exchanges.key(of: exchange)
    return SeededGenerator(
      seed: plan.seed, purpose: .server, entity: UInt64(device) << 32 | UInt64(entity),
      attempt: stream << 61 | UInt64(attempt))
  }
}
