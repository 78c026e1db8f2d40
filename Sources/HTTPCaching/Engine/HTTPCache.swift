public import SimCore

/// An HTTP cache by RFC 9111: what it does is a function of requests, answers and virtual time.
///
/// It opens no sockets and reads no clock. Its owner asks what to do with a request (`decide`),
/// does it, and tells what came (`received`, `failed`). Answers are read once, when they are
/// stored; a decision compares numbers. It holds no more than its owner lets it: what enters and
/// leaves is in each `Outcome`, and `remove` takes out what has to go.
public struct HTTPCache: Sendable {
  /// How the cache differs from others.
  public let options: HTTPCacheOptions
  /// The answers of each target, the one stored last first.
  var answers: [TargetURI: [StoredResponse]] = [:]
  private var lastNumber: UInt64 = 0

  /// Makes an empty cache.
  public init(_ options: HTTPCacheOptions = HTTPCacheOptions()) { self.options = options }

  /// How many targets have stored answers.
  public var targetCount: Int { answers.count }

  /// The numbers of the answers that are stored for a target, the one stored last first.
  /// - Complexity: O(answers of the target).
  public func stored(for target: TargetURI) -> [UInt64] { answers[target]?.map(\.id) ?? [] }

  /// Decides what to do with a request.
  /// - Complexity: O(answers of the target); without allocation, but for ranges and for selecting
  ///   fields that are not the same byte by byte.
  public func decide(_ request: HTTPRequest, at now: Instant) -> Decision {
    let traits = request.rules.traits
    if traits.contains(.isTooLarge) { return Decision(.forward, .headerTooLarge) }
    guard !traits.isDisjoint(with: [.isGet, .isHead]) else {
      return Decision(.forward, .methodNotCached)
    }
    switch request.policy {
    case .reloadIgnoringLocal, .reloadIgnoringLocalAndRemote, .noStore:
      return Decision(.forward, .policyReloads)
    case .useProtocol, .storedElseLoad, .storedOnly, .reloadRevalidating: break
    }
    if traits.contains(.asksOrigin) { return forward(request, .originPrecondition) }
    guard let stored = answers[request.target] else { return forward(request, .absent) }
    // By index, as an element taken out would be copied.
    for index in stored.indices where stored[index].selecting.match(request) {
      return decide(request, on: stored, at: index, now)
    }
    return forward(request, .varyMismatch)
  }

  private func decide(
    _ request: HTTPRequest, on stored: [StoredResponse], at index: Int, _ now: Instant
  ) -> Decision {
    let rules = stored[index].rules
    let age = rules.age(at: now)
    var (action, reason) = ReuseRules.judge(
      rules, request.rules, policy: request.policy, age: age)
    if stored[index].part != nil, let miss = missing(in: stored[index], for: request) {
      let canComplete = miss == .restIsMissing && action == .useStored
      (action, reason) = (canComplete ? .complete : .forward, canComplete ? miss : .partNotWhole)
      if miss == .rangeNotStored { reason = miss }
    }
    if action != .useStored, action != .useStaleWhileRevalidating {
      if mayNotAsk(request) { (action, reason) = (.gatewayTimeout, .onlyIfCached) }
      if action == .validate, !rules.traits.contains(.hasValidator) { action = .forward }
    }
    return Decision(
      action, reason, stored: stored[index].id, age: age, lifetime: rules.lifetime)
  }

  /// What a stored part lacks for a request; nil where it has all.
  private func missing(in part: StoredResponse, for request: HTTPRequest) -> DecisionReason? {
    guard request.rules.traits.contains(.isGet) else { return .partNotWhole }
    guard let value = request.headers["range"], let range = ByteRange(value) else {
      let isStart = part.part?.positions.lowerBound == 0 && part.part?.length != nil
      let isPlain = !request.rules.traits.contains(.hasConditions)
      return isStart && isPlain && options.completesPartialAnswers ? .restIsMissing : .partNotWhole
    }
    let isUsable = part.satisfiesIfRange(request.headers["if-range"]) && part.covers(range)
    return isUsable ? nil : .rangeNotStored
  }

