public import SimCore

/// How the store changed by an answer that came by a pattern.
public struct PatternOutcome: Sendable {
  /// Why the answer was stored or not; `.validated` for a confirmation.
  public var reason: OutcomeReason
  /// The number of the answer that was stored or confirmed; nil where none was.
  public var stored: UInt64?
  /// The numbers of the answers that left the store, in order.
  public var removed: [UInt64] = []
}

extension HTTPCache {
  /// Takes in an answer to a GET whose header was read before: the same as `received` with the
  /// lines written out.
  /// - Parameters:
  ///   - pattern: its header but for what is its own.
  ///   - stamp: what is its own.
  ///   - request: the request as the client made it, a GET.
  ///   - decision: what was decided on it.
  ///   - requestTime: when the request went out.
  ///   - responseTime: when the answer had come in.
  /// - Complexity: O(answers of the target), and O(bytes) of what `Vary` names.
  public mutating func received(
    _ pattern: AnswerPattern, _ stamp: AnswerStamp, for request: HTTPRequest,
    after decision: Decision, requestTime: Instant, responseTime: Instant
  ) -> PatternOutcome {
    precondition(request.rules.traits.contains(.isGet), "patterns are of answers to GET")
    precondition(pattern.status != 304 && pattern.status != 206, "patterns are of whole answers")
    endRevalidation(of: request, by: decision)
    var claim = pattern.claim
    claim.count = stamp.count
    if let obstacle = StorageRules.obstacle(to: claim, for: request, options: options) {
      return PatternOutcome(reason: obstacle)
    }
    let stored = StoredResponse(
      id: nextNumber(), pattern, stamp, for: request, requestTime: requestTime,
      responseTime: responseTime, options: options)
    let removed = place(stored, for: request)
    return PatternOutcome(reason: .stored, stored: stored.id, removed: removed)
  }

  /// Takes in a 304 to a validation, with the header that a 200 would have had.
  /// - Complexity: O(answers of the target).
  public mutating func confirmed(
    by pattern: AnswerPattern, _ stamp: AnswerStamp, for request: HTTPRequest,
    after decision: Decision, requestTime: Instant, responseTime: Instant
  ) -> PatternOutcome {
    endRevalidation(of: request, by: decision)
    guard let index = index(of: decision.stored, at: request.target) else {
      return PatternOutcome(reason: .otherValidator)
    }
    let number = decision.stored
    // Nothing of what says no-store may be kept; what was stored before stays as it was.
    let isForbidden =
      request.rules.traits.contains(.noStore) || pattern.claim.control.flags.contains(.noStore)
    if !isForbidden, !options.ignoresFreshnessOf304 {
      answers[request.target]?[index].confirm(
        by: pattern, stamp, requestTime: requestTime, responseTime: responseTime, options: options)
    }
    return PatternOutcome(reason: .validated, stored: isForbidden ? nil : number)
  }

  /// Puts an answer in front of those that it does not replace. - Returns: who left.
  private mutating func place(_ answer: StoredResponse, for request: HTTPRequest) -> [UInt64] {
    let target = request.target
    guard let list = answers[target] else {
      answers[target] = [answer]
      return []
    }
    if list.count == 1, list[0].selecting.match(request) {
      answers[target]?[0] = answer
      return [list[0].id]
    }
    return put(answer, for: request).map(\.stored)
  }
}
