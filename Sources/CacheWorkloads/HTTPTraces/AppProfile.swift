package import SimCore

/// An app as a capture or a log shows it: its screens with sizes, parts and cache headers, and the
/// rhythm of its use. Hosts, queries and whatever in a path may name somebody are left out.
package struct AppProfile: Sendable {
  /// The screens, that of most sessions' beginnings first, then by how often they are seen.
  package private(set) var screens: [AppScreen] = []
  /// How many views there are.
  package private(set) var views = 0
  /// How many devices.
  package private(set) var devices = 0
  /// How many sessions.
  package private(set) var sessions = 0
  /// From the first event to the last one.
  package private(set) var length = TimeSpan.zero
  /// The mean time with a screen that another one followed; nil: there is none.
  package private(set) var viewTime: TimeSpan?
  /// The mean time of a session with more than one view; nil: there is none.
  package private(set) var sessionLength: TimeSpan?
  /// Names of screens of which no change was seen long enough; their rate is assumed.
  package private(set) var unknownChanges: [String] = []
  /// What the reader could not use.
  package private(set) var issues: TraceIssues
  /// Whether headers and names are recorded, which an access log has not.
  package private(set) var isCapture: Bool

  /// How many kinds of screens are told apart; the rest is one.
  private static let screenLimit = 12
  /// How long pages must have been watched so that a rate of changes is told; an assumption.
  private static let shortestWatch = TimeSpan.hours(1)

  /// Reads a capture or a log.
  /// - Throws: `WorkloadError` with the place.
  package init(path: String, settings: TraceSettings = TraceSettings()) throws(WorkloadError) {
    var source = try TraceSource(path: path, settings: settings)
    let headers = source.headers
    isCapture = source.format == .har
    issues = source.issues
    var counts = Counts()
    var block = EventBlock()
    while try source.fill(&block) {
      for event in block.events {
        counts.note(event, block.parts, headers) { source.name(of: $0, on: event.device) }
      }
      block.removeAll()
    }
    issues = source.issues
    views = counts.views
    devices = counts.deviceCount
    sessions = counts.sessions
    length = counts.last - .start
    viewTime = counts.followed.mean.map { TimeSpan(rounding: $0) }
    sessionLength = counts.longSessions.mean.map { TimeSpan(rounding: max($0, 2)) }
    let order = counts.groups.indices.sorted {
      let (left, right) = (counts.groups[$0], counts.groups[$1])
      return (right.first, right.views, $0) < (left.first, left.views, $1)
    }
    // What begins most sessions comes first, the others by their views.
    let rest = order.dropFirst().sorted {
      (counts.groups[$1].views, $0) < (counts.groups[$0].views, $1)
    }
    for index in (order.prefix(1) + rest).prefix(Self.screenLimit) {
      add(counts.groups[index], isFirst: screens.isEmpty)
    }
  }

  private mutating func add(_ group: Counts.Group, isFirst: Bool) {
    var screen = AppScreen()
    screen.name = group.name
    screen.share = Double(group.views)
    screen.pages = min(max(1, Int((group.pages.mean ?? 1).rounded(.up))), 10_000)
    screen.kind = KindName(group.kind)
    screen.isList = isFirst && screen.pages == 1
    screen.bytes = max(Bytes(1), Bytes(rounding: group.sizes.mean ?? 1))
    screen.sigma = screen.pages > 1 ? group.sizes.sigma : 0
    screen.headers = group.headers.mostFrequent ?? AppHeaders()
    if group.watched >= Self.shortestWatch.seconds {
      screen.changesPerDay = min(group.changes / group.watched * 86_400, 10_000)
    } else {
      screen.changesPerDay = screen.isList ? 24 : 1
      unknownChanges.append(group.name)
    }
    screen.parts = group.parts.compactMap { part in
      let shown = max(group.shown, 1)
      let count =
        part.isShared ? part.resources : Int((Double(part.uses) / Double(shown)).rounded())
      guard count > 0 else { return nil }
      var some = AppPart()
      some.kind = KindName(part.kind)
      some.count = min(count, 1_000)
      some.bytes = max(Bytes(1), Bytes(rounding: part.sizes.mean ?? 1))
      some.sigma = part.sizes.sigma
      some.isShared = part.isShared
      some.headers = part.headers.mostFrequent ?? AppHeaders()
      return some
    }
    screens.append(screen)
  }
}

// MARK: - Names

