package import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
internal import DeviceModels
internal import SimCore

// MARK: - The flow that all screen strategies share

extension ScreenStrategy {
  package mutating func follow(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .opened(let resource), .needed(let resource): serve(resource, in: &simulation)
    case .loaded(let load):
      take(load, in: &simulation)
      ended(load, in: &simulation)
      if scheduler.continuesAhead(after: load) { fetchAhead(in: &simulation) }
    case .refreshed(let resource):
      guard scheduler.reading.strategy != .cacheOnly, simulation.canFetch else { return }
      scheduler.noteRefresh(of: resource)
      refresh(resource, in: &simulation)
    case .advanced:
      cancelRequests(in: &simulation)
      fetchAhead(in: &simulation)
    case .closed(let resource, let copy):
      scheduler.clear()
      cancelRequests(in: &simulation)
      if let copy, scheduler.reading.keeps, scheduler.storesErrors || copy.isSuccess {
        leave(resource, showing: copy, in: &simulation)
      }
    case .connectivity(isOnline: true):
      resume(in: &simulation)
      notice(event, in: &simulation)
    case .timer(let timer):
      if let (step, resource) = scheduler.take(timer) {
        perform(step, for: resource, in: &simulation)
      } else {
        notice(event, in: &simulation)
      }
    case .died:
      scheduler.clear()
      notice(event, in: &simulation)
    case .edited(let edit):
      // Sent as the user makes it; without a network the user is told that it cannot be done.
      if simulation.isOnline { simulation.send([edit]) } else { simulation.refuse(edit) }
    case .sent(let edits, let verdicts):
      simulation.conclude(edits, verdicts)
      if let verdicts { settled(edits, verdicts, in: &simulation) }
    default: notice(event, in: &simulation)
    }
  }

  package mutating func ask(
    _ resource: ResourceIndex, for purpose: Purpose, unless version: UInt32? = nil,
    in simulation: inout DeviceSimulation
  ) {
    if scheduler.pauses(in: simulation) {
      scheduler.pause(resource)
      return
    }
    simulation.fetch(
      resource, for: purpose, unless: scheduler.validates ? version : nil,
      coalescing: scheduler.requests.coalesces && !scheduler.isApart, asking: scheduler.lists)
  }

  /// A view is left, and with it what only it waits for, if that is the client's rule.
  private func cancelRequests(in simulation: inout DeviceSimulation) {
    let rule = scheduler.requests.cancels ?? scheduler.cancels
    guard rule != .nothing else { return }
    simulation.cancelRequests(refreshing: scheduler.refreshesForViews) { rule.covers($0) }
  }

  /// Fetches the main content of the open screen again, behind what it shows; not when a request
  /// for it is under way.
  mutating func refetchOpenScreen(in simulation: inout DeviceSimulation) {
    guard scheduler.reading.strategy != .cacheOnly, let main = simulation.openScreen,
      !simulation.isFetching(main)
    else { return }
    scheduler.settle(main)
    let isAwaited = simulation.isAwaited(main)
    ask(
      main, for: isAwaited ? .demand : .refresh,
      unless: isAwaited ? nil : version(of: main, in: simulation), in: &simulation)
  }

  /// The network is back: what waited for it is requested.
  private mutating func resume(in simulation: inout DeviceSimulation) {
    guard scheduler.networkMode == nil else {
      for resource in scheduler.takePaused() { perform(.retry, for: resource, in: &simulation) }
      return
    }
    for resource in simulation.awaited where !simulation.isFetching(resource) {
      scheduler.settle(resource)
      serve(resource, in: &simulation)
    }
  }

  private func show(
    _ finding: Finding, as resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    simulation.show(
      resource, finding.copy, from: finding.source, after: finding.delay,
      isDecoded: finding.isDecoded)
  }
}

extension DeviceSimulation {
  /// Says what became of edits that were sent as they were made: without an answer the user is told
  /// that it could not be done.
  mutating func conclude(_ edits: [PendingEdit], _ verdicts: [EditVerdict]?) {
    for (index, edit) in edits.enumerated() {
      if let verdicts { settle(edit, verdicts[index]) } else { refuse(edit) }
    }
  }
}

// MARK: - What a screen needs

