public import SimCore

/// The workload of one user with one device, generated day by day: what they open and edit, and
/// what the origin publishes meanwhile.
///
/// A generator describes one user; `GeneratedWorkload` is a population. All that is random in it is
/// drawn from generators keyed by seed and device, so that users are independent of each other.
public protocol WorkloadGenerator: Sendable {
  associatedtype Options: Settings
  static var name: String { get }
  static var summary: String { get }
  static var headers: [CacheHeaders] { get }
  /// What its screens are called; contents have their numbers, from 1. By default they are told by
  /// their kinds alone.
  static var screens: [String] { get }

  init(_ options: Options, seed: UInt64, device: UInt32)
  mutating func begin(_ log: inout DeviceEventLog)
  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog)
}

extension WorkloadGenerator {
  public static var headers: [CacheHeaders] { [] }
  public static var screens: [String] { [] }
}

/// Settings that can ask for many resources at the start.
protocol ResourceCounting {
  var startingResources: Int { get }
}

/// Settings that say how often people use the app.
protocol UseSettings {
  var use: AppUseSettings { get set }
}

/// By how much more than others the user of a device uses the app; 1: as the settings say.
package typealias Activity = @Sendable (_ device: UInt32) -> Double

/// A day of the workload; the first one, number 0, is a Monday.
public struct WorkloadDay: Sendable {
  /// Counts from 0.
  public let number: Int

  /// Midnight before it.
  public var start: Instant { .start + .days(Int64(number)) }
  /// Midnight after it.
  public var end: Instant { start + .days(1) }
  /// Saturday or Sunday.
  public var isWeekend: Bool { number % 7 >= 5 }

  /// An hour of it, with its fraction.
  public func at(hour: Double) -> Instant { start + TimeSpan(rounding: hour * 3_600) }
}

/// How often an origin publishes: a Poisson process whose rate swings through the day, by thinning
/// (Lewis, Shedler: Simulation of Nonhomogeneous Poisson Processes by Thinning, 1979).
struct DailyRate: Sendable {
  var perHour: Double
  /// How much the rate swings, 0 to 1.
  var curve: Double
  var peakHour: Double

  /// The hour of a day at which something is published next; nil: not on that day.
  func next(after hour: Double, _ random: inout SeededGenerator) -> Double? {
    let maximum = perHour * (1 + curve)
    guard maximum > 0 else { return nil }
    var hour = hour + random.exponential(mean: 1 / maximum)
    while hour < 24 {
      let turns = (hour - peakHour) / 24
      let rate = perHour * (1 + curve * DeterministicMath.cosine(turns: turns))
      if random.chance(rate / maximum) { return hour }
      hour += random.exponential(mean: 1 / maximum)
    }
    return nil
  }
}

struct GeneratedWorkload<G: WorkloadGenerator>: EventSource {
  private struct User {
    var generator: G
    var log = DeviceEventLog()
  }

  private let options: G.Options
  private let how: WorkloadOpening
  private var device = 0
  private var day = 0
  /// Those whose days have begun: all, or the present one alone.
  private var users: [User?]
  /// Where the day of one of them is made: for each it would take 500 kB in a timeline's.
  private var memory = DeviceEventLog.Memory()

  init(_ options: G.Options, _ how: WorkloadOpening) {
    self.options = options
    self.how = how
    users = Array(repeating: nil, count: how.isInterleaved ? how.devices : 1)
  }

