internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// Image libraries as they ship: what each preset says was read at the commit that it names, unless
/// its description says otherwise.
enum ImageLibraries {
  /// All of them: for Apple's systems, for Android, for Flutter.
  static let all: [Preset<ImageLoader.Options>] = [
    nuke, nukeDataCache, nukeDataCache.pinned(to: "13"), nukeDataCache12, kingfisher, sdWebImage,
    alamofireImage, pinCache, hyperosloCache, glide,
    coil, picasso, fresco, flutterImageCache, flutterCacheManager,
  ]

  /// A library as it ships.
  typealias Library = Preset<ImageLoader.Options>

  /// Limits that advice tries.
  static let diskSizes: [JSON] = ["50 MB", "150 MB", "500 MB"]
  /// The same in memory.
  static let memorySizes: [JSON] = ["25 MB", "100 MB", "400 MB"]

  // MARK: Apple's systems

  private static func applesCache(memory: Bytes) -> URLCache.Options {
    var cache = URLCache.Options.apple.values
    cache.memoryCapacity = memory
    return cache
  }

  /// Nuke 13.2.0, of 2026-08-15.
  private static let nukeVersion = "30f7a7e72e0607d304fbf69c799474bd5fb6d1ce"
  private static let nukeSources = [
    "Sources/Nuke/Caching/ImageCache.swift", "Sources/Nuke/Caching/Cache.swift",
    "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift",
    "Sources/Nuke/Loading/DataLoader.swift:85", "Sources/Nuke/Internal/RateLimiter.swift",
    lazyImage,
  ]
  /// A view that disappears cancels its request, unless the app says otherwise.
  private static let lazyImage =
    "https://github.com/kean/Nuke/blob/01fe2de25f98c52fd05681164afd67f41044665c/"
    + "Sources/NukeUI/LazyImage.swift"
  private static let nukeLeavesOut = [
    "the token bucket of 80 requests a second with bursts of 25", "resumed downloads",
    "that limits on disk count allocated blocks",
  ]
  private static let nukeDataCacheLeavesOut =
    nukeLeavesOut + ["the file with the date of the last sweep, which each sweep writes"]

  /// ImageCache: min(15 % of RAM, 768 MiB) of decoded bitmaps, second chance, none of 10 % or more.
  private static func nukeMemory(_ options: inout ImageLoader.Options) {
    options.memory.limit.memoryShare = 0.15
    options.memory.limit.maximum = Bytes(805_306_368)
    options.memory.policy = PolicyName("clock")
    options.memory.largestShare = 0.1
    options.memory.leave(warning: 0, background: 0.1)
    options.concurrency = 6
  }

  private static let nuke = Library(
    "nuke",
    "Nuke's default (withURLCache): decoded pictures in 15 % of RAM with a second chance, on disk "
      + "Apple's URLCache of 150 MiB, which obeys HTTP.",
    of: ShippedLibrary(
      "kean/Nuke", on: .apple, version: nukeVersion, sources: nukeSources, .read,
      notModelled: nukeLeavesOut,
      changes: [
        LibraryChange("memory.limit", "ImageCache.costLimit", memorySizes),
        LibraryChange("disk.limit", "URLCache.diskCapacity of the DataLoader", diskSizes),
      ])
  ) { options in
    nukeMemory(&options)
    options.disk.store = .http
    options.disk.limit = CapacityRule(.mebibytes(150))
    options.httpCache = applesCache(memory: .zero)
  }

  /// DataCache: one sweep a process at most, 5 s after it was made, if the last one, of whichever
  /// process, is so long ago; a flush a second after the first change.
  private static func nukeFiles(_ options: inout ImageLoader.Options, sweptAfter span: TimeSpan) {
    options.disk.limit = CapacityRule(.mebibytes(150))
    options.disk.enforcement = .sweeps
    options.disk.trimTo = 0.7
    options.disk.sweepInterval = span
    options.disk.firstSweep = .seconds(5)
    options.disk.sweepsOncePerProcess = true
    options.disk.writeDelay = .seconds(1)
  }

