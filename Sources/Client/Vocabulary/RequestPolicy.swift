public import HTTPCaching
internal import SimCore

/// What a request asks of an HTTP cache, by the names of `URLRequest.CachePolicy`.
///
/// `useProtocolCachePolicy` follows RFC 9111; the others ask for more or less than it allows.
public enum RequestPolicy: String, SpelledWord {
  /// By RFC 9111: fresh answers are used, stale ones confirmed first.
  case useProtocolCachePolicy
  /// To the origin, whatever is stored; the answer is stored.
  case reloadIgnoringLocalCacheData
  /// The same, and past all caches on the way.
  case reloadIgnoringLocalAndRemoteCacheData
  /// What is stored, of any age, else the origin.
  case returnCacheDataElseLoad
  /// What is stored, of any age, else an error.
  case returnCacheDataDontLoad
  /// What is stored once the origin has confirmed it, even if it is fresh.
  case reloadRevalidatingCacheData

  public static let spellings: [Spelling<RequestPolicy>] = [
    Spelling("Fetch", "default", .useProtocolCachePolicy),
    Spelling("Fetch", "reload", .reloadIgnoringLocalAndRemoteCacheData),
    Spelling("Fetch", "force-cache", .returnCacheDataElseLoad),
    Spelling("Fetch", "only-if-cached", .returnCacheDataDontLoad),
    Spelling("Fetch", "no-cache", .reloadRevalidatingCacheData),
    Spelling("URLRequest", "reloadIgnoringCacheData", .reloadIgnoringLocalCacheData),
    Spelling("workbox", "CacheFirst", .returnCacheDataElseLoad),
    Spelling("workbox", "CacheOnly", .returnCacheDataDontLoad),
    Spelling("Apollo iOS 2", "cacheFirst", .returnCacheDataElseLoad),
    Spelling("Apollo iOS 2", "cacheOnly", .returnCacheDataDontLoad),
    Spelling("Apollo iOS 2", "networkOnly", .reloadIgnoringLocalCacheData),
  ]

  /// The same word of the HTTP cache's engine.
  public var engine: CachePolicy {
    switch self {
    case .useProtocolCachePolicy: .useProtocol
    case .reloadIgnoringLocalCacheData: .reloadIgnoringLocal
    case .reloadIgnoringLocalAndRemoteCacheData: .reloadIgnoringLocalAndRemote
    case .returnCacheDataElseLoad: .storedElseLoad
    case .returnCacheDataDontLoad: .storedOnly
    case .reloadRevalidatingCacheData: .reloadRevalidating
    }
  }
}
