internal import CacheWorkloads
internal import DeviceModels
internal import SimCore

/// What a scenario's people do and what its origin says, counted before any strategy meets it.
struct WorkloadCensus: Sendable {
  /// What an HTTP cache may do with a resource that it is asked for again.
  enum Reuse: Int, Sendable, CaseIterable {
    /// Use it for a while without asking.
    case free
    /// Ask, and be told in a few bytes that it is still right.
    case confirmed
    /// Nothing: it must not be stored, or cannot be confirmed.
    case never

    init(_ headers: CacheHeaders) {
      let life = headers.maxAge ?? headers.expiresAfter ?? .zero
      if headers.noStore {
        self = .never
      } else if life > .zero && !headers.noCache {
        self = .free
      } else {
        self = headers.hasEntityTag || headers.hasLastModified ? .confirmed : .never
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
  /// What screens need beside them, and what a trace asks for later.
  private(set) var parts = Needs()
  /// Opened screens whose content is a model, which is decoded and made into something to show.
  private(set) var models = 0

  /// What is known of a resource.
  private struct Known {
    var reuse = Reuse.never
    var isModel = false
    var parts: [ResourceIndex] = []
  }

  /// What is known of a device while its story lasts.
  private struct Sight {
    var resources: [Known] = []
    var isOffline: Bool
  }

  /// Nothing counted.
  init() {}

  /// Counts a scenario's stories, one for each seed. - Complexity: O(events).
  init(of scenario: Scenario) throws(WorkloadError) {
    for seed in scenario.seeds {
      let seed = UInt64(seed)
      let story = try scenario.workload.product.open(scenario.devices, scenario.duration, seed)
      let weather = scenario.weather.product
      let stream = weather.wrap(scenario.incidents.wrap(story.stream, seed: seed), seed)
      let isOffline = scenario.profiles.map(\.isOffline)
      var sights: [UInt32: Sight] = [:]
      var block = EventBlock()
      while true {
        block.removeAll()
        guard try stream.fill(&block) else { break }
        for event in block.events {
          if case .end = event.action {
            sights[event.device] = nil
            continue
          }
          var sight = sights.removeValue(forKey: event.device) ?? Sight(isOffline: isOffline[0])
          note(event.action, block.parts, story.headers, isOffline, &sight)
          sights[event.device] = sight
        }
      }
    }
  }

  private mutating func note(
    _ action: Action, _ list: [ResourceIndex], _ headers: [CacheHeaders], _ isOffline: [Bool],
    _ sight: inout Sight
  ) {
    switch action {
    case .publish(let resource, let content):
      while sight.resources.count <= Int(resource) { sight.resources.append(Known()) }
      sight.resources[Int(resource)] = Known(
        reuse: Reuse(headers[Int(content.headers)]), isModel: content.kind == .model,
        parts: Array(list[content.parts.indices]))
    case .open(let resource):
      opens += 1
      if sight.isOffline { offlineOpens += 1 }
      let known = sight.resources[Int(resource)]
      screens.add(known.reuse)
      if known.isModel { models += 1 }
      for part in known.parts where sight.resources.indices.contains(Int(part)) {
        parts.add(sight.resources[Int(part)].reuse)
      }
    case .need(let resource): parts.add(sight.resources[Int(resource)].reuse)
    case .edit:
      edits += 1
      if sight.isOffline { offlineEdits += 1 }
    case .network(let profile): sight.isOffline = isOffline[Int(profile)]
    default: break
    }
  }
}