  private static let nukeDataCacheChanges = [
    LibraryChange("memory.limit", "ImageCache.costLimit", memorySizes),
    LibraryChange("disk.limit", "DataCache.sizeLimit", diskSizes),
    LibraryChange("disk.sweepInterval", "DataCache.sweepInterval", ["1m", "10m"]),
  ]

  private static let nukeDataCache = Library(
    "nuke-data-cache",
    "Nuke 13 with its DataCache (withDataCache): files of 150 MiB that ignore HTTP, written a "
      + "second later; each hit on disk sets a file's date; a process sweeps once, 5 s after its "
      + "start, if the last sweep is 30 minutes ago, down to 0.7 of the limit.",
    of: ShippedLibrary(
      "kean/Nuke", on: .apple, version: nukeVersion,
      sources: nukeSources + [
        "Sources/Nuke/Caching/DataCache.swift:37,42,48,60-61,131-145,150-169,347-371"
      ], .read,
      notModelled: nukeDataCacheLeavesOut, changes: nukeDataCacheChanges)
  ) { options in
    nukeMemory(&options)
    options.disk.engine = "files-dated-by-hits"
    nukeFiles(&options, sweptAfter: .minutes(30))
  }

  /// As of 12.8.0, of 2024-07-13: the last release that does not date what it reads. Since 12.9.0,
  /// of 2026-02-22, a hit does (265789a1), and since 13.0.0 half an hour is enough between sweeps
  /// (f4b42e03).
  private static let nukeDataCache12 = Library(
    "nuke-data-cache@12",
    "Nuke 12 with its DataCache, as of 12.8: a fifth of RAM up to 512 MiB, least recently used; "
      + "files that no hit dates, so that the oldest written ones leave first; a process sweeps "
      + "once, 5 s after its start, if the last sweep is an hour ago.",
    of: ShippedLibrary(
      "kean/Nuke", on: .apple, version: "0ead44350d2737db384908569c012fe67c421e4d",
      sources: [
        "Sources/Nuke/Caching/ImageCache.swift:71-75", "Sources/Nuke/Caching/Cache.swift:47",
        "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift",
        "Sources/Nuke/Caching/DataCache.swift:37,43,49,66,117-128,134-147,361-385", lazyImage,
      ], .read,
      notModelled: nukeDataCacheLeavesOut + [
        "access dates that the file system sets by itself: here a file has that of its writing",
        "a tenth of RAM on devices with 512 MiB of it or less",
        "that above 2 GiB of memory.limit a bitmap may be any share of it",
      ], changes: nukeDataCacheChanges)
  ) { options in
    options.memory.limit.memoryShare = 0.2
    options.memory.limit.maximum = Bytes(536_870_912)
    options.memory.largestShare = 0.1
    options.memory.leave(warning: 0, background: 0.1)
    options.concurrency = 6
    options.disk.policy = PolicyName("fifo")
    nukeFiles(&options, sweptAfter: .hours(1))
  }

  private static let kingfisher = Library(
    "kingfisher",
    "Kingfisher: decoded pictures in a quarter of RAM for 300 s after their last use, files "
      + "without a size limit for 7 days after theirs; each store and each hit on disk sets a "
      + "file's dates.",
    of: ShippedLibrary(
      "onevcat/Kingfisher", on: .apple, version: "410984bf301f4fa224fe56277b3f8672cc465c79",
      sources: [
        "Sources/Cache/MemoryStorage.swift:248,262,273",
        "Sources/Cache/DiskStorage.swift:467-504,525,530",
        "Sources/Cache/DiskStorage.swift:199-207,290-300,632-660",
        "Sources/Cache/ImageCache.swift:205-207,294-309",
        "Sources/General/KingfisherOptionsInfo.swift:436-438",
        "Sources/General/KingfisherManager.swift:447,765-796",
        "Sources/Networking/ImageDownloader.swift:222,254",
        "https://github.com/onevcat/Kingfisher/blob/04e26843aafba1ce8e21570d2c36f42c13052a60/"
          + "Sources/SwiftUI/ImageContext.swift",
      ], .read,
      notModelled: [
        "the request's time-out of 15 s: that of the scenario's network counts",
        "that NSCache takes its limit as a hint", "the session's own cache in memory (.ephemeral)",
      ],
      changes: [
        LibraryChange(
          "memory.limit", "MemoryStorage.Config.totalCostLimit", memorySizes),
        LibraryChange(
          "memory.expiresAfter", "MemoryStorage.Config.expiration", ["1h", JSON(.null)]),
        LibraryChange(
          "memory.leftInBackground", "MemoryStorage.Config.keepWhenEnteringBackground", [1]),
        LibraryChange("disk.limit", "DiskStorage.Config.sizeLimit", diskSizes),
        LibraryChange("disk.expiresAfter", "DiskStorage.Config.expiration", ["1d", "30d"]),
        LibraryChange(
          "hits", "KingfisherOptionsInfoItem.fromMemoryCacheOrRefresh", ["memory-only"]),
      ])
  ) { options in
    // cancelOnDisappear is false.
    options.requests.cancels = .nothing
    options.memory.limit.memoryShare = 0.25
    options.memory.policy = PolicyName("nscache-apple")
    options.memory.expiresAfter = .seconds(300)
    options.memory.sweepInterval = .seconds(120)
    options.memory.leave(warning: 0, background: 0)
    options.disk.engine = "files-dated-by-stores-and-hits"
    options.disk.enforcement = .sweeps
    options.disk.trimTo = 0.5
    options.disk.expiresAfter = .days(7)
    options.disk.sweepsInBackground = true
    options.disk.sweepsAtTermination = true
  }

