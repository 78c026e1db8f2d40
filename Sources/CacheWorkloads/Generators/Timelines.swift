internal import SimCore

/// A short-message client: a home timeline that friends write into, and the friends' own timelines,
/// looked at again and again through the day.
struct Timelines: Generator {
  struct Options: Settings {
    var use = AppUseSettings()
    var friends = 40
    var popularity = 0.8
    var postsPerHour = 20.0
    var dayCurve = 0.7
    var peakHour = 21.0
    var postsOnPage = 20
    var postBytes = Bytes(2_500)
    var avatarBytes = Bytes.kilobytes(4)
    var picturesPerPost = 0.3

    static let fields: [Field<Options>] = [
      Field("use", \.use, "How often and for how long people use the app."),
      Field("friends", \.friends, in: 1...10_000, "Friends a person follows; an assumption."),
      Field(
        "popularity", \.popularity, in: 0...3,
        "Zipf exponent of friends, in posting and in being looked at; Breslau et al. 1999."),
      Field(
        "postsPerHour", \.postsPerHour, in: 0...10_000,
        "New posts of all friends in an hour, on average; an assumption."),
      Field(
        "dayCurve", \.dayCurve, in: 0...1,
        "How much posting swings through the day; an assumption."),
      Field("peakHour", \.peakHour, in: 0...24, "The hour of most posts; an assumption."),
      Field("postsOnPage", \.postsOnPage, in: 1...200, "Posts on a timeline's page."),
      Field(
        "postBytes", \.postBytes, in: .zero...(.megabytes(1)), "A post as JSON; an assumption."),
      Field(
        "avatarBytes", \.avatarBytes, in: .zero...(.gigabytes(1)),
        "An author's picture; an assumption."),
      Field(
        "picturesPerPost", \.picturesPerPost, in: 0...1,
        "Share of posts with a picture, 59 kB by the Web Almanac; an assumption."),
    ]
  }

  static let name = "timelines"
  static let summary =
    "A short-message client: a home timeline with friends' posts, avatars and pictures, friends' "
    + "timelines looked at again, through days of sessions."

  /// 0: timelines, `no-cache, no-store` as Twitter's API says; 1: pictures, a week and validators.
  static let headers: [CacheHeaders] = {
    var timeline = CacheHeaders()
    timeline.noStore = true
    timeline.noCache = true
    var picture = CacheHeaders()
    picture.maxAge = .days(7)
    picture.hasEntityTag = true
    picture.hasLastModified = true
    return [timeline, picture]
  }()

  private struct Post {
    var author: Int
    var picture: ResourceIndex?
  }

