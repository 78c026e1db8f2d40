internal import SimCore

struct Sites: WorkloadGenerator {
  struct Options: Settings, UseSettings, ResourceCounting {
    var use = AppUseSettings(sessionsPerDay: 20, edits: false)
    var sites = 60
    var popularity = 0.8
    var pages = 20
    var viewTime = TimeSpan.seconds(25)
    var pageBytes = Bytes.kilobytes(18)
    var pageSigma = TextSizes.articleSigma
    var changesPerDay = 1.0
    var pictures = 5
    var own = Self.part(count: 15, bytes: .kilobytes(35), fresh: .days(1))
    var releasesPerDay = 0.1
    var libraries = 40
    var librariesPerSite = 5
    var libraryPopularity = 0.8
    var library = Self.part(count: 1, bytes: .kilobytes(30), fresh: .days(7))

    private static func part(count: Int, bytes: Bytes, fresh: TimeSpan) -> AppPart {
      var part = AppPart()
      part.kind = .support
      part.count = count
      part.bytes = bytes
      part.sigma = 1
      part.headers.maxAge = fresh
      return part
    }

    var startingResources: Int {
      sites * (own.count + pages * (1 + pictures)) + libraries * library.count
    }

    static let fields: [Field<Options>] = siteFields + partFields

    private static let siteFields: [Field<Options>] = [
      Field("use", \.use, "How often and for how long people browse."),
      Field("sites", \.sites, in: 1...2_000, assumed: "Sites that a user goes to."),
      .zipf(\.popularity, of: "sites and of their pages"),
      Field("pages", \.pages, in: 1...1_000, assumed: "Pages of each site."),
      Field(
        "viewTime", \.viewTime, in: .seconds(1)...(.hours(5)),
        assumed: "The mean time with a page; a session stays on one site."),
      .bytes(
        "pageBytes", \.pageBytes, from: Bytes(1),
        "A page's own text, by the mean; the Web Almanac's median page."),
      .sigma(\.pageSigma, named: "pageSigma", of: "pages", TextSizes.articleSource),
      Field(
        "changesPerDay", \.changesPerDay, in: 0...10_000,
        assumed: "New versions of each page in a day."),
    ]

    private static let partFields: [Field<Options>] = [
      Field(
        "pictures", \.pictures, in: 0...100,
        "Pictures of each page alone, 59 kB on average, fresh for a week."),
      Field("own", \.own, "What the pages of one site share, from the site's own host."),
      Field(
        "releasesPerDay", \.releasesPerDay, in: 0...1_000,
        assumed: "How often a day a site, or a library's host, publishes new versions of what "
          + "pages share."),
      Field(
        "libraries", \.libraries, in: 0...1_000,
        assumed: "Libraries that sites share, each with a host."),
      Field(
        "librariesPerSite", \.librariesPerSite, in: 0...100,
        assumed: "How many of them a site uses, drawn by their popularity."),
      Field(
        "libraryZipfExponent", \.libraryPopularity, in: 0...3,
        assumed: "Zipf exponent of libraries."),
      Field("library", \.library, "What a library consists of."),
    ]

    /// The headers that contents index: of pages, of pictures, of what a site shares, of libraries.
    var headers: [CacheHeaders] {
      var page = CacheHeaders()
      page.hasEntityTag = true
      page.noCache = true
      return [page, .picture, own.headers.fields, library.headers.fields]
    }
  }

  static let name = "sites"
  static let screens = ["page"]
  static let summary =
    "A browser: sites with pages that share resources, and libraries from hosts that many sites "
    + "use."

  private let options: Options
  private var draws: UserDraws
  private var partChanges: PartChanges
  private let popularity: Popularity
  private let pagePopularity: Popularity
  private var sites: [[ResourceIndex]] = []
  /// What is published together: a site's shared resources, a library's.
  private var releases: [[ResourceIndex]] = []

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    draws = UserDraws(options.use, sigma: options.pageSigma, seed: seed, device: device)
    partChanges = PartChanges(seed: seed, device: options.use.contentDevice(of: device))
    popularity = Popularity(count: options.sites, exponent: options.popularity)
    pagePopularity = Popularity(count: options.pages, exponent: options.popularity)
  }

  /// How often a site's libraries are drawn, each once: assumption, far more than they are many.
  private static let mostDraws = 1_000

  mutating func begin(_ log: inout DeviceEventLog) {
    let libraries = (0..<options.libraries).map { number in
      publish(options.library, headers: 3, host: UInt16(options.sites + number), &log)
    }
    let preferences = Popularity(count: options.libraries, exponent: options.libraryPopularity)
    releases = libraries
    for site in 0..<options.sites {
      let host = UInt16(site)
      let own = publish(options.own, headers: 2, host: host, &log)
      releases.append(own)
      var used: Set<Int> = []
      let wanted = min(options.librariesPerSite, options.libraries)
      for _ in 0..<Self.mostDraws where used.count < wanted {
        used.insert(preferences.draw(&draws.origin))
      }
      // What is hardly ever drawn is taken by popularity.
      var next = 0
      while used.count < wanted {
        used.insert(next)
        next += 1
      }
      let shared = own + used.sorted().flatMap { libraries[$0] }
      sites.append(
        (0..<options.pages).map { _ in
          let pictures = (0..<options.pictures).map { _ in
            log.picture(host: host, at: .start, &draws.origin)
          }
          return log.publish(
            .document, size: draws.sizes.draw(mean: options.pageBytes), headers: 0, host: host,
            parts: shared + pictures, screen: 1, at: .start)
        })
    }
  }

  private mutating func publish(
    _ part: AppPart, headers: UInt16, host: UInt16, _ log: inout DeviceEventLog
  ) -> [ResourceIndex] {
    (0..<part.count).map { _ in
      let drawn = draws.origin.logNormal(mean: Double(part.bytes.count), sigma: part.sigma)
      let resource = log.publish(
        part.kind, size: max(Bytes(1), Bytes(rounding: drawn)), headers: headers, host: host,
        at: .start)
      partChanges.add(resource, perDay: part.changesPerDay)
      return resource
    }
  }

  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    publishUpdates(day, &log)
    for start in draws.use.starts(day, &draws.user, weight: AppUse.wakingHours) {
      let site = sites[popularity.draw(&draws.user)]
      draws.use.session(at: start, on: day, &log, &draws.user) {
        [pagePopularity, options] begin, end, log, random in
        var now = begin
        repeat {
          let page = site[pagePopularity.draw(&random)]
          let wanted = TimeSpan(rounding: random.exponential(mean: options.viewTime.seconds))
          let dwell = max(min(wanted, end - now), .seconds(1))
          log.view(page, from: now, for: dwell)
          now = now + dwell + AppUse.screenPause
        } while end - now > .seconds(2)
        return now - AppUse.screenPause
      }
    }
  }

  private mutating func publishUpdates(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    var changes = partChanges.draw(on: day)
    for site in sites {
      for _ in 0..<draws.origin.poisson(mean: options.changesPerDay * Double(site.count)) {
        let page = site[draws.origin.index(below: site.count)]
        changes.append(OriginChange(at: day.at(hour: 24 * draws.origin.unit()), resource: page))
      }
    }
    for release in releases {
      for _ in 0..<draws.origin.poisson(mean: options.releasesPerDay) {
        let instant = day.at(hour: 24 * draws.origin.unit())
        changes += release.map { OriginChange(at: instant, resource: $0) }
      }
    }
    OriginChange.publish(changes, &log)
  }
}
