internal import CacheMetrics
package import CacheWorkloads
internal import DeviceModels
public import SimCore

/// How an exchange with the origin ends, exactly once.
enum ExchangeEnding {
  case answered(UInt16)
  case failed(NetworkFailure)
  /// The app stopped working.
  case abandoned
  /// The app cancelled it: the view was left that alone waited for it.
  case cancelled

  /// The status; 0: no answer came.
  var status: UInt16 { if case .answered(let status) = self { status } else { 0 } }
  var failure: NetworkFailure? { if case .failed(let failure) = self { failure } else { nil } }
  var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}

/// Exchanges that were begun, and those that ended in each way: they must add up.
struct ExchangeEndings {
  var begun = 0
  private var answered = 0
  private var failed = 0
  private var abandoned = 0
  private var cancelled = 0

  mutating func note(_ ending: ExchangeEnding) {
    switch ending {
    case .answered: answered += 1
    case .failed: failed += 1
    case .abandoned: abandoned += 1
    case .cancelled: cancelled += 1
    }
  }

  /// What stands against it when nothing is under way any more; nil: nothing does.
  var violation: String? {
    guard begun != answered + failed + abandoned + cancelled else { return nil }
    return "\(begun) requests begun, but \(answered) answered, \(failed) failed, "
      + "\(abandoned) given up, \(cancelled) cancelled"
  }
}

// MARK: - What the app gives up

extension DeviceSimulation {
  /// Says that the client cancels what it requested for views that are left by now, and for rows of
  /// the open screen that were scrolled out of view before they came, be it ahead of them.
  ///
  /// It happens at the end of this instant, since a view may be opened at the same instant that
  /// needs the same, and then only to requests that nothing else waits for: neither a view nor a
  /// prefetch. An app that leaves the front goes on with them: its view is behind, and not left.
  /// - Parameters:
  ///   - refreshing: whether what is fetched behind a stored copy is for the view too.
  ///   - isCancelled: whether a resource is of a kind of which requests are cancelled.
  package mutating func cancelRequests(
    refreshing: Bool, where isCancelled: (ResourceKind) -> Bool
  ) {
    guard app.state == .foreground else { return }
    for id in client.exchanges.numbers {
      let exchange = client.exchanges[id]
      let isOfLeftView =
        exchange.screen != 0 && !exchange.isAhead
        && !(screens.isOpen && exchange.screen == screens.serial)
      guard exchange.isFetch, isOfLeftView || screens.hasLeft(exchange.resource),
        refreshing || exchange.purpose != .refresh, isCancelled(kind(of: exchange.resource))
      else { continue }
      client.leave(id)
    }
  }

  mutating func cancelLeftRequests() {
    let left = client.takeLeft()
    guard app.state == .foreground else { return }
    for id in left where !screens.isNeeded(client.exchanges[id].resource) {
      cancel(id, .cancelled, telling: true)
    }
  }

  /// Ends what is under way, as the process stops working, but for what goes on without it.
  mutating func abandonExchanges(telling: Bool, leaving goesOn: (Exchange) -> Bool = { _ in false })
  {
    for id in client.exchanges.numbers where !goesOn(client.exchanges[id]) {
      cancel(id, .abandoned, telling: telling)
    }
  }

  /// Has the network drop an exchange: what has come of its answer came for nothing.
  private mutating func cancel(_ id: UInt32, _ ending: ExchangeEnding, telling: Bool) {
    let traffic = client.cancel(id, at: now)
    let exchange = client.remove(id)
    end(exchange, id, ending, traffic)
    if telling { tell(result(of: exchange, status: 0, failure: .connectionLost)) }
  }
}

// MARK: - What is recorded of an end

extension DeviceSimulation {
  mutating func end(
    _ exchange: Exchange, _ id: UInt32, _ ending: ExchangeEnding, _ traffic: NetworkTraffic
  ) {
    client.lastEnd = now
    laws.exchanges.note(ending)
    if trace.collectsDetail { recordPhases(of: exchange, id) }
    let isWhole = ending.status == 200 && exchange.isFetch
    let content = isWhole ? exchange.content : nil
    var ended = ExchangeRecord(
      startedAt: exchange.startedAt, endedAt: now, purpose: exchange.purpose,
      status: content.map { plan.headers[Int($0.headers)].status } ?? ending.status,
      bytesUp: traffic.up, bytesDown: traffic.down,
      payload: content.map { exchange.delta ?? $0.size } ?? .zero, isMetered: isMetered,
      failure: ending.failure)
    ended.isCancelled = ending.isCancelled
    ended.kind = exchange.subject.map { kind(of: $0) } ?? .other
    ended.condition = exchange.condition
    ended.version = content?.version ?? 0
    record(.exchanged(ended), of: exchange.subject)
  }

  private mutating func recordPhases(of exchange: Exchange, _ id: UInt32) {
    let (queue, phases) = client.phases(of: id)
    if queue > .zero {
      detail(.queued(from: exchange.startedAt, takes: queue), of: exchange.subject)
    }
    for phase in phases {
      let start = exchange.startedAt + phase.start
      detail(.phase(phase.kind, from: start, takes: phase.duration), of: exchange.subject)
    }
    if let connection = client.connection(of: id) {
      detail(.carried(connection: connection), of: exchange.subject)
    }
  }
}

// MARK: - What the strategy is told

extension DeviceSimulation {
  /// What the strategy is told of an exchange that is over.
  mutating func result(
    of exchange: Exchange, status: UInt16, failure: NetworkFailure?
  ) -> ClientEvent {
    switch exchange.purpose {
    case .demand, .refresh, .prefetch:
      return .loaded(load(exchange, status: status, failure: FailureKind(failure)))
    case .manifest:
      guard status == 200 else { return .manifest(nil) }
      see(exchange.fieldChanges)
      return .manifest(Manifest(exchange.manifest, exchange.fieldChanges))
    case .edits:
      guard status == 200 else { return .sent(exchange.edits, nil) }
      see(fieldChanges(of: exchange.edits))
      return .sent(exchange.edits, exchange.verdicts)
    }
  }

  private mutating func load(
    _ exchange: Exchange, status: UInt16, failure: FailureKind
  ) -> Load {
    let outcome: Load.Outcome
    if status == 200 || status == 304 { see(exchange.fieldChanges) }
    switch (status, exchange.content) {
    case (200, let content?):
      var copy = ResourceCopy(of: content, exchange.published, at: now, for: app.user)
      copy.status = plan.headers[Int(content.headers)].status
      laws.noteReceived(copy, of: exchange.resource)
      outcome = .received(copy)
      receipts.received(
        exchange.resource, version: content.version, size: exchange.delta ?? content.size,
        for: exchange.purpose)
    case (304, _):
      outcome = .confirmed(version: exchange.condition, at: now)
    default:
      outcome = .failed(failure)
    }
    return Load(
      resource: exchange.resource, purpose: exchange.purpose, outcome: outcome,
      retryAfter: exchange.retryAfter)
  }
}

/// Why a fetch failed.
public enum FailureKind: String, WordSettingValue {
  /// The origin answered 503, or 429.
  case refused = "503"
  /// No byte came or went for the network's `requestTimeout`.
  case timeout
  /// The network changed or went away under it, the app was stopped, or it cancelled the request.
  case connection

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
