internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
package import SimCore

/// The data and web libraries whose defaults are presets of `query-cache`.
///
/// None of them names the version that it has when it asks: that is left to an HTTP cache below,
/// which is not simulated.
package enum QueryLibraries {
  /// The settings that the presets are points of.
  package typealias Options = QueryCache.Options

  /// In the order in which listings show them.
  package static let presets = tanStack + hooks + apollo + stores + workbox

  /// What all have in common.
  private static func preset(
    _ name: String, _ summary: String, of library: ShippedLibrary,
    _ change: (inout Options) -> Void
  ) -> Preset<Options> {
    Preset(name, summary, of: library) { options in
      options.validates = false
      change(&options)
    }
  }

  // MARK: - TanStack Query

  private static func tanStack(_ sources: [String]) -> ShippedLibrary {
    ShippedLibrary(
      "TanStack/query", on: .web, version: "40321a0b1b3bdd0afa11f0e439642ab84cdf6afe",
      sources: sources, .read)
  }

  private static let core = [
    "packages/query-core/src/removable.ts", "packages/query-core/src/retryer.ts",
    "packages/query-core/src/queryObserver.ts", "packages/query-core/src/queryClient.ts",
  ]

  private static func setTanStackDefaults(_ options: inout Options) {
    options.staleAfter = .zero
    options.removesUnusedAfter = .minutes(5)
    options.requests.retries.count = 3
    options.requests.retries.base = .seconds(1)
    options.requests.retries.factor = 2
    options.requests.retries.ceiling = .seconds(30)
  }

  private static let tanStack = [
    preset(
      "tanstack-query",
      "TanStack Query's defaults: stale at once (staleTime 0), removed 5 min after the last use "
        + "(gcTime), fetched again if stale on mount, window focus and reconnect; 3 retries after "
        + "1, 2 and 4 s, at most 30 s; waits for the network (networkMode online). Not modelled: "
        + "retries that pause while the window is hidden.",
      of: tanStack(core), setTanStackDefaults),
    preset(
      "tanstack-persist",
      "The same with a persister of the whole cache: all results in one file, rewritten whole at "
        + "most every 1,000 ms (throttleTime), discarded at a start when older than 24 h (maxAge), "
        + "kept by a new release (no buster). networkMode stays online: offlineFirst is the "
        + "default only beside the persister of single queries. Before 5.29.1 changes postponed "
        + "the writing. Not modelled: the storage's own limit, 5 MB in localStorage.",
      of: tanStack(
        core + [
          "packages/query-core/src/queryClient.ts:688-690",
          "packages/query-persist-client-core/src/persist.ts",
          "packages/query-async-storage-persister/src/index.ts",
          "packages/query-async-storage-persister/src/asyncThrottle.ts",
        ])
    ) { options in
      setTanStackDefaults(&options)
      options.store.medium = .snapshot
      options.store.snapshot.interval = .milliseconds(1_000)
      options.store.snapshot.maxAge = .hours(24)
      options.store.maintenance.onUpgrade = .migrate
    },
  ]

  // MARK: - SWR and RTK Query

  private static let hooks = [
    preset(
      "swr",
      "SWR's defaults: fetched again at each mount, on focus (at most every 5 s) and on reconnect, "
        + "but not within 2 s of an answer; retries without end after (draw + 0.5) · 2ⁿ · 5 s, n "
        + "from 1 to 8, in whole 5 s; a Map without limit or expiry. Not modelled: the 10 s of "
        + "the retry interval on 2g and with Save-Data.",
      of: ShippedLibrary(
        "vercel/swr", on: .web, version: "7173e55b2a175dee455612c5fa067383345c392f",
        sources: ["src/_internal/utils/config.ts", "src/index/use-swr.ts"], .read)
    ) { options in
      options.staleAfter = .zero
      options.dedupe = .seconds(2)
      options.refetch.focusThrottle = .seconds(5)
      options.refetch.onFocus = .always
      options.refetch.onReconnect = .always
      options.removesUnusedAfter = nil
      options.networkMode = .offlineFirst
      options.requests.retries.count = nil
      options.requests.retries.base = .seconds(10)
      options.requests.retries.factor = 2
      options.requests.retries.ceiling = .seconds(1_280)
      options.requests.retries.jitter = 0.5
      options.requests.retries.granularity = .seconds(5)
    },
    preset(
      "rtk-query",
      "RTK Query's defaults: a result is used while it is there, whatever its age, and removed "
        + "60 s after its last use (keepUnusedDataFor); refetchOnMountOrArgChange, refetchOnFocus "
        + "and refetchOnReconnect are off; no retries. Not modelled: tags that invalidate.",
      of: ShippedLibrary(
        "reduxjs/redux-toolkit", on: .web, version: "0148e466136ea51ca1bec42bec1950bd3754fd23",
        sources: ["packages/toolkit/src/query/createApi.ts"], .read)
    ) { options in
      options.read.strategy = .cacheFirst
      neverRefetch(&options)
      options.removesUnusedAfter = .seconds(60)
    },
  ]

  /// No trigger, no retry, and no request that the network's return starts.
  private static func neverRefetch(_ options: inout Options) {
    options.staleAfter = nil
    options.refetch.onOpen = .never
    options.refetch.onFocus = .never
    options.refetch.onReconnect = .never
    options.networkMode = .always
    options.requests.retries.count = 0
  }

  // MARK: - Apollo

  private static func apollo(
    _ name: String, _ summary: String, _ sources: [String]
  ) -> Preset<Options> {
    preset(
      name,
      summary + " In memory (InMemoryNormalizedCache), as a client that is made from an address "
        + "has it, without limit, expiry or removal, and gone with the process; store.medium flash "
        + "is SQLiteNormalizedCache, SQLite with its rollback journal. Not modelled: objects that "
        + "several results share, and subscriptions.",
      of: ShippedLibrary(
        "apollographql/apollo-ios", on: .apple,
        version: "fe14c216aaea3d25274343e80ccb3015fc3fb0b0", sources: sources, .read)
    ) { options in
      options.read.strategy = .cacheFirst
      neverRefetch(&options)
      options.removesUnusedAfter = nil
      options.store.engine = "sqlite-rollback"
    }
  }

  private static let sqlite = "Sources/ApolloSQLite/ApolloSQLiteDatabase.swift"

  private static let apollo = [
    apollo(
      "apollo-ios",
      "Apollo iOS 2: queries are read cacheFirst, so that a stored result is never asked about.",
      [
        "Sources/Apollo/ApolloClient.swift:74-107,130", "Sources/Apollo/FetchBehavior.swift",
        "Sources/Apollo/Caching/InMemoryNormalizedCache.swift", sqlite,
      ]),
    apollo(
      "apollo-ios-1", "Apollo iOS 1: queries are read returnCacheDataElseFetch, the same.",
      ["Sources/Apollo/ApolloClient.swift", sqlite]),
  ]

  // MARK: - Firestore and Store5

  private static let stores = [
    preset(
      "firestore",
      "Firestore's cache on iOS, on by default: shown at once, and what the server sends after it; "
        + "a target of 100 MB (104,857,600 B), no hard limit: a collection 1 min after the start "
        + "and every 5 min removes the tenth that was used longest ago, 1,000 at most. Read as "
        + "listeners do; getDocument() is networkFirst. Not modelled: LevelDB (SQLite instead), "
        + "queued writes, changes pushed to an open screen.",
      of: ShippedLibrary(
        "firebase/firebase-ios-sdk", on: .apple,
        version: "31c925e6a5cbe5b47cc931246fcae4dadf3e32b0",
        sources: [
          "Firestore/core/src/local/lru_garbage_collector.cc",
          "Firestore/core/src/core/firestore_client.cc (01e8aec3428749bebc919fc35fb6c340d319e715)",
          "https://firebase.google.com/docs/reference/ios/firebasefirestore/api/reference/Classes/"
            + "FIRPersistentCacheSettings",
        ], .read)
    ) { options in
      options.staleAfter = .zero
      options.removesUnusedAfter = nil
      options.store.medium = .flash
      options.store.engine = "sqlite-wal"
      options.store.capacity = .mebibytes(100)
      options.store.collection.interval = .minutes(5)
      options.store.collection.firstAfter = .minutes(1)
      options.store.collection.share = 0.1
      options.store.collection.most = 1_000
    },
    preset(
      "store5",
      "Store5's memory cache: 100 results, each for 24 h after it was written; read as "
        + "cached(refresh: false). Not modelled: the SourceOfTruth, which is the app's own.",
      of: ShippedLibrary(
        "MobileNativeFoundation/Store", on: .anywhere,
        version: "82dc3d814df55dd96f6ddfc2b8a18d2f0359639d",
        sources: [
          "store/src/commonMain/kotlin/org/mobilenativefoundation/store/store5/"
            + "StoreDefaults.kt"
        ], .read)
    ) { options in
      options.read.strategy = .cacheFirst
      neverRefetch(&options)
      options.removesUnusedAfter = nil
      options.store.countLimit = 100
      options.store.expireAfter = .hours(24)
    },
  ]

  // MARK: - workbox

  /// A recipe of workbox: entries in the Cache API, a file for each.
  private static func recipe(
    _ name: String, _ summary: String, _ file: String, _ kinds: [ResourceKind],
    _ change: (inout Options) -> Void
  ) -> Preset<Options> {
    preset(
      name,
      summary + " Not modelled: answers of other origins with status 0, which are stored too.",
      of: ShippedLibrary(
        "GoogleChrome/workbox", on: .web, version: "7e59a846c76c7463dc3a05ec9a9d45df15b80710",
        sources: [
          "packages/workbox-recipes/src/\(file)",
          "packages/workbox-expiration/src/ExpirationPlugin.ts",
        ], .read)
    ) { options in
      neverRefetch(&options)
      options.removesUnusedAfter = nil
      options.kinds = kinds.map(KindName.init)
      options.store.medium = .flash
      options.store.engine = "file-per-entry"
      change(&options)
    }
  }

  /// CacheFirst with workbox-expiration, which notes each use of an entry in IndexedDB.
  private static func setExpiration(_ options: inout Options, count: Int, after span: TimeSpan) {
    options.read.strategy = .cacheFirst
    options.store.countLimit = count
    options.store.expireAfter = span
    // A record of an address, a cache's name and a time; assumed.
    options.store.useRecord = Bytes(200)
  }

  private static let workbox = [
    recipe(
      "workbox-image-recipe",
      "workbox' imageCache: pictures CacheFirst, 60 of them, the least recently requested leaves "
        + "first, 30 days by the answer's Date; each use writes a record, of 200 B (assumed).",
      "imageCache.ts", [.image, .avatar]
    ) { setExpiration(&$0, count: 60, after: .days(30)) },
    recipe(
      "workbox-page-recipe",
      "workbox' pageCache: pages NetworkFirst, the stored one after 3 s (networkTimeoutSeconds), "
        + "without expiry; a screen's main content stands for a page.",
      "pageCache.ts", [.document, .model]
    ) { options in
      options.read.strategy = .networkFirst
      options.read.timeout = .seconds(3)
    },
    recipe(
      "workbox-static-recipe",
      "workbox' staticResourceCache: style sheets, scripts and workers StaleWhileRevalidate, asked "
        + "for at each use, without expiry.",
      "staticResourceCache.ts", [.support]
    ) { options in
      options.staleAfter = .zero
      options.refetch.onOpen = .always
      options.deliver = .first
    },
    recipe(
      "workbox-fonts-recipe",
      "workbox' googleFontsCache: fonts CacheFirst, 30 of them, 1 year by the answer's Date; each "
        + "use writes a record, of 200 B (assumed). Not modelled: its style sheets, which are "
        + "StaleWhileRevalidate as in workbox-static-recipe.",
      "googleFontsCache.ts", [.support]
    ) { setExpiration(&$0, count: 30, after: .days(365)) },
  ]
}
