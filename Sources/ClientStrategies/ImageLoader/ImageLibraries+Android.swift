internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// Image libraries of Android, and Flutter's.
///
/// They are as on Android 14 or later, which tells no running app that memory is low: neither
/// `TRIM_MEMORY_RUNNING_*` nor `onLowMemory` come since API level 34, by the references of
/// `ComponentCallbacks2` and `ComponentCallbacks` on developer.android.com. `TRIM_MEMORY_UI_HIDDEN`
/// still does when the app leaves the front.
extension ImageLibraries {
  static let glide = Library(
    "glide",
    "Glide: bitmaps of two screens beside a pool of one, within 0.4 of the memory class; files of "
      + "250 MiB with a journal that has a line for each hit; HTTP's headers are ignored.",
    of: ShippedLibrary(
      "bumptech/glide", on: .android, version: "bf4901de78c206ed21ce73f5d25aa2bbf35ebf3c",
      sources: [
        "library/src/main/java/com/bumptech/glide/load/engine/cache/MemorySizeCalculator.java",
        "library/src/main/java/com/bumptech/glide/load/engine/cache/DiskCache.java",
        "library/src/main/java/com/bumptech/glide/load/engine/cache/LruResourceCache.java",
        "library/src/main/java/com/bumptech/glide/load/model/stream/HttpGlideUrlLoader.java",
        "https://github.com/bumptech/glide/blob/3d6d038f7341dc71872d076b42d74492fec197b9/"
          + "library/src/main/java/com/bumptech/glide/RequestManager.java",
      ], .read,
      notModelled: [
        "the request's time-out of 2,500 ms: that of the scenario's network counts",
        "that with a new signature the former file stays until it is evicted",
        "that requests pause when the app leaves the front: here they go on",
        "pictures on screen held apart from the cache", "the memory of the pools themselves",
        "the pool of 4 screens before Android 8: memory.limit.poolScreens",
        "that the cache is emptied when the system trims a process in the background",
        "Android 13 and earlier, whose last warning leaves half: memory.leftByCriticalWarning 0.5",
      ],
      changes: [
        LibraryChange("memory.limit.screens", "setMemoryCacheScreens", [1, 4]),
        LibraryChange("disk.limit", "InternalCacheDiskCacheFactory", diskSizes),
        LibraryChange("keyLifetime", "signature(ObjectKey)", ["1d"]),
      ])
  ) { options in
    options.memory.limit.screens = 2
    options.memory.limit.poolScreens = 1
    options.memory.limit.reserve = .mebibytes(4)
    options.memory.limit.memoryClassShare = 0.4
    options.memory.limit.lowMemoryClassShare = 0.33
    options.memory.leave(warning: 1, background: 0.5)
    options.disk.engine = "journaled-files"
    options.disk.limit = CapacityRule(.mebibytes(250))
  }

  static let coil = Library(
    "coil",
    "Coil 3: decoded pictures in a fifth of the memory class, files in 2 % of the free space, 10 "
      + "to 250 MiB, with a journal that has a line for each hit; HTTP's headers are ignored. "
      + "Since 3.3 the background trims nothing.",
    of: ShippedLibrary(
      "coil-kt/coil", on: .android, version: "a42b7709600630cd2bed73517832442b98d4d7b5",
      sources: [
        "coil-core/src/commonMain/kotlin/coil3/memory/MemoryCache.kt",
        "coil-core/src/commonMain/kotlin/coil3/disk/DiskCache.kt:115-117",
        "coil-core/src/androidMain/kotlin/coil3/util/contexts.kt",
        "coil-core/src/androidMain/kotlin/coil3/util/SystemCallbacks.kt:71-75,116-137",
        "coil-core/src/androidMain/kotlin/coil3/imageLoaders.android.kt:76-84",
        "coil-network-core/src/commonMain/kotlin/coil3/network/internal/DefaultCacheStrategy.kt",
        "coil-network-cache-control/src/commonMain/kotlin/coil3/network/cachecontrol/"
          + "CacheControlCacheStrategy.kt",
        "https://github.com/coil-kt/coil/blob/107594338e0ffcf14f95f9b0565428c96b89fd31/"
          + "coil-core/src/androidMain/kotlin/coil3/request/ViewTargetRequestManager.kt",
      ], .read,
      notModelled: [
        "weak references to pictures beside the cache",
        "keys of 64 letters in the journal: here 32, as OkHttp's",
        "that the statuses 300 301 404 405 410 414 501 are stored beside 2xx",
        "that the cache is emptied when the system trims a process in the background",
        "Coil 3.0 to 3.2, of whose pictures the background leaves a half of what is held: "
          + "memory.leftInBackground 0.5, memory.shareOf held",
        "Android 13 and earlier, whose warnings leave as much: memory.leftByWarning 0.5, "
          + "memory.shareOf held",
      ],
      changes: [
        LibraryChange(
          "memory.limit.memoryClassShare", "maxSizePercent of MemoryCache", [0.1, 0.4]),
        LibraryChange(
          "memory.leftInBackground", "memoryCacheMaxSizePercentWhileInBackground", [0.5]),
        LibraryChange("disk.limit", "maxSizeBytes of DiskCache", diskSizes),
        LibraryChange("disk.store", "CacheControlCacheStrategy", ["http"]),
      ])
  ) { options in
    options.memory.limit.memoryClassShare = 0.2
    options.memory.limit.lowMemoryClassShare = 0.15
    options.memory.leave(warning: 1, background: 1)
    options.disk.engine = "journaled-file-pairs"
    options.disk.limit.freeSpaceShare = 0.02
    options.disk.limit.minimum = .mebibytes(10)
    options.disk.limit.maximum = .mebibytes(250)
    // What CacheControlCacheStrategy does: by its own words, as OkHttp's CacheStrategy.
    options.httpCache = URLCache.Options.okhttp.values
  }

