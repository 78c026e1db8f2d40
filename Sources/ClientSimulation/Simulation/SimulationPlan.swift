package import CacheMetrics
package import CacheWorkloads
package import DeviceModels
package import HTTPCaching
package import SimCore

/// What a scenario says of everything outside the strategy: the same for every strategy.
package struct SimulationPlan: Sendable {
  /// The seed of the network's conditions and of the origin's failures.
  package var seed: UInt64
  /// The profiles that `network` events index; the first holds until the first such event.
  package var profiles: [NetworkProfile]
  package var headers: [CacheHeaders]
  package var variance: Variance
  package var network: NetworkSettings
  package var device: DeviceSettings
  package var origin: OriginSettings
  /// How many devices there are; matters where they have something in common.
  package var devices = 1
  /// Those among them that have no event.
  package var idleDevices: [Int] = []
  /// How many of them, one after the other, are one person's.
  package var devicesOfPerson = 1
  /// How many users share a device.
  package var users: Int
  /// How many rows of a screen are in view at once; nil: all are.
  package var rowsInView: Int?
  package var media = MediaSettings()
  /// For how long a user looks at a blank screen before giving up, by the median; nil: for ever.
  package var patience: TimeSpan?
  package var reactions: ReactionSettings
  package var shared: SharedSettings
  /// What a device has of its own where people differ: its phone, and the networks that its events
  /// index, all of which are there; nil: all devices have the same.
  package var own:
    (@Sendable (_ device: UInt32) -> (device: DeviceSettings, profiles: [NetworkProfile]))?
  /// The devices whose trace has the detail that `explain` needs; all else of a run is the same.
  package var detailedDevices: Set<UInt32> = []
  /// When measuring begins; what happens before it is the warm-up.
  package var measuredFrom = Instant.start
  /// Seconds since 1970 at `Instant.start`, as servers write them; 1 January 2026 where nothing was
  /// recorded.
  package var secondsAtStart = HTTPCacheOptions().secondsAtStart

  package var requests = RecordedRequests()
  /// From when on screens are come to otherwise than by a link, and how; nil: never.
  package var navigation: (from: Instant, by: PageNavigation)?
  /// Where a device's resources come from, as far as the workload says it.
  package var origins: @Sendable (_ device: UInt32) -> ResourceOrigins = { _ in ResourceOrigins() }
  /// What the screens of the workload are called.
  package var screens = ScreenNames()

  package init(
    seed: UInt64, profiles: [NetworkProfile], headers: [CacheHeaders],
    variance: Variance = .none, network: NetworkSettings = NetworkSettings(),
    device: DeviceSettings = DeviceSettings(),
    origin: OriginSettings = OriginSettings(), users: Int = 1, patience: TimeSpan? = nil,
    reactions: ReactionSettings = .none, shared: SharedSettings = SharedSettings()
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
    self.reactions = reactions
    self.shared = shared
  }

  /// The plan of one device.
  package func of(_ number: UInt32) -> SimulationPlan {
    guard let own else { return self }
    var plan = self
    (plan.device, plan.profiles) = own(number)
    return plan
  }
}

/// What the origin does with a request.
package struct OriginSettings: Settings {
  package var thinkTime = TimeSpan.milliseconds(30)
  package var thinkTimeSigma = 0.95
  package var thinkTimes: [KindThinkTime] = []
  package var addresses: [KindAddress] = []
  package var textCompression = 0.28
  package var pictures = PictureVariants()
  package var failureRate = 0.0
  package var editBytes = Bytes(500)
  package var conflicts = ConflictPolicy.lastReceivedWins
  package var usesIdempotencyKeys = true
  package var clockSkew = TimeSpan.zero
  package var manifestLineBytes = Bytes(40)
  package var lists = ListSettings()
  package var content = OriginContent.personal
  package var pushSpread = TimeSpan.zero
  package var capacity: OriginCapacity?
  package var prices: OriginPrices?
  package var edge: EdgeSettings?

  package init() {}
  package static let fields: [Field<OriginSettings>] = [
    Field(
      "thinkTime", \.thinkTime, in: .zero...(.hours(1)),
      "Mean time from request to answer at the origin; 30 ms as in Lantern's ConnectionPool."
    ).plausible("10ms", to: "600ms", "beyond 600 ms Lighthouse's server-response-time fails"),
    Field(
      "thinkTimeSigma", \.thinkTimeSigma, in: 0...5,
      "The standard deviation of that time's logarithm, unless variance is none; 0.95, fitted to "
        + "the waits of page loads on 4G and 5G in the USA, December 2020."),
    Field(
      "thinkTimes", \.thinkTimes, "Other mean times for kinds of resources; by default none.",
      check: { times in
        Set(times.map(\.kind)).count == times.count ? nil : "a kind stands twice"
      }),
    Field(
      "addresses", \.addresses,
      "The paths at which cachesim serve has kinds of resources, and drive names them; what has an "
        + "address in the workload, in a capture or a story, keeps it. By default /KIND/NUMBER."),
    Field(
      "textCompression", \.textCompression, in: 0.01...1,
      "Bytes on the way for each byte of text (models, documents, style sheets and scripts), which "
        + "travels compressed; 0.28, between JSON's 0.27 and scripts' 0.29 in 148 compressed "
        + "answers of six captures of web pages, of which all together have 0.245. Pictures travel "
        + "as they are, and so does what a trace has the travelled size of; 1: nothing is "
        + "compressed."
    ).plausible(0.2, to: 1, "from short posts in JSON to an origin that compresses nothing"),
    Field("pictures", \.pictures, "In which form pictures are sent and shown."),
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
    ),
    Field(
      "clockSkew", \.clockSkew, in: .zero...(.days(365)),
      "How much the device's clock is ahead of the others', of a person with several that of the "
        + "first; matters where the last made wins."),
    Field(
      "manifestLineBytes", \.manifestLineBytes, in: .zero...(.megabytes(1)),
      "Bytes of one line of the list of changed records."
    ).assumed(),
    Field("lists", \.lists, "What it offers of lists: whole, by page, what has changed."),
    Field(
      "content", \.content,
      "Whether each user has resources of their own, or all have the same, as the readers of a "
        + "newspaper; then all that it publishes, and what it pushes, is at the same instant for "
        + "all. Of generated workloads."),
    Field(
      "pushSpread", \.pushSpread, in: .zero...(.days(1)),
      "Over how long it spreads a silent push to all devices: each is sent it at an instant of its "
        + "own, drawn evenly; 0s: all at once."),
    Field(
      "capacity", \.capacity,
      "How many requests it works on at once, and what happens to further ones; null: it is never "
        + "busy, so that devices are independent."),
    Field(
      "prices", \.prices,
      "What it is paid for, from which its cost follows; {} for the defaults, null: none is told."),
    Field(
      "edge", \.edge,
      "The caches between the devices and it, for GETs of resources; null: there are none."),
  ]

  /// Whether devices have something in common, so that they run on one clock.
  package var isShared: Bool { capacity != nil || edge != nil }
}

