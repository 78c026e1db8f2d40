package import SimCore

/// What a screen of one's own app shows, and how it changes.
package struct AppScreen: Settings {
  /// What people call it.
  package var name = "home"
  /// How often it is looked at after a session's first screen, against the others.
  package var share = 1.0
  /// How many different ones of its kind there are.
  package var pages = 1
  /// Zipf exponent of those.
  package var popularity = 0.8
  /// What its main content is.
  package var kind = KindName(.model)
  /// Whether it leads to the others, and is no record itself.
  package var isList = false
  /// Its main content's size, by the mean.
  package var bytes = Bytes.kilobytes(30)
  /// The log-normal sigma of the size.
  package var sigma = 0.0
  /// New versions of each page in a day.
  package var changesPerDay = 1.0
  /// What the origin says about storing it.
  package var headers = AppHeaders()
  /// What else it needs.
  package var parts: [AppPart] = []

  package init() {}
  package static let fields: [Field<AppScreen>] = [
    Field("name", \.name, "What people call it.", isRequired: true),
    Field(
      "share", \.share, in: 0...1_000_000,
      "How often it is looked at after a session's first screen, against the others."),
    Field("pages", \.pages, in: 1...10_000, "How many different ones of its kind there are."),
    Field("zipfExponent", \.popularity, in: 0...3, "Zipf exponent of those; Breslau et al. 1999."),
    Field("kind", \.kind, "What its main content is."),
    Field("isList", \.isList, "Whether it leads to the others, and is no record itself."),
    Field("bytes", \.bytes, in: Bytes(1)...(.gigabytes(1)), "Its main content, by the mean."),
    Field("sigma", \.sigma, in: 0...3, "How much pages differ in size: the log-normal sigma."),
    Field(
      "changesPerDay", \.changesPerDay, in: 0...10_000, "New versions of each page in a day."),
    Field("headers", \.headers, "What the origin says about storing it."),
    Field("parts", \.parts, "What else it needs; by default nothing."),
  ]
}

/// What a screen of one's own app needs beside its main content: some resources alike.
package struct AppPart: Settings {
  /// What they are.
  package var kind = KindName(.image)
  /// How many.
  package var count = 1
  /// The size of each, by the mean.
  package var bytes = Bytes.kilobytes(59)
  /// The log-normal sigma of the size.
  package var sigma = 0.0
  /// Whether all pages of the screen need the same.
  package var isShared = false
  /// New versions of each in a day, at the same address.
  package var changesPerDay = 0.0
  /// What the origin says about storing them.
  package var headers = AppHeaders()

  package init() {}
  package static let fields: [Field<AppPart>] = [
    Field("kind", \.kind, "What they are."),
    Field("count", \.count, in: 0...1_000, "How many of them a page needs."),
    Field("bytes", \.bytes, in: Bytes(1)...(.gigabytes(1)), "The size of each, by the mean."),
    Field("sigma", \.sigma, in: 0...3, "How much they differ in size: the log-normal sigma."),
    Field("isShared", \.isShared, "Whether all pages of the screen need the same."),
    Field(
      "changesPerDay", \.changesPerDay, in: 0...1_000,
      "New versions of each in a day, at the same address, one by one."),
    Field("headers", \.headers, "What the origin says about storing them."),
  ]
}

/// The fields of an answer that decide about storing it, as a scenario says them.
package struct AppHeaders: Settings, Hashable {
  /// `Cache-Control: no-store`.
  package var noStore = false
  /// `Cache-Control: no-cache`.
  package var noCache = false
  /// The lifetime; nil: not said.
  package var maxAge: TimeSpan?
  /// `ETag`.
  package var hasEntityTag = true
  /// `Last-Modified`.
  package var hasLastModified = false

  package init() {}

  /// Those of recorded headers.
  package init(_ headers: CacheHeaders) {
    noStore = headers.noStore
    noCache = headers.noCache
    maxAge = headers.maxAge ?? headers.expiresAfter
    hasEntityTag = headers.hasEntityTag
    hasLastModified = headers.hasLastModified
  }

  package static let fields: [Field<AppHeaders>] = [
    Field("noStore", \.noStore, "Cache-Control: no-store."),
    Field("noCache", \.noCache, "Cache-Control: no-cache: stored, and validated at each use."),
    Field(
      "maxAge", \.maxAge, in: .zero...(.days(36_500)),
      "Cache-Control: max-age, or Expires: how long an answer is fresh; null: not said."),
    Field("entityTag", \.hasEntityTag, "Whether there is an ETag."),
    Field("lastModified", \.hasLastModified, "Whether there is a Last-Modified."),
  ]

  var fields: CacheHeaders {
    var headers = CacheHeaders()
    headers.noStore = noStore
    headers.noCache = noCache
    headers.maxAge = maxAge
    headers.hasEntityTag = hasEntityTag
    headers.hasLastModified = hasLastModified
    return headers
  }
}

