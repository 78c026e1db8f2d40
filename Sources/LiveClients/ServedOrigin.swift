internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
package import DeviceModels
internal import SimCore

/// By which network an origin's answers are shaped.
package enum ServedNetwork: Sendable {
  /// By none: an answer is given at once.
  case none
  case profile(NetworkProfile)
  /// By those that the scenario's device has, each at its time.
  case scenario

  package var name: String {
    switch self {
    case .none: "none"
    case .profile(let profile): profile.name
    case .scenario: "scenario"
    }
  }
}

/// An origin by itself: what a scenario's origin has for one device, asked over HTTP while virtual
/// time follows the clock on the wall.
///
/// It reads no clock: each call says which virtual time it is, never earlier than before. What is
/// through is taken with `takeSettled`, and what has come of the other answers with `arriving`.
struct ServedOrigin {
  /// An answer of which so many bytes of the body are there.
  struct Arriving {
    var request: HeldRequest
    var answer: OriginAnswer
    var count: Int
  }

  struct Asked {
    var request: HeldRequest
    var observed: ObservedRequest
    var attempt: UInt32
    var isEdit = false
    var answer: OriginAnswer?
    /// What the answer's body weighs on its way, and what of it the origin takes time for.
    var wireBody = Bytes.zero
    var content: Content?
    /// How long the origin took for it.
    var thinkTime = TimeSpan.zero
  }

  /// A network in a box: part of it is asked while the rest of the origin is.
  private final class Link {
    var network: Network

    init(_ network: consuming Network) { self.network = network }
  }

  private let plan: SimulationPlan
  private let device: UInt32
  private let answers: OriginAnswers
  private let page: OriginPage
  private let bodies: ServedBodies
  private let origins: ResourceOrigins
  private let access: CrossOriginAccess
  private var published: PublishedResources
  private let link: Link?
  /// The record tells no more of addresses than what is harmless.
  private let hiding = NameHiding(.secrets)
  private let followsScenario: Bool
  private var exchanges: [Asked?] = []
  private var attempts: [ResourceIndex: UInt32] = [:]
  private var editCount: UInt32 = 0
  private var settled: [Asked] = []
  private var isCarrying = false
  private(set) var now = Instant.start

  /// - Parameter times: virtual time as the clients' clock has it.
  init(
    _ plan: SimulationPlan, _ stream: EventStream, device: UInt32, network: ServedNetwork,
    times: ClientTimes, page: OriginPage, bodies: ServedBodies = ServedBodies(),
    access: CrossOriginAccess = CrossOriginAccess(named: []), from start: Instant
  ) throws(InputError) {
    let plan = plan.of(device)
    self.plan = plan
    self.device = device
    self.page = page
    self.bodies = bodies
    self.access = access
    origins = plan.origins(device)
    answers = OriginAnswers(
      times: times, plainTimes: ClientTimes(secondsAtStart: plan.secondsAtStart))
    published = try PublishedResources(
      stream, device: device, at: ResourceAddresses(plan, device: device))
    let profile: NetworkProfile?
    switch network {
    case .none: (profile, followsScenario) = (nil, false)
    case .profile(let own): (profile, followsScenario) = (own, false)
    case .scenario: (profile, followsScenario) = (plan.profiles[0], true)
    }
    link = profile.map { profile in
      Link(
        Network(
          profile: profile, settings: plan.network, seed: plan.seed, device: device,
          variance: plan.variance, radio: plan.device.radio.profile(for: profile.access)))
    }
    try advance(to: start)
  }

  /// When something is next to be done: what the network does, or a piece of an answer that comes.
  var nextInstant: Instant {
    guard exchanges.contains(where: { $0 != nil }), let link else { return .distantFuture }
    let next = link.network.nextInstant
    return isCarrying ? min(next, now + Self.pieceTime * answers.times.speed) : next
  }

  /// The time on the wall after which the next piece of an answer is given: assumed, less than a
  /// screen takes for a frame.
  private static let pieceTime = TimeSpan.milliseconds(10)

  /// Answers of which the first byte has come and the last has not, with how many bytes of the body
  /// are there: as large a share as the network has carried.
  mutating func arriving() -> [Arriving] {
    var all: [Arriving] = []
    for (id, exchange) in exchanges.enumerated() {
      guard let exchange, let answer = exchange.answer,
        let bytes = link?.network.arrived(ExchangeID(id), at: now)
      else { continue }
      let carried = Double(bytes.count - plan.network.responseHeader.count)
      let share = max(0, min(carried / Double(max(exchange.wireBody.count, 1)), 1))
      let count = Int((Double(answer.body.count) * share).rounded(.down))
      all.append(Arriving(request: exchange.request, answer: answer, count: count))
    }
    isCarrying = !all.isEmpty
    return all
  }

  mutating func takeSettled() -> [Asked] {
    defer { settled = [] }
    return settled
  }

