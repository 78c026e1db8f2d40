public import SimCore

/// How often and for how long a user uses an app, and what happens to its process meanwhile.
public struct AppUseSettings: Settings {
  public var sessionsPerDay = 8.0
  package var spread = 0.5
  public var sessionLength = TimeSpan.milliseconds(71_560)
  package var lengthSpread = 1.0
  package var killedWhileSuspended = 0.15
  package var endedByUser = 0.05
  package var crashes = 0.002
  package var memoryWarnings = 0.05
  package var edits = true
  /// Whether the origin has the same resources for all users; said by the scenario.
  var hasCommonContent = false

  public init() {}
  public static let fields: [Field<AppUseSettings>] = [
    Field(
      "sessionsPerDay", \.sessionsPerDay, in: 0...500,
      assumed: "Sessions of a user in a day, on average over users."),
    Field(
      "rateSigma", \.spread, in: 0...3,
      assumed: "How much users differ: the log-normal sigma of their rates."),
    Field(
      "sessionLength", \.sessionLength, in: .seconds(1)...(.hours(12)),
      "The mean length of a session; 71.56 s by Böhmer et al., MobileHCI 2011."),
    Field(
      "sessionLengthSigma", \.lengthSpread, in: 0...3,
      assumed: "The log-normal sigma of the length."),
    .share(
      "killedWhileSuspended", \.killedWhileSuspended,
      assumed: "Share of pauses in which the system kills the suspended app."),
    .share(
      "endedByUser", \.endedByUser, assumed: "Share of pauses in which the user ends the app."),
    .share("crashes", \.crashes, assumed: "Share of sessions that end with a crash."),
    .share("memoryWarnings", \.memoryWarnings, assumed: "Share of sessions with a memory warning."),
    Field(
      "edits", \.edits,
      "Whether people edit records: mark as read, favour, check in; false: they read alike, and "
        + "edit nothing. Without effect where a workload has no edits."),
  ]
}

extension AppUseSettings {
  /// The device whose draws decide what the origin has for a user.
  func contentDevice(of device: UInt32) -> UInt32 { hasCommonContent ? 0 : device }
}

/// What is drawn of one user with an app and of its origin, each from a stream of its own.
struct UserDraws {
  var user: SeededGenerator
  var origin: SeededGenerator
  var sizes: TextSizes
  var use: AppUse

  /// - Parameter sigma: how much texts differ in size.
  init(_ settings: AppUseSettings, sigma: Double = 0, seed: UInt64, device: UInt32) {
    user = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 0)
    let content = settings.contentDevice(of: device)
    origin = Self.origin(seed: seed, device: content)
    sizes = TextSizes(sigma: sigma, seed: seed, device: content)
    use = AppUse(settings, &user)
  }

  static func origin(seed: UInt64, device: UInt32) -> SeededGenerator {
    SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 1)
  }
}

/// A user's sessions with an app.
public struct AppUse: Sendable {
  private let settings: AppUseSettings
  private let rate: Double
  private var isRunning = false
  private var lastEnd = Instant.start

  /// The pause between two screens of a session: a tap and an animation; an assumption.
  public static let screenPause = TimeSpan.milliseconds(300)
  /// The shortest time away from the app; an assumption.
  private static let shortestPause = TimeSpan.seconds(10)

  /// The longest session, whatever is drawn: a day.
  private static let longest = TimeSpan.days(1)

  /// The sessions of a user whose rate is drawn.
  public init(_ settings: AppUseSettings, _ random: inout SeededGenerator) {
    self.settings = settings
    rate = random.logNormal(mean: settings.sessionsPerDay, sigma: settings.spread)
  }

  /// When sessions of a day begin, by a curve of the day; sorted.
  /// - Parameters:
  ///   - weight: how likely an hour is, from 0 to 1.
  public func starts(
    _ day: WorkloadDay, _ random: inout SeededGenerator, weight: (Double) -> Double
  ) -> [Instant] {
    let hours = (0..<random.poisson(mean: rate)).map { _ in Self.hour(&random, weight: weight) }
    return hours.sorted().map { day.at(hour: $0) }
  }

  /// An hour of the day by a curve, by rejection (von Neumann: Various Techniques Used in
  /// Connection with Random Digits, 1951); a curve that is nowhere likely yields the last try.
  private static func hour(_ random: inout SeededGenerator, weight: (Double) -> Double) -> Double {
    var hour = 0.0
    for _ in 0..<1_000 {
      hour = random.unit() * 24
      if random.chance(weight(hour)) { break }
    }
    return hour
  }

  /// How likely the hours of a waking day are: awake from 7 to 24 h, most in the evening.
  public static func wakingHours(_ hour: Double) -> Double {
    hour < 7 ? 0 : (1 + 0.7 * DeterministicMath.cosine(turns: (hour - 21) / 24)) / 1.7
  }