  /// How many resources there may be at the start. Each takes half a kilobyte in each strategy that
  /// is simulated at the time (measured with `check-ins`), so that six of them take 1.5 GB.
  private static var mostResources: Int { 500_000 }

  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    let resources = (options as? any ResourceCounting)?.startingResources ?? 0
    guard resources <= Self.mostResources else {
      throw InputError(
        .malformed, at: "workload '\(G.name)'",
        "its settings ask for \(resources) resources at the start; expected at most "
          + "\(Self.mostResources)")
    }
    let days = Int((how.duration.nanoseconds - 1) / TimeSpan.days(1).nanoseconds) + 1
    while device < how.devices, day < days, block.events.count < EventBlock.capacity {
      generateDay(of: device, into: &block)
      if how.isInterleaved {
        device = (device + 1) % how.devices
        if device == 0 { day += 1 }
      } else {
        day = (day + 1) % days
        if day == 0 { device += 1 }
      }
    }
    return !block.events.isEmpty
  }

  private mutating func generateDay(of device: Int, into block: inout EventBlock) {
    let number = UInt32(device)
    let place = how.isInterleaved ? device : 0
    let isNew = users[place] == nil
    var user =
      users[place]
      ?? User(generator: G(options(of: number), seed: how.seed, device: number))
    users[place] = nil  // The generator changes in place.
    user.log.takeMemory(from: &memory)
    if isNew { user.generator.begin(&user.log) }
    let today = WorkloadDay(number: day)
    let end = Instant.start + how.duration
    user.generator.generate(today, &user.log)
    user.log.emit(before: min(today.end, end), device: number, into: &block)
    user.log.returnMemory(to: &memory)
    if today.end >= end {
      user.log.end(at: end, device: number, into: &block)
    } else {
      users[place] = user
    }
  }
}

extension GeneratedWorkload {
  private func options(of device: UInt32) -> G.Options {
    guard how.activity != nil || how.hasCommonContent, var own = options as? any UseSettings else {
      return options
    }
    if let activity = how.activity { own.use.sessionsPerDay *= activity(device) }
    own.use.hasCommonContent = how.hasCommonContent
    return own as? G.Options ?? options
  }
}

/// Settings that several workloads have.
extension Field {
  typealias Property<Value> = any WritableKeyPath<Group, Value> & Sendable

  init<Value: BoundedSettingValue>(
    _ name: String, _ property: Property<Value>, in range: ClosedRange<Value>,
    assumed summary: String
  ) { self = Field(name, property, in: range, summary).assumed() }

  static func share(
    _ name: String, _ property: Property<Double>, _ summary: String
  ) -> Field { Field(name, property, in: 0...1, summary) }

  static func share(
    _ name: String, _ property: Property<Double>, assumed summary: String
  ) -> Field { Field(name, property, in: 0...1, assumed: summary) }

  static func bytes(
    _ name: String, _ property: Property<Bytes>,
    from least: Bytes = .zero, upTo most: Bytes = .gigabytes(1), _ summary: String
  ) -> Field { Field(name, property, in: least...most, summary) }

  static func bytes(
    _ name: String, _ property: Property<Bytes>,
    from least: Bytes = .zero, upTo most: Bytes = .gigabytes(1), assumed summary: String
  ) -> Field { Field(name, property, in: least...most, assumed: summary) }

  static func zipf(
    _ property: Property<Double>, named name: String = "zipfExponent",
    of what: String
  ) -> Field {
    Field(name, property, in: 0...3, "Zipf exponent of \(what); Breslau et al. 1999.")
  }

  /// - Parameter source: where the default is from; empty: it is none.
  static func sigma(
    _ property: Property<Double>, named name: String = "sigma",
    of what: String, _ source: String = ""
  ) -> Field {
    Field(
      name, property, in: 0...3,
      "How much \(what) differ in size: the log-normal sigma\(source.isEmpty ? "" : "; \(source)")."
    )
  }

  static func documentBytes(_ property: Property<Bytes>) -> Field {
    .bytes(
      "documentBytes", property, "An article's text, by the mean; the Web Almanac's median page.")
  }

  static func pictures(_ property: Property<Int>) -> Field {
    Field("pictures", property, in: 0...100, "Pictures of an article, 59 kB on average.")
  }

  static func use(
    _ property: Property<AppUseSettings>
  ) -> Field { Field("use", property, "How often and for how long people use the app.") }
}

extension AppUseSettings {
  init(sessionsPerDay: Double, sessionLength: TimeSpan? = nil, edits: Bool = true) {
    self.init()
    self.sessionsPerDay = sessionsPerDay
    self.sessionLength = sessionLength ?? self.sessionLength
    self.edits = edits
  }
}

extension CacheHeaders {
  /// A lifetime, an ETag and a Last-Modified, as servers send for files.
  static func validated(maxAge: TimeSpan?) -> CacheHeaders {
    var headers = CacheHeaders()
    headers.maxAge = maxAge
    headers.hasEntityTag = true
    headers.hasLastModified = true
    return headers
  }

  /// Those of pictures: a week and validators; an assumption.
  static let picture = validated(maxAge: .days(7))
}
