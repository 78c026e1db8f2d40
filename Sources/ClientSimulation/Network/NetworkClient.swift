public import CacheMetrics
public import CacheWorkloads
internal import DeviceModels
public import SimCore

/// The link and the exchanges over it.
struct NetworkClient: ~Copyable {
  private var link: Network
  private(set) var profile: NetworkProfile
  private(set) var exchanges = ExchangePool()
  /// When the last exchange ended; nil: none has.
  var lastEnd: Instant?
  /// Whether exchanges wait for being cancelled.
  private(set) var hasLeft = false

  /// - Parameter keepsJournal: whether it is noted what the time of exchanges goes into.
  init(_ plan: SimulationPlan, device: UInt32, keepsJournal: Bool) {
    profile = plan.profiles[0]
    link = Network(
      profile: plan.profiles[0], settings: plan.network, seed: plan.seed, device: device,
      variance: plan.variance, radio: plan.device.radio.profile(for: plan.profiles[0].access))
    if keepsJournal { link.recordTimings() }
  }

  var isOnline: Bool { !profile.isOffline }
  var nextInstant: Instant { link.nextInstant }

  mutating func nextEvent() -> NetworkEvent? { link.next()?.1 }

  /// What the radios have taken until the network's last event.
  var radioEnergySoFar: RadioEnergy { link.radioEnergySoFar }

  mutating func radioEnergy(until now: Instant) -> RadioEnergy { link.radioEnergy(until: now) }

  /// What the time of an exchange went into so far.
  func phases(of id: UInt32) -> (queue: TimeSpan, phases: [FetchPhase]) { link.phases(of: id) }

  func connection(of id: UInt32) -> Int? { link.connection(of: id) }

  func radioStretches(until now: Instant) -> [RadioStretch] { link.radioStretches(until: now) }

  mutating func change(to profile: NetworkProfile, radio: RadioProfile?, at now: Instant) {
    self.profile = profile
    link.change(to: profile, radio: radio, at: now)
  }

  mutating func begin(
    _ exchange: Exchange, host: UInt16, body: Bytes, effect: RequestEffect, at now: Instant
  ) {
    let id = exchanges.insert(exchange)
    let (entity, attempt) = exchanges.key(of: exchange)
    link.begin(
      id, host: host, resource: entity, attempt: attempt, requestBytes: body,
      effect: effect, at: now)
  }

  /// Lets a request join an exchange: that a screen waits matters more than who asked first.
  /// - Parameter screen: the number of the screen that needs it; 0: none does.
  mutating func join(_ id: UInt32, for purpose: Purpose, screen: UInt32) {
    if purpose == .demand { exchanges[id].purpose = .demand }
    if purpose == .prefetch { exchanges[id].isAhead = true }
    if screen != 0 { exchanges[id].screen = screen }
    exchanges[id].isLeft = false
  }

  mutating func leave(_ id: UInt32) {
    exchanges[id].isLeft = true
    hasLeft = true
  }

  /// The exchanges whose screens were left, which are not taken for such any more.
  mutating func takeLeft() -> [UInt32] {
    hasLeft = false
    var left: [UInt32] = []
    for id in exchanges.numbers where exchanges[id].isLeft {
      exchanges[id].isLeft = false
      left.append(id)
    }
    return left
  }

  /// How long the origin works on a request for a content; nil: for anything else.
  func serverTime(of id: UInt32, for content: Content?, _ origin: OriginSettings) -> TimeSpan {
    link.serverTime(
      of: id, mean: origin.meanThinkTime(for: content), sigma: origin.thinkTimeSigma(for: content))
  }

  mutating func respond(
    _ id: UInt32, with exchange: consuming Exchange, body: Bytes, after time: TimeSpan,
    at now: Instant
  ) {
    exchanges[id] = exchange
    link.respond(id, bodyBytes: body, after: time, at: now)
  }

  /// The app's process ended, and its connections and TLS sessions with it.
  mutating func endProcess(at now: Instant) { link.closeConnections(at: now) }

  mutating func remove(_ id: UInt32) -> Exchange { exchanges.remove(id) }

  /// Takes an exchange out, which `respond` puts back.
  mutating func take(_ id: UInt32) -> Exchange { exchanges.take(id) }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) { exchanges.removePage(from: start) }

  mutating func cancel(_ id: UInt32, at now: Instant) -> NetworkTraffic {
    link.cancel(id, at: now)
  }
}

// MARK: - What a strategy may ask of the network

extension DeviceSimulation {
  /// Fetches a resource; joins a fetch of it that is under way. A `loaded` event will tell the end.
  /// - Parameters:
  ///   - version: makes the request conditional: the origin answers 304 if it still has this
  ///     version and gave a validator with it.
  ///   - coalescing: false makes an exchange of its own, whatever is under way.
  ///   - asking: how a list is asked for. With `delta` the version is the client's cursor; where
  ///     that is too old, the list is fetched anew before anything is told.
  public mutating func fetch(
    _ resource: ResourceIndex, for purpose: Purpose, unless version: UInt32? = nil,
    coalescing: Bool = true, asking: ListRequest = .page
  ) {
    let method = method(of: resource)
    let isOfView = purpose != .prefetch && screens.isNeeded(resource)
    let screen = isOfView ? screens.serial : 0
    if coalescing, method == .get, let id = client.exchanges.fetch(of: resource) {
      client.join(id, for: purpose, screen: screen)
      detail(.joined(purpose), of: resource)
      return
    }
    var exchange = Exchange(purpose, resource, at: now, condition: version ?? 0)
    exchange.asking = asking
    exchange.rung = mediaRung(of: resource)
    exchange.screen = screen
    exchange.isAhead = purpose == .prefetch
    fetch(exchange)
  }

