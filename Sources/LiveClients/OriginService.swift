package import CacheWorkloads
package import ClientSimulation
internal import Dispatch
package import SimCore
internal import Synchronization

package struct ServiceSettings: Sendable {
  package var device: UInt32 = 0
  package var speed: Int64 = 1
  package var start = Instant.start
  package var network = ServedNetwork.none
  package var address = "127.0.0.1"
  /// The port; 0: the system chooses.
  package var port = 0
  package var bodies = ServedBodies()
  /// The origins of pages that a browser lets read answers, beside this machine's; `*`: all.
  package var allowedOrigins: [String] = []

  package init() {}
}

/// An origin by itself, served over HTTP: virtual time is a start, and the time on the wall since
/// serving began times a speed.
///
/// Everything happens on one queue, one thing after the other.
package final class OriginService: Sendable {
  /// Nanoseconds since 1970 on the clock on the wall; never goes back.
  package typealias Clock = @Sendable () -> Int64

  private struct State: ~Copyable {
    var origin: ServedOrigin
    var failure: InputError?
    var wakesAt: Instant?
  }

  private let settings: ServiceSettings
  private let clock: Clock
  private let beginning: Int64
  private let server: OriginServer
  private let relay = RequestRelay()
  private let queue = DispatchQueue(label: "origin")
  private let state: Mutex<State>
  private let observe: @Sendable (ObservedRequest) -> Void
  private let fail: @Sendable (InputError) -> Void

  /// Begins to serve.
  /// - Parameter observe: is given each request that is through, one after the other, before its
  ///   answer has gone out whole.
  /// - Throws: `ToolError` when the address cannot be listened on, or `InputError`.
  package init(
    _ plan: SimulationPlan, _ stream: sending EventStream, _ settings: ServiceSettings,
    page: OriginPage, clock: @escaping Clock,
    observe: @escaping @Sendable (ObservedRequest) -> Void,
    fail: @escaping @Sendable (InputError) -> Void
  ) throws {
    self.settings = settings
    self.clock = clock
    self.observe = observe
    self.fail = fail
    beginning = clock()
    state = Mutex(
      State(
        origin: try ServedOrigin(
          plan, stream, device: settings.device, network: settings.network,
          times: ClientTimes(
            servedFrom: settings.start, at: beginning, speed: settings.speed),
          page: page, bodies: settings.bodies,
          access: CrossOriginAccess(named: settings.allowedOrigins), from: settings.start)))
    server = try OriginServer(port: settings.port, address: settings.address) { [relay] request in
      relay.hand(request)
    }
    relay.set { [weak self] request in
      guard let service = self else { return }
      service.queue.async { service.take(request) }
    }
  }

  package var port: Int { server.port }

  package var now: Instant {
    let (passed, isTooLong) = (clock() - beginning).multipliedReportingOverflow(by: settings.speed)
    return settings.start
      + (isTooLong ? Self.longest : min(TimeSpan(nanoseconds: passed), Self.longest))
  }

  /// After so long virtual time stands still, so that it never overflows.
  private static let longest = TimeSpan.days(36_500)

  /// Takes no more requests, and waits until what is being done is done.
  /// - Returns: the virtual time at which it ended.
  package func stop() -> Instant {
    relay.set(nil)
    return queue.sync { now }
  }

  private func take(_ request: HeldRequest) {
    perform { origin, now throws(InputError) in try origin.take(request, at: now) }
  }

  /// Does something with the origin at the present virtual time, and gives what is through.
  private func perform(_ body: (inout ServedOrigin, Instant) throws(InputError) -> Void) {
    let now = now
    let (settled, arriving) = state.withLock {
      state -> ([ServedOrigin.Asked], [ServedOrigin.Arriving]) in
      guard state.failure == nil else { return ([], []) }
      do throws(InputError) {
        try body(&state.origin, max(now, state.origin.now))
      } catch {
        state.failure = error
        fail(error)
      }
      return (state.origin.takeSettled(), state.origin.arriving())
    }
    for each in arriving { server.begin(each.request, with: each.answer, upTo: each.count) }
    for each in settled {
      observe(each.observed)
      if let answer = each.answer {
        server.answer(each.request, with: answer)
      } else {
        server.drop(each.request)
      }
    }
    wakeLater()
  }

  private func wakeLater() {
    let next: Instant? = state.withLock { state in
      let next = state.origin.nextInstant
      guard next != .distantFuture, state.failure == nil, next < state.wakesAt ?? .distantFuture
      else { return nil }
      state.wakesAt = next
      return next
    }
    guard let next else { return }
    let wait = max(0, (next - now).nanoseconds / settings.speed)
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait) + 1)) { [weak self] in
      self?.state.withLock { if $0.wakesAt == next { $0.wakesAt = nil } }
      self?.perform { origin, now throws(InputError) in try origin.advance(to: now) }
    }
  }
}

/// Hands requests to what is made after the server.
///
/// The function stands in a structure: by itself it would be wrapped anew at each passage through
/// the lock, and a call would go through all wrappings that there have been.
final class RequestRelay: Sendable {
  private struct Target: Sendable {
    let take: @Sendable (HeldRequest) -> Void
  }

  private let target = Mutex<Target?>(nil)

  /// Sets who takes requests from now on; nil: they are not taken.
  func set(_ take: (@Sendable (HeldRequest) -> Void)?) {
    let new = take.map { Target(take: $0) }
    target.withLock { $0 = new }
  }

  func hand(_ request: HeldRequest) {
    let target = target.withLock { $0 }
    target?.take(request)
  }
}

extension ClientTimes {
  /// Virtual time on the machine's clock: an instant is served at a time in nanoseconds since 1970,
  /// and what lies before and behind it is nearer by the speed.
  init(servedFrom start: Instant, at time: Int64, speed: Int64) {
    let zero = time - start.nanoseconds / speed
    let (seconds, rest) = zero.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(
      secondsAtStart: rest < 0 ? seconds - 1 : seconds,
      fraction: TimeSpan(nanoseconds: rest < 0 ? rest + 1_000_000_000 : rest), speed: speed)
  }
}