  static let picasso = Library(
    "picasso",
    "Picasso: decoded pictures in a seventh of the memory class, on disk OkHttp's cache of a "
      + "fiftieth of the free space, 5 to 50 MiB, which obeys HTTP.",
    of: ShippedLibrary(
      "square/picasso", on: .android, version: "e94d6116e3fff99b3932103e0ab22ff5b44a1273",
      sources: [
        "picasso/src/main/java/com/squareup/picasso3/Utils.kt:43-44,130-155",
        "https://github.com/square/picasso/blob/01cfad966727151dbbfc94cc64edad714bcfb2e1/"
          + "picasso/src/main/java/com/squareup/picasso3/Picasso.kt",
      ], .read,
      changes: [
        LibraryChange("memory.limit", "withCacheSize", memorySizes),
        LibraryChange("disk.limit", "OkHttpClient.Builder.cache", diskSizes),
      ])
  ) { options in
    // One Picasso for the whole app, which observes no lifecycle: assumed.
    options.requests.cancels = .nothing
    options.memory.limit.memoryClassShare = 1.0 / 7
    options.memory.leave(warning: 1, background: 1)
    options.disk.store = .http
    options.disk.limit.freeSpaceShare = 1.0 / 50
    options.disk.limit.minimum = .mebibytes(5)
    options.disk.limit.maximum = .mebibytes(50)
    options.httpCache = URLCache.Options.okhttp.values
    options.httpCache.memoryCapacity = .zero
  }

