internal import CacheMetrics
internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// The points of presence of a simulation, and the shield behind them.
///
/// Requests reach the points in order of time, and all points are equally far from the origin: so
/// do those that they pass on reach the shield and the origin.
final class EdgeNetwork {
  let settings: EdgeSettings
  let shield: EdgeCache?
  private let points: [EdgeCache]
  private let seed: UInt64
  /// How many devices, one after the other, have the same resources; 0: all.
  private let devices: UInt32
  private var keys: [UInt64: ObjectKey] = [:]
  /// By key.
  private var resources: [Resource] = []
  private let requests: RequestTemplates

  private struct Resource {
    var target: TargetURI
    /// The version that was loaded last.
    var version: EdgeVersion
    /// The highest number that was published.
    var newest: UInt32
  }

  init(_ settings: EdgeSettings, _ plan: SimulationPlan) {
    self.settings = settings
    seed = plan.seed
    devices = plan.origin.content == .common ? 0 : UInt32(plan.devicesOfPerson)
    func make(_ index: Int) -> EdgeCache {
      EdgeCache(
        settings, headers: plan.headers, secondsAtStart: plan.secondsAtStart,
        seed: plan.seed &+ UInt64(index))
    }
    points = (0..<settings.points).map(make)
    shield = settings.shield ? make(settings.points) : nil
    requests = RequestTemplates(
      ResourceKind.allCases.map { _ in .useProtocol }, users: plan.users)
  }

  /// The point that a device asks: drawn.
  func point(of device: UInt32) -> EdgeCache {
    var generator = SeededGenerator(
      seed: seed, purpose: .server, entity: UInt64(device) << 32 | UInt64(UInt32.max),
      attempt: .max)
    return points[generator.index(below: points.count)]
  }

  func request(
    for resource: ResourceIndex, _ content: Content, on device: UInt32, by user: UInt16,
    asking lines: [RecordedField]
  ) -> (key: ObjectKey, request: HTTPRequest) {
    let name = name(of: resource, on: device)
    let key = keys[name] ?? ObjectKey(resources.count)
    let request = requests.request(for: key, of: content.kind, by: user, asking: lines)
    if Int(key) == resources.count {
      keys[name] = key
      resources.append(
        Resource(
          target: request.target, version: EdgeVersion(content, parts: []), newest: content.version)
      )
    }
    return (key, request)
  }

  /// What all caches hold of the version that the origin has.
  func version(_ key: ObjectKey, _ content: Content, parts: [ResourceIndex]) -> EdgeVersion {
    let known = resources[Int(key)].version
    if known.content.version == content.version, known.parts == parts { return known }
    let version = EdgeVersion(content, parts: parts)
    resources[Int(key)].version = version
    return version
  }

  /// A device has met with a publication; those with the same resources meet with it too.
  func notePublication(
    of resource: ResourceIndex, _ content: Content, on device: UInt32, at instant: Instant
  ) {
    guard let key = keys[name(of: resource, on: device)].map(Int.init) else { return }
    let version = resources[key].version
    if version.content.version < content.version, version.supersededAt == nil {
      version.supersededAt = instant
    }
    guard resources[key].newest < content.version else { return }
    resources[key].newest = content.version
    guard let span = settings.purgeAfter else { return }
    for cache in points + [shield].compactMap(\.self) {
      cache.purge(ObjectKey(key), resources[key].target, at: instant + span)
    }
  }

  private func name(of resource: ResourceIndex, on device: UInt32) -> UInt64 {
    devices == 0 ? UInt64(resource) : UInt64(device / devices) << 32 | UInt64(resource)
  }
}

extension EdgeSettings {
  var halfRoundTrip: TimeSpan { TimeSpan(nanoseconds: roundTrip.nanoseconds / 2) }
}

// MARK: - A device's requests

/// A request that a point of presence has been asked.
private struct EdgeRequest {
  var id: UInt32
  var exchange: Exchange
  var key: ObjectKey
  var request: HTTPRequest
}

extension DeviceSimulation {
  /// Has a point of presence answer a fetch; nil: the request goes past all points. What the origin
  /// has is what it has when a request reaches the point.
  mutating func askEdge(_ exchange: inout Exchange, _ id: UInt32) -> (Bytes, TimeSpan)? {
    let resource = exchange.resource
    let isDelta = exchange.condition > 0 && plan.origin.lists.answered(exchange.asking) == .delta
    guard let edge = common?.edge, exchange.isFetch, exchange.rung == nil,
      let content = origin.content(of: resource),
      content.method == .get, !(isDelta && origin.items(of: resource) != nil)
    else { return nil }
    let (key, request) = edge.request(
      for: resource, content, on: device, by: app.user, asking: requestLines(of: resource))
    let asked = EdgeRequest(id: id, exchange: exchange, key: key, request: request)
    let point = edge.point(of: device)
    var report = EdgeReport(.hit)
    var answer: EdgeAnswer
    var time = TimeSpan.zero
    switch point.ask(request, for: key, at: now) {
    case .stored(let stored, let revalidation):
      answer = stored
      guard let revalidation else { break }
      report.use = .stale
      _ = load(asked, into: point, after: revalidation, in: edge, &report)
    case .collapsed(let flight):
      report.use = .collapsed
      (answer, time) = (flight.answer, flight.arrival - now)
    case .forward(let decision):
      let loaded = load(asked, into: point, after: decision, in: edge, &report)
      (answer, time) = (loaded.answer, loaded.arrival - now)
      exchange.fieldChanges = loaded.changes
    }
    exchange.content = nil
    let body = deliver(answer, to: &exchange)
    report.bytes = body
    report.isOutdated = exchange.content.map { $0.version < content.version } ?? false
    record(.edge(report), of: resource)
    return (body, time)
  }

