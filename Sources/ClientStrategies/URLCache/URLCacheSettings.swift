package import CacheWorkloads
package import ClientSimulation
internal import HTTPCaching
internal import Measurement
package import SimCore

extension URLCache {
  /// What a scenario can set.
  package struct Options: Settings {
    /// How requests want the cache to be used.
    package var requestPolicy = RequestPolicy.useProtocolCachePolicy
    /// What requests for some kinds of resources want instead.
    package var overrides: [RequestOverride] = []
    /// How long `networkFirst` waits before it shows what is stored.
    package var networkTimeout: TimeSpan?
    /// What an open screen gets to see when an answer comes behind a stored one.
    package var deliver = Delivery.first
    /// Whether answers to `networkOnly` are stored.
    package var storesReloads = true
    /// The most that the memory tier may hold.
    package var memoryCapacity = Bytes.mebibytes(4)
    /// The most that the disk tier may hold.
    package var diskCapacity = Bytes.mebibytes(20)
    /// A disk tier of less holds nothing.
    package var leastDiskCapacity = Bytes.zero
    /// The largest answer that is stored, as a share of the disk tier's capacity.
    package var largestShare = 0.05
    /// The eviction policy of both tiers.
    package var policy = PolicyName("lru")
    /// What leaves when the disk tier has no space for an answer.
    package var whenFull = FullDiskRule.evict
    /// What becomes of answers that name request fields in `Vary`.
    package var vary = VaryRule.chooses
    /// Whether stale answers are asked about, and not just fetched again.
    package var revalidates = true
    /// Whether a confirmation makes a stored answer fresh again.
    package var confirmationRenews = true
    /// Whether `stale-while-revalidate` counts.
    package var staleWhileRevalidate = true
    /// Whether `stale-if-error` counts.
    package var staleIfError = true
    /// Whether a stale answer is shown when the origin cannot be reached.
    package var servesStaleWhenOffline = false
    /// Whether an edit that the origin took removes what is stored of its record.
    package var editsInvalidate = true
    /// What becomes of the answers when something around the app changes.
    package var maintenance = StorageMaintenance()
    /// How the origin is asked.
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
      "The most that the memory tier may hold; URLCache's documented default."),
    Field(
      "diskCapacity", \.diskCapacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "The most that the disk tier may hold; URLCache's documented default."),
    Field(
      "minimumDiskCapacity", \.leastDiskCapacity, in: .zero...(.gigabytes(1_000_000)),
      "A disk tier of less holds nothing."
    ).formerly("leastDiskCapacity"),
    Field(
      "maximumEntryShare", \.largestShare, in: 0...1,
      "The largest answer that is stored, as a share of the disk capacity, or without a disk "
        + "of the memory capacity; 5 % by Apple's documentation."
    ).formerly("largestShare"),
    Field("policy", \.policy, "The eviction policy of both tiers."),
    Field(
      "whenFull", \.whenFull,
      "What leaves when the disk tier has no space for an answer: as many as must, by the policy, "
        + "or all at once, from memory as well."),
    .maintenance(
      \.maintenance,
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
      "validationFreshens", \.confirmationRenews,
      "Whether a confirmation makes a stored answer fresh again (RFC 9111 §4.3.4), or counts for "
        + "the moment only."
    ).formerly("confirmationRenews"),
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
    .requests(\.requests),
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
    let capacity = usableDisk > .zero ? usableDisk : memoryCapacity
    engine.largestBody = Bytes(rounding: Double(capacity.count) * largestShare)
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
  /// A URL has one answer, whatever was asked.
  case ignored
  /// Such answers are not stored.
  case refused
}

/// What requests for one kind of resource want instead of the rest.
package struct RequestOverride: Settings {
  /// Of which kind the resources are.
  package var kind = KindName(.image)
  /// What requests for them want.
  package var policy = RequestPolicy.useProtocolCachePolicy

  package init() {}
  package static let fields: [Field<RequestOverride>] = [
    Field("kind", \.kind, "Of which kind the resources are.", isRequired: true),
    Field("policy", \.policy, "What requests for them want.", isRequired: true),
  ]
}

extension URLCache.Options {
  /// Caches as they are known to behave.
  package static let presets = [apple, corelibs]

  /// Apple's `URLCache`, fact by fact, each with its source and how sure it is:
  ///
  /// - 4 MiB in memory, 20 MiB on disk: NSURLCache.h; other values were found at run time (Just
  ///   Eat's blog 2021, "URLCache – Default size is not enough"). Medium.
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
  private static let apple = Preset<Self>(
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
    options.vary = .ignored
    options.confirmationRenews = false
    options.staleWhileRevalidate = false
    options.staleIfError = false
    options.servesStaleWhenOffline = false
  }

  /// The `URLCache` of swift-corelibs-foundation, by its source: it never asks whether a stale
  /// answer still holds ("no concept of staleness … unwilling to serve stale"), refuses any `Vary`,
  /// and what was stored first leaves first. Confidence: high. Not modelled: its keys leave the
  /// query out, and simulated resources have none.
  private static let corelibs = Preset<Self>(
    "corelibs",
    "swift-corelibs-foundation's URLCache on Linux: never asks whether a stale answer still holds, "
      + "stores nothing that varies, and what was stored first leaves first."
  ) { options in
    options.policy = PolicyName("fifo")
    options.vary = .refused
    options.revalidates = false
    options.staleWhileRevalidate = false
    options.staleIfError = false
    options.servesStaleWhenOffline = false
  }
}