/// One's own app by its screens: what each shows, how it changes, what the origin says about
/// storing it, and how people go through them. `cachesim init` writes its settings from a capture.
struct OwnApp: WorkloadGenerator {
  struct Options: Settings {
    var use = AppUseSettings()
    var viewTime = TimeSpan.seconds(20)
    var hours: [Double] = []
    var screens: [AppScreen] = []

    /// The screens; where none are given, a list that changes each hour and forty items.
    var all: [AppScreen] {
      guard screens.isEmpty else { return screens }
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

    static let fields: [Field<Options>] = [
      Field("use", \.use, "How often and for how long people use the app."),
      Field(
        "viewTime", \.viewTime, in: .seconds(1)...(.hours(5)), "The mean time with a screen."
      ).assumed(),
      Field(
        "hours", \.hours, each: 0...1, count: 0...24,
        "How likely each hour of a day is, midnight's first, the likeliest 1; those that are left "
          + "out at the end 0. By default awake from 7 to 24 h, most in the evening."),
      Field(
        "screens", \.screens,
        "What there is to see; a session begins with the first one. By default a list of 30 kB "
          + "that changes each hour, and 40 items of 8 kB with a picture each; assumptions.",
        check: { $0.count <= 1_000 ? nil : "expected at most 1000 screens, found \($0.count)" }),
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
  /// Those of the settings count.
  static let headers: [CacheHeaders] = []

  private let options: Options
  private let screens: [AppScreen]
  private var user: SeededGenerator
  private var origin: SeededGenerator
  private var use: AppUse
  private var partChanges: PartChanges
  /// By screen: how popular its pages are.
  private let popularities: [Popularity]
  private let shares: [Double]
  /// By screen: its pages, and their sizes.
  private var pages: [[ResourceIndex]] = []

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    screens = options.all
    user = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 0)
    origin = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 1)
    use = AppUse(options.use, &user)
    partChanges = PartChanges(seed: seed, device: device)
    popularities = screens.map { Popularity(count: $0.pages, exponent: $0.popularity) }
    var sum = 0.0
    shares = screens.map { screen in
      sum += screen.share
      return sum
    }
  }

  mutating func begin(_ log: inout DeviceEventLog) {
    var headers: UInt16 = 0
    for screen in screens {
      let own = headers
      headers += UInt16(1 + screen.parts.count)
      let shared = screen.parts.enumerated().flatMap { number, part in
        part.isShared ? publish(part, headers: own + 1 + UInt16(number), &log) : []
      }
      var list: [ResourceIndex] = []
      for _ in 0..<screen.pages {
        let parts = screen.parts.enumerated().flatMap { number, part in
          part.isShared ? [] : publish(part, headers: own + 1 + UInt16(number), &log)
        }
        list.append(
          log.publish(
            screen.kind.kind, size: size(screen.bytes, screen.sigma), headers: own,
            parts: shared + parts, isList: screen.isList, at: .start))
      }
      pages.append(list)
    }
  }

  private mutating func publish(
    _ part: AppPart, headers: UInt16, _ log: inout DeviceEventLog
  ) -> [ResourceIndex] {
    (0..<part.count).map { _ in
      let resource = log.publish(
        part.kind.kind, size: size(part.bytes, part.sigma), headers: headers, host: 1,
        isFinal: part.changesPerDay == 0, at: .start)
      partChanges.add(resource, perDay: part.changesPerDay)
      return resource
    }
  }

  private mutating func size(_ mean: Bytes, _ sigma: Double) -> Bytes {
    let drawn = origin.logNormal(mean: Double(mean.count), sigma: sigma)
    return max(Bytes(1), sigma > 0 ? Bytes(rounding: drawn) : mean)
  }

  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    var changes = partChanges.draw(on: day)
    for (screen, pages) in zip(screens, pages) {
      for _ in 0..<origin.poisson(mean: screen.changesPerDay * Double(pages.count)) {
        let page = pages[origin.index(below: pages.count)]
        changes.append(OriginChange(at: day.at(hour: 24 * origin.unit()), of: page))
      }
    }
    OriginChange.publish(changes, &log)
    let hours = options.hours
    let starts = use.starts(day, &user) { hour in
      if hours.isEmpty { return AppUse.wakingHours(hour) }
      return Int(hour) < hours.count ? hours[Int(hour)] : 0
    }
    for start in starts {
      use.session(at: start, on: day, &log, &user) { [self] begin, end, log, random in
        var now = begin
        var screen = 0
        repeat {
          let page = pages[screen][popularities[screen].draw(&random)]
          let wanted = TimeSpan(rounding: random.exponential(mean: options.viewTime.seconds))
          let dwell = max(min(wanted, end - now), .seconds(1))
          log.view(page, from: now, for: dwell)
          now = now + dwell + AppUse.screenPause
          let point = random.unit() * (shares.last ?? 0)
          screen = shares.firstIndex { $0 > point } ?? 0
        } while end - now > .seconds(2)
        return now - AppUse.screenPause
      }
    }
  }
}
