internal import SimCore

/// The steps of an exchange, in order.
extension Network {
  /// Does one thing that is due now: links first, then their rates, the agenda, and timeouts.
  mutating func step() -> NetworkEvent? {
    if downlink.nextEvent == now { return downlink.next().map { complete(Int($0)) } }
    if uplink.nextEvent == now { return uplink.next().flatMap { uploaded(Int($0)) } }
    if nextRateChange == now {
      replayBusyLinks()
      return nil
    }
    if agenda.nextInstant == Instant(nanoseconds: now), let due = agenda.next() {
      return proceed(Int(due.event))
    }
    let id = timed.first(of: 0)
    guard id != noIndex else { return nil }
    withdraw(Int(id))
    return .failed(id, .timedOut, exchanges[Int(id)].traffic)
  }

  /// Puts the request on the link, over a connection that is ready.
  mutating func upload(_ index: Int) -> NetworkEvent? {
    let exchange = exchanges[index]
    // No byte has to pass where there are none.
    time(index, whileStopped: uplink.isStopped && exchange.bytesUp > 0)
    exchanges[index].phase = .uploading
    timings?.note(\.uploading, of: index, at: now)
    guard exchange.bytesUp > 0 else { return uploaded(index) }
    uplink.join(
      ExchangeID(index), over: exchange.connection, bytes: exchange.bytesUp,
      roundTrip: exchange.roundTrip, at: now)
    return nil
  }

  private mutating func uploaded(_ index: Int) -> NetworkEvent? {
    exchanges[index].phase = .travelling
    timings?.note(\.uploaded, of: index, at: now)
    radio.count(up: Bytes(exchanges[index].bytesUp))
    startTimer(index)
    agenda.schedule(
      ExchangeID(index),
      at: Instant(
        nanoseconds: now + exchanges[index].conditions.retransmission
          + exchanges[index].roundTrip / 2))
    return nil
  }

  private mutating func proceed(_ index: Int) -> NetworkEvent? {
    let id = ExchangeID(index)
    switch exchanges[index].phase {
    case .opening:
      return upload(index)
    case .travelling:
      exchanges[index].phase = .atOrigin
      timings?.note(\.reached, of: index, at: now)
      return .reached(id)
    case .answering:
      return download(index)
    case .failing:
      exchanges[index].phase = .free
      return .failed(id, exchanges[index].failure, exchanges[index].traffic)
    case .free, .waiting, .uploading, .atOrigin, .downloading:
      preconditionFailure("such an exchange has nothing on the agenda")
    }
  }

  private mutating func download(_ index: Int) -> NetworkEvent? {
    time(index, whileStopped: downlink.isStopped && exchanges[index].segmentBytes > 0)
    let ready = radio.wake(at: now)
    if ready > now {
      // The radio became idle during the think time.
      agenda.schedule(ExchangeID(index), at: Instant(nanoseconds: ready))
      return nil
    }
    exchanges[index].phase = .downloading
    timings?.note(\.downloading, of: index, at: now)
    let exchange = exchanges[index]
    guard exchange.segmentBytes > 0 else { return complete(index) }
    downlink.join(
      ExchangeID(index), over: exchange.connection, bytes: exchange.segmentBytes,
      roundTrip: exchange.roundTrip, at: now)
    return nil
  }

  private mutating func complete(_ index: Int) -> NetworkEvent {
    let exchange = exchanges[index]
    exchanges[index].phase = .free
    timings?.note(\.ended, of: index, at: now)
    radio.count(down: Bytes(exchange.bytesDown))
    connections[exchange.connection].hasAnswered = true
    release(exchange.connection, of: exchange.host, closing: false)
    let traffic = NetworkTraffic(up: Bytes(exchange.bytesUp), down: Bytes(exchange.bytesDown))
    return .completed(ExchangeID(index), exchange.lost + traffic)
  }

  /// Takes an exchange out of the network wherever it is, and counts what it has cost.
  /// - Parameter reopening: whether a waiting exchange may use its connection's place.
  mutating func withdraw(_ index: Int, reopening: Bool = true) {
    let id = ExchangeID(index)
    let exchange = exchanges[index]
    var traffic = NetworkTraffic()
    stopTimer(index)
    switch exchange.phase {
    case .free, .atOrigin: break
    case .waiting: waiting.remove(id)
    case .opening:
      if connections[exchange.connection].ready != .max { agenda.remove(id) }
    case .travelling, .answering, .failing: agenda.remove(id)
    case .uploading:
      let left = uplink.remove(id, from: exchange.connection, at: now)
      traffic.up = Bytes(rounding: Double(exchange.bytesUp) - left)
      radio.count(up: traffic.up)
    case .downloading:
      let left = downlink.remove(id, from: exchange.connection, at: now)
      traffic.down = exchange.carried(left: left)
      radio.count(down: traffic.down)
    }
    switch exchange.phase {
    case .travelling, .atOrigin, .answering, .downloading: traffic.up = Bytes(exchange.bytesUp)
    case .free, .waiting, .opening, .uploading, .failing: break
    }
    exchanges[index].traffic =
      exchange.phase == .failing ? exchange.traffic : exchange.lost + traffic
    exchanges[index].phase = .free
    if reopening, exchange.holdsConnection {
      release(exchange.connection, of: exchange.host, closing: settings.version == .http1)
    }
  }

  mutating func fail(_ index: Int, _ failure: NetworkFailure, at instant: Int64) {
    exchanges[index].phase = .failing
    exchanges[index].failure = failure
    agenda.schedule(ExchangeID(index), at: Instant(nanoseconds: instant))
  }

  /// Lets the request timeout run from now; deadlines rise, since each is as far away.
  mutating func startTimer(_ index: Int) {
    let (deadline, overflow) = now.addingReportingOverflow(settings.requestTimeout.nanoseconds)
    exchanges[index].deadline = overflow ? .max : deadline
    exchanges[index].isTimed = true
    timed.append(ExchangeID(index), to: 0)
  }

  /// Has the request timeout run, or go on, for an exchange whose link lets no byte pass; nothing
  /// times out while bytes go.
  mutating func time(_ index: Int, whileStopped isStopped: Bool) {
    if !isStopped {
      stopTimer(index)
    } else if !exchanges[index].isTimed {
      startTimer(index)
    }
  }

  mutating func stopTimer(_ index: Int) {
    guard exchanges[index].isTimed else { return }
    exchanges[index].isTimed = false
    timed.remove(ExchangeID(index))
  }
}
