internal import ClientSimulation
package import ClientStrategies
internal import DeviceModels
internal import Measurement
internal import SimCore
internal import Synchronization

/// The place of a client under test in a table: how it is started, and why its row cannot be used.
package final class LiveSeat: Sendable {
  /// How it is started.
  package let command: ClientCommand
  private let failures = Mutex<[String]>([])

  /// Makes a place.
  package init(_ command: ClientCommand) { self.command = command }

  /// What reports call the row.
  package var label: String { "\(command.name) (live)" }

  /// What went wrong, by device and seed; empty: nothing, and the row can be used.
  package var messages: [String] { failures.withLock { $0 }.sorted() }

  func note(_ message: String) { failures.withLock { $0.append(message) } }

  /// The strategy that asks it, for a scenario's list.
  package var choice: StrategyChoice {
    var options = LiveClient.Options()
    options.seat = self
    return StrategyChoice(
      name: LiveClient.name, label: label, product: AnyStrategy(LiveClient.self, options),
      settings: .object([("command", JSON(.string(command.command)))]))
  }
}

/// The conversation of one device's strategy with its client. What goes wrong ends it: from then on
/// nothing is asked and nothing answered.
final class Conversation {
  private let seat: LiveSeat?
  private var session: ClientSession?
  private let times: ClientTimes
  private let seed: UInt64
  private let device: UInt32
  /// What the origin says.
  let answers: OriginAnswers

  init(_ seat: LiveSeat?, in simulation: borrowing DeviceSimulation) {
    self.seat = seat
    times = ClientTimes(
      secondsAtStart: simulation.plan.secondsAtStart, speed: seat?.command.speed ?? 1)
    answers = OriginAnswers(times: times)
    seed = simulation.plan.seed
    device = simulation.device
    do {
      session = try seat.map { seat throws(ClientFailure) in try ClientSession(seat.command) }
    } catch {
      end(because: error.message, doing: "start", at: simulation.now)
    }
  }

  /// How many requests the client can be asked for at once.
  var concurrency: Int { session?.abilities.concurrency ?? 1 }

  /// Where it keeps what it stores; nil: nowhere.
  var medium: Medium? { session?.abilities.medium }

  /// Does something with the client.
  /// - Returns: nil when it cannot be asked any more.
  @discardableResult
  func perform<Result>(
    _ what: String, in simulation: borrowing DeviceSimulation,
    _ body: (ClientSession, ClientMoment) throws(ClientFailure) -> Result
  ) -> Result? {
    guard let session else { return nil }
    do {
      return try body(session, times.moment(at: simulation.now))
    } catch {
      end(because: error.message, doing: what, at: simulation.now)
      return nil
    }
  }

  /// Answers a request that waits at the origin.
  func answer(
    _ request: HeldRequest, with answer: OriginAnswer, in simulation: borrowing DeviceSimulation
  ) { session?.answer(request, with: answer, at: times.moment(at: simulation.now)) }

  /// Closes the connection of a request that waits at the origin.
  func drop(_ request: HeldRequest, in simulation: borrowing DeviceSimulation) {
    session?.drop(request, at: times.moment(at: simulation.now))
  }

  /// What the client wrote since this was asked last.
  func takeWrites() -> FlashWrite? { session?.takeWrites() }

  /// The client did what no client may do.
  func fail(_ message: String, in simulation: borrowing DeviceSimulation) {
    if session != nil { end(because: message, doing: nil, at: simulation.now) }
  }

  /// The process ends, as in a crash.
  func kill() { session?.kill() }

  /// The conversation is over.
  func end() {
    session?.kill()
    session = nil
  }

  private func end(because message: String, doing what: String?, at now: Instant) {
    let place = "seed \(seed), device \(device), \(now.clockText)"
    seat?.note("\(place)\(what.map { ", at '\($0)'" } ?? ""): \(message)")
    end()
  }
}
