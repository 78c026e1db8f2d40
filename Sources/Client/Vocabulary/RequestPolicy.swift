internal import HTTPCaching
internal import SimCore

/// How a request wants the URL cache to be used: one name for what libraries call differently.
///
/// Other libraries' spellings are read (`spellings`) and written as the canonical name. TanStack
/// Query has no words of this kind: its `staleTime` is an answer's `max-age` here.
public enum RequestPolicy: String, SpelledWord {
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

  public static let spellings: [Spelling<RequestPolicy>] = platform + workbox + apollo + others

  private static let platform: [Spelling<RequestPolicy>] = [
    Spelling("URLRequest", "returnCacheDataElseLoad", .cacheFirst),
    Spelling("URLRequest", "returnCacheDataDontLoad", .cacheOnly),
    Spelling("URLRequest", "reloadIgnoringLocalCacheData", .networkOnly),
    Spelling("URLRequest", "reloadIgnoringCacheData", .networkOnly),
    Spelling(
      "URLRequest", "reloadIgnoringLocalAndRemoteCacheData", .reloadIgnoringLocalAndRemote),
    Spelling("URLRequest", "reloadRevalidatingCacheData", .revalidate),
    Spelling("Fetch", "default", .useProtocolCachePolicy),
    Spelling("Fetch", "reload", .networkOnly),
    Spelling("Fetch", "force-cache", .cacheFirst),
    Spelling("Fetch", "only-if-cached", .cacheOnly),
    Spelling("Fetch", "no-cache", .revalidate),
  ]
  private static let workbox: [Spelling<RequestPolicy>] = [
    Spelling("workbox", "CacheFirst", .cacheFirst),
    Spelling("workbox", "NetworkFirst", .networkFirst),
    Spelling(
      "workbox", "StaleWhileRevalidate", .staleWhileRevalidate,
      "shows the first answer only: deliver first"),
    Spelling("workbox", "CacheOnly", .cacheOnly),
    Spelling("workbox", "NetworkOnly", .networkOnly, "keeps nothing: storesReloads false"),
  ]
  private static let apollo: [Spelling<RequestPolicy>] = [
    Spelling(
      "Apollo iOS 2", "cacheAndNetwork", .staleWhileRevalidate,
      "shows both answers: deliver both"),
    Spelling("Apollo iOS 1", "returnCacheDataElseFetch", .cacheFirst),
    Spelling(
      "Apollo iOS 1", "returnCacheDataAndFetch", .staleWhileRevalidate,
      "shows both answers: deliver both"),
    Spelling("Apollo iOS 1", "returnCacheDataDontFetch", .cacheOnly),
    Spelling("Apollo iOS 1", "fetchIgnoringCacheData", .networkOnly),
    Spelling(
      "Apollo iOS 1", "fetchIgnoringCacheCompletely", .networkOnly,
      "keeps nothing: storesReloads false"),
  ]
  private static let others: [Spelling<RequestPolicy>] = [
    Spelling("Store5", "freshWithFallBackToSourceOfTruth", .networkFirst),
    Spelling("Store5", "fresh", .networkOnly),
    Spelling("Store5", "localOnly", .cacheOnly),
    Spelling("Nuke", "reloadIgnoringCachedData", .networkOnly),
    Spelling("Kingfisher", "forceRefresh", .networkOnly),
    Spelling("Kingfisher", "onlyFromCache", .cacheOnly),
    Spelling("SDWebImage", "fromLoaderOnly", .networkOnly),
    Spelling("SDWebImage", "fromCacheOnly", .cacheOnly),
    Spelling(
      "SDWebImage", "refreshCached", .staleWhileRevalidate, "shows both answers: deliver both"),
  ]

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
