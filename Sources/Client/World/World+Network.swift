internal import Devices
internal import SimCore
public import Workloads

// MARK: - What a strategy may ask of the network

extension World {
  /// Fetches a resource; joins a fetch of it that is under way. A `loaded` event will tell the end.
  /// - Parameters:
  ///   - version: makes the request conditional: the origin answers 304 if it still has this
  ///     version and gave a validator with it.
  ///   - joining: false makes an exchange of its own, whatever is under way.
  public mutating func fetch(
    _ resource: ResourceIndex, for purpose: Purpose, unless version: UInt32? = nil,
    joining: Bool = true
  ) {
    if joining, let id = exchanges.fetch(of: resource) {
      // Who waits matters more than who asked first.
      if purpose == .demand { exchanges[id].purpose = .demand }
      narrate(.joined(purpose), of: resource)
      return
    }
    guard canFetch else {
      narrate(.barred(purpose, isOnline: isOnline), of: resource)
      tell(.loaded(Load(resource: resource, purpose: purpose, outcome: .failed(.connection))))
      return
    }
    begin(Exchange(purpose, resource, at: now, condition: version ?? 0), body: .zero)
  }

  /// Whether a fetch of the resource is under way.
  public func isFetching(_ resource: ResourceIndex) -> Bool {
    exchanges.fetch(of: resource) != nil
  }

  /// Asks for the list of records; a `manifest` event will bring it.
  public mutating func fetchManifest() {
    guard canFetch else {
      narrate(.barred(.manifest, isOnline: isOnline))
      tell(.manifest(nil))
      return
    }
    begin(Exchange(.manifest, 0, at: now), body: .zero)
  }

  /// Sends a batch of edits; a `sent` event will tell the end.
  public mutating func send(_ edits: [PendingEdit]) {
    guard canFetch else {
      narrate(.barred(.edits, isOnline: isOnline), of: edits[0].edit.record)
      tell(.sent(edits, nil))
      return
    }
    var exchange = Exchange(.edits, edits[0].edit.record, at: now)
    exchange.edits = edits
    begin(exchange, body: Bytes(plan.origin.editBytes.count * Int64(edits.count)))
  }

  private mutating func begin(_ exchange: Exchange, body: Bytes) {
    let id = exchanges.insert(exchange)
    narrate(.requested(exchange.purpose, condition: exchange.condition), of: exchange.subject)
    let index = Int(exchange.resource)
    let (entity, attempt) = exchanges.key(of: exchange)
    network.begin(
      id, host: index < origin.count ? origin[index]?.host ?? 0 : 0, resource: entity,
      attempt: attempt, requestBytes: body, at: now)
  }
}

// MARK: - What the network does

extension World {
  mutating func handle(_ event: NetworkEvent) {
    switch event {
    case .reached(let id): answer(id)
    case .completed(let id, let traffic): end(id, nil, traffic)
    case .failed(let id, let failure, let traffic): end(id, failure, traffic)
    }
  }

  /// The origin's answer to a request that has just reached it.
  private mutating func answer(_ id: UInt32) {
    let exchange = exchanges[id]
    var body = Bytes.zero
    if isRefused(exchange) {
      exchanges[id].status = 503
    } else {
      switch exchange.purpose {
      case .demand, .refresh, .prefetch:
        body = answerFetch(id, exchange)
      case .manifest:
        let list = origin.enumerated().compactMap { index, content -> ManifestEntry? in
          guard let content, content.kind.isMain else { return nil }
          return ManifestEntry(
            resource: ResourceIndex(index), version: content.version,
            publishedAt: content.publishedAt)
        }
        exchanges[id].manifest = list
        exchanges[id].news = fieldNews()
        exchanges[id].status = 200
        body = Bytes(plan.origin.manifestLineBytes.count * Int64(list.count))
      case .edits:
        exchanges[id].verdicts = receive(exchange.edits)
        exchanges[id].status = 200
      }
    }
    network.respond(id, bodyBytes: body, thinkTime: plan.origin.thinkTime, at: now)
  }

  private mutating func answerFetch(_ id: UInt32, _ exchange: Exchange) -> Bytes {
    guard let content = origin[Int(exchange.resource)] else {
      preconditionFailure("a resource was fetched before it was published")
    }
    exchanges[id].content = content
    if answeredAt.count <= Int(exchange.resource) {
      let missing = Int(exchange.resource) + 1 - answeredAt.count
      answeredAt.append(contentsOf: repeatElement(.start, count: missing))
    }
    answeredAt[Int(exchange.resource)] = now
    exchanges[id].news = fieldNews(of: exchange.resource)
    let headers = plan.headers[Int(content.headers)]
    let hasValidator = headers.hasEntityTag || headers.hasLastModified
    if hasValidator && exchange.condition == content.version {
      exchanges[id].status = 304
      return .zero
    }
    exchanges[id].status = 200
    return content.size
  }

