public import SimCore

/// A short-message client: a home timeline that friends write into, and the friends' own timelines,
/// looked at again and again through the day.
public struct Timelines: WorkloadGenerator {
  /// What a scenario can set.
  public struct Options: Settings, UseSettings, ResourceCounting {
    public var use = AppUseSettings()
    public var friends = 40
    package var popularity = 0.8
    public var postsPerHour = 20.0
    package var dayCurve = 0.7
    package var peakHour = 21.0
    package var postsOnPage = 20
    package var pages = 1
    package var scrolling = 0.4
    package var deleted = 0.0
    package var deletedAfter = TimeSpan.hours(2)
    package var postBytes = Bytes(2_500)
    package var postSigma = TextSizes.itemSigma
    package var avatarBytes = Bytes.kilobytes(4)
    package var avatarChangesPerDay = 0.0
    package var picturesPerPost = 0.3

    var startingResources: Int { friends * (2 + postsOnPage) }

    public init() {}
    public static let fields: [Field<Options>] = [
      .use(\.use),
      Field("friends", \.friends, in: 1...10_000, assumed: "Friends that a user follows."),
      .zipf(\.popularity, of: "friends, in posting and in being looked at"),
      Field(
        "postsPerHour", \.postsPerHour, in: 0...10_000,
        assumed: "New posts of all friends in an hour, on average."),
      .share("dayCurve", \.dayCurve, assumed: "How much posting swings through the day."),
      Field("peakHour", \.peakHour, in: 0...24, assumed: "The hour of most posts."),
      Field("postsOnPage", \.postsOnPage, in: 1...200, "Posts on a timeline's page."),
      Field(
        "pages", \.pages, in: 1...100,
        "Pages of the home timeline, counted from the newest post; each is a resource of its own "
          + "and names the next one."),
      .share(
        "scrolling", \.scrolling,
        assumed: "With several pages: share of looks at a page in which the user scrolls on to "
          + "the next."),
      .share("deletedShare", \.deleted, "Share of posts that are deleted."),
      Field(
        "deletedAfter", \.deletedAfter, in: .seconds(1)...(.days(365)),
        assumed: "The mean time until a post is deleted that is."),
      .bytes(
        "postBytes", \.postBytes, upTo: .megabytes(1),
        "A post as JSON, by the mean; 2446 B in a recorded feed."),
      .sigma(\.postSigma, named: "postSigma", of: "posts", "0.47 in the same feed"),
      .bytes("avatarBytes", \.avatarBytes, assumed: "An author's picture."),
      Field(
        "avatarChangesPerDay", \.avatarChangesPerDay, in: 0...1_000,
        "New versions of each friend's avatar in a day, at the same address; 0: avatars stay as "
          + "they are."),
      .share(
        "picturesPerPost", \.picturesPerPost,
        assumed: "Share of posts with a picture, 59 kB by the Web Almanac."),
    ]
  }

  public static let name = "timelines"
  public static let screens = ["home", "friend"]
  public static let summary =
    "A short-message client: a home timeline with friends' posts, avatars and pictures, friends' "
    + "timelines looked at again, through days of sessions."

  /// 0: timelines, `no-cache, no-store` as Twitter's API says; 1: pictures, a week and validators.
  public static let headers: [CacheHeaders] = {
    var timeline = CacheHeaders()
    timeline.noStore = true
    timeline.noCache = true
    return [timeline, .picture]
  }()

  private struct Post {
    var number: UInt32
    var author: Int
    var picture: ResourceIndex?
    var size: Bytes
  }

  private let options: Options
  private var draws: UserDraws
  private let popularity: Popularity
  private var changes: PartChanges
  private var home: ResourceIndex = 0
  private var timelines: [ResourceIndex] = []
  private var avatars: [ResourceIndex] = []
  private var homePosts: [Post] = []
  private var friendPosts: [[Post]] = []
  private var olderPages: [ResourceIndex] = []
  private var postCount: UInt32 = 0
  private var deletions: [(at: Instant, number: UInt32)] = []
  /// Counts the pages made, and by friend the last one with an avatar: each stands there once.
  private var pageCount = 0
  private var lastPages: [Int] = []
  /// Of the page that is published.
  private var pageParts: [ResourceIndex] = []

