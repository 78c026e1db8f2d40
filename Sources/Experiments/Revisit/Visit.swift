internal import CacheMetrics
package import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
package import HTTPCaching
package import SimCore

extension Revisit {
  package struct Visit: Sendable {
    /// Each time that a screen needed something, in order.
    package var uses: [Use] = []
    package var views = 0
    /// Of the screens that got there: from their beginning to their first content, and until all
    /// was shown.
    package var firstContents: [TimeSpan] = []
    package var completeContents: [TimeSpan] = []

    package var requests: Int { uses.reduce(0) { $0 + $1.requests } }
    package var down: Bytes { uses.reduce(.zero) { $0 + $1.down } }
    package var up: Bytes { uses.reduce(.zero) { $0 + $1.up } }

    package func count(_ way: Way) -> Int { uses.count { $0.way == way } }
  }

  /// How a need was met.
  package enum Way: String, Sendable, CaseIterable {
    case cache
    case validated
    case loaded
    /// No answer came before the screen closed.
    case nothing
  }

  package struct Use: Sendable {
    package var url: String
    /// The body's size, as it is stored.
    package var size = Bytes.zero
    package var way = Way.nothing
    /// What the cache decided; nil: it was not asked.
    package var decided: DecisionReason?
    package var age = TimeSpan.zero
    package var cause = RevisitCause.fresh
    /// The lines of its answer that matter to a cache.
    package var lines: [RecordedField] = []
    package var requests = 0
    package var down = Bytes.zero
    package var up = Bytes.zero
    fileprivate var isChanged = false
    /// Why the answer before it was not stored, as it was known then.
    fileprivate var refused: StoreChangeReason?

    /// Its `Cache-Control`; nil: it has none.
    package var cacheControl: String? {
      let values = lines.filter { $0.name == "cache-control" }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
  }
}

/// Reads both visits from what the device did.
struct VisitReader {
  private(set) var first = Revisit.Visit()
  private(set) var again = Revisit.Visit()

  private let recording: DeviceRecording
  private let secondAt: Instant
  private let navigation: PageNavigation
  private var uses: [(use: Revisit.Use, at: Instant)] = []
  /// By resource: the place of its last use.
  private var open: [ResourceIndex: Int] = [:]
  /// By resource: why its last answer was not stored; nil: it was.
  private var refused: [ResourceIndex: StoreChangeReason] = [:]

  init(_ recording: DeviceRecording, secondAt: Instant, _ navigation: PageNavigation) {
    self.recording = recording
    self.secondAt = secondAt
    self.navigation = navigation
    for record in recording.records {
      guard let resource = record.resource else { continue }
      read(record.event, of: resource, at: record.at)
    }
    for (use, at) in uses {
      if at < secondAt { first.uses.append(use) } else { again.uses.append(use) }
    }
    for view in recording.views where !view.isReaction {
      if view.openedAt < secondAt { first.add(view) } else { again.add(view) }
    }
  }

  private mutating func read(_ event: TraceEvent, of resource: ResourceIndex, at instant: Instant) {
    switch event {
    case .opened, .needed:
      var use = Revisit.Use(url: recording.published.url(of: resource))
      use.lines = headers(of: resource).recorded ?? []
      open[resource] = uses.count
      uses.append((use, instant))
    case .explained(let reason as Reason): note(reason, of: resource)
    case .answered(let answer):
      change(resource) { use in
        use.way = Revisit.Way(answer.source)
        use.size = answer.bytes
      }
      noteCause(of: resource)
    case .exchanged(let exchange):
      refused[resource] = nil
      change(resource) { use in
        use.requests += 1
        use.down = use.down + exchange.bytesDown
        use.up = use.up + exchange.bytesUp
        if exchange.condition > 0, exchange.version > exchange.condition { use.isChanged = true }
      }
    default: break
    }
  }

  private mutating func note(_ reason: Reason, of resource: ResourceIndex) {
    switch reason {
    case .decided(let decision, let age):
      let refused = refused[resource]
      change(resource) { use in
        guard use.decided == nil else { return }
        use.decided = decision
        use.age = age
        use.refused = refused
      }
    case .refused(let reason): refused[resource] = reason
    default: break
    }
  }

  /// The cause is that of the decision, and how it ended tells the rest.
  private mutating func noteCause(of resource: ResourceIndex) {
    let (headers, navigation) = (headers(of: resource), navigation)
    change(resource) { use in
      guard use.way != .cache else { return }
      use.cause =
        use.isChanged
        ? .changed
        : RevisitCause(
          use.decided, isValidated: use.way == .validated, refused: use.refused, headers,
          navigation)
    }
  }

  private mutating func change(_ resource: ResourceIndex, _ body: (inout Revisit.Use) -> Void) {
    guard let place = open[resource] else { return }
    body(&uses[place].use)
  }

  private func headers(of resource: ResourceIndex) -> CacheHeaders {
    recording.published.latest(of: resource).map { recording.plan.headers[Int($0.headers)] }
      ?? CacheHeaders()
  }
}

extension Revisit.Visit {
  fileprivate mutating func add(_ view: ScreenView) {
    views += 1
    if let wait = view.firstContent { firstContents.append(wait) }
    if let wait = view.completeContent { completeContents.append(wait) }
  }
}

extension Revisit.Way {
  fileprivate init(_ source: Source) {
    self =
      switch source {
      case .memory, .flash: .cache
      case .revalidated: .validated
      case .network: .loaded
      case .nothing: .nothing
      }
  }
}
