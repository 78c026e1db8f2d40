internal import SimCore

struct OwnApp: WorkloadGenerator {
  struct Options: Settings, UseSettings, ResourceCounting {
    var use = AppUseSettings()
    var viewTime = TimeSpan.seconds(20)
    var hours: [Double] = []
    var screens: [AppScreen] = []
    var views = ""

    /// The screens; where none are given, a list that changes each hour and forty items.
    var all: [AppScreen] {
      guard screens.isEmpty else { return AppScreen.sharingSets(screens) }
      var home = AppScreen()
      home.isList = true
      home.changesPerDay = 24
      var item = AppScreen()
      item.name = "item"
      item.share = 2
      item.pages = 40
      item.bytes = .kilobytes(8)
      item.parts = [AppPart()]
      return [home, item]
    }

    /// Of what is published with the pages: what no page lists comes with the view that needs it.
    var startingResources: Int {
      var sets: Set<String> = []
      return all.reduce(0) { sum, screen in
        let parts = screen.parts.filter {
          !$0.isRenewed && ($0.isListed || $0.isShared || !$0.set.isEmpty)
            && ($0.set.isEmpty || sets.insert($0.set).inserted)
        }
        let shared = parts.filter { $0.isShared || !$0.set.isEmpty }.reduce(0) { $0 + $1.count }
        let own = parts.filter { !$0.isShared && $0.set.isEmpty }.reduce(1) { $0 + $1.count }
        return sum + shared + screen.pages * own
      }
    }

    static let fields: [Field<Options>] = [
      .use(\.use),
      Field(
        "viewTime", \.viewTime, in: .seconds(1)...(.hours(5)),
        assumed: "The mean time with a screen."),
      Field(
        "hours", \.hours, each: 0...1, count: 0...24,
        "How likely each hour of a day is, midnight's first, the likeliest 1; those that are left "
          + "out at the end 0. By default awake from 7 to 24 h, most in the evening."),
      Field(
        "screens", \.screens,
        "What there is to see; a session begins with the first one. By default a list of 30 kB "
          + "that changes each hour, and 40 items of 8 kB with a picture each; assumptions.",
        check: { $0.count <= 1_000 ? nil : "expected at most 1000 screens, found \($0.count)" }),
      Field(
        "views", \.views,
        "A capture of which this app's screens were made: its own views are played once, with the "
          + "resources that the screens say, to see how well they stand for it; empty: use, "
          + "viewTime and hours say who looks at what when."),
    ]

    /// The headers that contents index: of each screen its own, then those of its parts.
    var headers: [CacheHeaders] {
      all.flatMap { [$0.headers.fields] + $0.parts.map(\.headers.fields) }
    }
  }

  static let name = "app"
  static let summary =
    "An app of one's own by its screens: sizes, parts, changes, cache headers and how often each "
    + "is seen; 'cachesim init' writes it from a capture."

