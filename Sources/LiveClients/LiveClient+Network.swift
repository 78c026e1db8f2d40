internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import SimCore

extension LiveClient {
  mutating func settle(_ load: Load, in simulation: inout DeviceSimulation) {
    let waiting = gets.removeValue(forKey: load.resource) ?? []
    unanswered -= waiting.count { $0.line != nil }
    var isThrough = waiting.isEmpty
    for get in waiting {
      answer(get, load, in: &simulation)
      if let line = get.line {
        finish(get, line, load, in: &simulation)
      } else {
        rest(in: simulation)
        isThrough = true
      }
    }
    // Nothing of the client's shows this; a request behind an answer shows what it brings.
    if isThrough, !waiting.contains(where: { $0.line != nil }) {
      follow(.loaded(load), in: &simulation)
    }
    askQueued(in: &simulation)
  }

  private mutating func finish(
    _ get: Get, _ line: Int, _ load: Load, in simulation: inout DeviceSimulation
  ) {
    let path = path(of: load.resource, in: simulation)
    let decision = conversation.perform("answer to get \(path)", in: simulation) {
      session, _ throws(ToolError) in try session.decision(on: line, path)
    }
    switch decision {
    case .requested(let request) where get.count < Self.attempts:
      let again = Get(line: line, request: request, count: get.count + 1)
      gets[load.resource, default: []].append(again)
      unanswered += 1
      let version = named(by: request, of: load.resource, in: simulation)?.version
      ask(load.resource, for: load.purpose, unless: version, in: &simulation)
    case .requested(let request):
      drop(request, in: simulation)
      conversation.fail("asked the origin \(Self.attempts) times for \(path)", in: simulation)
    case .answered(let reply):
      let copy = body(of: reply, for: load.resource, in: simulation)
      show(copy, after: load, in: &simulation)
    case nil: break
    }
  }

  private mutating func answer(_ get: Get, _ load: Load, in simulation: inout DeviceSimulation) {
    let answers = conversation.answers
    switch load.outcome {
    case .received(let copy):
      let answer = answers.whole(
        ServedVersion(copy, of: load.resource), simulation.headers(of: copy), at: simulation.now)
      conversation.answer(get.request, with: answer, in: simulation)
      note(copy, of: load.resource)
      held?.give(copy, of: load.resource, in: &simulation)
    case .confirmed(let version, let instant):
      guard let copy = versions[load.resource]?.last(where: { $0.version == version }) else {
        return
      }
      let answer = answers.confirmation(
        of: ServedVersion(copy, of: load.resource), simulation.headers(of: copy),
        at: simulation.now)
      conversation.answer(get.request, with: answer, in: simulation)
      held?.confirm(load.resource, at: instant, in: &simulation)
    case .failed(.refused):
      conversation.answer(get.request, with: answers.refusal(at: simulation.now), in: simulation)
    case .failed: drop(get.request, in: simulation)
    }
  }

  /// Notes what the origin sent. The body of a version sent again is the same to the byte: what
  /// the client gives of it from now on counts as of the last time.
  private mutating func note(_ copy: ResourceCopy, of resource: ResourceIndex) {
    versions[resource, default: []].removeAll {
      $0.version == copy.version && $0.user == copy.user
    }
    versions[resource, default: []].append(copy)
  }

  private mutating func show(
    _ shown: ResourceCopy?, after load: Load, in simulation: inout DeviceSimulation
  ) {
    switch load.outcome {
    case .received(let copy):
      if let shown, shown.version != copy.version || shown.user != copy.user {
        // The origin sent one version and the client gave another.
        guard simulation.isOnScreen(load.resource) else { return }
        let found = finding(shown, of: load.resource, .fresh, in: &simulation)
        simulation.show(load.resource, found.copy, from: found.source, after: found.delay)
      } else if shown != nil {
        follow(.loaded(load), in: &simulation)
      }
    case .confirmed, .failed:
      answers[load.resource] = shown
      follow(.loaded(load), in: &simulation)
      answers[load.resource] = nil
    }
  }

  private mutating func askQueued(in simulation: inout DeviceSimulation) {
    while unanswered < conversation.concurrency, !queue.isEmpty {
      let resource = queue.removeFirst()
      abandoned = max(0, abandoned - 1)
      guard simulation.isAwaited(resource), !isUnanswered(resource) else { continue }
      follow(.needed(resource), in: &simulation)
    }
  }

  func rest(in simulation: borrowing DeviceSimulation) {
    conversation.perform("rest", in: simulation) { session, moment throws(ToolError) in
      try session.tell("rest", [], at: moment)
    }
  }

  func drop(_ request: HeldRequest, in simulation: borrowing DeviceSimulation) {
    conversation.drop(request, in: simulation)
  }

  func named(
    by request: HeldRequest, of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> ResourceCopy? {
    guard let known = versions[resource] else { return nil }
    let version = conversation.answers.condition(
      of: request, among: known.map { ($0.version, $0.publishedAt, simulation.headers(of: $0)) })
    return version.flatMap { version in known.last { $0.version == version } }
  }

  func body(
    of reply: JSON, for resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> ResourceCopy? {
    guard let line = reply["body"]?.string else { return nil }
    guard let identity = ResourceBody.identity(ofLine: line), identity.resource == resource,
      let copy = versions[resource]?.last(where: {
        $0.version == identity.version && $0.user == identity.user
      })
    else {
      conversation.fail(
        "gave '\(VisibleText.line(VisibleText.shortened(line)))' for resource \(resource), "
          + "which the origin never sent",
        in: simulation)
      return nil
    }
    let size = ResourceBody.length(of: identity, size: Int(copy.size.count))
    if let count = reply["bytes"]?.integer, count != Int64(size) {
      conversation.fail(
        "gave \(count) B of resource \(resource), whose body has \(size)", in: simulation)
      return nil
    }
    return copy
  }
}