  public init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    draws = UserDraws(options.use, sigma: options.postSigma, seed: seed, device: device)
    popularity = Popularity(count: options.friends, exponent: options.popularity)
    changes = PartChanges(seed: seed, device: options.use.contentDevice(of: device))
  }

  public mutating func begin(_ log: inout DeviceEventLog) {
    let page = Bytes(options.postBytes.count * Int64(options.postsOnPage))
    for _ in 1..<options.pages {
      olderPages.append(
        log.publish(
          .model, size: page, headers: 0, next: olderPages.last, screen: 1, at: .start))
    }
    olderPages.reverse()
    home = log.publish(
      .model, size: page, headers: 0, next: olderPages.first, screen: 1, at: .start)
    for _ in 0..<options.friends {
      timelines.append(
        log.publish(.model, size: page, headers: 0, screen: 2, at: .start))
    }
    for _ in 0..<options.friends {
      avatars.append(
        log.publish(.avatar, size: options.avatarBytes, headers: 1, host: 1, at: .start))
    }
    for avatar in avatars { changes.add(avatar, perDay: options.avatarChangesPerDay) }
    friendPosts = Array(repeating: [], count: options.friends)
    lastPages = Array(repeating: 0, count: options.friends)
    // In rounds, so that home begins with posts of many friends.
    for _ in 0..<options.postsOnPage {
      for friend in (0..<options.friends).reversed() {
        record(newPost(by: friend, at: .start, &log))
      }
    }
    for friend in 0..<options.friends {
      update(timelines[friend], to: friendPosts[friend][...], at: .start, &log)
    }
    updateHome(at: .start, &log)
  }

  public mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    publishPosts(of: day, &log)
    OriginChange.publish(changes.draw(on: day), &log)
    let starts = draws.use.starts(day, &draws.user, weight: AppUse.wakingHours)
    for start in starts {
      draws.use.session(at: start, on: day, &log, &draws.user) { [self] begin, end, log, random in
        read(from: begin, until: end, &log, &random)
      }
    }
  }

  private func read(
    from begin: Instant, until end: Instant, _ log: inout DeviceEventLog,
    _ random: inout SeededGenerator
  ) -> Instant {
    var now = begin
    var screen = home
    repeat {
      let wanted = TimeSpan(rounding: 2 + random.exponential(mean: 15))
      let dwell = max(min(wanted, end - now), .seconds(1))
      log.view(screen, from: now, for: dwell)
      if screen == home { scroll(from: now, for: dwell, &log, &random) }
      now = now + dwell + AppUse.screenPause
      let goesHome = screen != home && random.chance(0.5)
      screen = goesHome ? home : timelines[popularity.draw(&random)]
    } while end - now > .seconds(2)
    return now - AppUse.screenPause
  }

  private func scroll(
    from start: Instant, for length: TimeSpan, _ log: inout DeviceEventLog,
    _ random: inout SeededGenerator
  ) {
    for (index, page) in olderPages.enumerated() {
      guard random.chance(options.scrolling) else { return }
      let share = Double(index + 1) / Double(olderPages.count + 1)
      log.add(.need(page), at: start + TimeSpan(rounding: length.seconds * share))
    }
  }
}

extension Timelines {
  private mutating func publishPosts(of day: WorkloadDay, _ log: inout DeviceEventLog) {
    let rate = DailyRate(
      perHour: options.postsPerHour, curve: options.dayCurve, peakHour: options.peakHour)
    var next = rate.next(after: 0, &draws.origin)
    while let hour = next {
      let instant = day.at(hour: hour)
      deletePosts(until: instant, &log)
      let author = popularity.draw(&draws.origin)
      let left = record(newPost(by: author, at: instant, &log))
      updateHome(at: instant, &log)
      update(timelines[author], to: friendPosts[author][...], at: instant, &log)
      for picture in left { log.retire(picture, at: instant) }
      next = rate.next(after: hour, &draws.origin)
    }
    deletePosts(until: day.end - TimeSpan(nanoseconds: 1), &log)
  }

