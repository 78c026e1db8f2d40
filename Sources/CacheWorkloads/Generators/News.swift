internal import SimCore

struct News: WorkloadGenerator {
  static let name = "news"
  static let screens = ["front-page", "article"]
  static let summary =
    "A news reader: a front page by importance and novelty with thumbnails, breaking stories that "
    + "change several times, articles with pictures; no edits unless use.edits is true."

  /// 0: front page and articles, a minute and validators; 1: pictures, a week and validators.
  /// Assumptions.
  static let headers: [CacheHeaders] = [.validated(maxAge: .minutes(1)), .picture]

  private struct Story {
    var article: ResourceIndex
    var thumbnail: ResourceIndex
    var pictures: [ResourceIndex]
    var size: Bytes
    var version: UInt32 = 1
    /// Hours from the start until it was news last; below zero before the start.
    var newsHour: Double
    /// Its importance, in hours: by how much later a story of median importance ranks alike.
    var lead: Double
    /// Importance and novelty, which halve alike, so that the order changes with stories only.
    var score: Double { newsHour + lead }
  }

  private struct Revision {
    var at: Instant
    var article: ResourceIndex
    var isNews: Bool
  }

  private struct Headline {
    var article: ResourceIndex
    var version: UInt32
    var newsHour: Double
  }

  private typealias Reading = [ResourceIndex: UInt32]

  private let options: Options
  private var draws: UserDraws
  private let rate: DailyRate
  private let rankWeights: [Double]
  private let halfLife: Double
  private var page: ResourceIndex = 0
  private var front: [Story] = []
  private var revisions: [Revision] = []
  private var left: [(story: Story, at: Instant)] = []
  private var pages: [(at: Instant, headlines: [Headline])] = []
  private var reading: Reading = [:]

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    draws = UserDraws(options.use, sigma: options.documentSigma, seed: seed, device: device)
    rate = DailyRate(
      perHour: options.storiesPerDay / 24, curve: options.dayCurve, peakHour: options.peakHour)
    rankWeights = (1...options.listed).map {
      DeterministicMath.pow(Double($0), -options.rankExponent)
    }
    halfLife = options.noveltyHalfLife.seconds / 3_600
  }

  mutating func begin(_ log: inout DeviceEventLog) {
    page = log.publish(.model, size: Bytes(1), headers: 0, isList: true, screen: 1, at: .start)
    let gap = options.storiesPerDay > 0 ? 24 / options.storiesPerDay : 1
    for number in (0..<options.listed).reversed() {
      publishStory(at: .start, newsHour: -gap * Double(number + 1), &log)
    }
    updatePage(at: .start, &log)
  }

  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    retireStories(before: day, &log)
    pages = [(day.start, headlines)]
    var hour = rate.next(after: 0, &draws.origin)
    while true {
      let story = hour.map { day.at(hour: $0) }
      if let revision = revisions.first, revision.at < min(story ?? day.end, day.end) {
        revisions.removeFirst()
        revise(revision, &log)
      } else if let story, let now = hour {
        let isListed = publishStory(at: story, newsHour: Double(day.number) * 24 + now, &log)
        if isListed { updatePage(at: story, &log) }
        hour = rate.next(after: now, &draws.origin)
      } else {
        break
      }
    }
    let starts = draws.use.starts(day, &draws.user, weight: Self.hours)
    // Out of the generator meanwhile, which is copied for a session.
    var reading = self.reading
    self.reading = [:]
    for start in starts {
      draws.use.session(at: start, on: day, &log, &draws.user) { [self] begin, end, log, random in
        read(from: begin, until: end, &reading, &log, &random)
      }
    }
    self.reading = reading
  }

  /// How likely an hour is: breakfast, noon and the evening; an assumption.
  private static func hours(_ hour: Double) -> Double {
    switch hour {
    case 6.5..<9: 1
    case 12..<13.5: 0.8
    case 18..<22.5: 0.7
    case 9..<24: 0.2
    default: 0
    }
  }
}

extension News {
  private var headlines: [Headline] {
    front.map { Headline(article: $0.article, version: $0.version, newsHour: $0.newsHour) }
  }

