internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// What the generators' settings say comes true; bounds are five standard errors.
@Suite struct GeneratorFiguresTests {
  private static let devices = 20
  private static let days: Int64 = 10
  private static let deviceDays = 200.0

  /// Users that are all alike, so that means need fewer of them.
  private static func alike(_ use: inout AppUseSettings) {
    use.spread = 0
    use.lengthSpread = 0.5
  }

  private static func checkUse(_ figures: GeneratorFigures, _ use: AppUseSettings) {
    let sessions = Double(figures.sessions)
    let expected = use.sessionsPerDay * deviceDays
    expect(abs(sessions - expected) < 5 * expected.squareRoot())
    // σ 0.5: the deviation of a length is 0.53 of its mean. Screens have a shortest time.
    let length = figures.secondsInFront / sessions
    let mean = use.sessionLength.seconds
    expect(abs(length / mean - 1) < 5 * 0.53 / sessions.squareRoot() + 0.02)
    for (count, share) in [
      (figures.warnings, use.memoryWarnings), (figures.crashesInFront, use.crashes),
      (figures.crashesBehind, use.killedWhileSuspended), (figures.ends, use.endedByUser),
    ] {
      let expected = share * sessions
      expect(abs(Double(count) - expected) < 5 * expected.squareRoot() + 1)
    }
    let deaths = figures.crashesBehind + figures.crashesInFront + figures.ends
    expect(abs(figures.launches - deaths - devices) <= devices)
  }

  @Test func timelinesAreUsedAsTheirSettingsSay() throws {
    var options = Timelines.Options()
    Self.alike(&options.use)
    options.use.crashes = 0.05
    let figures = try GeneratorFigures(
      Timelines.self, devices: Self.devices, days: Self.days, options)
    Self.checkUse(figures, options.use)
    // Home at the beginning of each session, and about every second screen after it.
    let home = figures.opens.count { $0.resource == 0 }
    expect(home > figures.sessions && home < figures.opens.count)
  }

  @Test func checkInsAreUsedAsTheirSettingsSay() throws {
    var options = CheckIns.Options()
    Self.alike(&options.use)
    let figures = try GeneratorFigures(
      CheckIns.self, devices: Self.devices, days: Self.days, options)
    Self.checkUse(figures, options.use)
    let places = Double(figures.opens.count - figures.sessions)
    let expected = places * options.checkIn
    expect(abs(Double(figures.edits.count) - expected) < 5 * (expected / 2).squareRoot() + 5)
    expect(figures.edits.allSatisfy { $0.field == .message })
    // Each update changes a place and its list.
    let updates = options.newsPerDay * Double(options.neighbourhoods) * Self.deviceDays
    expect(abs(Double(figures.updates.count) / 2 - updates) < 5 * updates.squareRoot())
  }

  @Test func menusAreUsedAsTheirSettingsSay() throws {
    var options = Menus.Options()
    Self.alike(&options.use)
    options.use.sessionsPerDay = 4
    let figures = try GeneratorFigures(Menus.self, devices: Self.devices, days: Self.days, options)
    Self.checkUse(figures, options.use)
    let mornings = figures.updates.count {
      ($0.content.publishedAt.nanoseconds / 1_000_000_000) % 86_400 == 5 * 3_600
    }
    expect(mornings, is: Self.devices * Int(Self.days))
    let edits = options.editsPerDay * Self.deviceDays
    expect(abs(Double(figures.updates.count - mornings) / 2 - edits) < 5 * edits.squareRoot())
    // Lunch and dinner, and little else: 2.5 h of weight 1, 3 h of 0.8, 9.5 h of 0.05.
    let meals = figures.opens.count { open in
      let hour = Double(open.at.nanoseconds % 86_400_000_000_000) / 3.6e12
      return (11...13.7).contains(hour) || (17.5...20.7).contains(hour)
    }
    expect(abs(Double(meals) / Double(figures.opens.count) - 0.91) < 0.05)
  }

  @Test func postsComeAsOftenAndWhenTheirSettingsSay() throws {
    let options = Timelines.Options()
    let figures = try GeneratorFigures(
      Timelines.self, devices: 10, days: Self.days, options)
    let posts = figures.updates.filter { $0.resource == 0 }.map(\.content.publishedAt)
    let expected = options.postsPerHour * 24 * 100
    expect(abs(Double(posts.count) - expected) < 5 * expected.squareRoot())
    // The integral of 1 + 0.7·cos 2π(h − 21)/24 over six hours around its top and its bottom.
    for (hours, share) in [(18..<24, 0.4076), (6..<12, 0.0924)] as [(Range<Int64>, Double)] {
      let count = posts.count { hours.contains($0.nanoseconds / 3_600_000_000_000 % 24) }
      let expected = share * Double(posts.count)
      expect(abs(Double(count) - expected) < 5 * expected.squareRoot())
    }
    let pictures = Double(figures.updates.count { $0.content.kind == .image })
    let withPicture = options.picturesPerPost * Double(posts.count)
    expect(abs(pictures - withPicture) < 5 * withPicture.squareRoot())
  }