  private static let sdWebImage = Library(
    "sdwebimage",
    "SDWebImage: decoded pictures in an NSCache without limits, files without a size limit for 7 "
      + "days after their last use; each hit on disk sets a file's date.",
    of: ShippedLibrary(
      "SDWebImage/SDWebImage", on: .apple, version: "36e79ba485e9bb4d3cd4e3318908866dac5e7b51",
      sources: [
        "SDWebImage/Core/SDImageCacheConfig.m:30-46",
        "SDWebImage/Core/SDDiskCache.m:62-83,150-248", "SDWebImage/Core/SDDiskCache.m:72",
        "SDWebImage/Core/SDWebImageDownloaderConfig.m:28-34",
        "SDWebImage/Core/SDWebImageManager.m:416-448,618-634",
        "SDWebImage/Core/SDWebImageDownloader.m:130-139,298-300",
        "https://github.com/SDWebImage/SDWebImage/blob/1105fc4ce03f213b7866b93547169677ff29cdea/"
          + "SDWebImage/Core/UIView+WebCacheOperation.m",
      ], .read,
      notModelled: [
        "the request's time-out of 15 s: that of the scenario's network counts",
        "expiry by the modification date, as before e524ca03 (2024-10-09): disk.expiresBy write",
        "that limits on disk count allocated blocks",
        "that hits are refreshed with the sizes of NSURLCache that an iPhone told: httpCache",
      ],
      changes: [
        LibraryChange("memory.limit", "SDImageCacheConfig.maxMemoryCost", memorySizes),
        LibraryChange("disk.limit", "SDImageCacheConfig.maxDiskSize", diskSizes),
        LibraryChange("disk.expiresAfter", "SDImageCacheConfig.maxDiskAge", ["1d", "30d"]),
        LibraryChange(
          "disk.expiresBy", "SDImageCacheConfig.diskCacheExpireType", ["write"]),
        LibraryChange("hits", "SDWebImageRefreshCached", ["refresh"]),
      ])
  ) { options in
    // A view cancels what it loaded before when it loads another picture, not when it goes.
    options.requests.cancels = .nothing
    options.memory.policy = PolicyName("nscache-apple")
    // NSCache itself is emptied in the background: as the strategy ns-cache.
    options.memory.leave(warning: 0, background: 0)
    options.disk.engine = "files-dated-by-hits"
    options.disk.enforcement = .sweeps
    options.disk.trimTo = 0.5
    options.disk.expiresAfter = .seconds(604_800)
    options.disk.servesExpired = true
    options.disk.sweepsInBackground = true
    options.disk.sweepsAtTermination = true
    // What refreshCached asks: the default session's.
    options.httpCache = URLCache.Options.urlCacheShared.values
    options.concurrency = 6
  }

