import CacheSimKit

/// A weekly magazine: new articles on Monday morning, one or two of them read each evening.
public struct Magazine: WorkloadGenerator {
  public struct Options: Settings {
    public var articles = 12
    public var articleBytes = Bytes.kilobytes(30)
    public var pictureBytes = Bytes.kilobytes(120)
    public init() {}
    public static let fields: [Field<Options>] = [
      Field("articles", \.articles, in: 1...1_000, "Articles of an issue."),
      Field("articleBytes", \.articleBytes, in: .zero...(.megabytes(10)), "An article's text."),
      Field("pictureBytes", \.pictureBytes, in: .zero...(.megabytes(10)), "Its picture."),
    ]
  }

  public static let name = "magazine"
  public static let summary = "A weekly magazine, read in the evenings."
  public static let headers: [CacheHeaders] = {
    var headers = CacheHeaders()
    headers.maxAge = .days(7)
    headers.hasEntityTag = true
    return [headers]
  }()

  private let options: Options
  private var random: SeededGenerator
  private var issue: [ResourceIndex] = []

  public init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    random = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device))
  }

  public mutating func begin(_ log: inout DeviceEventLog) {}

  public mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    if day.number % 7 == 0 {
      issue = (0..<options.articles).map { _ in
        let picture = log.publish(
          .image, size: options.pictureBytes, headers: 0, isFinal: true, at: day.at(hour: 5))
        return log.publish(
          .document, size: options.articleBytes, headers: 0, parts: [picture], isFinal: true,
          at: day.at(hour: 5))
      }
    }
    var now = day.at(hour: 20 + random.unit())
    log.add(day.number == 0 ? .launch : .foreground, at: now)
    for _ in 0..<(random.chance(0.5) ? 1 : 2) {
      let reading = TimeSpan(rounding: 60 + random.exponential(mean: 120))
      now = now + .seconds(1)
      log.view(issue[random.index(below: issue.count)], from: now, for: reading)
      now = now + reading
    }
    log.add(.background, at: now + .seconds(1))
  }
}
