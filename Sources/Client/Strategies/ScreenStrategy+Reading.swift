internal import SimCore
internal import Workloads

// MARK: - Reading

extension ScreenStrategy {
  /// How a resource is read. The parts of a screen are pictures whose address changes with their
  /// content: the origin need not be asked whether one that is kept still holds.
  private func strategy(for resource: ResourceIndex, in world: borrowing World) -> ReadStrategy {
    let strategy = desk.reading.strategy
    let isPart = world.openScreen != resource
    switch strategy {
    case .networkFirst, .revalidate: return isPart ? .cacheFirst : strategy
    case .cacheFirst, .cacheOnly, .networkOnly, .staleWhileRevalidate: return strategy
    }
  }

  /// Answers a need of the open screen.
  mutating func serve(_ resource: ResourceIndex, in world: inout World) {
    let strategy = strategy(for: resource, in: world)
    switch strategy {
    case .staleWhileRevalidate:
      serveAndRevalidate(resource, in: &world)
    case .cacheFirst, .cacheOnly:
      if let finding = find(resource, in: &world) {
        world.show(resource, finding.copy, from: finding.source, after: finding.delay)
      } else if strategy == .cacheFirst {
        request(resource, in: &world)
      } else {
        world.explain(.reading(strategy), of: resource)
      }
    case .networkOnly:
      world.explain(.reading(strategy), of: resource)
      request(resource, in: &world)
    case .networkFirst, .revalidate:
      world.explain(.reading(strategy), of: resource)
      let version = version(of: resource, in: world)
      ask(resource, for: .demand, unless: version, in: &world)
      if version != nil, strategy == .networkFirst {
        desk.startTime(for: resource, in: &world)
      }
    }
  }

  private mutating func serveAndRevalidate(_ resource: ResourceIndex, in world: inout World) {
    guard let finding = find(resource, in: &world) else {
      request(resource, in: &world)
      return
    }
    switch finding.use {
    case .fresh:
      world.show(resource, finding.copy, from: finding.source, after: finding.delay)
    case .stale:
      world.show(resource, finding.copy, from: finding.source, after: finding.delay)
      if world.isOnline {
        ask(resource, for: .refresh, unless: finding.copy.version, in: &world)
      } else {
        world.explain(.notRefreshed, of: resource)
      }
    case .unconfirmed:
      ask(resource, for: .demand, unless: finding.copy.version, in: &world)
    }
  }

  /// Fetches as the strategy's rules say.
  mutating func ask(
    _ resource: ResourceIndex, for purpose: Purpose, unless version: UInt32? = nil,
    in world: inout World
  ) {
    world.fetch(resource, for: purpose, unless: version, joining: desk.rules.joins)
  }

  /// A timer of the desk went off.
  mutating func wake(by timer: UInt32, in world: inout World) {
    guard let (alarm, resource) = desk.keep(timer) else { return }
    switch alarm {
    case .timeout:
      if world.isAwaited(resource) { showKept(resource, in: &world) }
    case .retry:
      guard world.isOnScreen(resource), world.canFetch, !world.isFetching(resource) else { return }
      if world.isAwaited(resource) {
        serve(resource, in: &world)
      } else {
        let isKeptUsed = desk.reading.strategy != .networkOnly
        let version = isKeptUsed ? version(of: resource, in: world) : nil
        ask(resource, for: .refresh, unless: version, in: &world)
      }
    }
  }

  /// Shows what is kept instead of what does not come.
  private mutating func showKept(_ resource: ResourceIndex, in world: inout World) {
    guard let finding = find(resource, in: &world) else { return }
    world.explain(.fallback, of: resource)
    world.show(resource, finding.copy, from: finding.source, after: finding.delay)
  }

  /// A fetch failed: what may be shown instead is shown, and the request made again later if that
  /// is the rule.
  mutating func miss(
    _ resource: ResourceIndex, because failure: FailureKind, in world: inout World
  ) {
    if world.isAwaited(resource) {
      if strategy(for: resource, in: world) == .networkFirst {
        showKept(resource, in: &world)
      } else if let finding = fallback(for: resource, in: &world) {
        world.explain(.fallback, of: resource)
        world.show(resource, finding.copy, from: finding.source, after: finding.delay)
      }
    }
    desk.retry(resource, after: failure, in: &world)
  }
}