extension AppProfile {
  /// The path of a URL as a template: words of which it is known that they name no person stay, all
  /// else is a star. Hosts and queries are left out.
  static func template(of url: String) -> String {
    var rest = url[...]
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...].drop { $0 != "/" }
    }
    let path = rest.prefix { $0 != "?" && $0 != "#" && $0 != ";" }
    let words = path.split(separator: "/").prefix(6).map { segment -> String in
      let word = segment.prefix { $0 != "." }.lowercased()
      return KnownWord.ofPaths.contains(word) || isVersion(word) ? word : "*"
    }
    return words.isEmpty ? "/" : "/" + words.joined(separator: "/")
  }

  /// `v1`, `v2.1`: a version of an interface.
  private static func isVersion(_ word: String) -> Bool {
    word.count < 4 && word.first == "v" && word.dropFirst().allSatisfy(\.isNumber) && word.count > 1
  }
}

// MARK: - Counting

extension AppProfile {
  /// The mean of numbers, and how much their logarithms differ.
  struct Spread {
    private var count = 0.0
    private var sum = 0.0
    private var logarithms = 0.0
    private var squares = 0.0

    mutating func add(_ number: Double) {
      count += 1
      sum += number
      let logarithm = DeterministicMath.log(max(number, 1))
      logarithms += logarithm
      squares += logarithm * logarithm
    }

    /// Nil: there are none.
    var mean: Double? { count > 0 ? sum / count : nil }

    /// The log-normal sigma, to two places; 0 of fewer than three numbers.
    var sigma: Double {
      guard count >= 3 else { return 0 }
      let mean = logarithms / count
      let deviation = max(squares / count - mean * mean, 0).squareRoot()
      return min((deviation * 100).rounded() / 100, 3)
    }
  }

  /// Headers with how often they were seen, in order of appearance.
  struct HeaderCounts {
    private var all: [(headers: AppHeaders, count: Int)] = []

    mutating func add(_ headers: AppHeaders) {
      if let place = all.firstIndex(where: { $0.headers == headers }) {
        all[place].count += 1
      } else if all.count < 64 {
        all.append((headers, 1))
      }
    }

    var mostFrequent: AppHeaders? {
      var best: (headers: AppHeaders, count: Int)?
      for each in all where each.count > best?.count ?? 0 { best = each }
      return best?.headers
    }
  }

  /// What is counted while the events go by.
  private struct Counts {
    /// Resources that some screens of one kind need.
    struct Part {
      var kind: ResourceKind
      var isShared: Bool
      var uses = 0
      var resources = 0
      var sizes = Spread()
      var headers = HeaderCounts()
    }

    /// Screens of one kind.
    struct Group {
      var name: String
      var kind: ResourceKind
      var views = 0
      /// Sessions that began with it.
      var first = 0
      /// Different pages, by device.
      var pages = Spread()
      /// All pages of all devices.
      var shown = 0
      var sizes = Spread()
      var headers = HeaderCounts()
      var changes = 0.0
      /// Seconds between the first and the last view of pages.
      var watched = 0.0
      var parts: [Part] = []
    }

    /// A resource of a device.
    private struct Resource {
      var content: Content
      var headers: AppHeaders
      var parts: [ResourceIndex] = []
      var group: Int?
      var firstOpen: Instant?
      var lastOpen = Instant.start
      var versions = 0
      /// The screens that need it: none, one, or more.
      var parent: ResourceIndex?
      var isShared = false
    }

    private struct Device {
      var resources: [Resource] = []
      /// The resources that were opened, in that order.
      var opened: [ResourceIndex] = []
      var open: ResourceIndex?
      var openedAt = Instant.start
      var closedAt = Instant.start
      var sessionStart: Instant?
      var viewsOfSession = 0
    }

    var groups: [Group] = []
    private var places: [String: Int] = [:]
    private var states: [UInt32: Device] = [:]
    var deviceCount = 0
    var sessions = 0
    var views = 0
    var last = Instant.start
    var followed = Spread()
    var longSessions = Spread()

