public import SimCore

extension MemoryTier {
  /// What a scenario can set.
  public struct Options: Settings {
    /// From which age on a model is fetched again.
    public var staleAfter: TimeSpan? = .minutes(15)
    /// What that age is measured from.
    public var measuredFrom = StalenessClock.fetch
    /// The most that the RAM tier may hold.
    public var capacity = Bytes.megabytes(10)
    /// The most entries that it may hold.
    public var countLimit: Int?
    /// Who says which entry leaves RAM when it is full.
    public var policy = PolicyName("lru")
    /// When what is new in RAM is written to flash.
    public var writes = WriteRule.back
    /// How often unwritten entries are written while the app is in front.
    public var flushInterval: TimeSpan?
    /// What a flush writes.
    public var flushes = FlushRule.unwritten
    /// Whether reading an entry counts for the policy.
    public var readsCount = true
    /// Whether an entry that was read from flash counts for the limits.
    public var countsFlashHits = true
    /// Where archives and pictures lie on flash.
    public var shelf = ModelShelf.Options()

    /// How a screen is read.
    public var read = Reading()
    /// How the origin is asked.
    public var requests = RequestRules()

    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "read", \.read, "How a screen is read: from what is kept, from the network, from both."),
      Field(
        "staleAfter", \.staleAfter,
        "With read staleWhileRevalidate: age from which a model is fetched again behind the "
          + "screen; 0s: always; null: never."
      ).also("staleTime"),
      Field(
        "measuredFrom", \.measuredFrom,
        "What the age is measured from: the fetch, or the last write."),
      Field("capacity", \.capacity, "The most that the RAM tier may hold, in encoded bytes."),
      Field(
        "countLimit", \.countLimit, "The most entries that the RAM tier may hold; null: no limit.",
        check: { $0.map { $0 < 1 } == true ? "expected at least 1" : nil }),
      Field("policy", \.policy, "The eviction policy of the RAM tier."),
      Field(
        "writes", \.writes,
        "When what is new in RAM is written: back, when it leaves RAM or at a flush; through, at "
          + "once."),
      Field(
        "flushInterval", \.flushInterval,
        "How often unwritten entries are written while the app is in front; null: never. Nuke does "
          + "so each second.",
        check: { $0.map { $0 <= .zero } == true ? "expected more than zero" : nil }),
      Field(
        "flushes", \.flushes,
        "What a flush writes: the unwritten entries, or everything in RAM, changed or not."),
      Field("readsCount", \.readsCount, "Whether reading an entry counts for the policy."),
      Field(
        "countsFlashHits", \.countsFlashHits,
        "Whether an entry that was read from flash counts for the limits; one that does not stays "
          + "in RAM until the next flush."),
      Field("shelf", \.shelf, "Where archives and pictures lie on flash."),
      Field("requests", \.requests, "How the origin is asked."),
    ]
    public static let presets = [
      Preset<Options>(
        "mkcache",
        "A textbook author's library as it behaves: ten entries in RAM, the one written longest "
          + "ago leaves; reading does not count, what was read from flash is in RAM beyond the "
          + "limit, and a flush deletes and rewrites everything and empties RAM; stale after 600 s."
      ) { options in
        options.staleAfter = .seconds(600)
        options.measuredFrom = .write
        options.capacity = .unlimited
        options.countLimit = 10
        options.readsCount = false
        options.countsFlashHits = false
        options.flushes = .everything
      }
    ]
  }
}

/// When what is new in RAM is written to flash.
public enum WriteRule: String, WordSettingValue {
  /// When it leaves RAM, or at a flush; what a crash finds unwritten is lost.
  case back
  /// At once.
  case through
}

/// What a flush writes.
public enum FlushRule: String, WordSettingValue {
  /// The entries that lie nowhere else.
  case unwritten
  /// All that is in RAM.
  case everything
}