  private mutating func deletePosts(until instant: Instant, _ log: inout DeviceEventLog) {
    while let (at, number) = deletions.first, at <= instant {
      deletions.removeFirst()
      let post = homePosts.first { $0.number == number }
      let author = post?.author ?? friendPosts.firstIndex { $0.contains { $0.number == number } }
      guard let author else { continue }
      let picture = (post ?? friendPosts[author].first { $0.number == number })?.picture
      homePosts.removeAll { $0.number == number }
      friendPosts[author].removeAll { $0.number == number }
      if post != nil { updateHome(at: at, &log) }
      update(timelines[author], to: friendPosts[author][...], at: at, &log)
      if let picture { log.retire(picture, at: at) }
    }
  }

  private mutating func planDeletion(of number: UInt32, at instant: Instant) {
    guard options.deleted > 0, draws.origin.chance(options.deleted) else { return }
    let after = TimeSpan(rounding: draws.origin.exponential(mean: options.deletedAfter.seconds))
    let at = instant + after
    deletions.insert(
      (at, number), at: deletions.firstIndex { $0.at > at } ?? deletions.endIndex)
  }

  private mutating func newPost(
    by author: Int, at instant: Instant, _ log: inout DeviceEventLog
  ) -> Post {
    let hasPicture = draws.origin.chance(options.picturesPerPost)
    let size = BodySize.picture(&draws.origin)
    let text = draws.sizes.draw(mean: options.postBytes)
    let number = postCount
    postCount += 1
    planDeletion(of: number, at: instant)
    guard hasPicture else { return Post(number: number, author: author, picture: nil, size: text) }
    let picture = log.publish(
      .image, size: size, headers: 1, host: 1, isFinal: true, at: instant)
    return Post(number: number, author: author, picture: picture, size: text)
  }

  /// Puts a post on the timelines.
  /// - Returns: the pictures of the posts that are on none any more.
  @discardableResult
  private mutating func record(_ post: Post) -> [ResourceIndex] {
    var left: [ResourceIndex] = []
    homePosts.append(post)
    if homePosts.count > options.postsOnPage * options.pages {
      let oldest = homePosts.removeFirst()
      if let picture = oldest.picture,
        !friendPosts[oldest.author].contains(where: { $0.number == oldest.number })
      {
        left.append(picture)
      }
    }
    friendPosts[post.author].append(post)
    if friendPosts[post.author].count > options.postsOnPage {
      let oldest = friendPosts[post.author].removeFirst()
      if let picture = oldest.picture,
        !homePosts.contains(where: { $0.number == oldest.number })
      {
        left.append(picture)
      }
    }
    return left
  }

  /// Publishes the pages of home as they are now, the first one last: it names the others.
  private mutating func updateHome(at instant: Instant, _ log: inout DeviceEventLog) {
    for (index, page) in olderPages.enumerated().reversed() {
      let newer = (index + 1) * options.postsOnPage
      update(
        page, to: homePosts.dropLast(newer).suffix(options.postsOnPage), at: instant, &log)
    }
    update(home, to: homePosts.suffix(options.postsOnPage), at: instant, &log)
  }

  /// Publishes a page of posts, the newest on top. It needs each author's avatar once, and the
  /// pictures. Half of what the workload takes: one pass, and lists that keep their memory.
  private mutating func update(
    _ page: ResourceIndex, to posts: ArraySlice<Post>, at instant: Instant,
    _ log: inout DeviceEventLog
  ) {
    var size = Bytes.zero
    pageParts.removeAll(keepingCapacity: true)
    pageCount += 1
    for post in posts.reversed() {
      size += post.size
      if lastPages[post.author] != pageCount {
        lastPages[post.author] = pageCount
        pageParts.append(avatars[post.author])
      }
      if let picture = post.picture { pageParts.append(picture) }
    }
    let items = posts.reversed().lazy.map {
      ListItem(id: ListItem.firstWithoutRecord + $0.number, size: $0.size)
    }
    // Two bytes are an empty list.
    log.update(page, size: max(size, Bytes(2)), parts: pageParts, items: items, at: instant)
  }
}