  private mutating func fetch(_ exchange: Exchange) {
    let (resource, purpose) = (exchange.resource, exchange.purpose)
    guard canFetch else {
      detail(.barred(purpose, isOnline: isOnline), of: resource)
      tell(.loaded(Load(resource: resource, purpose: purpose, outcome: .failed(.connection))))
      return
    }
    begin(
      exchange, body: Bytes(Int64(origin.content(of: resource)?.requestSize ?? 0)),
      effect: method(of: resource).effect)
  }

  /// Whether a fetch of the resource is under way.
  public func isFetching(_ resource: ResourceIndex) -> Bool {
    client.exchanges.fetch(of: resource) != nil
  }

  /// Asks for the list of records; a `manifest` event will bring it.
  /// - Parameters:
  ///   - asking: whole; page by page, the newest lines first, until one is older than the cursor;
  ///     or the lines that have changed since the cursor.
  ///   - cursor: when the client fetched the list last; nil: it has none.
  public mutating func fetchManifest(_ asking: ListRequest = .whole, since cursor: Instant? = nil) {
    fetchManifest(asking, since: cursor, page: 0)
  }

  private mutating func fetchManifest(
    _ asking: ListRequest, since cursor: Instant?, page: Int
  ) {
    guard canFetch else {
      detail(.barred(.manifest, isOnline: isOnline))
      tell(.manifest(nil))
      return
    }
    var exchange = Exchange(.manifest, 0, at: now)
    exchange.asking = plan.origin.lists.answered(asking)
    exchange.cursor = cursor
    exchange.page = page
    begin(exchange, body: .zero)
  }

  /// Sends a batch of edits; a `sent` event will tell the end.
  public mutating func send(_ edits: [PendingEdit]) {
    guard canFetch else {
      detail(.barred(.edits, isOnline: isOnline), of: edits[0].edit.record)
      tell(.sent(edits, nil))
      return
    }
    var exchange = Exchange(.edits, edits[0].edit.record, at: now)
    exchange.edits = edits
    begin(
      exchange, body: Bytes(plan.origin.editBytes.count * Int64(edits.count)), effect: .repeated)
  }

  private mutating func begin(
    _ exchange: Exchange, body: Bytes, effect: RequestEffect = .none
  ) {
    laws.exchanges.begun += 1
    detail(.requested(exchange.purpose, condition: exchange.condition), of: exchange.subject)
    client.begin(
      exchange, host: origin.content(of: exchange.resource)?.host ?? 0, body: body,
      effect: effect, at: now)
  }
}

// MARK: - What the network does

extension DeviceSimulation {
  mutating func change(to profile: NetworkProfile) {
    let wasOnline = isOnline
    let former = client.profile
    client.change(
      to: profile, radio: plan.device.radio.profile(for: profile.access), at: now)
    noteReachability()
    detail(.network(profile.name, isOnline: isOnline))
    defer { if isOnline { receiveWaitingPush() } }
    // A suspended app hears of it when it comes to the front, by asking.
    guard app.isWorking || reachabilityLog != nil else { return }
    if isOnline != wasOnline {
      tell(.connectivity(isOnline: isOnline))
    } else if isOnline && profile != former {
      tell(.changedNetwork)
    }
  }

  mutating func handle(_ event: NetworkEvent) {
    switch event {
    case .reached(let id): answer(id)
    case .completed(let id, let traffic):
      let exchange = client.remove(id)
      wake(for: exchange)
      end(exchange, id, .answered(exchange.status), traffic)
      if exchange.status == 200, exchange.content.map({ $0.playingTime > 0 }) ?? false {
        player.note(traffic.down, over: now - exchange.startedAt)
      }
      if !continues(exchange) {
        tell(result(of: exchange, status: exchange.status, failure: nil))
      }
    case .failed(let id, let failure, let traffic):
      let exchange = client.remove(id)
      wake(for: exchange)
      end(exchange, id, .failed(failure), traffic)
      tell(result(of: exchange, status: 0, failure: failure))
    }
  }

  private mutating func answer(_ id: UInt32) {
    takeChangesOfOthers()
    var exchange = client.take(id)
    let (body, time) = askEdge(&exchange, id) ?? askOrigin(&exchange, id)
    client.respond(id, with: exchange, body: body, after: time, at: now)
  }

  /// The status of an answer to a cursor that is too old.
  static var gone: UInt16 { 410 }

  /// Whether another request follows by itself: the whole list, where a cursor was too old, or the
  /// next page of the list of records.
  private mutating func continues(_ exchange: Exchange) -> Bool {
    if exchange.purpose == .manifest {
      if exchange.status == Self.gone {
        fetchManifest(.delta, since: nil, page: 0)
      } else if exchange.status == 200, exchange.hasMore {
        fetchManifest(.page, since: exchange.cursor, page: exchange.page + 1)
      } else {
        return false
      }
      return true
    }
    guard exchange.isFetch, exchange.status == Self.gone else { return false }
    // For the same view, and as much ahead of it, as the request that it follows.
    var whole = Exchange(exchange.purpose, exchange.resource, at: now)
    whole.screen = exchange.screen
    whole.isAhead = exchange.isAhead
    fetch(whole)
    return true
  }
}

extension HTTPMethod {
  /// What a second request of the method does at the origin (RFC 9110, section 9.2).
  fileprivate var effect: RequestEffect {
    switch self {
    case .get, .head, .options, .trace: .none
    case .put, .delete: .once
    case .post, .patch, .connect, .other: .repeated
    }
  }
}
