internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// Counted before any strategy meets the workload: what users do and which cache headers the origin
/// sends.
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
    /// Nil without needs.
    func share(_ reuse: Reuse) -> Double? {
      total == 0 ? nil : Double(counts[reuse.rawValue]) / Double(total)
    }
  }

  private(set) var opens = 0
  private(set) var offlineOpens = 0
  /// Changes of records, and what is told to the origin beside them.
  private(set) var edits = 0
  private(set) var messages = 0
  private(set) var offlineEdits = 0
  /// The main contents of opened screens.
  private(set) var screens = Needs()
  /// Subresources of screens, and what a trace requests later.
  private(set) var parts = Needs()
  /// Screens opened without a network that their device had never opened.
  private(set) var unseenOfflineOpens = 0
  /// Screens opened again, and those of them that have another version since.
  private(set) var reopens = 0
  private(set) var changedReopens = 0
  /// Opened screens whose content is a text with pictures or other parts.
  private(set) var rewritable = 0
  /// Whether a strategy of the scenario points texts to their pictures on the device.
  private(set) var rewritesDocuments = false
  private(set) var failureRate = 0.0

  private struct ResourceState {
    var reuse = Reuse.never
    var isText = false
    var version: UInt32 = 0
    /// Nil: it was never opened.
    var openedVersion: UInt32?
    var parts: [ResourceIndex] = []
  }

  private struct DeviceState {
    var resources: [ResourceState] = []
    var isOffline: Bool
  }

  /// - Complexity: O(events).
  init(of scenario: Scenario) throws(InputError) {
    failureRate = scenario.origin.failureRate
    rewritesDocuments = scenario.strategies.contains { strategy in
      strategy.settings["rewriting"]?["documents"]?.compact == "true"
    }
    for seed in scenario.seeds {
      let (workload, stream) = try scenario.events(seed: UInt64(seed))
      let isOffline = try scenario.profiles().map(\.isOffline)
      var states: [UInt32: DeviceState] = [:]
      try stream.forEachBlock { block in
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
        reuse: Reuse(headers[Int(content.headers)]), isText: content.kind == .document,
        version: content.version,
        openedVersion: state.resources[Int(resource)].openedVersion,
        parts: Array(list[content.parts.indices]))
    case .open(let resource):
      let resourceState = state.resources[Int(resource)]
      noteOpening(of: resourceState, isOffline: state.isOffline)
      state.resources[Int(resource)].openedVersion = resourceState.version
      for part in resourceState.parts where state.resources.indices.contains(Int(part)) {
        parts.add(state.resources[Int(part)].reuse)
      }
    case .need(let resource): parts.add(state.resources[Int(resource)].reuse)
    case .edit(let edit) where edit.field.isMessage: messages += 1
    case .edit:
      edits += 1
      if state.isOffline { offlineEdits += 1 }
    case .network(let profile): state.isOffline = isOffline[Int(profile)]
    default: break
    }
  }

  private mutating func noteOpening(of resource: ResourceState, isOffline: Bool) {
    opens += 1
    screens.add(resource.reuse)
    if isOffline { offlineOpens += 1 }
    if resource.isText, !resource.parts.isEmpty { rewritable += 1 }
    if let version = resource.openedVersion {
      reopens += 1
      if version != resource.version { changedReopens += 1 }
    } else if isOffline {
      unseenOfflineOpens += 1
    }
  }
}

// MARK: - What the counts say

extension WorkloadStatistics {
  /// Whether texts are opened whose links are rewritten to local files.
  var isRewritten: Bool { rewritesDocuments && rewritable > 0 }
  var offlineEditShare: Double { share(offlineEdits, of: edits) }
  var isEditedOffline: Bool { offlineEditShare >= RuleOfThumb.notable }
  var isPostProcessed: Bool { isRewritten || isEditedOffline }
  var offlineShare: Double { share(offlineOpens, of: opens) }
  var unseenOfflineShare: Double { share(unseenOfflineOpens, of: opens) }
  var changedShare: Double? { reopens == 0 ? nil : share(changedReopens, of: reopens) }
  var freshShare: Double { screens.share(.fresh) ?? 0 }
  var revalidatedShare: Double { screens.share(.revalidated) ?? 0 }

  private func share(_ part: Int, of whole: Int) -> Double {
    whole == 0 ? 0 : Double(part) / Double(whole)
  }
}
