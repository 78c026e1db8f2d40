internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
package import DeviceModels
package import HTTPCaching
package import SimCore

extension URLCache {
  /// What a scenario can set.
  package struct Options: Settings {
    package var requestPolicy = RequestPolicy.useProtocolCachePolicy
    package var overrides: [RequestOverride] = []
    package var networkTimeout: TimeSpan?
    package var deliver = Delivery.first
    package var storesReloads = true
    package var memoryCapacity: Bytes?
    package var diskCapacity: Bytes?
    package var leastDiskCapacity = Bytes.zero
    package var largestShare: Double?
    package var policy = PolicyName("lru")
    package var engine: FlashEngineName = "rows-and-files"
    package var whenFull = FullDiskRule.evict
    package var profile = HTTPProfile.rfc9111
    package var vary: VaryRule?
    package var revalidates: Bool?
    package var confirmationRenews: Bool?
    package var staleWhileRevalidate: Bool?
    package var staleIfError: Bool?
    package var servesStaleWhenOffline = false
    package var editsInvalidate = true
    package var partitioned = false
    package var otherSites = OtherSites()
    package var maintenance = StorageMaintenance()
    package var requests = RequestSettings()

    package init() {}
    package static let fields = policyFields + storeFields + protocolFields
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
      "networkTimeout", \.networkTimeout, in: .milliseconds(1)...(.days(365)),
      "How long networkFirst waits before it shows what is stored; null: until the fetch fails."),
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
      "memoryCapacity", \.memoryCapacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "The most that the memory tier may hold; null: by the profile, for rfc9111 URLCache's "
        + "documented 4 MiB."),
    Field(
      "diskCapacity", \.diskCapacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "The most that the disk tier may hold; null: by the profile, for rfc9111 URLCache's "
        + "documented 20 MiB."),
    Field(
      "minimumDiskCapacity", \.leastDiskCapacity, in: .zero...(.gigabytes(1_000_000)),
      "A disk tier of less holds nothing."),
    Field(
      "maximumEntryShare", \.largestShare, in: 0...1,
      "The largest answer that is stored, as a share of the disk capacity, or without a disk "
        + "of the memory capacity; null: by the profile, for rfc9111 Apple's documented 5 %."
    ),
    Field("policy", \.policy, "The eviction policy of both tiers."),
    Field(
      "engine", \.engine,
      "How the disk tier lays answers down: rows and files, the same with Apple's three tables "
        + "(cfurl-cache), or a journal and two files each as OkHttp's does, which writes when it "
        + "reads."),
    Field(
      "whenFull", \.whenFull,
      "What leaves when the disk tier has no space for an answer: as many as must, by the policy, "
        + "or all at once, from memory as well."),
    Field(
      "partitioned", \.partitioned,
      "Whether an answer is found only under the top-level site that it was fetched for, which is "
        + "the host of the open screen's main resource: browsers do so since 2013 (Safari) and "
        + "2020 (Chrome); an app's own cache does not."),
    Field(
      "otherSites", \.otherSites,
      "What else is stored in the same cache, as a browser's is filled by all sites that its user "
        + "goes to; nothing unless said, as an app has its cache for itself."),
    .maintenance(
      \.maintenance,
      "What becomes of the answers after a logout or a shortage of space; bodies are kept as "
        + "they came, so that an upgrade does not matter."),
  ]

  private static let protocolFields: [Field<Self>] = [
    Field(
      "profile", \.profile,
      "Which HTTP client's cache it is: the rules by which it stores, uses and validates answers, "
        + "and how much it stores; settings that are not null take the place of single ones."),
    Field(
      "vary", \.vary,
      "What becomes of answers that name request fields in Vary: these choose among several "
        + "answers (RFC 9111 §4.1), or a URL has one answer that is checked against them, or one "
        + "answer whatever was asked, or such answers are not stored; null: by the profile."),
    Field(
      "revalidates", \.revalidates,
      "Whether stale answers are asked about, and not just fetched again; null: by the profile."),
    Field(
      "validationFreshens", \.confirmationRenews,
      "Whether a confirmation makes a stored answer fresh again (RFC 9111 §4.3.4), or counts for "
        + "the moment only; null: by the profile."
    ),
    Field(
      "staleWhileRevalidate", \.staleWhileRevalidate,
      "Whether stale-while-revalidate counts (RFC 5861 §3); null: by the profile."),
    Field(
      "staleIfError", \.staleIfError,
      "Whether stale-if-error counts (RFC 5861 §4); null: by the profile."),
    Field(
      "servesStaleWhenOffline", \.servesStaleWhenOffline,
      "Whether a stale answer is shown when the origin fails or cannot be reached (RFC 9111 "
        + "§4.2.4 allows it, unless the answer says no-cache or must-revalidate)."),
    Field(
      "editsInvalidate", \.editsInvalidate,
      "Whether an edit that the origin took removes what is stored of its record, whose address it "
        + "was sent to (RFC 9111 §4.4)."),
    .requests(\.requests),
  ]

  func engineOptions(secondsAtStart: Int64) -> HTTPCacheOptions {
    var engine = HTTPCacheOptions(profile)
    engine.secondsAtStart = secondsAtStart
    engine.switches = switches
    engine.servesStaleWhenDisconnected = servesStaleWhenOffline
    engine.largestBody = largestAnswer
    return engine
  }

  var largestAnswer: Bytes {
    let capacity = usableDisk > .zero ? usableDisk : memoryLimit
    let share = largestShare ?? profile.limits.largestShare
    return share < 1 ? Bytes(rounding: Double(capacity.count) * share) : capacity
  }

  /// What the client's cache does: its profile's switches, and the settings in their place.
  var switches: HTTPSwitches {
    var switches = profile.switches
    if let vary { switches.variants = vary.variants }
    if revalidates == false { switches.validators = .none }
    if revalidates == true, switches.validators == .none {
      switches.validators = .tagAndLastModified
    }
    if let confirmationRenews { switches.confirmationRenews = confirmationRenews }
    if let staleWhileRevalidate { switches.staleWhileRevalidate = staleWhileRevalidate }
    if let staleIfError { switches.staleIfError = staleIfError ? .served : .ignored }
    return switches
  }

  var memoryLimit: Bytes { memoryCapacity ?? profile.limits.memory }

  var usableDisk: Bytes {
    let capacity = diskCapacity ?? profile.limits.disk
    return capacity < leastDiskCapacity ? .zero : capacity
  }

  /// By kind of resource: how requests for it want the cache to be used.
  var policiesByKind: [RequestPolicy] {
    ResourceKind.allCases.map { kind in overrides.last { $0.kind == kind }?.policy ?? requestPolicy
    }
  }
}

/// What leaves when the disk tier has no space for an answer.
package enum FullDiskRule: String, WordSettingValue {
  /// As many answers as must, by the eviction policy.
  case evict
  /// All of them, from memory as well.
  case empty
}

/// What becomes of answers that name request fields in `Vary`.
package enum VaryRule: String, WordSettingValue {
  /// The fields choose among several answers.
  case chooses
  /// A URL has one answer, for requests with the same fields.
  case one
  /// A URL has one answer, whatever was asked.
  case ignored
  /// Such answers are not stored.
  case refused

  fileprivate var variants: HTTPSwitches.Variants {
    switch self {
    case .chooses: .several
    case .one: .one
    case .ignored: .ignored
    case .refused: .refused
    }
  }
}

/// What requests for one kind of resource want instead of the rest.
package struct RequestOverride: Settings {
  package var kind = ResourceKind.image
  package var policy = RequestPolicy.useProtocolCachePolicy

  package init() {}
  package static let fields: [Field<RequestOverride>] = [
    Field("kind", \.kind, "Of which kind the resources are.", isRequired: true),
    Field("policy", \.policy, "What requests for them want.", isRequired: true),
  ]
}

extension URLCache.Options {
  package static let presets = Preset<Self>.bundled(for: "url-cache")
}
