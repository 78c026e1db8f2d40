internal import CacheWorkloads
internal import DeviceModels
internal import SimCore

/// Statistics of a scenario's workload, counted before any strategy meets it: what users do and
/// which cache headers the origin sends.
struct WorkloadStatistics: Sendable {
  /// What an HTTP cache may do with a resource that it is asked for again.
  enum Reuse: Int, Sendable, CaseIterable {
    /// Reuse it for a while without a request: it is fresh.
    case fresh
    /// Revalidate it, for a response of a few bytes.
    case revalidated
    /// Nothing: it must not be stored, or cannot be revalidated.
    case never

    init(_ headers: CacheHeaders) {
      let life = headers.maxAge ?? headers.expiresAfter ?? .zero
      if headers.noStore {
        self = .never
      } else if life > .zero && !headers.noCache {
        self = .fresh
      } else {
        self = headers.hasEntityTag || headers.hasLastModified ? .revalidated : .never
      }
    }
  }

  /// Needs of screens of one kind, by what a cache may do with the answers.
  struct Needs: Sendable, Equatable {
    private(set) var counts = [Int](repeating: 0, count: Reuse.allCases.count)

    var total: Int { counts.reduce(0, +) }
    mutating func add(_ reuse: Reuse) { counts[reuse.rawValue] += 1 }
    /// The share of a kind; nil without needs.
    func share(_ reuse: Reuse) -> Double? {
      total == 0 ? nil : Double(counts[reuse.rawValue]) / Double(total)
    }
  }

  private(set) var opens = 0
  private(set) var offlineOpens = 0
  private(set) var edits = 0
  private(set) var offlineEdits = 0
  /// The main contents of opened screens.
  private(set) var screens = Needs()
  /// Subresources of screens, and what a trace requests later.
  private(set) var parts = Needs()
  /// Opened screens whose content is a model, which has to be decoded before it is shown.
  private(set) var models = 0

  /// The newest version of a resource.
  private struct ResourceState {
    var reuse = Reuse.never
    var isModel = false
    var parts: [ResourceIndex] = []
  }

  /// The state of a device while its events are counted.
  private struct DeviceState {
    var resources: [ResourceState] = []
    var isOffline: Bool
  }

  /// Nothing counted.
  init() {}

  /// Counts a scenario's events under each seed. - Complexity: O(events).
  init(of scenario: Scenario) throws(WorkloadError) {
    for seed in scenario.seeds {
      let (workload, stream) = try scenario.events(seed: UInt64(seed))
      let isOffline = try scenario.profiles().map(\.isOffline)
      var states: [UInt32: DeviceState] = [:]
      var block = EventBlock()
      while true {
        block.removeAll()
        guard try stream.fill(&block) else { break }
        for event in block.events {
          if case .end = event.action {
            states[event.device] = nil
            continue
          }
          var state =
            states.removeValue(forKey: event.device) ?? DeviceState(isOffline: isOffline[0])
          note(event.action, block.parts, workload.headers, isOffline, &state)
          states[event.device] = state
        }
      }
    }
  }

  private mutating func note(
    _ action: Action, _ list: [ResourceIndex], _ headers: [CacheHeaders], _ isOffline: [Bool],
    _ state: inout DeviceState
  ) {
    switch action {
    case .publish(let resource, let content):
      while state.resources.count <= Int(resource) { state.resources.append(ResourceState()) }
      state.resources[Int(resource)] = ResourceState(
        reuse: Reuse(headers[Int(content.headers)]), isModel: content.kind == .model,
        parts: Array(list[content.parts.indices]))
    case .open(let resource):
      opens += 1
      if state.isOffline { offlineOpens += 1 }
      let resourceState = state.resources[Int(resource)]
      screens.add(resourceState.reuse)
      if resourceState.isModel { models += 1 }
      for part in resourceState.parts where state.resources.indices.contains(Int(part)) {
        parts.add(state.resources[Int(part)].reuse)
      }
    case .need(let resource): parts.add(state.resources[Int(resource)].reuse)
    case .edit:
      edits += 1
      if state.isOffline { offlineEdits += 1 }
    case .network(let profile): state.isOffline = isOffline[Int(profile)]
    default: break
    }
  }
}
