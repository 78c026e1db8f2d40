package import CacheWorkloads
package import DeviceModels
internal import HTTPCaching
public import SimCore

/// What a scenario says of everything outside the strategy: the same for every strategy.
package struct SimulationPlan: Sendable {
  /// The seed of the network's conditions and of the origin's failures.
  package var seed: UInt64
  /// The profiles that `network` events index; the first holds until the first such event.
  package var profiles: [NetworkProfile]
  /// The headers that contents index.
  package var headers: [CacheHeaders]
  /// Whether networks and servers vary as they were measured.
  package var variance: Variance
  /// How connections are made and used.
  package var network: NetworkSettings
  /// The phone.
  package var device: DeviceSettings
  /// What the origin does.
  package var origin: OriginSettings
  /// How many users share a device.
  package var users: Int
  /// For how long a user looks at a blank screen before giving up; nil: for ever.
  package var patience: TimeSpan?
  /// The devices whose trace has the detail that `explain` needs; all else of a run is the same.
  package var detailedDevices: Set<UInt32> = []
  /// When measuring begins; what happens before it is the warm-up.
  package var measuredFrom = Instant.start
  /// Seconds since 1970 at `Instant.start`, as servers write them; 1 January 2026 where nothing was
  /// recorded.
  package var secondsAtStart = HTTPCacheOptions().secondsAtStart

  /// Makes a plan.
  package init(
    seed: UInt64, profiles: [NetworkProfile], headers: [CacheHeaders],
    variance: Variance = .none, network: NetworkSettings = NetworkSettings(),
    device: DeviceSettings = DeviceSettings(),
    origin: OriginSettings = OriginSettings(), users: Int = 1, patience: TimeSpan? = nil
  ) {
    precondition(
      !profiles.isEmpty && !headers.isEmpty, "a simulation has a network profile and headers")
    self.seed = seed
    self.profiles = profiles
    self.headers = headers
    self.variance = variance
    self.network = network
    self.device = device
    self.origin = origin
    self.users = users
    self.patience = patience
  }
}

/// What the origin does with a request.
public struct OriginSettings: Settings {
  /// Mean time from request to answer at the origin.
  public var thinkTime = TimeSpan.milliseconds(30)
  /// The standard deviation of that time's logarithm, where servers vary.
  public var thinkTimeSigma = 0.95
  /// Other mean times for kinds of resources.
  package var thinkTimes: [KindThinkTime] = []
  /// Share of requests that it answers with 503.
  public var failureRate = 0.0
  /// What an edit weighs on its way to the origin.
  public var editBytes = Bytes(500)
  /// What it does when an edit meets a change that its maker had not seen.
  public var conflicts = ConflictPolicy.lastReceivedWins
  /// Whether it knows an edit again by its key when it comes a second time.
  public var usesIdempotencyKeys = true
  /// How much the devices' clocks are ahead of the origin's.
  public var clockSkew = TimeSpan.zero
  /// What a line of the list of records weighs.
  public var manifestLineBytes = Bytes(40)

  public init() {}
  public static let fields: [Field<OriginSettings>] = [
    Field(
      "thinkTime", \.thinkTime, in: .zero...(.hours(1)),
      "Mean time from request to answer at the origin; 30 ms as in Lantern's ConnectionPool."),
    Field(
      "thinkTimeSigma", \.thinkTimeSigma, in: 0...5,
      "The standard deviation of that time's logarithm, unless variance is none; 0.95, fitted to "
        + "the waits of page loads on 4G and 5G in the USA, December 2020."),
    Field(
      "thinkTimes", \.thinkTimes, "Other mean times for kinds of resources; by default none.",
      check: { times in
        Set(times.map(\.kind.kind)).count == times.count ? nil : "a kind stands twice"
      }),
    Field(
      "failureRate", \.failureRate, in: 0...1,
      "Share of requests answered with 503."
    ).assumed(),
    Field(
      "editBytes", \.editBytes, in: .zero...(.megabytes(100)),
      "Bytes of one edit on its way to the origin."
    ).assumed(),
    Field(
      "conflicts", \.conflicts,
      "What it does when an edit meets a change that its maker had not seen."),
    Field(
      "idempotencyKeys", \.usesIdempotencyKeys,
      "Whether edits carry idempotency keys, by which the origin recognises one sent twice."
    ).formerly("knowsEditsAgain"),
    Field(
      "clockSkew", \.clockSkew, in: .zero...(.days(365)),
      "How much the device's clock is ahead of the others'; matters where the last made wins."),
    Field(
      "manifestLineBytes", \.manifestLineBytes, in: .zero...(.megabytes(1)),
      "Bytes of one line of the list of changed records."
    ).assumed(),
  ]
}

