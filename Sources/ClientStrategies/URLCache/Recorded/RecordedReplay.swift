internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import HTTPCaching
internal import SimCore

/// The requests of a capture as they were recorded: each has its own header lines, its own address,
/// and the answer that the origin gave it, whatever others for its resource had.
///
/// What the client did with a request is not read: ours decides, and the origin answers with what
/// it had then. A cache that is partitioned or on a device with several users, requests that want
/// more than the protocol has, a page that is come to anew, and caches on the way are beyond it:
/// there the answers are those of the workload's contents.
struct RecordedReplay: Sendable {
  /// A request and what the client has got by it: a box, as a cache that meets none keeps room for
  /// many.
  final class Request: Sendable {
    let entry: CaptureEntry
    /// Nil: the answer was cut off.
    let whole: HTTPResponse?

    init(entry: CaptureEntry, whole: HTTPResponse?) { (self.entry, self.whole) = (entry, whole) }

    /// What the origin answered; nil: nothing that changes what is stored.
    func answer(to decision: Decision) -> HTTPResponse? {
      guard let whole, !(entry.renewsNothing && entry.status == 304) else { return nil }
      return entry.answer(to: decision, whole: whole, startedAt: entry.startedAt) ?? whole
    }
  }

  private(set) var client: RecordedClient
  /// How far the recorded clock was past a whole second at the start.
  let fraction: TimeSpan
  /// By resource: the place of the recorded request that was met last, and that request.
  private var taken: [ResourceIndex: Int] = [:]
  private var requests: [ResourceIndex: CaptureEntry] = [:]
  private var targets: [ObjectKey: TargetURI] = [:]
  /// By resource: what requests had in the fields that its `Vary` named.
  private var variants: [ResourceIndex: [String]] = [:]
  /// Whether what was met last is in the memory of its page.
  private(set) var isInPageMemory = false

  init?(_ options: URLCache.Options, _ plan: SimulationPlan) {
    guard plan.requests.hasExchanges, !options.partitioned, plan.users == 1,
      plan.origin.edge == nil, plan.navigation == nil, options.overrides.isEmpty,
      options.requestPolicy == .useProtocolCachePolicy
    else { return nil }
    client = RecordedClient(options.switches)
    fraction = plan.requests.fraction
  }

  /// Meets the request that the workload makes now.
  mutating func take(_ resource: ResourceIndex, in simulation: borrowing DeviceSimulation) {
    isInPageMemory = false
    var place = taken[resource] ?? -1
    let found = simulation.plan.requests.exchange(
      of: resource, on: simulation.device, at: simulation.now, after: &place)
    guard let found else { return }
    taken[resource] = place
    var entry = CaptureEntry(found)
    client.prepare(&entry)
    isInPageMemory = client.isInPageMemory(entry)
    requests[resource] = entry
  }

  func entry(of resource: ResourceIndex) -> CaptureEntry? { requests[resource] }
  func request(for resource: ResourceIndex) -> HTTPRequest? { requests[resource]?.request }

  /// Notes what is done with the request that was met last, and what came of it when it was
  /// recorded.
  mutating func conclude(_ resource: ResourceIndex, _ decision: Decision) -> Request? {
    guard let entry = requests[resource] else { return nil }
    client.follow(entry, client.action(on: entry, by: decision))
    return Request(entry: entry, whole: client.note(entry))
  }

  func target(of key: ObjectKey) -> TargetURI? { targets[key] }
  mutating func note(_ target: TargetURI, of key: ObjectKey) { targets[key] = target }

  /// Which of a resource's answers one is, by the fields that its `Vary` names; 0: it is the only
  /// one.
  mutating func variant(
    of resource: ResourceIndex, _ request: HTTPRequest, _ answer: HTTPResponse
  ) -> ObjectKey {
    let names = answer.headers.values(of: "vary").joined(separator: ",").lowercased()
      .split { $0 == "," || $0 == " " }.map(String.init).sorted()
    guard !names.isEmpty, [.several, .severalByAccept].contains(client.switches.variants) else {
      return 0
    }
    let values = names.map { "\($0): \(request.headers.combined($0) ?? "")" }
      .joined(separator: "\n")
    if let known = variants[resource]?.firstIndex(of: values) { return ObjectKey(known + 1) }
    variants[resource, default: []].append(values)
    return ObjectKey(variants[resource]?.count ?? 0)
  }
}

