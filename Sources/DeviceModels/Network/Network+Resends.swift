internal import SimCore

/// Which requests a client makes again by itself when the network changes under them.
///
/// Only those of which no byte of an answer came, on a connection that had brought an answer
/// before: that a new connection is lost is a failure. A request is made again once.
package enum ResendRule: String, Sendable, CaseIterable {
  /// None: all that is in flight fails.
  case never
  /// Those whose repetition changes nothing at the origin, and others that it cannot have received
  /// as a whole.
  case idempotent
  /// All of them, whatever their method.
  case always
}

/// What a request does at the origin, and what a second one like it does (RFC 9110, section 9.2).
package enum RequestEffect: Sendable {
  /// It changes nothing.
  case none
  /// It changes something, and a second one nothing more.
  case once
  /// Each one changes something.
  case repeated
}

/// What becomes of exchanges in flight when the network changes.
extension Network {
  /// Takes all exchanges off the link, and has those fail that do not go on over the next one.
  ///
  /// One that waits for a connection has sent nothing, and goes on waiting, unless nothing is made
  /// again at all.
  /// - Parameter goingOn: whether there is a link to go on over.
  /// - Returns: those that go on: in order of their numbers what is made again, then what waits.
  /// - Complexity: O(numbers of exchanges and hosts used so far).
  mutating func withdrawAll(goingOn: Bool) -> [Int] {
    let goesOn = goingOn && settings.resends != .never
    var going: [Int] = []
    for index in exchanges.indices {
      switch exchanges[index].phase {
      case .free, .failing: continue
      case .waiting where goesOn: continue
      default: break
      }
      let mayBeReceived = exchanges[index].mayBeReceived
      withdraw(index, reopening: false)
      if goesOn, isResendable(index, mayBeReceived: mayBeReceived) {
        exchanges[index].isResent = true
        going.append(index)
      } else {
        fail(index, .connectionLost, at: now)
      }
    }
    for host in names.indices {
      while case let id = waiting.first(of: host), id != noIndex {
        waiting.remove(id)
        going.append(Int(id))
      }
    }
    return going
  }

  /// Has an exchange go on over the link that there is now, with what it meets there.
  ///
  /// The request timeout of one that is made again runs anew: it is about bytes that do not go, and
  /// its new request's have not been waited for. That of one that waited for a connection goes on.
  mutating func goOn(_ index: Int) {
    if exchanges[index].isResent, exchanges[index].phase == .free {
      exchanges[index].lost = exchanges[index].traffic
      // Draws of its own, which no strategy's attempts have.
      exchanges[index].attempt |= 1 << 31
      timings?.resend(index, at: now)
      startTimer(index)
    }
    drawConditions(index)
    connect(index)
  }

  /// Draws what an exchange meets on the present link.
  mutating func drawConditions(_ index: Int) {
    let exchange = exchanges[index]
    exchanges[index].conditions = jitter.conditions(
      on: profile, resource: exchange.resource, attempt: exchange.attempt, at: now)
    if let recordedRoundTrip {
      exchanges[index].conditions.roundTrip = recordedRoundTrip
      exchanges[index].conditions.handshake = recordedRoundTrip
    }
  }

  /// Whether an exchange that was taken off the link is made again.
  private func isResendable(_ index: Int, mayBeReceived: Bool) -> Bool {
    let exchange = exchanges[index]
    guard exchange.isOnKeptConnection, !exchange.isResent, exchange.traffic.down == .zero else {
      return false
    }
    return switch settings.resends {
    case .never: false
    case .idempotent: exchange.effect != .repeated || !mayBeReceived
    case .always: true
    }
  }
}

extension NetworkExchange {
  /// Whether the origin may have received the whole request.
  fileprivate var mayBeReceived: Bool {
    switch phase {
    case .free, .waiting, .opening, .uploading, .failing: false
    case .travelling, .atOrigin, .answering, .downloading: true
    }
  }
}