  private let options: Options
  private let screens: [AppScreen]
  private var draws: UserDraws
  private let popularities: [Popularity]
  private let shares: [Double]
  private var resources: OwnAppResources
  private var pages: [[ResourceIndex]] = []

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    screens = options.all
    draws = UserDraws(options.use, seed: seed, device: device)
    popularities = screens.map { Popularity(count: $0.pages, exponent: $0.popularity) }
    var sum = 0.0
    shares = screens.map { screen in
      sum += screen.share
      return sum
    }
    resources = OwnAppResources(screens, seed: seed, device: device)
  }

  mutating func begin(_ log: inout DeviceEventLog) {
    for (number, screen) in screens.enumerated() {
      pages.append(
        (0..<screen.pages).map { resources.page($0, of: number, at: .start, &log, &draws.origin) })
    }
  }

  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    var changes = resources.changes(on: day)
    for (screen, pages) in zip(screens, pages) {
      for _ in 0..<draws.origin.poisson(mean: screen.changesPerDay * Double(pages.count)) {
        let page = pages[draws.origin.index(below: pages.count)]
        changes.append(OriginChange(at: day.at(hour: 24 * draws.origin.unit()), resource: page))
      }
    }
    OriginChange.publish(changes, &log)
    let hours = options.hours
    let starts = draws.use.starts(day, &draws.user) { hour in
      if hours.isEmpty { return AppUse.wakingHours(hour) }
      return Int(hour) < hours.count ? hours[Int(hour)] : 0
    }
    // Moved out, as a session may not change the user that it is of.
    var (resources, origin) = (resources, draws.origin)
    for start in starts {
      draws.use.session(at: start, on: day, &log, &draws.user) { [self] begin, end, log, random in
        var now = begin
        var screen = 0
        repeat {
          let number = popularities[screen].draw(&random)
          let page = pages[screen][number]
          let wanted = TimeSpan(rounding: random.exponential(mean: options.viewTime.seconds))
          let dwell = max(min(wanted, end - now), .seconds(1))
          log.add(.open(page), at: now)
          _ = resources.view(
            number, of: screen, at: now, published: now, until: now + dwell, &log, &origin)
          log.add(.close(page), at: now + dwell)
          now = now + dwell + AppUse.screenPause
          let point = random.unit() * (shares.last ?? 0)
          screen = shares.firstIndex { $0 > point } ?? 0
        } while end - now > .seconds(2)
        return now - AppUse.screenPause
      }
    }
    (self.resources, draws.origin) = (resources, origin)
  }
}

extension AppScreen {
  fileprivate var withoutSpread: AppScreen {
    var screen = self
    screen.sigma = 0
    for index in screen.parts.indices { screen.parts[index].sigma = 0 }
    return screen
  }
}

/// The views of a capture with the resources that an app's screens say: what was opened when is the
/// capture's, all else the scenario's.
struct OwnAppViews: EventSource {
  private var logs: [DeviceEventLog] = []
  private var next = 0
  private(set) var requests = RecordedRequests()

  init(_ options: OwnApp.Options, seed: UInt64) throws(InputError) {
    // Of few pages chance would decide which has the largest parts: here all have the mean.
    let screens = options.all.map(\.withoutSpread)
    let profile = try AppProfile(path: options.views)
    guard profile.isCapture, profile.views > 0 else {
      throw InputError(
        .malformed, at: options.views,
        profile.isCapture
          ? "the capture has no view of a screen"
          : "expected a HAR capture, found an access log, which tells no screens apart")
    }
    var places: [String: Int] = [:]
    for (place, screen) in screens.enumerated() where places[screen.name] == nil {
      places[screen.name] = place
    }
    var before: OwnAppResources?
    for (number, device) in profile.visits.enumerated() {
      var log = DeviceEventLog()
      var resources = OwnAppResources(screens, seed: seed, device: UInt32(number))
      if let before { resources.carryOn(from: before) }
      var random = UserDraws.origin(seed: seed, device: UInt32(number))
      var open: ResourceIndex?
      for (instant, step) in device {
        switch step {
        case .open(let visit):
          guard let place = places[visit.screen] else {
            throw InputError(
              .malformed, at: options.views,
              "no screen of this app is called '\(visit.screen)': its screens are of another "
                + "capture")
          }
          let page = resources.page(visit.page, of: place, at: instant, &log, &random)
          if visit.isChanged { log.update(page, at: instant) }
          open = page
          log.add(.open(page), at: instant)
          requests.note(visit.asked, of: page, on: UInt32(number), at: instant)
          let parts = resources.view(
            visit.page, of: place, at: instant, published: instant, until: visit.until, &log,
            &random)
          for part in parts {
            requests.note(visit.partsAsked, of: part, on: UInt32(number), at: instant)
          }
        case .close:
          if let open { log.add(.close(open), at: instant) }
          open = nil
        case .other(let action): log.add(action, at: instant)
        }
      }
      logs.append(log)
      before = resources
    }
  }

  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    while next < logs.count, block.events.count < EventBlock.capacity {
      logs[next].emit(before: Instant(nanoseconds: .max), device: UInt32(next), into: &block)
      next += 1
    }
    return !block.events.isEmpty
  }
}
