internal import ClientSimulation
internal import DeviceModels
package import SimCore

extension ImageLoader {
  /// What a scenario can set.
  package struct Options: Settings {
    var hits = HitRule.show
    var keyLifetime: TimeSpan?
    var memory = BitmapMemory.Options()
    var encodedMemory = CapacityRule(.zero)
    var disk = PictureFiles.Options()
    var httpCache = URLCache.Options()
    var concurrency: Int?
    var prefetchDestination = PrefetchDestination.memory
    var documents = DocumentRule.network
    var staleAfter: TimeSpan? = .minutes(15)
    var archives = ArchiveStore.Options()
    var read = ReadSettings()
    var requests: RequestSettings = {
      var requests = RequestSettings()
      requests.cancels = .pictures
      return requests
    }()

    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "hits", \.hits,
        "What is done with a picture that is in memory or in files: show it; refresh, show it, ask "
          + "again for it through the HTTP cache that httpCache says, whatever read says, and show "
          + "what has changed; "
          + "memory-only or disk-only, look there alone; ignore, fetch it all the same. Libraries' "
          + "own words are understood: SDWebImage's refreshCached, Kingfisher's forceRefresh and "
          + "fromMemoryCacheOrRefresh, Nuke's reloadIgnoringCachedData and others (cachesim list "
          + "library-terms). What an HTTP cache does is said by httpCache.requestPolicy."),
      Field(
        "keyLifetime", \.keyLifetime, in: .seconds(1)...(.days(3_650)),
        "How long pictures in memory and in files are found under one key, counted from the start: "
          + "with a key of the address and the day, 1d, as an app does with Glide's signature, "
          + "Kingfisher's cacheKey, SDWebImage's cacheKeyFilter or Coil's diskCacheKey; null: the "
          + "key is the address alone."),
      Field("memory", \.memory, "Decoded pictures in memory."),
      Field(
        "encodedMemory", \.encodedMemory,
        "The most that pictures as they came may take in memory, beside the decoded ones; 0 B: "
          + "there is no such tier. What the system's events leave of them is said by memory."),
      Field("disk", \.disk, "Pictures on flash."),
      Field(
        "httpCache", \.httpCache,
        "The HTTP cache, with disk.store http or hits refresh. With the former its disk has the "
          + "capacity that disk.limit says, or without one its own; how the origin is asked is "
          + "said by requests."),
      Field(
        "concurrency", \.concurrency, in: 1...1_000,
        "How many pictures are fetched at once, in the order in which they are wanted; null: as "
          + "many as the screen needs."),
      Field(
        "prefetchDestination", \.prefetchDestination,
        "Where pictures are brought that requests.lookahead asks for: memory, decoded, be they "
          + "fetched or found on flash, as Nuke's .memoryCache; memory-if-fetched, which leaves "
          + "what is on flash there, as Kingfisher's ImagePrefetcher; or disk alone, as .diskCache."
      ),
      Field(
        "documents", \.documents,
        "Where all comes from that is no picture, which an image library does not hold: from the "
          + "network each time, or from archives as the strategy on-demand keeps them."),
      .staleAfter(\.staleAfter),
      .archiveStore(\.archives),
      .read(\.read),
      .requests(\.requests),
    ]
    package static let presets = Preset<Options>.bundled(for: "image-loader")

    var archiving: OnDemand.Options {
      var options = OnDemand.Options()
      options.staleAfter = staleAfter
      options.archives = archives
      return options
    }

    func cache(on device: DeviceSettings) -> URLCache.Options {
      var cache = httpCache
      let limit = disk.limit.limit(on: device)
      if disk.store == .http, limit != .unlimited { cache.diskCapacity = limit }
      cache.requests = requests
      return cache
    }
  }
}

/// Where pictures are brought that are fetched ahead of a screen.
enum PrefetchDestination: String, WordSettingValue {
  case memory
  case memoryIfFetched = "memory-if-fetched"
  case disk
}

/// Where all comes from that is no picture.
enum DocumentRule: String, WordSettingValue {
  case network
  /// From archives, as the strategy on-demand keeps them.
  case archive
}