/// For whom an origin has resources.
package enum OriginContent: String, WordSettingValue {
  case personal
  case common
}

extension OriginSettings {
  /// The mean time for an answer with a content; nil: it is no resource.
  package func meanThinkTime(for content: Content?) -> TimeSpan {
    content?.serverTime ?? thinkTimes.first { $0.kind == content?.kind }?.thinkTime
      ?? thinkTime
  }

  /// The standard deviation of that time's logarithm: a recorded time has none.
  package func thinkTimeSigma(for content: Content?) -> Double {
    content?.serverTime == nil ? thinkTimeSigma : 0
  }

  /// What a body weighs on its way to the client.
  /// - Parameter delta: what is sent of a list instead of all of it; nil: all is sent.
  package func wireSize(of content: Content, delta: Bytes? = nil) -> Bytes {
    if let recorded = content.wireSize, delta == nil { return recorded }
    let size = delta ?? content.size
    guard content.isCompressible, textCompression < 1 else { return size }
    switch content.kind {
    case .model, .document, .support:
      return max(Bytes(1), Bytes(rounding: Double(size.count) * textCompression))
    case .image, .avatar, .other, .media: return size
    }
  }

  func manifestSize(lines count: Int) -> Bytes { Bytes(manifestLineBytes.count * Int64(count)) }
}

/// The origin's time for one kind of resource.
package struct KindThinkTime: Settings {
  package var kind = ResourceKind.image
  package var thinkTime = TimeSpan.milliseconds(30)

  package init() {}
  package static let fields: [Field<KindThinkTime>] = [
    Field("kind", \.kind, "Of which kind the resources are.", isRequired: true),
    Field(
      "thinkTime", \.thinkTime, in: .zero...(.hours(1)), "The mean time."),
  ]
}

/// The addresses of a kind of resources on an origin that is served; a simulation needs none.
package struct KindAddress: Settings {
  package var kind = ResourceKind.model
  package var path = ""

  package static let place = "{number}"

  package init() {}
  package static let fields: [Field<KindAddress>] = [
    Field("kind", \.kind, "Of which kind the resources are.", isRequired: true),
    Field(
      "path", \.path,
      "The path, with {number} in the place of the resource's number: /api/items?page={number}.",
      isRequired: true,
      check: { path in
        path.hasPrefix("/") && path.contains(place) && !path.contains("#")
          ? nil : "expected a path with {number}, such as /api/items?page={number}"
      }),
  ]
}

/// What the strategies of a scenario share, unless the settings of one say otherwise: so that they
/// are compared, and not their codecs or folders.
package struct SharedSettings: Settings {
  package var codec = Codecs.json
  package var engine: FlashEngineName?
  package var mediaCapacity = Bytes.megabytes(50)
  package var directory: Directory?

  package init() {}
  package static let fields: [Field<SharedSettings>] = [
    Field("codec", \.codec, "How models are encoded on flash."),
    Field(
      "engine", \.engine,
      "How models are laid down on flash; null: archives as files, records in SQLite with a "
        + "write-ahead log."
    ).plausible(
      // One that holds all in memory is none for models.
      among: FlashEngines.all.map(\.type).filter { $0 != MemoryMappedLog.self }.map {
        JSON($0.name)
      }, "an app lays models down in any of them"),
    Field(
      "mediaCapacity", \.mediaCapacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "The most that the pictures of a strategy may take on flash; pre-cache keeps all."),
    Field(
      "directory", \.directory,
      "Where files lie; null: caches, and for records that are wanted offline documents."),
  ]
}