  /// Publishes a story, which takes its place on the front page.
  /// - Returns: whether it ranks high enough for one.
  @discardableResult
  private mutating func publishStory(
    at instant: Instant, newsHour: Double, _ log: inout DeviceEventLog
  ) -> Bool {
    let thumbnail = log.publish(
      .avatar, size: options.thumbnailBytes, headers: 1, host: 1, isFinal: true, at: instant)
    let pictures = (0..<options.pictures).map { _ in log.picture(at: instant, &draws.origin) }
    let size = max(draws.sizes.draw(mean: options.documentBytes), Bytes(1))
    let article = log.publish(
      .document, size: size, headers: 0, parts: pictures, screen: 2, at: instant)
    let isBreaking = draws.origin.chance(options.breakingShare)
    if isBreaking { push(article, at: instant, &log) }
    let median = isBreaking ? DeterministicMath.log(options.breakingImportance) : 0
    let importance = median + options.importanceSigma * draws.origin.normal()
    let story = Story(
      article: article, thumbnail: thumbnail, pictures: pictures, size: size, newsHour: newsHour,
      lead: halfLife * importance / DeterministicMath.log(2))
    let mean = isBreaking ? options.breakingUpdates : options.correctionsPerStory
    var at = instant
    for _ in 0..<draws.origin.poisson(mean: mean) {
      at = at + TimeSpan(rounding: draws.origin.exponential(mean: options.updateGap.seconds))
      let revision = Revision(at: at, article: article, isNews: isBreaking)
      revisions.insert(revision, at: revisions.firstIndex { $0.at > at } ?? revisions.endIndex)
    }
    place(story, at: instant, &log)
    return front.contains { $0.article == article }
  }

  /// Puts a story where it ranks; the lowest one leaves a full page, which may be this one.
  private mutating func place(_ story: Story, at instant: Instant, _ log: inout DeviceEventLog) {
    front.insert(story, at: front.firstIndex { $0.score < story.score } ?? front.endIndex)
    guard front.count > options.listed else { return }
    let last = front.removeLast()
    log.finish(last.article)
    left.append((last, instant))
  }

  private mutating func revise(_ revision: Revision, _ log: inout DeviceEventLog) {
    guard let rank = front.firstIndex(where: { $0.article == revision.article }) else { return }
    var story = front.remove(at: rank)
    story.version += 1
    if revision.isNews {
      story.size = story.size + options.updateBytes
      story.newsHour = revision.at.sinceStart.seconds / 3_600
    }
    log.update(story.article, size: story.size, at: revision.at)
    if revision.isNews { push(story.article, at: revision.at, &log) }
    place(story, at: revision.at, &log)
    // A correction changes no headline.
    if revision.isNews {
      updatePage(at: revision.at, &log)
    } else {
      pages.append((revision.at, headlines))
    }
  }

  private func push(_ article: ResourceIndex, at instant: Instant, _ log: inout DeviceEventLog) {
    if options.pushesBreaking, instant > .start { log.add(.push(article), at: instant) }
  }

  private mutating func updatePage(at instant: Instant, _ log: inout DeviceEventLog) {
    let size = Bytes(options.listBytesPerArticle.count * Int64(max(front.count, 1)))
    let items = front.map {
      ListItem(id: $0.article, version: $0.version, size: options.listBytesPerArticle)
    }
    log.update(page, size: size, parts: front.map(\.thumbnail), items: items, at: instant)
    pages.append((instant, headlines))
  }

  /// Retires what left the front page two days ago: a session lasts a day at most, so that none
  /// that saw a story on the page is still going on.
  private mutating func retireStories(before day: WorkloadDay, _ log: inout DeviceEventLog) {
    let old = left.prefix { $0.at + .days(2) < day.start }
    for (story, _) in old {
      for resource in [story.article, story.thumbnail] + story.pictures {
        log.retire(resource, at: day.start)
      }
      reading[story.article] = nil
    }
    left.removeFirst(old.count)
  }
}

extension News {
  private func read(
    from begin: Instant, until end: Instant, _ reading: inout Reading,
    _ log: inout DeviceEventLog, _ random: inout SeededGenerator
  ) -> Instant {
    var now = begin
    repeat {
      let glance = TimeSpan(rounding: 2 + random.exponential(mean: 6))
      var dwell = max(min(glance, end - now), .seconds(1))
      log.view(page, from: now, for: dwell)
      now = now + dwell + AppUse.screenPause
      guard end - now > .seconds(2), let story = choose(at: now, reading, &random) else { break }
      dwell = min(
        TimeSpan(rounding: 5 + random.exponential(mean: options.readingTime.seconds)), end - now)
      log.view(story.article, from: now, for: dwell)
      let last = now + dwell - .milliseconds(500)
      if reading.updateValue(story.version, forKey: story.article) == nil {
        log.add(.edit(Edit(record: story.article, field: .read, value: 1)), at: last)
      }
      if random.chance(options.favourite) {
        log.add(.edit(Edit(record: story.article, field: .favourite, value: 1)), at: last)
      }
      now = now + dwell + AppUse.screenPause
    } while end - now > .seconds(2)
    return now - AppUse.screenPause
  }