  @Test func articlesAreReadAsOftenAsTheirSettingsSay() throws {
    let options = Articles.Options()
    let figures = try GeneratorFigures(
      Articles.self, devices: Self.devices, days: 30, options)
    let saved = Double(
      figures.updates.count { $0.content.kind == .document && $0.content.version == 1 })
    let expected = options.savedPerDay * 600
    expect(abs(saved - expected) < 5 * expected.squareRoot())
    let reads = figures.edits.filter { $0.field == .read }
    // The list is the first resource; all else that is opened is an article.
    let articles = figures.opens.filter { $0.resource != 0 }
    var known: Set<[UInt32]> = []
    for open in articles { known.insert([open.device, open.resource]) }
    // Marked at the first reading, unless the app crashed in it.
    expect(reads.count <= known.count && reads.count > known.count - 20)
    // A tenth of what is read again waits longer than a week, and the last days have no morrow.
    let again = Double(articles.count) / Double(known.count) - 1
    expect((0.8...1.02).contains(again / options.readAgain))
    let favourites = Double(figures.edits.count - reads.count)
    let liked = options.favourite * Double(articles.count)
    expect(abs(favourites - liked) < 5 * liked.squareRoot())
  }

  /// Corrections of articles without pictures named places of a table that had become shorter.
  @Test func articlesWithoutPicturesAreCorrectedForYears() throws {
    var options = Articles.Options()
    options.pictures = 0
    options.correctionsPerDay = 2
    let figures = try GeneratorFigures(Articles.self, devices: 1, days: 400, options)
    expect(figures.updates.contains { $0.content.version > 50 })
  }

  @Test func anAppIsUsedAsItsScreensSay() throws {
    var options = OwnApp.Options()
    Self.alike(&options.use)
    var feed = AppScreen()
    feed.name = "feed"
    feed.share = 1
    feed.changesPerDay = 12
    var item = AppScreen()
    item.name = "item"
    item.share = 3
    item.pages = 5
    item.changesPerDay = 0
    var part = AppPart()
    part.count = 2
    var shared = AppPart()
    shared.isShared = true
    item.parts = [part, shared]
    options.screens = [feed, item]
    let figures = try GeneratorFigures(
      OwnApp.self, devices: Self.devices, days: Self.days, options)
    Self.checkUse(figures, options.use)
    expect(figures.edits.isEmpty)
    let changes = 12 * Self.deviceDays
    expect(abs(Double(figures.updates.count) - changes) < 5 * changes.squareRoot())
    // The feed is number 0, the picture that all items share 1; an item comes after its two own.
    expect(Set(figures.opens.map(\.resource)), is: [0, 4, 7, 10, 13, 16])
    // All but the first view of a session: one of four is the feed.
    let others = Double(figures.opens.count - figures.sessions)
    let feeds = Double(figures.opens.count { $0.resource == 0 } - figures.sessions)
    expect(abs(feeds / others - 0.25) < 5 * (0.1875 / others).squareRoot() + 0.01)
    expect(options.headers.count, is: 4)
  }

  /// What a front page leads to, of stories that come an hour apart or never.
  private static func still(_ change: (inout News.Options) -> Void) -> News.Options {
    var options = News.Options()
    alike(&options.use)
    options.storiesPerDay = 0
    options.importanceSigma = 0
    options.breakingShare = 0
    options.correctionsPerStory = 0
    options.pictures = 0
    change(&options)
    return options
  }

  /// The share of devices on which the first story that is read is the newest of the page.
  private static func shareOfNewest(_ options: News.Options) throws -> (Double, count: Double) {
    let figures = try GeneratorFigures(News.self, devices: 1_500, days: 1, options)
    var first: [UInt32: ResourceIndex] = [:]
    for open in figures.opens where open.resource != 0 && first[open.device] == nil {
      first[open.device] = open.resource
    }
    // The page is number 0; then come a thumbnail and an article in turn, the newest last.
    let newest = ResourceIndex(2 * options.listed)
    return (
      Double(first.values.count { $0 == newest }) / Double(first.count), Double(first.count)
    )
  }

