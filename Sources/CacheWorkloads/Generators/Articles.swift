internal import SimCore

struct Articles: WorkloadGenerator {
  struct Options: Settings, UseSettings, ResourceCounting {
    var use = AppUseSettings(sessionsPerDay: 3, sessionLength: .minutes(8))
    var savedPerDay = 3.0
    var savedBefore = 20
    var documentBytes = Bytes.kilobytes(18)
    var documentSigma = TextSizes.articleSigma
    var pictures = 5
    var listBytesPerArticle = Bytes(300)
    var listed = 100
    var correctionsPerDay = 0.05
    var readAgain = 0.2
    var favourite = 0.1
    var readingTime = TimeSpan.minutes(3)

    var startingResources: Int { savedBefore * (1 + pictures) }

    static let fields: [Field<Options>] = [
      .use(\.use),
      Field("savedPerDay", \.savedPerDay, in: 0...1_000, assumed: "Articles saved in a day."),
      Field("savedBefore", \.savedBefore, in: 0...10_000, assumed: "Articles at the start."),
      .documentBytes(\.documentBytes),
      .sigma(\.documentSigma, named: "documentSigma", of: "articles", TextSizes.articleSource),
      .pictures(\.pictures),
      .bytes(
        "listBytesPerArticle", \.listBytesPerArticle, upTo: .megabytes(1),
        assumed: "A line of the list."),
      Field("listed", \.listed, in: 1...10_000, "Articles on the list, newest first."),
      Field(
        "correctionsPerDay", \.correctionsPerDay, in: 0...100,
        assumed: "Corrections of an article in a day, on average."),
      Field(
        "readAgain", \.readAgain, in: 0...10,
        assumed: "How often an article is read again: 1.2 opens each, if the scenario is long "
          + "enough."),
      .share("favourite", \.favourite, "Share of reads that end as favourites."),
      Field(
        "readingTime", \.readingTime, in: .seconds(1)...(.hours(5)),
        assumed: "The mean time with an article."),
    ]
  }

  static let name = "articles"
  static let screens = ["list", "article"]
  static let summary =
    "A read-later app: articles saved through the day, read on commutes with tunnels and in the "
    + "evening, marked as read and favoured offline."

  /// 0: lists and documents, validators and no lifetime; 1: pictures, a week and validators.
  static let headers: [CacheHeaders] = [.validated(maxAge: nil), .picture]

  private let options: Options
  private var draws: UserDraws
  private var list: ResourceIndex = 0
  private var saved: [(resource: ResourceIndex, at: Instant)] = []
  private var unread: [Int] = []
  private var again: [(article: Int, due: Instant)] = []

  private static let hoursUntilRead = InverseDistribution(quantiles: RevisitAges.chrome)

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    draws = UserDraws(options.use, sigma: options.documentSigma, seed: seed, device: device)
  }

  mutating func begin(_ log: inout DeviceEventLog) {
    list = log.publish(.model, size: listSize, headers: 0, isList: true, screen: 1, at: .start)
    for _ in 0..<options.savedBefore { save(at: .start, &log) }
  }

  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    let hours = (0..<draws.origin.poisson(mean: options.savedPerDay)).map { _ in
      7 + draws.origin.unit() * 16
    }
    for hour in hours.sorted() { save(at: day.at(hour: hour), &log) }
    // In order of time, as versions are numbered in the order in which they are published.
    let corrections =
      (0..<draws.origin.poisson(mean: options.correctionsPerDay * Double(recent.count)))
      .map { _ in
        let article = saved[recent.lowerBound + draws.origin.index(below: recent.count)]
        return (article: article, at: day.at(hour: draws.origin.unit() * 24))
      }.sorted { $0.at < $1.at }
    for (article, instant) in corrections where instant > article.at {
      log.update(article.resource, at: instant)
    }
    let starts = draws.use.starts(
      day, &draws.user, weight: day.isWeekend ? Self.weekend : Self.weekday)
    for start in starts { readSession(at: start, on: day, &log) }
  }

  private var recent: Range<Int> { max(0, saved.count - options.listed)..<saved.count }
  private var listSize: Bytes {
    Bytes(options.listBytesPerArticle.count * Int64(max(recent.count, 1)))
  }

  private mutating func save(at instant: Instant, _ log: inout DeviceEventLog) {
    let pictures = (0..<options.pictures).map { _ in log.picture(at: instant, &draws.origin) }
    let article = log.publish(
      .document, size: draws.sizes.draw(mean: options.documentBytes), headers: 0, parts: pictures,
      screen: 2, at: instant)
    unread.append(saved.count)
    saved.append((article, instant))
    // Only what is on the list is corrected.
    if recent.lowerBound > 0 { log.finish(saved[recent.lowerBound - 1].resource) }
    log.update(list, size: listSize, at: instant)
  }

  private mutating func readSession(
    at start: Instant, on day: WorkloadDay, _ log: inout DeviceEventLog
  ) {
    var state = self
    draws.use.session(at: start, on: day, &log, &draws.user) { begin, end, log, random in
      var now = begin
      log.view(state.list, from: now, for: .seconds(4))
      now = now + .seconds(4) + AppUse.screenPause
      while end - now > .seconds(20), let article = state.choose(at: now, &random) {
        let mean = state.options.readingTime.seconds
        let wanted = TimeSpan(rounding: 10 + random.exponential(mean: mean))
        let dwell = min(wanted, end - now)
        log.view(article.resource, from: now, for: dwell)
        let last = now + dwell - .milliseconds(500)
        if article.isNew {
          log.add(.edit(Edit(record: article.resource, field: .read, value: 1)), at: last)
        }
        if random.chance(state.options.favourite) {
          log.add(.edit(Edit(record: article.resource, field: .favourite, value: 1)), at: last)
        }
        now = now + dwell + AppUse.screenPause
      }
      return now - AppUse.screenPause
    }
    state.draws = draws
    self = state
  }

  private mutating func choose(
    at instant: Instant, _ random: inout SeededGenerator
  ) -> (resource: ResourceIndex, isNew: Bool)? {
    let chosen: Int
    let isNew: Bool
    if let next = again.firstIndex(where: { $0.due <= instant }) {
      chosen = again.remove(at: next).article
      isNew = false
    } else if let next = unread.lastIndex(where: { saved[$0].at < instant }) {
      chosen = unread.remove(at: next)
      isNew = true
    } else {
      return nil
    }
    // Each reading has a next one with this chance, so that there are 1 + readAgain on average.
    if random.chance(options.readAgain / (1 + options.readAgain)) {
      let hours = Self.hoursUntilRead.draw(&random)
      again.append((chosen, instant + TimeSpan(rounding: hours * 3_600)))
    }
    return (saved[chosen].resource, isNew)
  }

  /// How likely an hour is: the commutes and the evening; assumptions.
  private static func weekday(_ hour: Double) -> Double {
    switch hour {
    case 8..<8.67, 18..<18.67: 1
    case 20..<23: 0.3
    case 7..<20: 0.05
    default: 0
    }
  }

  private static func weekend(_ hour: Double) -> Double {
    switch hour {
    case 9..<12, 20..<23: 0.6
    case 12..<20: 0.2
    default: 0
    }
  }
}
