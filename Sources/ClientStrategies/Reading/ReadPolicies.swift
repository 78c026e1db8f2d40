internal import HTTPCaching
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

  package static let spellings = rows.map { row in
    Spelling(row.library, row.text, row.word, row.note?.text)
  }

  /// The words of all libraries, in the order in which tables show them.
  fileprivate static let rows = workbox + apollo + urlRequest + store + pictures

  private static let workbox: [LibraryWord] = [
    LibraryWord("workbox", "CacheFirst", .cacheFirst),
    LibraryWord("workbox", "NetworkFirst", .networkFirst),
    LibraryWord(
      "workbox", "StaleWhileRevalidate", .staleWhileRevalidate, .asksAlways(showsBoth: false)),
    LibraryWord("workbox", "CacheOnly", .cacheOnly),
    LibraryWord("workbox", "NetworkOnly", .networkOnly, .storesNothing),
  ]
  private static let apollo: [LibraryWord] = [
    LibraryWord("Apollo iOS 2", "cacheFirst", .cacheFirst),
    LibraryWord("Apollo iOS 2", "networkFirst", .networkFirst),
    LibraryWord(
      "Apollo iOS 2", "cacheAndNetwork", .staleWhileRevalidate, .asksAlways(showsBoth: true)),
    LibraryWord("Apollo iOS 2", "cacheOnly", .cacheOnly),
    LibraryWord("Apollo iOS 2", "networkOnly", .networkOnly),
    LibraryWord("Apollo iOS 1", "returnCacheDataElseFetch", .cacheFirst),
    LibraryWord(
      "Apollo iOS 1", "returnCacheDataAndFetch", .staleWhileRevalidate,
      .asksAlways(showsBoth: true)),
    LibraryWord("Apollo iOS 1", "returnCacheDataDontFetch", .cacheOnly),
    LibraryWord("Apollo iOS 1", "fetchIgnoringCacheData", .networkOnly),
    LibraryWord("Apollo iOS 1", "fetchIgnoringCacheCompletely", .networkOnly, .storesNothing),
  ]
  private static let urlRequest: [LibraryWord] = [
    LibraryWord("URLRequest", "returnCacheDataElseLoad", .cacheFirst),
    LibraryWord("URLRequest", "returnCacheDataDontLoad", .cacheOnly),
    LibraryWord("URLRequest", "reloadIgnoringLocalCacheData", .networkOnly),
    LibraryWord(
      "URLRequest", "reloadIgnoringLocalAndRemoteCacheData", .networkOnly, .noCacheBetween),
    LibraryWord("URLRequest", "reloadRevalidatingCacheData", .revalidate),
  ]
  private static let store: [LibraryWord] = [
    LibraryWord("Store5", "cached(refresh: false)", .cacheFirst),
    LibraryWord(
      "Store5", "cached(refresh: true)", .staleWhileRevalidate, .asksAlways(showsBoth: true)),
    LibraryWord("Store5", "freshWithFallBackToSourceOfTruth", .networkFirst),
    LibraryWord("Store5", "fresh", .networkOnly),
    LibraryWord("Store5", "localOnly", .cacheOnly),
  ]
  private static let pictures: [LibraryWord] = [
    LibraryWord("Nuke", "reloadIgnoringCachedData", .networkOnly),
    LibraryWord("Kingfisher", "onlyFromCache", .cacheOnly),
    LibraryWord("Kingfisher", "forceRefresh", .networkOnly),
    LibraryWord("SDWebImage", "refreshCached", .staleWhileRevalidate, .asksAlwaysThroughHTTPCache),
    LibraryWord("SDWebImage", "RefreshCached", .staleWhileRevalidate, .objectiveC),
    LibraryWord("SDWebImage", "fromCacheOnly", .cacheOnly),
    LibraryWord("SDWebImage", "FromCacheOnly", .cacheOnly),
    LibraryWord("SDWebImage", "fromLoaderOnly", .networkOnly),
    LibraryWord("SDWebImage", "FromLoaderOnly", .networkOnly),
  ]
}

/// A library's word for a read strategy.
private struct LibraryWord {
  /// What the library's word says beyond ours.
  enum Note: Equatable {
    case asksAlways(showsBoth: Bool)
    case asksAlwaysThroughHTTPCache
    case storesNothing
    case noCacheBetween
    case objectiveC