  static let fresco = Library(
    "fresco",
    "Fresco: at most 256 bitmaps in a quarter of the memory class, 4 MiB of pictures as they came, "
      + "files of 40 MiB, less when space is short; each hit on disk sets a file's date.",
    of: ShippedLibrary(
      "facebook/fresco", on: .android, version: "1566dd8f87a637907cc42cf13a5faefa8f46ea90",
      sources: [
        "imagepipeline/src/main/java/com/facebook/imagepipeline/cache/"
          + "DefaultBitmapMemoryCacheParamsSupplier.java",
        "imagepipeline/src/main/java/com/facebook/imagepipeline/cache/"
          + "DefaultEncodedMemoryCacheParamsSupplier.java",
        "imagepipeline-base/src/main/java/com/facebook/cache/disk/DiskCacheConfig.java:147-149",
        "https://github.com/facebook/fresco/blob/0010463d1fdb07ab4adf7aedb86c2dd929124539/"
          + "imagepipeline-base/src/main/java/com/facebook/cache/disk/DefaultDiskStorage.java",
        "https://github.com/facebook/fresco/blob/01592c8a1c33cd379cc27fe0868dc41b832fd3a6/"
          + "drawee/src/main/java/com/facebook/drawee/controller/AbstractDraweeController.java",
      ], .read,
      notModelled: [
        "that space is asked for again and again: here device.freeSpace counts from the start",
        "that bitmaps on screen are held apart",
      ],
      changes: [
        LibraryChange("memory.limit", "setBitmapMemoryCacheParamsSupplier", memorySizes),
        LibraryChange("disk.limit", "DiskCacheConfig.setMaxCacheSize", diskSizes),
      ])
  ) { options in
    options.memory.limit.memoryClassShare = 0.25
    options.memory.limit.steps = [
      CapacityStep(.memoryClass, below: .mebibytes(32), limit: .mebibytes(4)),
      CapacityStep(.memoryClass, below: .mebibytes(64), limit: .mebibytes(6)),
    ]
    options.memory.countLimit = 256
    options.memory.leave(warning: 1, background: 1)
    options.encodedMemory = CapacityRule(.mebibytes(4))
    options.encodedMemory.steps = [
      CapacityStep(.memoryClass, below: .mebibytes(16), limit: .mebibytes(1)),
      CapacityStep(.memoryClass, below: .mebibytes(32), limit: .mebibytes(2)),
    ]
    options.disk.engine = "files-dated-by-hits"
    options.disk.limit = CapacityRule(.mebibytes(40))
    // Low space is less than 400 MiB, very low less than 100 MiB: StatFsHelper's levels.
    options.disk.limit.steps = [
      CapacityStep(.freeSpace, below: .mebibytes(100), limit: .mebibytes(2)),
      CapacityStep(.freeSpace, below: .mebibytes(400), limit: .mebibytes(10)),
    ]
    // Above the limit down to nine tenths of it: DiskStorageCache.
    options.disk.trimTo = 0.9
  }

  static let flutterImageCache = Library(
    "flutter-image-cache",
    "Flutter's own ImageCache: 1,000 decoded pictures or 100 MiB in memory, nothing on disk.",
    of: ShippedLibrary(
      "flutter/flutter", on: .anywhere, version: "00606bfc0297168b88cae5c9a1ecb9691b39bc66",
      sources: ["packages/flutter/lib/src/painting/image_cache.dart"], .read,
      notModelled: ["pictures that are on screen, which are held beside the limits"],
      changes: [
        LibraryChange("memory.limit", "ImageCache.maximumSizeBytes", memorySizes),
        LibraryChange("memory.countLimit", "ImageCache.maximumSize", [100, 10_000]),
      ])
  ) { options in
    // A download cannot be cancelled from a widget; assumed of what is loaded by NetworkImage.
    options.requests.cancels = .nothing
    options.memory.limit = CapacityRule(Bytes(100 << 20))
    options.memory.countLimit = 1_000
    options.memory.leave(warning: 0, background: 1)
    options.disk.store = .none
  }

  static let flutterCacheManager = Library(
    "flutter-cache-manager",
    "flutter_cache_manager: 200 files for 30 days after their last use, each with a row in a "
      + "database; fresh for max-age, else 7 days; no memory of its own.",
    of: ShippedLibrary(
      "Baseflow/flutter_cache_manager", on: .anywhere,
      version: "515cc9e584ef9c8f5b4992e5c27b8661bbc8cb45",
      sources: [
        "flutter_cache_manager/lib/src/config/_config_io.dart:14-15",
        "flutter_cache_manager/lib/src/web/file_service.dart:89",
        "flutter_cache_manager/lib/src/cache_store.dart:11",
        "https://github.com/Baseflow/flutter_cached_network_image/issues/666",
      ], .read,
      notModelled: [
        "Flutter's ImageCache in front of it: memory as in flutter-image-cache",
        "that only the first hit of a file in a process writes its row: here each does",
        "that it is cleaned 10 s after a use: here each 10 s while the app works",
      ],
      changes: [
        LibraryChange("disk.countLimit", "Config.maxNrOfCacheObjects", [50, 1_000]),
        LibraryChange("disk.expiresAfter", "Config.stalePeriod", ["7d", "90d"]),
      ])
  ) { options in
    options.requests.cancels = .nothing
    options.memory.limit = CapacityRule(.zero)
    options.disk.engine = "files-and-database"
    options.disk.countLimit = 200
    options.disk.enforcement = .sweeps
    options.disk.sweepInterval = .seconds(10)
    options.disk.firstSweep = .seconds(10)
    options.disk.expiresAfter = .days(30)
    options.disk.servesExpired = true
    options.disk.validFor = .days(7)
  }
}