  private let options: Options
  private var person: SeededGenerator
  private var world: SeededGenerator
  private var use: AppUse
  private let popularity: Popularity
  private var home: ResourceIndex = 0
  private var timelines: [ResourceIndex] = []
  private var avatars: [ResourceIndex] = []
  /// The newest posts of home, and of each friend; the newest last.
  private var homePosts: [Post] = []
  private var friendPosts: [[Post]] = []
  /// Counts the pages made, and by friend the last one with an avatar: each stands there once.
  private var pageCount = 0
  private var lastPages: [Int] = []

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    person = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 0)
    world = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 1)
    use = AppUse(options.use, &person)
    popularity = Popularity(count: options.friends, exponent: options.popularity)
  }

  mutating func begin(_ diary: inout DeviceDiary) {
    let page = Bytes(options.postBytes.count * Int64(options.postsOnPage))
    home = diary.publish(.model, size: page, headers: 0, at: .start)
    for _ in 0..<options.friends {
      timelines.append(diary.publish(.model, size: page, headers: 0, at: .start))
    }
    for _ in 0..<options.friends {
      avatars.append(
        diary.publish(.avatar, size: options.avatarBytes, headers: 1, host: 1, at: .start))
    }
    friendPosts = Array(repeating: [], count: options.friends)
    lastPages = Array(repeating: 0, count: options.friends)
    // In rounds, so that home begins with posts of many friends.
    for _ in 0..<options.postsOnPage {
      for friend in (0..<options.friends).reversed() {
        note(newPost(by: friend, at: .start, &diary))
      }
    }
    for friend in 0..<options.friends {
      diary.update(timelines[friend], parts: parts(of: friendPosts[friend]), at: .start)
    }
    diary.update(home, parts: parts(of: homePosts), at: .start)
  }

  mutating func live(_ day: Day, _ diary: inout DeviceDiary) {
    publishPosts(of: day, &diary)
    let starts = use.starts(day, &person, weight: AppUse.wakingHours)
    for start in starts {
      use.session(at: start, on: day, &diary, &person) { [self] begin, end, diary, random in
        read(from: begin, until: end, &diary, &random)
      }
    }
  }

  /// Home first, then now and then a friend, and home again.
  private func read(
    from begin: Instant, until end: Instant, _ diary: inout DeviceDiary,
    _ random: inout SeededGenerator
  ) -> Instant {
    var now = begin
    var screen = home
    repeat {
      let wanted = TimeSpan(rounding: 2 + random.exponential(mean: 15))
      let dwell = max(min(wanted, end - now), .seconds(1))
      diary.visit(screen, from: now, for: dwell)
      now = now + dwell + AppUse.gap
      let goesHome = screen != home && random.chance(0.5)
      screen = goesHome ? home : timelines[popularity.draw(&random)]
    } while end - now > .seconds(2)
    return now - AppUse.gap
  }
}

// MARK: - Posts

extension Timelines {
  /// New posts: a Poisson process whose rate swings through the day, by thinning (Lewis, Shedler:
  /// Simulation of Nonhomogeneous Poisson Processes by Thinning, 1979).
  private mutating func publishPosts(of day: Day, _ diary: inout DeviceDiary) {
    let most = options.postsPerHour * (1 + options.dayCurve)
    guard most > 0 else { return }
    var hour = world.exponential(mean: 1 / most)
    while hour < 24 {
      let turns = (hour - options.peakHour) / 24
      let rate =
        options.postsPerHour * (1 + options.dayCurve * DeterministicMath.cosine(turns: turns))
      if world.chance(rate / most) {
        let instant = day.at(hour: hour)
        let author = popularity.draw(&world)
        note(newPost(by: author, at: instant, &diary))
        diary.update(home, parts: parts(of: homePosts), at: instant)
        diary.update(timelines[author], parts: parts(of: friendPosts[author]), at: instant)
      }
      hour += world.exponential(mean: 1 / most)
    }
  }

  private mutating func newPost(
    by author: Int, at instant: Instant, _ diary: inout DeviceDiary
  ) -> Post {
    let hasPicture = world.chance(options.picturesPerPost)
    let size = BodySize.picture(&world)
    guard hasPicture else { return Post(author: author, picture: nil) }
    let picture = diary.publish(
      .image, size: size, headers: 1, host: 1, isFinal: true, at: instant)
    return Post(author: author, picture: picture)
  }

  private mutating func note(_ post: Post) {
    homePosts.append(post)
    if homePosts.count > options.postsOnPage { homePosts.removeFirst() }
    friendPosts[post.author].append(post)
    if friendPosts[post.author].count > options.postsOnPage {
      friendPosts[post.author].removeFirst()
    }
  }

  /// What a page with these posts needs: each author's avatar once, and the pictures.
  private mutating func parts(of posts: [Post]) -> [ResourceIndex] {
    var list: [ResourceIndex] = []
    list.reserveCapacity(2 * posts.count)
    pageCount += 1
    for post in posts.reversed() {
      if lastPages[post.author] != pageCount {
        lastPages[post.author] = pageCount
        list.append(avatars[post.author])
      }
      if let picture = post.picture { list.append(picture) }
    }
    return list
  }
}
