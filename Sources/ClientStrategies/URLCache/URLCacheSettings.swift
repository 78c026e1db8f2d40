package import CacheWorkloads
package import ClientSimulation
package import DeviceModels
package import HTTPCaching
internal import Measurement
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
      "A disk tier of less holds nothing."
    ),
    Field(
      "maximumEntryShare", \.largestShare, in: 0...1,
      "The largest answer that is stored, as a share of the disk capacity, or without a disk "
        + "of the memory capacity; null: by the profile, for rfc9111 Apple's documented 5 %."
    ),
    Field("policy", \.policy, "The eviction policy of both tiers."),
    Field(
      "engine", \.engine,
      "How the disk tier lays answers down: rows and files as Apple's does, or a journal and two "
        + "files each as OkHttp's does, which writes when it reads."),
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
    ResourceKind.allCases.map { kind in
      overrides.last { $0.kind.kind == kind }?.policy ?? requestPolicy
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
  package var kind = KindName(.image)
  package var policy = RequestPolicy.useProtocolCachePolicy

  package init() {}
  package static let fields: [Field<RequestOverride>] = [
    Field("kind", \.kind, "Of which kind the resources are.", isRequired: true),
    Field("policy", \.policy, "What requests for them want.", isRequired: true),
  ]
}

extension URLCache.Options {
  package static let presets = [apple, corelibs, urlCacheShared, alamofire, okhttp]

  /// Apple's `URLCache`, fact by fact, each with its source and how sure it is:
  ///
  /// - 4 MiB in memory, 20 MiB on disk: NSURLCache.h. At run time a shared cache has less: the
  ///   preset `urlcache-shared`. Medium.
  /// - No answer larger than 5 % of the disk, or of memory without a disk, uncompressed:
  ///   documentation of `urlSession(_:dataTask:willCacheResponse:completionHandler:)`, measured by
  ///   Just Eat. High. It names 200 to 299 too, which are all that an origin here sends to store.
  /// - One answer a URL, whatever `Vary` says: the database's unique `request_key`; mzsanford.com
  ///   2013; openradar 12410553. Medium.
  /// - A full disk is emptied at once, at the time of storing: zhuk.fi, "Subclassing URLCache";
  ///   Apple's forums, thread 724332 (iOS 16). Medium.
  /// - A disk of less than 5 MB holds nothing: Apple's forums, thread 751827; airsource.co.uk 2014.
  ///   Medium.
  /// - Memory is lost with the process and on a memory warning, the disk stays: documentation of
  ///   `URLCache`; stackoverflow 46120309. High.
  /// - Rows of a database, large bodies in files beside it: qiita eab6d12b6ca1f228659b;
  ///   petersteinberger.com 2012. High; the limit of 16 KiB between them is an assumption.
  /// - Stale answers are asked about by a conditional GET, and a 304 is shown as 200: stackoverflow
  ///   72995149; Orange ods-ios 648; the documentation says HEAD. High.
  /// - The lifetime in a 304 does not reach what is stored: openradar 32270378; rover-ios 102.
  ///   Medium.
  /// - Without a lifetime a tenth of `Date` − `Last-Modified` is fresh: Safari's published results
  ///   of cache-tests; RevenueCat purchases-ios 2668. Medium.
  /// - Neither `stale-while-revalidate` nor `stale-if-error`: no evidence in URLSession; Safari's
  ///   results of cache-tests. Medium.
  ///
  /// Not modelled: writes to disk some time after the answer, and the 1 to 2 MB by which a usage
  /// may overshoot.
  static let apple = Preset<Self>(
    "apple",
    "Apple's URLCache as far as it is known: 5 % rule, one answer a URL whatever Vary says, a full "
      + "disk is emptied at once, less than 5 MB of disk hold nothing, a 304 renews nothing, no "
      + "stale-while-revalidate and no stale-if-error."
  ) { options in
    options.memoryCapacity = .mebibytes(4)
    options.diskCapacity = .mebibytes(20)
    options.leastDiskCapacity = .megabytes(5)
    options.largestShare = 0.05
    options.whenFull = .empty
    options.profile = .apple
    options.servesStaleWhenOffline = false
  }

