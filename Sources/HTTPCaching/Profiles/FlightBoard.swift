/// Requests on their way to the origin, so that identical ones wait for the first (RFC 9111 §4).
///
/// A switch of its own: whoever collapses requests asks `join` before he sends one. When the first
/// one's answer was taken in, those that waited are decided on anew, in the order in which they
/// came; what may not be shared sends them to the origin then.
public struct FlightBoard<Waiter: Sendable>: Sendable {
  private struct Flight: Hashable {
    let target: TargetURI
    let headers: HeaderLines
    let policy: CachePolicy
  }

  private var waiters: [Flight: [Waiter]] = [:]

  /// Makes an empty board.
  public init() {}

  /// Puts a request down.
  /// - Returns: whether the request has to be sent: it is the first, or not a GET that can be
  ///   shared. Otherwise the waiter comes back from `land`.
  /// - Complexity: O(bytes of the header).
  public mutating func join(_ request: HTTPRequest, _ waiter: Waiter) -> Bool {
    guard request.method == "GET", !request.rules.traits.contains(.noStore) else { return true }
    let flight = Flight(target: request.target, headers: request.headers, policy: request.policy)
    guard waiters[flight] != nil else {
      waiters[flight] = []
      return true
    }
    waiters[flight]?.append(waiter)
    return false
  }

  /// Takes a request that was sent off the board, as its answer came or never will.
  /// - Returns: who waits for it, in order. - Complexity: O(bytes of the header).
  public mutating func land(_ request: HTTPRequest) -> [Waiter] {
    let flight = Flight(target: request.target, headers: request.headers, policy: request.policy)
    return waiters.removeValue(forKey: flight) ?? []
  }
}