  /// Whether the origin is in a bad mood: drawn by resource and attempt, alike for all strategies.
  private func isRefused(_ exchange: Exchange) -> Bool {
    guard plan.origin.failureRate > 0 else { return false }
    let (entity, attempt) = exchanges.key(of: exchange)
    var generator = SeededGenerator(
      seed: plan.seed, purpose: .server, entity: UInt64(device) << 32 | UInt64(entity),
      attempt: UInt64(attempt))
    return generator.unit() < plan.origin.failureRate
  }

  /// - Parameter failure: why no answer came; nil: one did.
  private mutating func end(
    _ id: UInt32, _ failure: NetworkFailure?, _ traffic: NetworkTraffic
  ) {
    let exchange = exchanges.remove(id)
    let status = failure == nil ? exchange.status : 0
    if isNarrated { narrateEnd(exchange, id, status: status, failure, traffic) }
    let isWhole = status == 200 && exchange.isFetch
    let payload = isWhole ? exchange.content?.size ?? .zero : .zero
    page.append(
      .exchanged(
        ExchangeRecord(
          startedAt: exchange.startedAt, endedAt: now, purpose: exchange.purpose, status: status,
          bytesUp: traffic.up, bytesDown: traffic.down, payload: payload, isMetered: isMetered)))
    switch exchange.purpose {
    case .demand, .refresh, .prefetch:
      tell(.loaded(load(exchange, status: status, failure: FailureKind(failure))))
    case .manifest:
      if status == 200 { see(exchange.news) }
      tell(.manifest(status == 200 ? Manifest(exchange.manifest, exchange.news) : nil))
    case .edits:
      if status == 200 { see(fieldNews(of: exchange)) }
      tell(.sent(exchange.edits, status == 200 ? exchange.verdicts : nil))
    }
  }

  /// What the answer to a batch says of the fields that it touched.
  private func fieldNews(of exchange: Exchange) -> [FieldNews] {
    exchange.edits.map { FieldKey($0.edit) }.map {
      FieldNews(key: $0, value: fields.value(of: $0), revision: fields.revision(of: $0))
    }
  }

  private mutating func load(
    _ exchange: Exchange, status: UInt16, failure: FailureKind
  ) -> Load {
    let outcome: Load.Outcome
    if status == 200 || status == 304 { see(exchange.news) }
    switch (status, exchange.content) {
    case (200, let content?):
      let copy = ResourceCopy(of: content, at: now, for: user)
      laws.noteReceived(copy, of: exchange.resource)
      outcome = .received(copy)
      if exchange.purpose == .prefetch {
        prefetch.fetched(exchange.resource, version: content.version, size: content.size)
      }
    case (304, _):
      outcome = .confirmed(version: exchange.condition, at: now)
    default:
      outcome = .failed(failure)
    }
    return Load(resource: exchange.resource, purpose: exchange.purpose, outcome: outcome)
  }

  /// Ends all that is under way: the process stops working.
  mutating func abandonExchanges(telling: Bool) {
    for id in exchanges.numbers {
      let traffic = network.cancel(id, at: now)
      let exchange = exchanges.remove(id)
      if isNarrated { narrateEnd(exchange, id, status: 0, nil, traffic) }
      page.append(
        .exchanged(
          ExchangeRecord(
            startedAt: exchange.startedAt, endedAt: now, purpose: exchange.purpose, status: 0,
            bytesUp: traffic.up, bytesDown: traffic.down, payload: .zero, isMetered: isMetered)))
      guard telling else { continue }
      switch exchange.purpose {
      case .demand, .refresh, .prefetch:
        tell(
          .loaded(
            Load(
              resource: exchange.resource, purpose: exchange.purpose, outcome: .failed(.connection))
          ))
      case .manifest: tell(.manifest(nil))
      case .edits: tell(.sent(exchange.edits, nil))
      }
    }
  }
}

extension FailureKind {
  /// What a failed fetch failed by; nil: an answer came, and it was a refusal.
  fileprivate init(_ failure: NetworkFailure?) {
    self =
      switch failure {
      case nil: .refused
      case .timedOut: .timeout
      case .notConnected, .connectionLost: .connection
      }
  }
}

extension ResourceKind {
  /// Whether it is a screen's main resource, and no part of one.
  var isMain: Bool {
    switch self {
    case .model, .document, .other: true
    case .image, .avatar, .support: false
    }
  }
}