  /// The `URLCache` of swift-corelibs-foundation as it is: URLSession asks it for each request and
  /// gives it nothing to store (Swift 6.3.1 on Linux; 679 of 679 requests of a capture reached the
  /// origin, and a subclass that logs was never filled). Confidence: measured. Answers that an app
  /// stores by hand are served, for any query of the URL and whatever their size; simulated apps
  /// store none.
  private static let corelibs = Preset<Self>(
    "corelibs",
    "swift-corelibs-foundation's URLCache on Linux: URLSession asks it and never fills it, so that "
      + "every request is sent (measured). Answers that an app stores by hand are served."
  ) { options in
    options.policy = PolicyName("fifo")
    options.profile = .urlSession
    options.servesStaleWhenOffline = false
  }

  /// `URLCache.shared` with the sizes that an iPhone tells at run time, by the rules of `apple`.
  /// The header and swift-corelibs-foundation (Sources/FoundationNetworking/URLCache.swift:208-226
  /// at 761b621d) have 4 MiB and 20 MiB, as `apple` has. Confidence: medium.
  static let urlCacheShared = Preset<Self>(
    "urlcache-shared",
    "URLCache.shared as URLSession.shared uses it: 512 kB in memory and 10 MB on disk, as an "
      + "iPhone and its simulator said in 2025, so that no answer above 500 kB is stored; the "
      + "rules are those of the preset apple (assumed).",
    of: ShippedLibrary(
      "nextcloud/talk-ios", on: .apple, version: "pull request 2115 (2025-06-05)",
      sources: ["https://github.com/nextcloud/talk-ios/pull/2115"], .assumed)
  ) { setSharedSizes(&$0) }

  private static func setSharedSizes(_ options: inout Self) {
    options = apple.values
    options.memoryCapacity = .kilobytes(512)
    options.diskCapacity = .megabytes(10)
  }

  private static let alamofire = Preset<Self>(
    "alamofire",
    "Alamofire: no cache of its own, URLSessionConfiguration.default with URLCache.shared, as in "
      + "urlcache-shared.",
    of: ShippedLibrary(
      "Alamofire/Alamofire", on: .apple, version: "issue 2109",
      sources: ["https://github.com/Alamofire/Alamofire/issues/2109"], .assumed)
  ) { setSharedSizes(&$0) }

  /// OkHttp with a `Cache`; without one, which is its default, nothing is stored.
  ///
  /// - Two files an entry and a journal, rewritten whole once 2,000 lines are redundant: the
  ///   storage engine `journaled-file-pairs`.
  /// - Least recently used by bytes; no memory tier, and no limit for one answer but the cache's.
  /// - The rules of the profile `okhttp`.
  /// - 50 MiB: the app's choice; assumed, as the example of OkHttp's documentation is recalled.
  static let okhttp = Preset<Self>(
    "okhttp",
    "OkHttp with a Cache, which is off by default: on disk only, two files an answer and a journal "
      + "with a line for each hit; 50 MiB, which the app says (assumed); by the profile okhttp.",
    of: ShippedLibrary(
      "square/okhttp", on: .android, version: "1682d9bac8c03dffde2969b0b74d47649d0dbb52",
      sources: [
        "okhttp/src/commonJvmAndroid/kotlin/okhttp3/Cache.kt",
        "okhttp/src/commonJvmAndroid/kotlin/okhttp3/internal/cache/CacheStrategy.kt",
        "okhttp/src/commonJvmAndroid/kotlin/okhttp3/internal/cache/DiskLruCache.kt",
      ], .read,
      notModelled: [
        "time-outs of 10 s for connecting, reading and writing", "5 requests at once to a host",
      ])
  ) { options in
    options.profile = .okhttp
    options.memoryCapacity = .zero
    options.diskCapacity = .mebibytes(50)
    options.largestShare = 1
    options.engine = "journaled-file-pairs"
    options.servesStaleWhenOffline = false
  }
}
