internal import SimCore

/// Each poll is a view of what is polled, up to the next poll: it is asked for as a screen's
/// content is, by the rules of the strategy, and metrics of views are metrics of polls.
struct Polling: WorkloadGenerator {
  struct Options: Settings, ResourceCounting {
    var use = AppUseSettings(sessionsPerDay: 6, sessionLength: .minutes(5), edits: false)
    var isAlwaysOpen = false
    var interval = TimeSpan.milliseconds(2_500)
    var jitter = 0.1
    var resources = 12
    var bytes = Bytes(600)
    var sigma = TextSizes.itemSigma
    var changed = 1.0
    var headers: AppHeaders = {
      var headers = AppHeaders()
      headers.hasEntityTag = false
      return headers
    }()

    var startingResources: Int { resources }

    static let fields: [Field<Options>] = [
      .use(\.use),
      Field(
        "alwaysOpen", \.isAlwaysOpen,
        "Whether the app is in front all the time, as on a wall; then use says nothing."),
      Field(
        "interval", \.interval, in: .milliseconds(250)...(.hours(1)),
        "The time from one poll to the next, of the next resource in turn; by default each of "
          + "twelve is polled every 30 s, as gethomepage's tiles are (rcourtman/Pulse, issue 1478)."
      ),
      .share(
        "jitter", \.jitter,
        "How late a poll is at most, as a share of the interval, evenly; 0.1, the tolerance that "
          + "Apple's documentation of Timer recommends."),
      Field(
        "resources", \.resources, in: 1...10_000,
        assumed: "How many are polled, one after the other."),
      .bytes("bytes", \.bytes, from: Bytes(1), assumed: "An answer, as JSON, by the mean."),
      .sigma(\.sigma, of: "the resources", TextSizes.itemSource),
      .share(
        "changed", \.changed,
        assumed: "Share of polls whose answer is new; 1: live state, which has counters and times "
          + "in it."),
      Field(
        "headers", \.headers,
        "What the origin says about storing answers; by default nothing, not even an ETag, as "
          + "FastAPI and aiohttp answer with JSON unless told otherwise."),
    ]
  }

  static let name = "polling"
  static let screens = ["poll"]
  static let summary =
    "Feeds and dashboards that ask for their state again and again while the app is in front."

  /// When a poll is due, and how late it comes.
  private struct Poll {
    var due = Instant.start
    var delay = TimeSpan.zero

    var at: Instant { due + delay }
  }

  private let options: Options
  private var draws: UserDraws
  private var polled: [ResourceIndex] = []
  private var turn = 0
  /// The next one of an app that is always open.
  private var next = Poll(due: .start + AppUse.screenPause)

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    draws = UserDraws(options.use, sigma: options.sigma, seed: seed, device: device)
  }

  mutating func begin(_ log: inout DeviceEventLog) {
    polled = (0..<options.resources).map { _ in
      log.publish(
        .model, size: draws.sizes.draw(mean: options.bytes), headers: 0, screen: 1, at: .start)
    }
    if options.isAlwaysOpen { log.add(.launch, at: .start) }
  }

  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    var (draws, next) = (draws, next)
    if options.isAlwaysOpen {
      poll(&next, until: day.end, &log, &draws.user, &draws.origin)
    } else {
      for start in draws.use.starts(day, &draws.user, weight: AppUse.wakingHours) {
        var origin = draws.origin
        draws.use.session(at: start, on: day, &log, &draws.user) { begin, end, log, random in
          var first = Poll(due: begin)
          poll(&first, until: end, endsThere: true, &log, &random, &origin)
          return end
        }
        draws.origin = origin
      }
    }
    (self.draws, self.next) = (draws, next)
  }

  /// Makes the polls that come before an end.
  /// - Parameter endsThere: whether the last one's view ends then, and not at the next poll.
  private mutating func poll(
    _ next: inout Poll, until end: Instant, endsThere: Bool = false, _ log: inout DeviceEventLog,
    _ random: inout SeededGenerator, _ origin: inout SeededGenerator
  ) {
    let longestDelay = options.interval.seconds * options.jitter
    while next.at < end {
      let at = next.at
      next = Poll(
        due: next.due + options.interval,
        delay: TimeSpan(rounding: longestDelay * random.unit()))
      let resource = polled[turn]
      turn = (turn + 1) % polled.count
      // Versions of polls that a crash took back may lie ahead.
      if origin.chance(options.changed), let last = log.publishedAt(resource), last < at {
        log.update(resource, at: at)
      }
      log.view(resource, from: at, for: (endsThere ? min(next.at, end) : next.at) - at)
    }
  }
}