    /// With the settings of strategies for screens.
    var text: String {
      switch self {
      case .asksAlways(true): "asks always: staleAfter 0s; shows both answers"
      case .asksAlways(false):
        "asks always: staleAfter 0s; shows the first answer only: deliver first"
      case .asksAlwaysThroughHTTPCache:
        "asks always, by way of the HTTP cache: staleAfter 0s; shows both answers; of image-loader "
          + "it is a word of hits"
      case .storesNothing: "keeps nothing: keeps false"
      case .noCacheBetween: "no cache between device and origin is simulated, so the same"
      case .objectiveC: "the same, in Objective-C"
      }
    }

    /// With the settings of the URL cache; nil: its word says all.
    var textForURLCache: String? {
      switch self {
      case .asksAlways(true), .asksAlwaysThroughHTTPCache: "shows both answers: deliver both"
      case .storesNothing: "keeps nothing: storesReloads false"
      case .asksAlways(false), .noCacheBetween, .objectiveC: nil
      }
    }
  }

  let library: String
  let text: String
  let word: ReadStrategy
  let note: Note?

  init(_ library: String, _ text: String, _ word: ReadStrategy, _ note: Note? = nil) {
    self.library = library
    self.text = text
    self.word = word
    self.note = note
  }
}

/// How a request uses the URL cache: a read strategy, or one of the two policies that only a cache
/// of the protocol has.
///
/// TanStack Query has no words of this kind: its `staleTime` is an answer's `max-age` here.
package enum RequestPolicy: SpelledWord, Hashable {
  /// By the protocol: what is fresh is used, what is stale is asked about (RFC 9111).
  case useProtocolCachePolicy
  /// The origin, past the caches on the way; its answer is stored.
  case reloadIgnoringLocalAndRemote
  /// As a screen's content is read. Answers to `networkOnly` are stored unless `storesReloads` is
  /// off; `staleWhileRevalidate` asks the origin always.
  case reading(ReadStrategy)

  package static let allCases =
    [.useProtocolCachePolicy] + ReadStrategy.allCases.map(Self.reading)
    + [.reloadIgnoringLocalAndRemote]

  package var rawValue: String {
    switch self {
    case .useProtocolCachePolicy: "useProtocolCachePolicy"
    case .reloadIgnoringLocalAndRemote: "reloadIgnoringLocalAndRemote"
    case .reading(let strategy): strategy.rawValue
    }
  }

  package init?(rawValue: String) {
    guard let word = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = word
  }

  package static let spellings: [Spelling<RequestPolicy>] =
    [
      Spelling("URLRequest", "useProtocolCachePolicy", .useProtocolCachePolicy),
      Spelling("Fetch", "default", .useProtocolCachePolicy),
      Spelling("Fetch", "force-cache", .reading(.cacheFirst)),
      Spelling("Fetch", "only-if-cached", .reading(.cacheOnly)),
      Spelling("Fetch", "reload", .reading(.networkOnly)),
      Spelling("Fetch", "no-cache", .reading(.revalidate)),
    ]
    + ReadStrategy.rows.map { row in
      row.note == .noCacheBetween
        ? Spelling(row.library, row.text, .reloadIgnoringLocalAndRemote)
        : Spelling(row.library, row.text, .reading(row.word), row.note?.textForURLCache)
    }

  func enginePolicy(storesReloads: Bool) -> RequestCachePolicy {
    switch self {
    case .useProtocolCachePolicy: .useProtocol
    case .reloadIgnoringLocalAndRemote: .reloadIgnoringLocalAndRemote
    case .reading(.cacheFirst), .reading(.staleWhileRevalidate): .storedElseLoad
    case .reading(.cacheOnly): .storedOnly
    case .reading(.networkOnly): storesReloads ? .reloadIgnoringLocal : .noStore
    // A condition costs a header; a client that has the content is not sent it again.
    case .reading(.networkFirst), .reading(.revalidate): .reloadRevalidating
    }
  }

  /// Whether what is stored stands in, whatever its age, when the origin does not answer.
  var fallsBackOnAnything: Bool {
    self == .reading(.networkFirst) || self == .reading(.staleWhileRevalidate)
  }
}
