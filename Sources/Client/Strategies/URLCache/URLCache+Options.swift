internal import HTTPCaching
public import SimCore
internal import Workloads

extension URLCache {
  /// What a scenario can set.
  public struct Options: Settings {
    /// How requests want the cache to be used.
    public var requestPolicy = RequestPolicy.useProtocolCachePolicy
    /// What requests for some kinds of resources want instead.
    public var overrides: [RequestOverride] = []
    /// How long `networkFirst` waits before it shows what is stored.
    public var networkTimeout: TimeSpan?
    /// What an open screen gets to see when an answer comes behind a stored one.
    public var deliver = Delivery.first
    /// Whether answers to `networkOnly` are stored.
    public var storesReloads = true
    /// The most that the memory tier may hold.
    public var memoryCapacity = Bytes.mebibytes(4)
    /// The most that the disk tier may hold.
    public var diskCapacity = Bytes.mebibytes(20)
    /// A disk tier of less holds nothing.
    public var leastDiskCapacity = Bytes.zero
    /// The largest answer that is stored, as a share of the disk tier's capacity.
    public var largestShare = 0.05
    /// The eviction policy of both tiers.
    public var policy = PolicyName("lru")
    /// What leaves when the disk tier has no room for an answer.
    public var whenFull = FullDiskRule.evict
    /// What becomes of answers that name request fields in `Vary`.
    public var vary = VaryRule.chooses
    /// Whether stale answers are asked about, and not just fetched again.
    public var revalidates = true
    /// Whether a confirmation makes a stored answer fresh again.
    public var confirmationRenews = true
    /// Whether `stale-while-revalidate` counts.
    public var staleWhileRevalidate = true
    /// Whether `stale-if-error` counts.
    public var staleIfError = true
    /// Whether a stale answer is shown when the origin cannot be reached.
    public var servesStaleWhenOffline = false
    /// Whether an edit that the origin took removes what is stored of its record.
    public var editsInvalidate = true
    /// What becomes of the answers when the world around the app changes.
    public var housekeeping = Housekeeping()
    /// How the origin is asked.
    public var requests = RequestRules()

    public init() {}
    public static let fields = policyFields + storeFields + protocolFields
  }
}

extension URLCache.Options {
  private static let policyFields: [Field<Self>] = [
    Field(
      "requestPolicy", \.requestPolicy,
      "How requests want the cache to be used. Written as the canonical name whichever library's "
        + "spelling is given."),
    Field(
      "overrides", \.overrides,
      "What requests for some kinds of resources want instead; of two for one kind the last counts."
    ),
    Field(
      "networkTimeout", \.networkTimeout,
      "How long networkFirst waits before it shows what is stored; null: until the fetch fails.",
      check: { $0.map { $0 <= .zero } == true ? "expected more than zero" : nil }),
    Field(
      "deliver", \.deliver,
      "What an open screen gets to see when an answer comes behind a stored one: the first only, "
        + "as HTTP has it, or both."),
    Field(
      "storesReloads", \.storesReloads,
      "Whether answers to networkOnly are stored: URLSession does so, workbox does not."),
  ]

  private static let storeFields: [Field<Self>] = [
    Field(
      "memoryCapacity", \.memoryCapacity,
      "The most that the memory tier may hold; URLCache's documented default."),
    Field(
      "diskCapacity", \.diskCapacity,
      "The most that the disk tier may hold; URLCache's documented default."),
    Field(
      "leastDiskCapacity", \.leastDiskCapacity, "A disk tier of less holds nothing."),
    Field(
      "largestShare", \.largestShare, in: 0...1,
      "The largest answer that is stored, as a share of the disk capacity, or without a disk "
        + "of the memory capacity; 5 % by Apple's documentation."),
    Field("policy", \.policy, "The eviction policy of both tiers."),
    Field(
      "whenFull", \.whenFull,
      "What leaves when the disk tier has no room for an answer: as many as must, by the policy, "
        + "or all at once, from memory as well."),
    Field(
      "housekeeping", \.housekeeping,
      "What becomes of the answers after a logout or a shortage of space; bodies are kept as "
        + "they came, so that an upgrade does not matter."),
  ]

  private static let protocolFields: [Field<Self>] = [
    Field(
      "vary", \.vary,
      "What becomes of answers that name request fields in Vary: these choose among several "
        + "answers (RFC 9111 §4.1), or a URL has one answer whatever was asked, or such answers "
        + "are not stored."),
    Field(
      "revalidates", \.revalidates,
      "Whether stale answers are asked about, and not just fetched again."),
    Field(
      "confirmationRenews", \.confirmationRenews,
      "Whether a confirmation makes a stored answer fresh again (RFC 9111 §4.3.4), or counts for "
        + "the moment only."),
    Field(
      "staleWhileRevalidate", \.staleWhileRevalidate,
      "Whether stale-while-revalidate counts (RFC 5861 §3)."),
    Field("staleIfError", \.staleIfError, "Whether stale-if-error counts (RFC 5861 §4)."),
    Field(
      "servesStaleWhenOffline", \.servesStaleWhenOffline,
      "Whether a stale answer is shown when the origin fails or cannot be reached (RFC 9111 "
        + "§4.2.4 allows it, unless the answer says no-cache or must-revalidate)."),
    Field(
      "editsInvalidate", \.editsInvalidate,
      "Whether an edit that the origin took removes what is stored of its record, whose address it "
        + "was sent to (RFC 9111 §4.4)."),
    Field("requests", \.requests, "How the origin is asked."),
  ]

  /// How the engine differs from others.
  func engineOptions(secondsAtStart: Int64) -> HTTPCacheOptions {
    var engine = HTTPCacheOptions()
    engine.secondsAtStart = secondsAtStart
    engine.servesStaleWhileRevalidating = staleWhileRevalidate
    engine.servesStaleIfError = staleIfError
    engine.servesStaleWhenDisconnected = servesStaleWhenOffline
    engine.selectsByVary = vary == .chooses
    engine.refusesVary = vary == .refused
    engine.ignoresFreshnessOf304 = !confirmationRenews
    let room = usableDisk > .zero ? usableDisk : memoryCapacity
    engine.largestBody = Bytes(rounding: Double(room.count) * largestShare)
    return engine
  }

  /// What the disk tier may hold.
  var usableDisk: Bytes { diskCapacity < leastDiskCapacity ? .zero : diskCapacity }

  /// By kind of resource: how requests for it want the cache to be used.
  var policiesByKind: [RequestPolicy] {
    ResourceKind.allCases.map { kind in
      overrides.last { $0.kind.kind == kind }?.policy ?? requestPolicy
    }
  }
}

/// What leaves when the disk tier has no room for an answer.
public enum FullDiskRule: String, WordSettingValue {
  /// As many answers as must, by the eviction policy.
  case evict
  /// All of them, from memory as well.
  case empty
}

/// What becomes of answers that name request fields in `Vary`.
public enum VaryRule: String, WordSettingValue {
  /// The fields choose among several answers.
  case chooses
  /// A URL has one answer, whatever was asked.
  case ignored
  /// Such answers are not stored.
  case refused
}