extension URLCache {
  /// The engine's time: of a capture it has the parts of a second that its dates were written in.
  func clock(in simulation: borrowing DeviceSimulation) -> Instant {
    simulation.now + (replay?.fraction ?? .zero)
  }

  /// Notes a decision on a recorded request, and whether that is sent beside another one.
  mutating func concluded(
    _ decision: Decision, on resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> RecordedReplay.Request? {
    scheduler.isApart = false
    guard let entry = replay?.entry(of: resource) else { return nil }
    scheduler.isApart =
      entry.overlaps && simulation.isFetching(resource)
      && !waits(entry, decision, for: resource, in: simulation)
    return replay?.conclude(resource, decision)
  }

  /// Whether a request waits for the answer to another one that is under way.
  private func waits(
    _ entry: CaptureEntry, _ decision: Decision, for resource: ResourceIndex,
    in simulation: borrowing DeviceSimulation
  ) -> Bool {
    guard let other = asked[resource], let made = other.recorded, let replay,
      replay.client.mayWait(decision), let answer = made.answer(to: other.decision)
    else { return false }
    let now = clock(in: simulation)
    var later = engines[current]
    _ = later.received(
      answer, for: made.entry.request, after: other.decision, requestTime: other.at,
      responseTime: now)
    return later.decide(entry.request, at: now).action == .useStored
  }

  /// Takes in the whole answer to a recorded request.
  mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, _ asked: Asked,
    _ made: RecordedReplay.Request, in simulation: inout DeviceSimulation
  ) {
    guard let kept = take(made, of: resource, after: asked, in: &simulation),
      made.entry.request.method == "GET"
    else { return }
    put(copy, at: kept, of: resource, in: &simulation)
  }

  /// Takes in that the origin has confirmed what was asked about by a recorded request.
  mutating func confirm(
    _ resource: ResourceIndex, _ asked: Asked, _ made: RecordedReplay.Request,
    in simulation: inout DeviceSimulation
  ) {
    let key = key(of: asked.decision, on: made.entry.request)
    // The answer may remove it.
    let copy = key.flatMap { simulation.peek($0, in: memory) ?? simulation.peek($0, in: disk) }
    confirmation = (resource, simulation.now, copy)
    guard let kept = take(made, of: resource, after: asked, in: &simulation), let copy else {
      return
    }
    guard kept == key else { return put(copy, at: kept, of: resource, in: &simulation) }
    guard switches.confirmationRenews else { return }
    let now = simulation.now
    simulation.revise(kept, in: memory) { $0.confirmedAt = now }
    if simulation.revise(kept, in: disk, { $0.confirmedAt = now }) {
      simulation.writeRow(Self.headerRow, beside: kept, in: disk, because: .index)
    }
  }

  /// Has the engine take in what the origin answered.
  /// - Returns: where the content of what is stored belongs; nil: nothing is stored.
  private mutating func take(
    _ made: RecordedReplay.Request, of resource: ResourceIndex, after asked: Asked,
    in simulation: inout DeviceSimulation
  ) -> ObjectKey? {
    guard let answer = made.answer(to: asked.decision) else { return nil }
    let request = made.entry.request
    let variant = replay?.variant(of: resource, request, answer) ?? 0
    let key = key(
      of: .init(resource: resource, site: request.target.partition, user: variant),
      in: &simulation)
    let outcome = engines[current].received(
      answer, for: request, after: asked.decision, requestTime: asked.at,
      responseTime: clock(in: simulation), at: key)
    let kept = outcome.stored?.place
    if kept == nil { simulation.explain(.refused(outcome.reason), of: resource) }
    for old in outcome.removed.compactMap(\.place) where old != kept {
      removeFromTiers(old, in: &simulation)
    }
    if let kept { replay?.note(request.target, of: kept) }
    return kept
  }
}