  /// A session: comes to the front, does what `body` does until its time is over, and leaves.
  ///
  /// `body` gets the instant at which it begins and the instant at which the session is to end, and
  /// returns when it ended; it adds nothing but screens and edits. A session that would have to
  /// wait for the one before until the next day is given up.
  public mutating func session(
    at wanted: Instant, on day: WorkloadDay, _ log: inout DeviceEventLog,
    _ random: inout SeededGenerator,
    body: (Instant, Instant, inout DeviceEventLog, inout SeededGenerator) -> Instant
  ) {
    let start = max(wanted, lastEnd + Self.shortestPause)
    guard start < day.end else { return }
    pause(from: max(lastEnd, day.start), until: start, &log, &random)
    log.add(isRunning ? .foreground : .launch, at: start)
    isRunning = true
    let drawn = random.logNormal(mean: settings.sessionLength.seconds, sigma: settings.lengthSpread)
    let planned = min(max(TimeSpan(rounding: drawn), .seconds(2)), Self.longest)
    let first = start + Self.screenPause
    let mark = log.mark
    let end = body(first, max(first + .seconds(1), start + planned), &log, &random)
    if !settings.edits { log.removeEdits(since: mark) }
    if random.chance(settings.memoryWarnings) {
      let part = TimeSpan(rounding: (end - start).seconds * random.unit())
      log.add(.memoryWarning(.warning), at: start + part)
    }
    if random.chance(settings.crashes) {
      let part = TimeSpan(rounding: (end - start).seconds * random.unit())
      log.remove(after: start + part, since: mark)
      log.add(.crash, at: start + part)
      isRunning = false
      lastEnd = start + part
    } else {
      log.add(.background, at: end + Self.screenPause)
      lastEnd = end + Self.screenPause
    }
  }

  /// What happens to the suspended app until the next session. What is before today is emitted
  /// already, so it happens today.
  private mutating func pause(
    from begin: Instant, until next: Instant, _ log: inout DeviceEventLog,
    _ random: inout SeededGenerator
  ) {
    let draw = random.unit()
    let moment = random.unit()
    guard isRunning else { return }
    let action: Action
    if draw < settings.killedWhileSuspended {
      action = .crash
    } else if draw < settings.killedWhileSuspended + settings.endedByUser {
      action = .terminate
    } else {
      return
    }
    let pause = max((next - begin).seconds, 0)
    log.add(action, at: begin + TimeSpan(rounding: pause * moment))
    isRunning = false
  }
}

enum BodySize {
  /// The median and the 95th percentile of pictures. With them the mean is 59 kB, tail and limit
  /// included: 1054 kB of pictures over 18 requests on the median mobile page (HTTP Archive, Web
  /// Almanac 2024).
  private static let median = 29_490.0
  private static let p95 = 152_765.0
  /// The log-normal sigma of the sizes and the exponent of the tail; assumptions.
  private static let sigma = 1.0
  private static let tail = 1.2
  /// No picture is smaller or larger; assumptions.
  private static let limits = 500.0...2_000_000

  /// A picture: lognormal and, above the 95th percentile, with a Pareto tail.
  static func picture(_ random: inout SeededGenerator) -> Bytes {
    var size = random.logNormal(median: median, sigma: sigma)
    if size > p95 { size = p95 * DeterministicMath.pow(1 - random.unit(), -1 / tail) }
    return Bytes(rounding: min(max(size, limits.lowerBound), limits.upperBound))
  }
}

extension DeviceEventLog {
  mutating func picture(
    host: UInt16 = 1, isFinal: Bool = true, at instant: Instant, _ random: inout SeededGenerator
  ) -> ResourceIndex {
    let size = BodySize.picture(&random)
    return publish(.image, size: size, headers: 1, host: host, isFinal: isFinal, at: instant)
  }
}

/// Sizes of texts that differ from one to the next, log-normally around their mean; drawn apart
/// from all else, so that a spread moves nothing but sizes.
struct TextSizes: Sendable {
  /// The log-normal sigma of one item of a feed as JSON: of 104 posts of a public feed
  /// (reddit, r/all/new, December 2016, recorded by praw-dev/praw; mean 2 446 B).
  static let itemSigma = 0.47
  /// The log-normal sigma of an article: the median over 37 news feeds of the sigma of their items'
  /// texts (test feeds of Ranchero-Software/NetNewsWire).
  static let articleSigma = 0.76

  static let itemSource = "0.47, as the items of a recorded feed"
  static let articleSource = "0.76, the median of 37 news feeds"

  private let sigma: Double
  private var random: SeededGenerator

  init(sigma: Double, seed: UInt64, device: UInt32) {
    self.sigma = sigma
    random = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 2)
  }

  /// The next size; the mean itself with a sigma of 0.
  mutating func draw(mean: Bytes) -> Bytes {
    guard sigma > 0, mean > .zero else { return mean }
    return max(
      Bytes(1), Bytes(rounding: random.logNormal(mean: Double(mean.count), sigma: sigma)))
  }
}

/// A Zipf-like popularity: the k-th of so many has a weight of k to the power of −α.
public struct Popularity: Sendable {
  private var sums: [Double] = []

  /// Makes the popularity of so many things, the most popular first.
  /// - Parameter exponent: α; 0.64 to 0.83 for web clients (Breslau et al., INFOCOM 1999).
  public init(count: Int, exponent: Double) {
    var sum = 0.0
    for rank in 1...max(count, 1) {
      sum += DeterministicMath.pow(Double(rank), -exponent)
      sums.append(sum)
    }
  }

  /// Draws one, 0 for the most popular. - Complexity: O(log count).
  public func draw(_ random: inout SeededGenerator) -> Int {
    let point = random.unit() * (sums.last ?? 1)
    return min(sums.firstSortedIndex { $0 > point }, sums.count - 1)
  }
}