  mutating func advance(to instant: Instant) throws(InputError) {
    while true {
      let event = published.next
      let (carried, happens) = (
        link?.network.nextInstant ?? .distantFuture, event?.at ?? .distantFuture
      )
      guard min(carried, happens) <= instant, min(carried, happens) != .distantFuture else { break }
      now = max(now, min(carried, happens))
      if carried <= happens {
        if let event = link?.network.next()?.event { handle(event) }
      } else {
        if followsScenario, case .network(let index)? = event?.action {
          let profile = plan.profiles[Int(index)]
          link?.network.change(
            to: profile, radio: plan.device.radio.profile(for: profile.access), at: happens)
        }
        try published.proceed()
      }
    }
    now = max(now, instant)
  }

  private mutating func handle(_ event: NetworkEvent) {
    switch event {
    case .reached(let id):
      guard var exchange = exchanges[Int(id)] else { return }
      answer(&exchange)
      exchange.thinkTime =
        link?.network.respond(
          id, bodyBytes: exchange.wireBody,
          thinkTime: plan.origin.meanThinkTime(for: exchange.content),
          sigma: plan.origin.thinkTimeSigma(for: exchange.content), at: now) ?? .zero
      addLines(to: &exchange)
      exchanges[Int(id)] = exchange
    case .completed(let id, let traffic): end(id, traffic, isAnswered: true)
    case .failed(let id, _, let traffic): end(id, traffic, isAnswered: false)
    }
  }

  private mutating func end(_ id: ExchangeID, _ traffic: NetworkTraffic, isAnswered: Bool) {
    guard var exchange = exchanges[Int(id)] else { return }
    exchanges[Int(id)] = nil
    (exchange.observed.up, exchange.observed.down) = (traffic.up, traffic.down)
    if !isAnswered {
      exchange.answer = nil
      (exchange.observed.status, exchange.observed.body) = (0, .zero)
      exchange.observed.version = nil
    }
    settle(exchange)
  }

  /// Adds what is said of how the request was answered.
  private func addLines(to exchange: inout Asked) {
    if exchange.observed.resource != nil {
      // Failures and answers to edits say nothing of the resource's lifetime.
      let headers = exchange.observed.version.flatMap { _ in
        exchange.content.map { plan.headers[Int($0.headers)] }
      }
      exchange.answer?.headers += answers.statusLines(headers, after: exchange.thinkTime)
    }
    exchange.answer?.headers += access.lines(for: exchange.request)
  }

  private mutating func settle(_ exchange: Asked) {
    var exchange = exchange
    exchange.observed.endedAt = now
    settled.append(exchange)
  }

  mutating func take(_ request: HeldRequest, at instant: Instant) throws(InputError) {
    try advance(to: instant)
    var observed = ObservedRequest(
      at: now, endedAt: now, method: request.method, path: request.path,
      condition: request.value(of: "if-none-match") ?? request.value(of: "if-modified-since"),
      status: 0)
    let preflight = access.preflight(of: request, answers.times.date(at: now))
    let own = published.addresses.resource(at: request.target, request.method)
    guard preflight == nil, let resource = own ?? Self.resource(of: request.path) else {
      let answer = preflight ?? page.answer(to: request, published, at: now, answers.times)
      observed.status = answer.status
      observed.body = Bytes(Int64(answer.body.count))
      var exchange = Asked(request: request, observed: observed, attempt: 0, answer: answer)
      addLines(to: &exchange)
      return settle(exchange)
    }
    observed.resource = resource
    let content = published[resource]?.content
    if let content, own != nil, observed.kind != "\(content.kind)" {
      observed.path = hiding.object(request.target, number: Int(resource))
      observed.ownKind = "\(content.kind)"
    }
    var exchange = Asked(request: request, observed: observed, attempt: 0)
    exchange.isEdit = (content?.method ?? .get) == .get && Self.editing.contains(request.method)
    if exchange.isEdit {
      editCount += 1
      exchange.attempt = editCount
    } else {
      attempts[resource, default: 0] += 1
      exchange.attempt = attempts[resource] ?? 1
    }
    let body = exchange.isEdit ? plan.origin.editBytes : Bytes(Int64(content?.requestSize ?? 0))
    guard link != nil else {
      answer(&exchange)
      exchange.observed.up = plan.network.requestHeader + body
      exchange.observed.down = plan.network.responseHeader + exchange.wireBody
      addLines(to: &exchange)
      settle(exchange)
      return
    }
    let place = exchanges.firstIndex { $0 == nil } ?? exchanges.count
    if place == exchanges.count { exchanges.append(nil) }
    exchanges[place] = exchange
    link?.network.begin(
      ExchangeID(place), host: content?.host ?? 0, resource: exchange.isEdit ? .max : resource,
      attempt: exchange.attempt, requestBytes: body, at: now)
  }

