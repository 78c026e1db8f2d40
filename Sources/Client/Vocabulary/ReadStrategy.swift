internal import SimCore

/// How a screen's content is read: from what is kept, from the network, or from both.
///
/// The names are those of workbox; what each does is said exactly, since libraries that share a
/// name differ. Sources: the documentation and the code of the libraries named in `spellings`.
public enum ReadStrategy: String, SpelledWord {
  /// What is kept, whatever its age, and no request; without it the network.
  case cacheFirst
  /// The network; when it fails, or does not answer in time, what is kept.
  case networkFirst
  /// What is kept, at once; beside it a request that brings the next version, unless what is kept
  /// is younger than `staleAfter`. Without it the network.
  case staleWhileRevalidate
  /// What is kept and nothing else: the network is never asked, a miss is an error.
  case cacheOnly
  /// The network and nothing else: what is kept is never looked at, a failure is an error.
  case networkOnly
  /// What is kept, once the origin has confirmed it (304), else what the origin sends; a failure is
  /// an error.
  case revalidate

  public static let spellings: [Spelling<ReadStrategy>] =
    workbox + apollo + urlRequest + store + pictures

  private static let workbox: [Spelling<ReadStrategy>] = [
    Spelling("workbox", "CacheFirst", .cacheFirst),
    Spelling("workbox", "NetworkFirst", .networkFirst),
    Spelling(
      "workbox", "StaleWhileRevalidate", .staleWhileRevalidate,
      "asks always: staleAfter 0s; shows the first answer only: deliver first"),
    Spelling("workbox", "CacheOnly", .cacheOnly),
    Spelling("workbox", "NetworkOnly", .networkOnly, "keeps nothing: keeps false"),
  ]
  private static let apollo: [Spelling<ReadStrategy>] = [
    Spelling("Apollo iOS 2", "cacheFirst", .cacheFirst),
    Spelling("Apollo iOS 2", "networkFirst", .networkFirst),
    Spelling(
      "Apollo iOS 2", "cacheAndNetwork", .staleWhileRevalidate,
      "asks always: staleAfter 0s; shows both answers"),
    Spelling("Apollo iOS 2", "cacheOnly", .cacheOnly),
    Spelling("Apollo iOS 2", "networkOnly", .networkOnly),
    Spelling("Apollo iOS 1", "returnCacheDataElseFetch", .cacheFirst),
    Spelling(
      "Apollo iOS 1", "returnCacheDataAndFetch", .staleWhileRevalidate,
      "asks always: staleAfter 0s; shows both answers"),
    Spelling("Apollo iOS 1", "returnCacheDataDontFetch", .cacheOnly),
    Spelling("Apollo iOS 1", "fetchIgnoringCacheData", .networkOnly),
    Spelling(
      "Apollo iOS 1", "fetchIgnoringCacheCompletely", .networkOnly, "keeps nothing: keeps false"),
  ]
  private static let urlRequest: [Spelling<ReadStrategy>] = [
    Spelling("URLRequest", "returnCacheDataElseLoad", .cacheFirst),
    Spelling("URLRequest", "returnCacheDataDontLoad", .cacheOnly),
    Spelling("URLRequest", "reloadIgnoringLocalCacheData", .networkOnly),
    Spelling(
      "URLRequest", "reloadIgnoringLocalAndRemoteCacheData", .networkOnly,
      "no cache between device and origin is simulated, so the same"),
    Spelling("URLRequest", "reloadRevalidatingCacheData", .revalidate),
  ]
  private static let store: [Spelling<ReadStrategy>] = [
    Spelling("Store5", "cached(refresh: false)", .cacheFirst),
    Spelling(
      "Store5", "cached(refresh: true)", .staleWhileRevalidate,
      "asks always: staleAfter 0s; shows both answers"),
    Spelling("Store5", "freshWithFallBackToSourceOfTruth", .networkFirst),
    Spelling("Store5", "fresh", .networkOnly),
    Spelling("Store5", "localOnly", .cacheOnly),
  ]
  private static let pictures: [Spelling<ReadStrategy>] = [
    Spelling("Nuke", "reloadIgnoringCachedData", .networkOnly),
    Spelling("Kingfisher", "onlyFromCache", .cacheOnly),
    Spelling("Kingfisher", "forceRefresh", .networkOnly),
    Spelling(
      "SDWebImage", "refreshCached", .staleWhileRevalidate,
      "asks always, by way of the HTTP cache: staleAfter 0s; shows both answers"),
    Spelling("SDWebImage", "RefreshCached", .staleWhileRevalidate, "the same, in Objective-C"),
    Spelling("SDWebImage", "fromCacheOnly", .cacheOnly),
    Spelling("SDWebImage", "FromCacheOnly", .cacheOnly),
    Spelling("SDWebImage", "fromLoaderOnly", .networkOnly),
    Spelling("SDWebImage", "FromLoaderOnly", .networkOnly),
  ]
}
