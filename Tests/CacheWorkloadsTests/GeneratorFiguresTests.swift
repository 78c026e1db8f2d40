internal import SimCore
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
    #expect(abs(sessions - expected) < 5 * expected.squareRoot())
    // σ 0.5: the deviation of a length is 0.53 of its mean. Screens have a shortest time.
    let length = figures.secondsInFront / sessions
    let mean = use.sessionLength.seconds
    #expect(abs(length / mean - 1) < 5 * 0.53 / sessions.squareRoot() + 0.02)
    for (count, share) in [
      (figures.warnings, use.memoryWarnings), (figures.crashesInFront, use.crashes),
      (figures.crashesBehind, use.killedWhileSuspended), (figures.ends, use.endedByUser),
    ] {
      let expected = share * sessions
      #expect(abs(Double(count) - expected) < 5 * expected.squareRoot() + 1)
    }
    let deaths = figures.crashesBehind + figures.crashesInFront + figures.ends
    #expect(abs(figures.launches - deaths - devices) <= devices)
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
    #expect(home > figures.sessions && home < figures.opens.count)
  }

  @Test func checkInsAreUsedAsTheirSettingsSay() throws {
    var options = CheckIns.Options()
    Self.alike(&options.use)
    let figures = try GeneratorFigures(
      CheckIns.self, devices: Self.devices, days: Self.days, options)
    Self.checkUse(figures, options.use)
    let places = Double(figures.opens.count - figures.sessions)
    let expected = places * options.checkIn
    #expect(abs(Double(figures.edits.count) - expected) < 5 * (expected / 2).squareRoot() + 5)
    #expect(figures.edits.allSatisfy { $0.field == .note })
    // Each update changes a place and its list.
    let updates = options.newsPerDay * Double(options.neighbourhoods) * Self.deviceDays
    #expect(abs(Double(figures.updates.count) / 2 - updates) < 5 * updates.squareRoot())
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
    #expect(mornings == Self.devices * Int(Self.days))
    let edits = options.editsPerDay * Self.deviceDays
    #expect(abs(Double(figures.updates.count - mornings) / 2 - edits) < 5 * edits.squareRoot())
    // Lunch and dinner, and little else: 2.5 h of weight 1, 3 h of 0.8, 9.5 h of 0.05.
    let meals = figures.opens.count { open in
      let hour = Double(open.at.nanoseconds % 86_400_000_000_000) / 3.6e12
      return (11...13.7).contains(hour) || (17.5...20.7).contains(hour)
    }
    #expect(abs(Double(meals) / Double(figures.opens.count) - 0.91) < 0.05)
  }

  @Test func postsComeAsOftenAndWhenTheirSettingsSay() throws {
    let options = Timelines.Options()
    let figures = try GeneratorFigures(
      Timelines.self, devices: 10, days: Self.days, options)
    let posts = figures.updates.filter { $0.resource == 0 }.map(\.content.publishedAt)
    let expected = options.postsPerHour * 24 * 100
    #expect(abs(Double(posts.count) - expected) < 5 * expected.squareRoot())
    // The integral of 1 + 0.7·cos 2π(h − 21)/24 over six hours around its top and its bottom.
    for (hours, share) in [(18..<24, 0.4076), (6..<12, 0.0924)] as [(Range<Int64>, Double)] {
      let count = posts.count { hours.contains($0.nanoseconds / 3_600_000_000_000 % 24) }
      let expected = share * Double(posts.count)
      #expect(abs(Double(count) - expected) < 5 * expected.squareRoot())
    }
    let pictures = Double(figures.updates.count { $0.content.kind == .image })
    let withPicture = options.picturesPerPost * Double(posts.count)
    #expect(abs(pictures - withPicture) < 5 * withPicture.squareRoot())
  }

  @Test func articlesAreReadAsOftenAsTheirSettingsSay() throws {
    let options = Articles.Options()
    let figures = try GeneratorFigures(
      Articles.self, devices: Self.devices, days: 30, options)
    let saved = Double(
      figures.updates.count { $0.content.kind == .document && $0.content.version == 1 })
    let expected = options.savedPerDay * 600
    #expect(abs(saved - expected) < 5 * expected.squareRoot())
    let reads = figures.edits.filter { $0.field == .read }
    // The list is the first resource; all else that is opened is an article.
    let articles = figures.opens.filter { $0.resource != 0 }
    var known: Set<[UInt32]> = []
    for open in articles { known.insert([open.device, open.resource]) }
    // Marked at the first reading, unless the app crashed in it.
    #expect(reads.count <= known.count && reads.count > known.count - 20)
    // A tenth of what is read again waits longer than a week, and the last days have no morrow.
    let again = Double(articles.count) / Double(known.count) - 1
    #expect((0.8...1.02).contains(again / options.readAgain))
    let favourites = Double(figures.edits.count - reads.count)
    let liked = options.favourite * Double(articles.count)
    #expect(abs(favourites - liked) < 5 * liked.squareRoot())
  }
}