  private static let editing = ["POST", "PUT", "PATCH", "DELETE"]

  /// The resource of `/KIND/NUMBER`, whether or not there is one; nil: it is another address.
  private static func resource(of path: String) -> ResourceIndex? {
    let kind = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().first
    guard ResourceKind.allCases.contains(where: { "\($0)" == kind ?? "" }) else { return nil }
    return ResourcePath.resource(of: path)
  }

  private func answer(_ exchange: inout Asked) {
    let (request, resource) = (exchange.request, exchange.observed.resource ?? 0)
    func say(_ answer: OriginAnswer) {
      exchange.answer = answer
      exchange.observed.status = answer.status
    }
    func say(_ status: Int, _ lines: [(name: String, value: String)] = []) {
      say(OriginAnswer(status: status, headers: [("date", answers.times.date(at: now))] + lines))
    }
    if fails(exchange) { return say(503) }
    guard let found = published[resource], "\(found.content.kind)" == exchange.observed.kind else {
      return say(404)
    }
    let content = found.content
    exchange.content = content
    if exchange.isEdit { return say(204) }
    let isHead = request.method == "HEAD" && content.method == .get
    guard isHead || request.method == content.method.rawValue else {
      return say(405, [("allow", content.method.rawValue)])
    }
    guard let user = user(of: request) else { return say(401, [("www-authenticate", "Bearer")]) }
    let headers = plan.headers[Int(content.headers)]
    let version = ServedVersion(
      identity: ResourceBody.Identity(resource: resource, version: content.version, user: user),
      publishedAt: content.publishedAt, size: content.size, status: headers.status)
    guard content.size.count <= ServedBodies.largest else { return say(500) }
    exchange.observed.version = content.version
    let isConfirmed =
      (200..<300).contains(headers.status)
      && holds(request, version, headers, among: found.versions)
    if isConfirmed { return say(answers.confirmation(of: version, headers, at: now)) }
    say(answers.whole(version, headers, body(of: version, found), at: now))
    guard !isHead else { return }
    exchange.observed.body = content.size
    exchange.wireBody = plan.origin.wireSize(of: content)
  }

  private func body(
    of version: ServedVersion, _ found: PublishedResources.Resource
  ) -> ServedBodies.Body {
    let resource = version.identity.resource
    let parts = found.parts.compactMap { part -> (address: String, form: BodyForm)? in
      guard let content = published[part]?.content, let address = published.addresses[part] else {
        return nil
      }
      return (address, BodyForm(content.kind, at: address))
    }
    let made = MadeBody(
      identity: version.identity, address: published.addresses[resource] ?? "", parts: parts)
    return bodies.body(
      made, found.content, entries: origins.entries(of: resource, version: version.version))
  }

  /// Whether the origin fails, as it does in the simulation: drawn by resource and attempt.
  private func fails(_ exchange: Asked) -> Bool {
    guard plan.origin.failureRate > 0 else { return false }
    let entity = exchange.isEdit ? .max : exchange.observed.resource ?? 0
    var generator = SeededGenerator(
      seed: plan.seed, purpose: .server, entity: UInt64(device) << 32 | UInt64(entity),
      attempt: UInt64(exchange.attempt))
    return generator.unit() < plan.origin.failureRate
  }

  /// The user that a request names; nil: one that there is not.
  private func user(of request: HeldRequest) -> UInt16? {
    guard plan.users > 1, let value = request.value(of: "authorization") else { return 0 }
    guard let number = value.split(separator: " ").last.flatMap({ UInt16($0) }),
      Int(number) < plan.users
    else { return nil }
    return number
  }

  /// Whether what a request is conditional on still holds (RFC 9110, section 13.1).
  private func holds(
    _ request: HeldRequest, _ version: ServedVersion, _ headers: CacheHeaders,
    among versions: [(version: UInt32, publishedAt: Instant)]
  ) -> Bool {
    let lines = answers.lines(version, headers, answers.times, at: now)
    func said(_ name: String) -> String? { lines.first { $0.name == name }?.value }
    if let tags = request.value(of: "if-none-match") {
      guard let own = said("etag").map(OriginAnswers.opaque) else { return false }
      return tags.split(separator: ",").contains {
        OriginAnswers.opaque(String($0)) == own || $0 == "*"
      }
    }
    guard let date = request.value(of: "if-modified-since"), let own = said("last-modified"),
      let since = HTTPDate.seconds(date, now: answers.times.moment(at: now).wholeSeconds),
      let modified = HTTPDate.seconds(own, now: answers.times.moment(at: now).wholeSeconds)
    else { return false }
    // A date that an earlier version has too does not say which one the client has.
    let isShared = versions.contains { earlier in
      earlier.version != version.version && headers.recorded == nil
        && answers.times.date(at: earlier.publishedAt) == own
    }
    return modified <= since && !isShared
  }
}
