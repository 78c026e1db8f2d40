internal import SimCore

/// Watched times are those of the seven retention curves of the Short Video Streaming challenge
/// (ACM Multimedia 2022, AItransCompetition/Short-Video-Streaming-Challenge, commit 2fba2586):
/// their product-limit estimate, to which a log-normal law was fitted, cut off by the ends of the
/// videos. With 14 s of video it has people watch 51 % of it, and a third of them to the end;
/// TikTok's users watch 45 % (Zannettou et al., CHI 2024).
struct ShortVideos: WorkloadGenerator {
  struct Options: Settings, UseSettings {
    var use = AppUseSettings(sessionsPerDay: 6, sessionLength: .minutes(10), edits: false)
    var length = TimeSpan.seconds(14)
    var lengthSigma = 0.8
    var watched = TimeSpan.milliseconds(5_930)
    var watchedSigma = 1.94
    var bitRate = BitRate(bitsPerSecond: 1_850_000)
    var rateSigma = 0.3
    var head = TimeSpan.seconds(1)
    var segment = TimeSpan.seconds(4)
    var beyond = 10

    static let fields: [Field<Options>] = [
      .use(\.use),
      Field(
        "length", \.length, in: .seconds(1)...(.hours(1)),
        "A video's length, by the median; 14 s (Li et al., NSDI 2023)."),
      Field(
        "lengthSigma", \.lengthSigma, in: 0...3, assumed: "The log-normal sigma of the lengths."),
      Field(
        "watched", \.watched, in: .milliseconds(100)...(.hours(1)),
        "After how long half of the people swipe on from a video that is longer; 5.93 s, fitted to "
          + "the retention curves of the ACM Multimedia challenge of 2022."),
      Field(
        "watchedSigma", \.watchedSigma, in: 0...5,
        "The log-normal sigma of that time; 1.94, of the same curves."),
      Field(
        "bitRate", \.bitRate,
        in: BitRate(bitsPerSecond: 8_000)...BitRate(bitsPerSecond: 100_000_000),
        "The highest rate in which videos are there, by the mean; 1850 kbps, as in the same "
          + "challenge, whose others are 750 and 1200 kbps. What else there is is said by "
          + "media.bitRates of the scenario."),
      Field(
        "rateSigma", \.rateSigma, in: 0...3,
        assumed: "How much videos differ in it: the log-normal sigma."),
      Field(
        "head", \.head, in: .milliseconds(100)...(.minutes(10)),
        "The first segment of a video, without which nothing of it can be shown; 1 s, as the "
          + "challenge's chunks."),
      Field(
        "segment", \.segment, in: .seconds(1)...(.minutes(10)), assumed: "All further segments."),
      Field(
        "beyond", \.beyond, in: 0...100,
        assumed: "How many videos of the feed a session does not come to, and which the next one "
          + "does not have."),
    ]
  }

  static let name = "short-video"
  static let screens = ["video"]
  static let summary =
    "A feed of short videos: each is watched for a while and swiped away for the next."
  static let headers: [CacheHeaders] = [.picture]

  /// No video is shorter or longer, and none is swiped away sooner; assumptions.
  private static let lengths = TimeSpan.seconds(2)...(.minutes(10))
  private static let shortestWatch = TimeSpan.milliseconds(300)

  private struct Video {
    var milliseconds: Int64
    /// Bits per second.
    var rate: Double
    var watched: TimeSpan
  }

  private let options: Options
  private var draws: UserDraws
  private var feed: [ResourceIndex] = []

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    draws = UserDraws(options.use, seed: seed, device: device)
  }

  mutating func begin(_ log: inout DeviceEventLog) {}

  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    var (draws, feed) = (draws, feed)
    for start in draws.use.starts(day, &draws.user, weight: AppUse.wakingHours) {
      var origin = draws.origin
      draws.use.session(at: start, on: day, &log, &draws.user) { begin, end, log, random in
        for resource in feed { log.retire(resource, at: begin) }
        feed = []
        let videos = videos(from: begin, until: end, &random, &origin)
        let mains = publish(videos, at: begin, &feed, &log)
        var now = begin
        for (video, main) in zip(videos, mains).dropLast(options.beyond) {
          log.view(main, from: now, for: video.watched)
          now = now + video.watched + AppUse.screenPause
        }
        return now - AppUse.screenPause
      }
      draws.origin = origin
    }
    (self.draws, self.feed) = (draws, feed)
  }

  /// The videos that a session comes to, and those beyond.
  private func videos(
    from begin: Instant, until end: Instant, _ random: inout SeededGenerator,
    _ origin: inout SeededGenerator
  ) -> [Video] {
    var videos: [Video] = []
    var now = begin
    var beyond = 0
    while beyond < options.beyond || now < end {
      if now >= end { beyond += 1 }
      let drawn = origin.logNormal(median: options.length.seconds, sigma: options.lengthSigma)
      let length = min(
        max(TimeSpan(rounding: drawn), Self.lengths.lowerBound), Self.lengths.upperBound)
      let milliseconds = length.nanoseconds / 1_000_000
      let rate = origin.logNormal(
        mean: Double(options.bitRate.bitsPerSecond), sigma: options.rateSigma)
      let patience = random.logNormal(median: options.watched.seconds, sigma: options.watchedSigma)
      let watched = min(
        max(TimeSpan(rounding: min(patience, 86_400)), Self.shortestWatch),
        .milliseconds(milliseconds))
      videos.append(Video(milliseconds: milliseconds, rate: rate, watched: watched))
      now = now + watched + AppUse.screenPause
    }
    return videos
  }

  /// Publishes a feed, the last video first: each names the next.
  /// - Returns: their first segments, in the order of the feed.
  private func publish(
    _ videos: [Video], at instant: Instant, _ feed: inout [ResourceIndex],
    _ log: inout DeviceEventLog
  ) -> [ResourceIndex] {
    var mains: [ResourceIndex] = []
    for video in videos.reversed() {
      let head = min(options.head.nanoseconds / 1_000_000, video.milliseconds)
      let step = options.segment.nanoseconds / 1_000_000
      let parts = stride(from: head, to: video.milliseconds, by: Int(step)).map { start in
        log.publish(
          segment(of: video, min(step, video.milliseconds - start), at: instant), parts: [],
          isFinal: true, at: instant)
      }
      var main = segment(of: video, head, at: instant)
      main.screen = 1
      main.next = mains.last
      mains.append(log.publish(main, parts: parts, isFinal: true, at: instant))
      feed += parts + [mains[mains.count - 1]]
    }
    return mains.reversed()
  }

  private func segment(of video: Video, _ milliseconds: Int64, at instant: Instant) -> Content {
    let bytes = video.rate / 8 * Double(milliseconds) / 1_000
    var content = Content(
      version: 1, kind: .media, size: max(Bytes(1), Bytes(rounding: bytes)), publishedAt: instant)
    content.playingTime = UInt32(milliseconds)
    return content
  }
}