extension ScreenStrategy {
  /// How a resource is read. The parts of a screen are taken never to change at their address: the
  /// origin is not asked first whether one that is stored still holds; nor for pictures that are
  /// shown and asked for again by a rule of their own.
  private func strategy(
    for resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> ReadStrategy {
    let strategy = scheduler.reading.strategy
    let isPart = simulation.openScreen != resource
    switch strategy {
    case .cacheOnly, .networkOnly, .staleWhileRevalidate: return strategy
    case .cacheFirst, .networkFirst, .revalidate:
      if scheduler.refreshesPictures, simulation.kind(of: resource).isPicture {
        return .staleWhileRevalidate
      }
      return isPart ? .cacheFirst : strategy
    }
  }

  private mutating func serve(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    let strategy = strategy(for: resource, in: simulation)
    switch strategy {
    case .staleWhileRevalidate, .cacheFirst, .cacheOnly:
      let finding = find(resource, in: &simulation)
      let isUnconfirmed = finding?.use == .unconfirmed
      if let finding, !(isUnconfirmed && strategy == .cacheOnly) {
        // What the origin has to confirm was not read yet.
        if isUnconfirmed || strategy == .staleWhileRevalidate {
          use(finding, of: resource, in: &simulation)
        } else {
          show(finding, as: resource, in: &simulation)
        }
      } else if strategy == .cacheOnly {
        simulation.explain(.reading(strategy), of: resource)
      } else {
        request(resource, in: &simulation)
      }
    case .networkOnly:
      simulation.explain(.reading(strategy), of: resource)
      request(resource, in: &simulation)
    case .networkFirst, .revalidate:
      simulation.explain(.reading(strategy), of: resource)
      let version = version(of: resource, in: simulation)
      ask(resource, for: .demand, unless: version, in: &simulation)
      guard strategy == .networkFirst else { return }
      if scheduler.pauses(in: simulation) {
        showFallback(for: resource, in: &simulation)
      } else if version != nil {
        scheduler.limit(resource, to: scheduler.reading.timeout, in: &simulation)
      }
    }
  }

  /// Shows what was found, asks the origin beside it, or before it, as its state says.
  private mutating func use(
    _ finding: Finding, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    switch finding.use {
    case .fresh: show(finding, as: resource, in: &simulation)
    case .stale:
      show(finding, as: resource, in: &simulation)
      if !simulation.isOnline { simulation.explain(.notRefreshed, of: resource) }
      if simulation.isOnline || scheduler.networkMode != nil {
        ask(resource, for: .refresh, unless: finding.condition, in: &simulation)
      }
    case .unconfirmed: ask(resource, for: .demand, unless: finding.condition, in: &simulation)
    }
  }
}

// MARK: - What comes, and what does not

extension ScreenStrategy {
  private mutating func take(_ load: Load, in simulation: inout DeviceSimulation) {
    switch load.outcome {
    case .received(let copy):
      scheduler.settle(load.resource)
      if scheduler.reading.keeps, scheduler.storesErrors || copy.isSuccess {
        keep(copy, of: load.resource, in: &simulation)
      }
      let isShown =
        deliversRefreshes || scheduler.wasRefreshed(load.resource)
        ? simulation.isOnScreen(load.resource) : simulation.isAwaited(load.resource)
      if isShown {
        let delay = simulation.decode(copy, as: Codecs.json)
        simulation.show(load.resource, copy, from: .network, after: delay)
      }
    case .confirmed(_, let instant):
      scheduler.settle(load.resource)
      confirm(load.resource, at: instant, in: &simulation)
      guard simulation.isAwaited(load.resource) else { return }
      if let finding = find(load.resource, in: &simulation) {
        simulation.show(load.resource, finding.copy, from: .revalidated, after: finding.delay)
      } else {
        // The copy left its tier while the origin was asked.
        ask(load.resource, for: .demand, in: &simulation)
      }
    case .failed(let failure):
      showFallback(for: load.resource, in: &simulation)
      scheduler.retry(
        load.resource, after: failure, notBefore: load.retryAfter, in: &simulation)
    }
  }

  private mutating func perform(
    _ step: RequestScheduler.Step, for resource: ResourceIndex,
    in simulation: inout DeviceSimulation
  ) {
    switch step {
    case .timeout: showFallback(for: resource, after: scheduler.reading.timeout, in: &simulation)
    case .retry:
      guard simulation.isOnScreen(resource), !simulation.isFetching(resource) else { return }
      guard simulation.canFetch || scheduler.networkMode == .always else {
        if scheduler.networkMode != nil { scheduler.pause(resource) }
        return
      }
      if simulation.isAwaited(resource) {
        serve(resource, in: &simulation)
      } else {
        let isStoredUsed = scheduler.reading.strategy != .networkOnly
        let version = isStoredUsed ? version(of: resource, in: simulation) : nil
        ask(resource, for: .refresh, unless: version, in: &simulation)
      }
    }
  }

  /// Shows what may be shown instead of what does not come, if the screen still waits for it.
  /// - Parameter timeout: how long the network had, which is still asked; nil: it cannot be.
  private mutating func showFallback(
    for resource: ResourceIndex, after timeout: TimeSpan? = nil,
    in simulation: inout DeviceSimulation
  ) {
    guard simulation.isAwaited(resource) else { return }
    let finding =
      strategy(for: resource, in: simulation) == .networkFirst
      ? find(resource, in: &simulation) : fallback(for: resource, in: &simulation)
    guard let finding else { return }
    simulation.explain(.fallback(after: timeout), of: resource)
    show(finding, as: resource, in: &simulation)
  }
}