    mutating func note(
      _ event: WorkloadEvent, _ parts: [ResourceIndex], _ headers: [CacheHeaders],
      name: (ResourceIndex) -> String?
    ) {
      last = max(last, event.at)
      var device: Device
      if let known = states.removeValue(forKey: event.device) {
        device = known
      } else {
        device = Device()
        deviceCount += 1
      }
      switch event.action {
      case .publish(let index, let content):
        let known = AppHeaders(headers[Int(content.headers)])
        let needed = Array(parts[content.parts.indices])
        if Int(index) < device.resources.count {
          device.resources[Int(index)].content = content
          device.resources[Int(index)].headers = known
          device.resources[Int(index)].parts = needed
          device.resources[Int(index)].versions += 1
        } else {
          // A number may be passed over: what other methods ask for has one as well.
          let resource = Resource(content: content, headers: known, parts: needed)
          while device.resources.count <= Int(index) { device.resources.append(resource) }
        }
      case .launch, .foreground:
        sessions += 1
        device.sessionStart = event.at
        device.viewsOfSession = 0
      case .open(let index): open(index, &device, at: event.at, name: name)
      case .need(let index):
        if let open = device.open, !device.resources[Int(open)].parts.contains(index) {
          device.resources[Int(open)].parts.append(index)
        }
      case .close:
        device.closedAt = event.at
        device.open = nil
      case .background, .terminate, .crash: endSession(of: &device)
      case .end:
        endSession(of: &device)
        finish(&device)
        return
      default: break
      }
      states[event.device] = device
    }

    private mutating func endSession(of device: inout Device) {
      if let start = device.sessionStart, device.viewsOfSession > 1 {
        longSessions.add((max(device.closedAt, start) - start).seconds)
      }
      device.sessionStart = nil
    }

    private mutating func open(
      _ index: ResourceIndex, _ device: inout Device, at instant: Instant,
      name: (ResourceIndex) -> String?
    ) {
      views += 1
      if device.viewsOfSession > 0 { followed.add((instant - device.openedAt).seconds) }
      device.viewsOfSession += 1
      device.open = index
      device.openedAt = instant
      let place = Int(index)
      let kind = device.resources[place].content.kind
      let group =
        device.resources[place].group
        ?? number(of: name(index).map { AppProfile.template(of: $0) } ?? "\(kind)s", kind)
      device.resources[place].group = group
      if device.resources[place].firstOpen == nil {
        device.resources[place].firstOpen = instant
        device.resources[place].versions = 0
        device.opened.append(index)
      }
      device.resources[place].lastOpen = instant
      groups[group].views += 1
      if device.viewsOfSession == 1 { groups[group].first += 1 }
    }

    private mutating func number(of name: String, _ kind: ResourceKind) -> Int {
      let key = "\(name) \(kind)"
      if let place = places[key] { return place }
      places[key] = groups.count
      // Two kinds of one path have a name each.
      let isTaken = groups.contains { $0.name == name }
      groups.append(Group(name: isTaken ? key : name, kind: kind))
      return groups.count - 1
    }

    /// Takes what a device has shown.
    private mutating func finish(_ device: inout Device) {
      for index in device.opened {
        for part in device.resources[Int(index)].parts where Int(part) < device.resources.count {
          let parent = device.resources[Int(part)].parent
          if parent == nil { device.resources[Int(part)].parent = index }
          if let parent, parent != index { device.resources[Int(part)].isShared = true }
        }
      }
      var pages: [Int: Int] = [:]
      var seen: [Int: Set<ResourceIndex>] = [:]
      for index in device.opened {
        let resource = device.resources[Int(index)]
        guard let group = resource.group, let first = resource.firstOpen else { continue }
        pages[group, default: 0] += 1
        groups[group].shown += 1
        groups[group].sizes.add(Double(resource.content.size.count))
        groups[group].headers.add(resource.headers)
        groups[group].changes += Double(resource.versions)
        groups[group].watched += (resource.lastOpen - first).seconds
        for part in resource.parts where Int(part) < device.resources.count {
          let isNew = seen[group, default: []].insert(part).inserted
          add(device.resources[Int(part)], to: group, isNew: isNew)
        }
      }
      for group in groups.indices {
        if let count = pages[group] { groups[group].pages.add(Double(count)) }
      }
    }

    private mutating func add(_ part: Resource, to group: Int, isNew: Bool) {
      let kind = part.content.kind
      var place = groups[group].parts.firstIndex {
        $0.kind == kind && $0.isShared == part.isShared
      }
      if place == nil {
        groups[group].parts.append(Part(kind: kind, isShared: part.isShared))
        place = groups[group].parts.count - 1
      }
      guard let place else { return }
      groups[group].parts[place].uses += 1
      guard isNew else { return }
      groups[group].parts[place].resources += 1
      groups[group].parts[place].sizes.add(Double(part.content.size.count))
      groups[group].parts[place].headers.add(part.headers)
    }
  }
}