extension OriginSettings {
  /// The mean time for an answer of a kind; nil: it is no resource.
  func meanThinkTime(for kind: ResourceKind?) -> TimeSpan {
    thinkTimes.first { $0.kind.kind == kind }?.thinkTime ?? thinkTime
  }
}

/// The origin's time for one kind of resource.
package struct KindThinkTime: Settings {
  /// Of which kind the resources are.
  package var kind = KindName(.image)
  /// The mean time.
  package var thinkTime = TimeSpan.milliseconds(30)

  package init() {}
  package static let fields: [Field<KindThinkTime>] = [
    Field("kind", \.kind, "Of which kind the resources are.", isRequired: true),
    Field(
      "thinkTime", \.thinkTime, in: .zero...(.hours(1)), "The mean time."),
  ]
}

/// The phone that the app runs on.
public struct DeviceSettings: Settings {
  /// How long the app may work after it left the front.
  public var backgroundTime = TimeSpan.seconds(5)
  /// How long a background fetch may last.
  public var backgroundFetchBudget = TimeSpan.seconds(30)
  /// Memory, its limit and its levels.
  package var memory = MemoryModel()
  /// Flash and the file system on it.
  package var flash = FlashSettings()
  /// The radios that its links go over.
  package var radio = RadioSettings()
  /// The flash below the file system: its wear and what else writes to it.
  package var wear = FlashWearSettings()
  /// How much slower than the machine that the codecs were measured on.
  public var processorScale = 4.0
  /// The share of encoding and decoding that the main thread does.
  public var mainThreadShare = 1.0
  /// How often the screen is drawn.
  public var framesPerSecond = 60
  /// Bytes of memory that a picture takes for each byte of its file.
  public var decodedImageFactor = 10.0

  public init() {}
  public static let fields: [Field<DeviceSettings>] = [
    Field(
      "backgroundTime", \.backgroundTime, in: .zero...(.hours(1)),
      "How long the app may work after it left the front; 5 s by Apple's documentation."),
    Field(
      "backgroundFetchBudget", \.backgroundFetchBudget, in: .zero...(.hours(1)),
      "How long a background fetch may last; 30 s."
    ).assumed(),
    Field("memory", \.memory, "Memory, its limit and its levels."),
    Field("flash", \.flash, "Flash and the file system on it."),
    Field("radio", \.radio, "The radios that its links go over."),
    Field(
      "wear", \.wear, "The flash below the file system: its wear and what else writes to it."),
    Field(
      "processorScale", \.processorScale, in: 0...1_000,
      "How much slower than the machine on which the codecs were measured; 4 as Lighthouse's "
        + "mobile slowdown."),
    Field(
      "mainThreadShare", \.mainThreadShare, in: 0...1,
      "The share of encoding and decoding models that the main thread does, dropping frames; all "
        + "of it, as the textbook's code."
    ).assumed(),
    Field(
      "framesPerSecond", \.framesPerSecond, in: 1...1_000, "How often the screen is drawn; 60 Hz."),
    Field(
      "decodedImageFactor", \.decodedImageFactor, in: 1...1_000,
      "Bytes of memory that a decoded picture takes for each byte of its file."
    ).assumed(),
  ]
}