  private static let alamofireImage = Library(
    "alamofire-image",
    "AlamofireImage: 100 MB of decoded pictures, trimmed to 60 MB, on disk Apple's URLCache of 150 "
      + "MiB with 20 MiB in memory, which obeys HTTP.",
    of: ShippedLibrary(
      "Alamofire/AlamofireImage", on: .apple, version: "490f71307cd48f81d8cc2efd50aeed93e412ff98",
      sources: [
        "Source/ImageCache.swift:134", "Source/ImageDownloader.swift:148-175,193",
        "https://github.com/Alamofire/AlamofireImage/blob/"
          + "03ceb053831d035e824b414a484925a132509494/Source/UIImageView+AlamofireImage.swift",
      ], .read,
      changes: [
        LibraryChange("memory.limit", "AutoPurgingImageCache(memoryCapacity:)", memorySizes),
        LibraryChange("disk.limit", "URLCache.diskCapacity of the session", diskSizes),
      ])
  ) { options in
    // As in SDWebImage: af.cancelImageRequest is the app's to call.
    options.requests.cancels = .nothing
    options.memory.limit = CapacityRule(Bytes(100_000_000))
    options.memory.trimTo = 0.6
    options.memory.leave(warning: 0, background: 1)
    options.disk.store = .http
    options.disk.limit = CapacityRule(.mebibytes(150))
    options.httpCache = applesCache(memory: .mebibytes(20))
    options.concurrency = 4
  }

  private static let pinCache = Library(
    "pincache",
    "PINCache: memory without limits that is emptied in the background, files of 50 MiB, oldest "
      + "access first, for 30 days; each hit on disk sets a file's date.",
    of: ShippedLibrary(
      "pinterest/PINCache", on: .apple, version: "2fb85948463292c2e824148cf17dc62a4c217a94",
      sources: ["Source/PINDiskCache.m:30-31", "Source/PINMemoryCache.m:104-110"], .read,
      notModelled: [
        "LFU, which an app can ask for: memory.policy, disk.policy",
        "when exactly what is older than 30 days is looked for: here at each launch",
      ],
      changes: [
        LibraryChange("memory.limit", "PINMemoryCache.costLimit", memorySizes),
        LibraryChange(
          "memory.leftInBackground", "removeAllObjectsOnEnteringBackground", [1]),
        LibraryChange("disk.limit", "PINDiskCache.byteLimit", diskSizes),
        LibraryChange("disk.expiresAfter", "PINDiskCache.ageLimit", ["7d", JSON(.null)]),
      ])
  ) { options in
    // It loads nothing by itself; that the app cancels nothing is assumed.
    options.requests.cancels = .nothing
    options.memory.leave(warning: 0, background: 0)
    options.disk.engine = "files-dated-by-hits"
    options.disk.limit = CapacityRule(.mebibytes(50))
    options.disk.expiresAfter = .days(30)
    options.disk.servesExpired = true
    options.disk.firstSweep = .zero
    options.disk.sweepInterval = .days(30)
  }

  private static let hyperosloCache = Library(
    "hyperoslo-cache",
    "hyperoslo's Cache: an NSCache without limits, files without a limit, neither of them expires.",
    of: ShippedLibrary(
      "hyperoslo/Cache", on: .apple, version: "86165db6a184874611c532a7422511270b2f549a",
      sources: [
        "Source/Shared/Configuration/MemoryConfig.swift",
        "Source/Shared/Configuration/DiskConfig.swift",
        "Source/Shared/Storage/DiskStorage.swift:209-214",
      ], .read,
      notModelled: [
        "that with a size limit files are trimmed to half of it when the app says so: "
          + "disk.sweepsInBackground stands for an app that does"
      ],
      changes: [
        LibraryChange("memory.limit", "MemoryConfig.totalCostLimit", memorySizes),
        LibraryChange("disk.expiresAfter", "DiskConfig.expiry", ["7d", "30d"]),
      ])
  ) { options in
    // As for pincache, assumed.
    options.requests.cancels = .nothing
    options.memory.policy = PolicyName("nscache-apple")
    options.memory.leave(warning: 0, background: 0)
    options.disk.enforcement = .sweeps
    options.disk.trimTo = 0.5
    options.disk.expiresBy = .write
  }
}