  @Test func aStoryIsReadByItsRankAndByItsNovelty() throws {
    // Rank alone: one of 1 + 1/2 + … + 1/40 = 4.2785; the half-life of 30 days is as good as none.
    let byRank = try Self.shareOfNewest(
      Self.still {
        $0.rankExponent = 1
        $0.noveltyHalfLife = .days(30)
      })
    expect(abs(byRank.0 - 1 / 4.25) < 5 * (0.18 / byRank.count).squareRoot())
    // Novelty alone: an hour older is half as likely, so that the newest is every second one.
    let byNovelty = try Self.shareOfNewest(
      Self.still {
        $0.rankExponent = 0
        $0.noveltyHalfLife = .hours(1)
      })
    expect(abs(byNovelty.0 - 0.5) < 5 * (0.25 / byNovelty.count).squareRoot())
    expect(byRank.count > 1_000)
  }

  @Test func breakingStoriesChangeSeveralTimesAndThePageWithThem() throws {
    let days: Int64 = 20
    func figures(breaking: Double) throws -> (pages: Double, stories: Double, again: Double) {
      let options = Self.still {
        $0.storiesPerDay = 10
        $0.breakingShare = breaking
        $0.correctionsPerStory = 2
        $0.breakingUpdates = 6
      }
      let figures = try GeneratorFigures(News.self, devices: 20, days: days, options)
      let articles = figures.updates.filter { $0.content.kind == .document }
      return (
        Double(figures.updates.count { $0.resource == 0 }),
        Double(articles.count { $0.content.version == 1 }),
        Double(articles.count { $0.content.version > 1 })
      )
    }
    // 20 devices; what stands on their first pages changes as well, 40 stories each.
    let breaking = try figures(breaking: 1)
    let expected = 10 * Double(days) * 20
    expect(abs(breaking.stories - expected) < 5 * expected.squareRoot())
    expect(abs(breaking.again / (breaking.stories + 800) - 6) < 0.2)
    expect(breaking.pages, is: breaking.stories + breaking.again)
    // Corrections change an article, and not the page.
    let others = try figures(breaking: 0)
    expect(abs(others.again / (others.stories + 800) - 2) < 0.1)
    expect(others.pages, is: others.stories)
  }

  @Test func newsHasThumbnailsOnThePagePicturesInArticlesAndNoEditsUnlessAskedFor() throws {
    var options = News.Options()
    Self.alike(&options.use)
    var figures = try GeneratorFigures(
      News.self, devices: Self.devices, days: Self.days, options)
    Self.checkUse(figures, options.use)
    expect(figures.edits.isEmpty)
    let stories = figures.updates.count {
      $0.content.kind == .document && $0.content.version == 1
    }
    let expected = options.storiesPerDay * Self.deviceDays
    expect(abs(Double(stories) - expected) < 5 * expected.squareRoot())
    expect(figures.updates.count { $0.content.kind == .avatar }, is: stories)
    expect(figures.updates.count { $0.content.kind == .image }, is: options.pictures * stories)
    for page in figures.updates where page.resource == 0 {
      expect(page.content.isList && page.content.parts.count == UInt32(options.listed))
    }
    options.use.edits = true
    figures = try GeneratorFigures(News.self, devices: Self.devices, days: Self.days, options)
    expect(figures.edits.contains { $0.field == .read })
    expect(figures.edits.contains { $0.field == .favourite })
  }
}

/// What can be counted in a generator's workload.
struct GeneratorFigures {
  private(set) var sessions = 0
  private(set) var launches = 0
  private(set) var secondsInFront = 0.0
  private(set) var opens: [(device: UInt32, resource: ResourceIndex, at: Instant)] = []
  private(set) var edits: [Edit] = []
  private(set) var warnings = 0
  private(set) var crashesInFront = 0
  private(set) var crashesBehind = 0
  private(set) var ends = 0
  /// What is published after the start.
  private(set) var updates: [(resource: ResourceIndex, content: Content)] = []
  private var frontSince: Instant?

  init<G: WorkloadGenerator>(_ generator: G.Type, devices: Int, days: Int64, _ options: G.Options)
    throws
  {
    let source = GeneratedWorkload<G>(options, WorkloadOpening(devices, .days(days), 1))
    for event in try EventStream.over(source).events() { count(event) }
  }

  private mutating func count(_ event: WorkloadEvent) {
    switch event.action {
    case .publish(let resource, let content):
      if event.at > .start { updates.append((resource, content)) }
    case .open(let resource): opens.append((event.device, resource, event.at))
    case .edit(let edit): edits.append(edit)
    case .launch, .foreground:
      sessions += 1
      if case .launch = event.action { launches += 1 }
      frontSince = event.at
    case .background: leaveFront(at: event.at)
    case .crash:
      if frontSince == nil { crashesBehind += 1 } else { crashesInFront += 1 }
      leaveFront(at: event.at)
    case .terminate: ends += 1
    case .memoryWarning: warnings += 1
    case .end: frontSince = nil
    default: break
    }
  }

  private mutating func leaveFront(at instant: Instant) {
    if let frontSince { secondsInFront += (instant - frontSince).seconds }
    frontSince = nil
  }
}