  /// Answers a fetch with what a point has; of a version that the origin has no more, the device
  /// learns what the point knows of it.
  private mutating func deliver(_ answer: EdgeAnswer, to exchange: inout Exchange) -> Bytes {
    let resource = exchange.resource
    guard let version = answer.version, var own = origin.content(of: resource) else {
      exchange.status = answer.status
      exchange.retryAfter = answer.retryAfter
      return .zero
    }
    own.size = plan.origin.pictures.sent(own)
    origin.noteAnswer(for: resource, at: answer.date, age: answer.age?.wholeSeconds)
    if version.content.version < own.version {
      self.answer(
        &exchange, with: version.content, origin.version(of: resource, earlier: version))
    } else {
      self.answer(&exchange, with: own, origin.version(of: resource))
    }
    guard exchange.status == 200, let content = exchange.content else { return .zero }
    return plan.origin.wireSize(of: content)
  }

  /// Has the shield or the origin asked for a point.
  private mutating func load(
    _ asked: EdgeRequest, into point: EdgeCache, after decision: Decision, in edge: EdgeNetwork,
    _ report: inout EdgeReport
  ) -> (answer: EdgeAnswer, arrival: Instant, changes: [FieldChange]) {
    let half = edge.settings.halfRoundTrip
    let named = point.named(by: decision, for: asked.key)
    var changes: [FieldChange] = []
    var flight: EdgeCache.Flight
    report.forwarded += 1
    if let shield = edge.shield {
      switch shield.ask(asked.request, for: asked.key, at: now + half) {
      case .stored(let stored, let revalidation):
        flight = EdgeCache.Flight(answer: stored, arrival: now + edge.settings.roundTrip)
        if let revalidation {
          _ = loadFromOrigin(asked, into: shield, after: revalidation, in: edge, &report)
        }
      case .collapsed(let other):
        flight = EdgeCache.Flight(answer: other.answer, arrival: other.arrival + half)
      case .forward(let decision):
        (flight, changes) = loadFromOrigin(asked, into: shield, after: decision, in: edge, &report)
        flight.arrival = flight.arrival + half
      }
      let validator = named.map { plan.headers[Int($0.content.headers)] }
      if flight.answer.status == 200, let named, flight.answer.version === named,
        validator?.hasEntityTag == true || validator?.hasLastModified == true
      {
        flight.answer.status = 304
      }
    } else {
      (flight, changes) = askOrigin(asked, unless: named, in: edge)
      report.origin += 1
    }
    if report.use != .stale { report.use = flight.answer.status == 304 ? .validated : .miss }
    let answer = point.begin(
      flight, for: asked.request, key: asked.key, after: decision, at: now)
    if flight.answer.isFailure, !answer.isFailure { report.use = .staleIfError }
    return (answer, flight.arrival, changes)
  }

  /// Has the origin asked for the shield, where it arrives half a round trip before it does at a
  /// point.
  private mutating func loadFromOrigin(
    _ asked: EdgeRequest, into shield: EdgeCache, after decision: Decision, in edge: EdgeNetwork,
    _ report: inout EdgeReport
  ) -> (EdgeCache.Flight, [FieldChange]) {
    report.origin += 1
    let named = shield.named(by: decision, for: asked.key)
    var (flight, changes) = askOrigin(asked, unless: named, in: edge)
    let half = edge.settings.halfRoundTrip
    flight.arrival = flight.arrival - half
    flight.answer = shield.begin(
      flight, for: asked.request, key: asked.key, after: decision, at: now + half)
    return (flight, changes)
  }

  private mutating func askOrigin(
    _ asked: EdgeRequest, unless named: EdgeVersion?, in edge: EdgeNetwork
  ) -> (EdgeCache.Flight, [FieldChange]) {
    var exchange = asked.exchange
    exchange.condition = named?.content.version ?? 0
    exchange.asking = .page
    let (body, time) = askOrigin(&exchange, asked.id)
    var answer = EdgeAnswer(
      status: exchange.status, retryAfter: exchange.retryAfter,
      date: now + edge.settings.halfRoundTrip)
    if exchange.status == 200 || exchange.status == 304, let content = exchange.content {
      answer.size = exchange.status == 304 ? plan.origin.wireSize(of: content) : body
      answer.version = edge.version(
        asked.key, content, parts: origin.parts(of: exchange.resource))
    }
    return (EdgeCache.Flight(answer: answer, arrival: now + time), exchange.fieldChanges)
  }
}
