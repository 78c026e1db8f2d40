internal import SimCore

/// What an image library does with a picture that it has, in memory or in files of its own. An HTTP
/// cache below it goes by its request policy, whatever is said here, as Nuke says of its options
/// (kean/Nuke at 30f7a7e7, Sources/Nuke/ImageRequest.swift:313-337).
package enum HitRule: String, SpelledWord {
  /// It is shown, and asked for again where it is older than `disk.validFor`.
  case show
  /// It is shown, and asked for again through the HTTP cache; what has changed replaces it.
  case refresh
  /// What is in memory is shown; flash is not looked at.
  case memoryOnly = "memory-only"
  /// What lies on flash is shown; memory is not looked at.
  case diskOnly = "disk-only"
  case ignore

  package static let spellings = [
    // SDWebImage/SDWebImage at 36e79ba4, SDWebImage/Core/SDWebImageManager.m:418,618.
    Spelling("SDWebImage", "refreshCached", HitRule.refresh),
    Spelling("SDWebImage", "RefreshCached", .refresh, "the same, in Objective-C"),
    Spelling("SDWebImage", "fromLoaderOnly", .ignore),
    Spelling("SDWebImage", "FromLoaderOnly", .ignore, "the same, in Objective-C"),
    // onevcat/Kingfisher at 410984bf, Sources/General/KingfisherManager.swift:447,770,795.
    Spelling("Kingfisher", "forceRefresh", .ignore),
    Spelling("Kingfisher", "fromMemoryCacheOrRefresh", .memoryOnly),
    Spelling("Nuke", "reloadIgnoringCachedData", .ignore),
    Spelling("Nuke", "disableDiskCacheReads", .memoryOnly),
    Spelling("Nuke", "disableMemoryCacheReads", .diskOnly),
    // coil-kt/coil at a42b7709, coil-core/src/commonMain/kotlin/coil3/request/CachePolicy.kt:16.
    Spelling("Coil", "diskCachePolicy(WRITE_ONLY)", .memoryOnly),
    Spelling("Coil", "memoryCachePolicy(WRITE_ONLY)", .diskOnly),
    // bumptech/glide at bf4901de, .../com/bumptech/glide/request/BaseRequestOptions.java:445.
    Spelling("Glide", "skipMemoryCache", .diskOnly, "stores nothing in memory: memory.limit 0 B"),
    // square/picasso at e94d6116, .../com/squareup/picasso3/MemoryPolicy.kt:21.
    Spelling("Picasso", "MemoryPolicy.NO_CACHE", .diskOnly),
  ]

  var looksInMemory: Bool { self != .diskOnly && self != .ignore }
  var looksOnDisk: Bool { self != .memoryOnly && self != .ignore }
}