  /// A story of the front page that is not read yet, or has changed since: the higher on the page
  /// and the newer, the likelier. - Complexity: O(stories on the page).
  private func choose(
    at instant: Instant, _ reading: Reading, _ random: inout SeededGenerator
  ) -> Headline? {
    let point = random.unit()
    let after = pages.firstIndex { $0.at > instant } ?? pages.endIndex
    let headlines = pages[max(after - 1, 0)].headlines
    let unread = headlines.indices.filter {
      reading[headlines[$0].article] != headlines[$0].version
    }
    // Against the newest one, so that old pages have weights too.
    let newest = unread.map { headlines[$0].newsHour }.max() ?? 0
    let weights = unread.map { rank in
      let age = newest - headlines[rank].newsHour
      let share = reading[headlines[rank].article] == nil ? 1 : options.followed
      return share * rankWeights[rank] * DeterministicMath.pow(2, -age / halfLife)
    }
    var rest = point * weights.reduce(0, +)
    guard rest > 0 || weights.contains(where: { $0 > 0 }) else { return nil }
    for (rank, weight) in zip(unread, weights) {
      if rest < weight { return headlines[rank] }
      rest -= weight
    }
    return unread.last.map { headlines[$0] }
  }
}

extension News {
  struct Options: Settings, UseSettings {
    var use = AppUseSettings(sessionsPerDay: 4, sessionLength: .minutes(3), edits: false)
    var storiesPerDay = 150.0
    var dayCurve = 0.6
    var peakHour = 15.0
    var listed = 40
    var importanceSigma = 1.0
    var noveltyHalfLife = TimeSpan.minutes(69)
    var rankExponent = 0.8
    var breakingShare = 0.03
    var breakingUpdates = 6.0
    var breakingImportance = 20.0
    var updateGap = TimeSpan.minutes(30)
    var correctionsPerStory = 0.2
    var followed = 0.5
    var listBytesPerArticle = Bytes(600)
    var thumbnailBytes = Bytes.kilobytes(15)
    var documentBytes = Bytes.kilobytes(18)
    var documentSigma = TextSizes.articleSigma
    var updateBytes = Bytes.kilobytes(2)
    var pictures = 3
    var readingTime = TimeSpan.seconds(50)
    var favourite = 0.05
    var pushesBreaking = false

    static let fields: [Field<Options>] = [
      .use(\.use),
      Field(
        "storiesPerDay", \.storiesPerDay, in: 0...10_000,
        "Stories published in a day, on average; 150, The New York Times on weekdays (Meyer, \"How "
          + "Many Stories Do Newspapers Publish Per Day?\", The Atlantic, May 2016)."),
      .share("dayCurve", \.dayCurve, assumed: "How much publishing swings through the day."),
      Field("peakHour", \.peakHour, in: 0...24, assumed: "The hour of most stories."),
      Field("listed", \.listed, in: 1...500, assumed: "Stories on the front page."),
      Field(
        "importanceSigma", \.importanceSigma, in: 0...3,
        assumed: "How much stories differ in importance: the log-normal sigma. Votes for stories "
          + "are spread log-normally (Wu, Huberman, PNAS 2007); the value is assumed."),
      Field(
        "noveltyHalfLife", \.noveltyHalfLife, in: .minutes(1)...(.days(30)),
        "The time in which a story's rank and the interest in it halve; 69 min, of stories on "
          + "digg.com (Wu, Huberman, \"Novelty and Collective Attention\", PNAS 2007)."),
      Field(
        "rankExponent", \.rankExponent, in: 0...3,
        assumed: "The rank law: the k-th story of the page is read with a weight of k to the "
          + "power of minus this, times its novelty."),
      .share("breakingShare", \.breakingShare, assumed: "Share of stories that are breaking news."),
      Field(
        "breakingUpdates", \.breakingUpdates, in: 0...100,
        assumed: "New versions of a breaking story, on average; each takes it to the top again."),
      Field(
        "breakingImportance", \.breakingImportance, in: 1...1_000_000,
        assumed: "How many times as important as the median story breaking news are."),
      Field(
        "updateGap", \.updateGap, in: .seconds(10)...(.days(7)),
        assumed: "The mean time between two versions of a story."),
      Field(
        "correctionsPerStory", \.correctionsPerStory, in: 0...100,
        assumed: "Corrections of any other story, on average; they move no rank."),
      .share(
        "followed", \.followed,
        assumed: "The weight of a story that was read and has another version since; 1: as a new "
          + "one."),
      Field(
        "listBytesPerArticle", \.listBytesPerArticle, in: Bytes(1)...(.megabytes(1)),
        assumed: "A story's headline and teaser on the front page, as JSON."),
      .bytes("thumbnailBytes", \.thumbnailBytes, assumed: "A thumbnail of the front page."),
      .documentBytes(\.documentBytes),
      .sigma(\.documentSigma, named: "documentSigma", of: "articles", TextSizes.articleSource),
      .bytes(
        "updateBytes", \.updateBytes, upTo: .megabytes(1),
        assumed: "What a new version of a breaking story adds to its text."),
      .pictures(\.pictures).assumed(),
      Field(
        "readingTime", \.readingTime, in: .seconds(1)...(.hours(5)),
        assumed: "The mean time with an article, beyond its first five seconds."),
      .share(
        "favourite", \.favourite,
        assumed: "Share of reads that end as favourites, where there are edits (use.edits)."),
      Field(
        "pushesBreaking", \.pushesBreaking,
        "Whether the origin pushes breaking stories and their new versions, silently."),
    ]
  }
}