  private func forward(_ request: HTTPRequest, _ reason: DecisionReason) -> Decision {
    mayNotAsk(request)
      ? Decision(.gatewayTimeout, .onlyIfCached) : Decision(.forward, reason)
  }

  private func mayNotAsk(_ request: HTTPRequest) -> Bool {
    request.policy == .storedOnly || request.rules.traits.contains(.onlyIfCached)
  }
}

extension HTTPCache {
  /// Notes that a stale answer's validation in the background is on its way: until `received` or
  /// `failed` with that decision, other requests use the answer without starting another.
  public mutating func beginRevalidation(of request: HTTPRequest, by decision: Decision) {
    mark(decision, of: request.target) { $0.insert(.isRevalidating) }
  }

  /// The same for its end.
  mutating func endRevalidation(of request: HTTPRequest, by decision: Decision) {
    mark(decision, of: request.target) { $0.remove(.isRevalidating) }
  }

  private mutating func mark(
    _ decision: Decision, of target: TargetURI, _ change: (inout StoredRules.Traits) -> Void
  ) {
    guard let index = index(of: decision.stored, at: target) else { return }
    change(&answers[target]![index].rules.traits)
  }

  /// Takes an answer out, as its owner has to make room or has lost it.
  /// - Returns: what left; nil where it was not there. - Complexity: O(answers of the target).
  @discardableResult
  public mutating func remove(_ stored: UInt64, at target: TargetURI) -> Outcome.Item? {
    guard let index = index(of: stored, at: target), var list = answers[target] else { return nil }
    let gone = list.remove(at: index)
    answers[target] = list.isEmpty ? nil : list
    return item(gone, at: target)
  }

  /// Takes an answer out, for an owner who keeps accounts of his own.
  /// - Complexity: O(answers of the target).
  public mutating func discard(_ stored: UInt64, at target: TargetURI) {
    guard let list = answers[target], let index = list.firstIndex(where: { $0.id == stored })
    else { return }
    if list.count == 1 {
      answers[target] = nil
    } else {
      answers[target]?.remove(at: index)
    }
  }

  /// Takes all answers of a target out. - Returns: what left, the one stored last first.
  @discardableResult
  public mutating func removeAll(at target: TargetURI) -> [Outcome.Item] {
    (answers.removeValue(forKey: target) ?? []).map { item($0, at: target) }
  }

  /// Takes all out, without a list: its owner empties his accounts.
  public mutating func removeAll() { answers = [:] }

  func item(_ stored: StoredResponse, at target: TargetURI) -> Outcome.Item {
    Outcome.Item(stored: stored.id, target: target, size: stored.byteCount)
  }

  func index(of stored: UInt64?, at target: TargetURI) -> Int? {
    guard let stored else { return nil }
    return answers[target]?.firstIndex { $0.id == stored }
  }

  /// The stored answer that a decision found, if it is still there.
  func found(_ decision: Decision, _ request: HTTPRequest) -> StoredResponse? {
    index(of: decision.stored, at: request.target).flatMap { answers[request.target]?[$0] }
  }

  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Puts an answer in front of those that it does not replace. - Returns: what left.
  mutating func put(_ answer: StoredResponse, for request: HTTPRequest) -> [Outcome.Item] {
    var list = answers[request.target] ?? []
    var gone = list.filter { $0.id != answer.id && $0.selecting.match(request) }
    list.removeAll { $0.id == answer.id || $0.selecting.match(request) }
    list.insert(answer, at: 0)
    while list.count > HeaderLimits.variants { gone.append(list.removeLast()) }
    answers[request.target] = list
    return gone.map { item($0, at: request.target) }
  }
}
