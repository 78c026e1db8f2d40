internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
package import SimCore

/// What one device did under one strategy from one instant to another, with all detail: the value
/// that every file for other tools is written from.
package struct DeviceRecording: Sendable {
  /// The strategy's label.
  package let strategy: String
  /// What the device is called in a story, or its number.
  package let device: String
  /// What begins in it is recorded, and what lasts into it.
  package let span: Range<Instant>
  let records: [TraceRecord]
  /// In order of their beginnings.
  let exchanges: [Exchange]
  /// All that were open in the span.
  let views: [ScreenView]
  let names: ResourceNames
  let published: PublishedContents
  let plan: SimulationPlan

  /// An exchange with what its time went into.
  struct Exchange: Sendable {
    var resource: ResourceIndex?
    var record: ExchangeRecord
    /// How long it waited for a connection.
    var queue = TimeSpan.zero
    var phases: [Phase] = []
    /// Over which of its host's connections it went; nil: over none.
    var connection: Int?

    struct Phase: Sendable {
      var kind: FetchPhase.Kind
      var begin: Instant
      var duration: TimeSpan
    }
  }

  init(
    _ recorder: DeviceRecorder, strategy: String, _ names: ResourceNames, _ plan: SimulationPlan,
    _ published: PublishedContents
  ) {
    self.strategy = strategy
    self.names = names
    self.plan = plan
    self.published = published
    device = names.deviceName
    span = recorder.span
    records = recorder.records
    exchanges = Self.exchanges(records, beginningIn: span)
    views = records.compactMap { record in
      if case .closed(let view, _) = record.event { view } else { nil }
    }
  }

  /// The phases of an exchange are recorded when it ends, before it.
  private static func exchanges(
    _ records: [TraceRecord], beginningIn span: Range<Instant>
  ) -> [Exchange] {
    var exchanges: [Exchange] = []
    var queue = TimeSpan.zero
    var phases: [Exchange.Phase] = []
    var connection: Int?
    for record in records {
      switch record.event {
      case .queued(_, let time): queue = time
      case .phase(let kind, let begin, let time):
        phases.append(Exchange.Phase(kind: kind, begin: begin, duration: time))
      case .carried(let number): connection = number
      case .exchanged(let exchange):
        if span.contains(exchange.startedAt) {
          exchanges.append(
            Exchange(
              resource: record.resource, record: exchange, queue: queue, phases: phases,
              connection: connection))
        }
        (queue, phases, connection) = (.zero, [], nil)
      default: break
      }
    }
    return exchanges.sorted { $0.record.startedAt < $1.record.startedAt }
  }

  func name(of resource: ResourceIndex) -> String {
    names.name(of: resource, published.latest(of: resource)?.kind)
  }
}

/// Keeps the records of one device that fall into a span of time.
struct DeviceRecorder: TraceObserver {
  let device: UInt32
  let span: Range<Instant>
  private(set) var records: [TraceRecord] = []

  mutating func observe(_ page: [TraceRecord], device: UInt32) {
    guard device == self.device else { return }
    records += page.filter(isWanted)
  }

  private func isWanted(_ record: TraceRecord) -> Bool {
    switch record.event {
    // In which state the app is when the span begins follows from what came before.
    case .app: record.at < span.upperBound
    // An exchange tells when it began, and what stands before it belongs to it.
    case .queued, .phase, .carried, .exchanged: record.at >= span.lowerBound
    case .closed(let view, _): record.at >= span.lowerBound && view.openedAt < span.upperBound
    case .radio(_, _, let begin, let time):
      begin + time > span.lowerBound && begin < span.upperBound
    default: span.contains(record.at)
    }
  }
}

/// What the origin publishes to one device in a whole run, and at which addresses.
struct PublishedContents: Sendable {
  private let origins: ResourceOrigins
  private var addresses: ResourceAddresses
  /// By resource: its versions.
  private var versions: [[Content]] = []

  init(_ stream: EventStream, _ plan: SimulationPlan, device: UInt32) throws(InputError) {
    origins = plan.origins(device)
    var addresses = ResourceAddresses(plan, device: device)
    var versions: [[Content]] = []
    try stream.forEachBlock { block in
      for event in block.events where event.device == device {
        guard case .publish(let resource, let content) = event.action else { continue }
        addresses.publish(resource, content)
        while versions.count <= resource { versions.append([]) }
        versions[Int(resource)].append(content)
      }
    }
    self.addresses = addresses
    self.versions = versions
  }

  func latest(of resource: ResourceIndex) -> Content? {
    Int(resource) < versions.count ? versions[Int(resource)].last : nil
  }

  /// A version; the latest one where edits have made others.
  func content(of resource: ResourceIndex, version: UInt32) -> Content? {
    guard Int(resource) < versions.count else { return nil }
    return versions[Int(resource)].last { $0.version == version } ?? latest(of: resource)
  }

  static func host(_ number: UInt16) -> String {
    number == 0 ? "origin.example" : "host-\(number).example"
  }

  /// The address of a resource: its own where it has a whole one, else on a host that is reserved
  /// for examples (RFC 2606).
  func url(of resource: ResourceIndex) -> String {
    if let own = origins.address(of: resource), own.contains("://") { return own }
    let host = Self.host(latest(of: resource)?.host ?? 0)
    return "https://\(host)\(addresses[resource] ?? ResourcePath.path(of: resource, "other"))"
  }

  /// The host and the port of a resource.
  func host(of resource: ResourceIndex) -> String {
    String(url(of: resource).split(separator: "/", maxSplits: 2).dropFirst().first ?? "")
  }
}
