package import SimCore

/// An app as a capture or a log shows it: its screens with sizes, parts and cache headers, and the
/// rhythm of its use. Hosts, queries and whatever in a path may name somebody are left out.
package struct AppProfile: Sendable {
  /// The screens, that of most sessions' beginnings first, then by how often they are seen.
  package private(set) var screens: [AppScreen] = []
  package private(set) var views = 0
  package private(set) var devices = 0
  package private(set) var sessions = 0
  package private(set) var length = TimeSpan.zero
  /// The mean time with a screen that another one followed; nil: there is none.
  package private(set) var viewTime: TimeSpan?
  /// The mean time of a session with more than one view; nil: there is none.
  package private(set) var sessionLength: TimeSpan?
  /// Names of screens of which no change was seen long enough; their rate is assumed.
  package private(set) var unknownChanges: [String] = []
  package private(set) var parts = 0
  /// How many of them have the header of others, as a screen has few groups of one kind.
  package private(set) var partsWithOthersHeaders = 0
  package private(set) var otherMethods = 0
  package private(set) var posts = 0
  package private(set) var issues: TraceIssues
  /// Whether headers and names are recorded, which an access log has not.
  package private(set) var isCapture: Bool
  /// Of a capture, by device: what happened when.
  private(set) var visits: [[(at: Instant, step: Step)]] = []

  enum Step {
    case open(Visit)
    case close
    case other(Action)
  }

  struct Visit {
    var screen: String
    var page: Int
    var until: Instant
    /// Whether there was a new version since the last view.
    var isChanged: Bool
    /// The lines of its request that matter to a cache, and of the requests for its parts.
    var asked: [RecordedField]
    var partsAsked: [RecordedField]
  }

  /// How many kinds of screens are told apart; the rest is one.
  private static let screenLimit = 12
  /// How long pages must have been watched so that a rate of changes is told; an assumption.
  private static let shortestWatch = TimeSpan.hours(1)

  package init(path: String, settings: TraceSettings = TraceSettings()) throws(InputError) {
    var settings = settings
    // Nothing is simulated.
    settings.mostClients = .max
    var source = try TraceSource(path: path, settings: settings)
    let (headers, requests) = (source.headers, source.requests)
    isCapture = source.format == .har
    var use = RecordedUse()
    var block = EventBlock()
    while try source.fill(&block) {
      for event in block.events {
        use.note(event, block.parts, headers, requests) { source.name(of: $0, on: event.device) }
      }
      block.removeAll()
    }
    issues = source.issues
    sessions = use.sessions
    devices = use.order.count
    length = use.last - .start
    viewTime = use.followed.mean.map { TimeSpan(rounding: $0) }
    sessionLength = use.longSessions.mean.map { TimeSpan(rounding: max($0, 2)) }
    take(AppCounts(use, namesPages: isCapture), of: use)
  }

  private mutating func take(_ counts: AppCounts, of use: RecordedUse) {
    views = counts.screens.reduce(0) { $0 + Int($1.views) }
    (otherMethods, posts) = (counts.otherMethods, counts.posts)
    let order = counts.screens.indices.sorted {
      let (left, right) = (counts.screens[$0], counts.screens[$1])
      return (right.first, right.views, $0) < (left.first, left.views, $1)
    }
    // What begins most sessions comes first, the others by their views.
    let rest = order.dropFirst().sorted {
      (counts.screens[$1].views, $0) < (counts.screens[$0].views, $1)
    }
    var merged: [AppScreenCount] = []
    var places = Array(repeating: 0, count: counts.screens.count)
    for index in order.prefix(1) + rest {
      if merged.count < Self.screenLimit {
        places[index] = merged.count
        merged.append(counts.screens[index])
      } else {
        places[index] = Self.screenLimit - 1
        merged[Self.screenLimit - 1].merge(counts.screens[index])
        merged[Self.screenLimit - 1].name = "other"
      }
    }
    let shared = counts.shared.reduced()
    // As many as a device has by the mean, and no fewer than a view of any screen needs.
    let sizes = shared.map { group, keys in
      merged.reduce(group.weighted / Double(max(counts.sharingDevices, 1))) { most, screen in
        max(most, Self.uses(of: keys, in: screen) / max(screen.views, 1))
      }
    }
    for screen in merged { add(screen, shared, sizes, isFirst: screens.isEmpty) }
    for (group, _) in shared { note(group) }
    if isCapture { visits = counts.visits(of: use) { merged[places[$0]].name } }
  }

  private mutating func note(_ group: AppPartCount) {
    parts += group.sizes.count
    partsWithOthersHeaders += group.others
  }

  private mutating func add(
    _ count: AppScreenCount, _ shared: [(group: AppPartCount, keys: [AppPartKey])],
    _ sizes: [Double], isFirst: Bool
  ) {
    var screen = AppScreen()
    screen.name = count.name
    screen.share = count.views
    let pages = Double(count.pages) / Double(max(count.devices, 1))
    screen.pages = min(max(1, Int(pages.rounded(.up))), 10_000)
    screen.kind = count.kind
    screen.method = count.method
    screen.isList = isFirst && screen.pages == 1
    screen.bytes = Self.size(count.use.bytes / max(count.views, 1))
    if count.hasWire { screen.wireBytes = Self.size(count.use.wire / max(count.views, 1)) }
    screen.sigma = screen.pages > 1 ? count.sizes.sigma : 0
    screen.headers = count.headers
    if count.headers.isAgeALifetime { screen.age = Self.age(count.ages / max(count.use.bytes, 1)) }
    if count.watched >= Self.shortestWatch.seconds {
      screen.changesPerDay = min(count.use.changes / count.watched * 86_400, 10_000)
    } else {
      screen.changesPerDay = screen.isList ? 24 : 1
      unknownChanges.append(count.name)
    }
    for (group, _) in count.parts.reduced() {
      note(group)
      screen.parts.append(
        group.part(
          count: group.weighted / max(count.views, 1), views: count.views, uses: group.use.uses))
    }
    for (number, (group, keys)) in shared.enumerated() {
      let uses = Self.uses(of: keys, in: count)
      guard uses > 0 else { continue }
      var part = group.part(count: sizes[number], views: count.views, uses: uses)
      part.set = "shared-\(number + 1)"
      screen.parts.append(part)
    }
    screens.append(screen)
  }

  private static func uses(of keys: [AppPartKey], in screen: AppScreenCount) -> Double {
    keys.reduce(0) { $0 + (screen.sharedUses[$1] ?? 0) }
  }

  static func size(_ bytes: Double) -> Bytes {
    min(max(Bytes(1), Bytes(rounding: bytes)), .gigabytes(1))
  }

  static func age(_ seconds: Double) -> TimeSpan {
    .seconds(Int64(min(max(seconds, 0), 36_500 * 86_400)))
  }
}

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
      return KnownWord.ofPaths.contains(word) || KnownWord.isVersion(Array(word.utf8)[...])
        ? word : "*"
    }
    return words.isEmpty ? "/" : "/" + words.joined(separator: "/")
  }

  /// The mean of numbers, and how much their logarithms differ.
  struct Spread {
    private(set) var count = 0
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

    mutating func add(_ other: Spread) {
      count += other.count
      sum += other.sum
      logarithms += other.logarithms
      squares += other.squares
    }

    var mean: Double? { count > 0 ? sum / Double(count) : nil }

    /// The log-normal sigma, to two places; 0 of fewer than three numbers.
    var sigma: Double {
      guard count >= 3 else { return 0 }
      let mean = logarithms / Double(count)
      let deviation = max(squares / Double(count) - mean * mean, 0).squareRoot()
      return min((deviation * 100).rounded() / 100, 3)
    }
  }
}
