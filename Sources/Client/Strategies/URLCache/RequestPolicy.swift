internal import HTTPCaching
public import SimCore

/// How a request wants the URL cache to be used: one name for what libraries call differently.
///
/// Other libraries' spellings are accepted (`aliases`) and written as the canonical name. TanStack
/// Query has no words of this kind: its `staleTime` is an answer's `max-age` here.
public enum RequestPolicy: String, CaseIterable, Sendable {
  /// By the protocol: what is fresh is used, what is stale is asked about (RFC 9111).
  case useProtocolCachePolicy
  /// What is stored, whatever its age; else the origin.
  case cacheFirst
  /// The origin; what is stored, whatever its age, when it fails or does not answer in time.
  case networkFirst
  /// What is stored is shown at once, and the origin is asked always.
  case staleWhileRevalidate
  /// What is stored, whatever its age; else nothing.
  case cacheOnly
  /// The origin, unasked what is stored; its answer is stored unless `storesReloads` is off.
  case networkOnly
  /// The origin, past the caches on the way; its answer is stored.
  case reloadIgnoringLocalAndRemote
  /// What is stored if the origin confirms it; else what it sends.
  case revalidate

  /// The spellings of URLRequest, the Fetch standard, workbox, Apollo, Store, Nuke, Kingfisher and
  /// SDWebImage that mean the same.
  public var aliases: [String] {
    switch self {
    case .useProtocolCachePolicy: ["default", "protocol"]
    case .cacheFirst:
      ["returnCacheDataElseLoad", "force-cache", "CacheFirst", "returnCacheDataElseFetch"]
    case .networkFirst: ["NetworkFirst", "freshWithFallBackToSourceOfTruth"]
    case .staleWhileRevalidate:
      ["StaleWhileRevalidate", "cacheAndNetwork", "returnCacheDataAndFetch", "RefreshCached"]
    case .cacheOnly:
      [
        "returnCacheDataDontLoad", "only-if-cached", "CacheOnly", "returnCacheDataDontFetch",
        "localOnly", "onlyFromCache", "FromCacheOnly",
      ]
    case .networkOnly:
      [
        "reloadIgnoringLocalCacheData", "reload", "NetworkOnly", "fetchIgnoringCacheData",
        "reloadIgnoringCachedData", "forceRefresh", "FromLoaderOnly", "fresh",
      ]
    case .reloadIgnoringLocalAndRemote:
      ["reloadIgnoringLocalAndRemoteCacheData", "fetchIgnoringCacheCompletely"]
    case .revalidate: ["reloadRevalidatingCacheData", "no-cache"]
    }
  }

  /// What the engine is asked.
  func enginePolicy(storesReloads: Bool) -> CachePolicy {
    switch self {
    case .useProtocolCachePolicy: .useProtocol
    case .cacheFirst, .staleWhileRevalidate: .storedElseLoad
    case .cacheOnly: .storedOnly
    case .networkOnly: storesReloads ? .reloadIgnoringLocal : .noStore
    case .reloadIgnoringLocalAndRemote: .reloadIgnoringLocalAndRemote
    // A condition costs a header; whoever has the content is not sent it again.
    case .networkFirst, .revalidate: .reloadRevalidating
    }
  }

  /// Whether what is stored stands in, whatever its age, when the origin does not answer.
  var fallsBackOnAnything: Bool { self == .networkFirst || self == .staleWhileRevalidate }
}

extension RequestPolicy: SettingValue {
  private static var spellings: [String] { allCases.flatMap { [$0.rawValue] + $0.aliases } }

  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> RequestPolicy? {
    CatalogName.read(json, path: path, "request policy", among: spellings, &problems)
      .flatMap { word in allCases.first { $0.rawValue == word || $0.aliases.contains(word) } }
  }
  public var json: JSON { JSON(.string(rawValue)) }
  public static var schema: JSON { CatalogName.schema(spellings) }
}
