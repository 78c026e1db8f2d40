internal import ClientSimulation
internal import DeviceModels
package import SimCore

extension ImageLoader {
  /// What a scenario can set.
  package struct Options: Settings {
    /// Decoded pictures in memory.
    var memory = BitmapMemory.Options()
    /// The most that pictures as they came may take in memory.
    var encodedMemory = CapacityRule(.zero)
    /// Pictures on flash.
    var disk = PictureFiles.Options()
    /// The HTTP cache, where pictures lie in one.
    var httpCache = URLCache.Options()
    /// How many pictures are fetched at once.
    var concurrency: Int?
    /// Where all comes from that is no picture.
    var documents = DocumentRule.network
    /// From which age on an archived document is fetched again.
    var staleAfter: TimeSpan? = .minutes(15)
    /// Where archives of documents lie.
    var archives = ArchiveStore.Options()
    /// How a screen is read.
    var read = ReadSettings()
    /// How the origin is asked.
    var requests = RequestSettings()

    package init() {}
    package static let fields: [Field<Options>] = [
      Field("memory", \.memory, "Decoded pictures in memory."),
      Field(
        "encodedMemory", \.encodedMemory,
        "The most that pictures as they came may take in memory, beside the decoded ones; 0 B: "
          + "there is no such tier. What the system's events leave of them is said by memory."),
      Field("disk", \.disk, "Pictures on flash."),
      Field(
        "httpCache", \.httpCache,
        "With disk.store http: the HTTP cache. Its disk has the capacity that disk.limit says, or "
          + "without one its own; how the origin is asked is said by requests."),
      Field(
        "concurrency", \.concurrency, in: 1...1_000,
        "How many pictures are fetched at once, in the order in which they are wanted; null: as "
          + "many as the screen needs."),
      Field(
        "documents", \.documents,
        "Where all comes from that is no picture, which an image library does not hold: from the "
          + "network each time, or from archives as the strategy on-demand keeps them."),
      .staleAfter(\.staleAfter),
      .archiveStore(\.archives),
      .read(\.read),
      .requests(\.requests),
    ]
    package static let presets: [Preset<Options>] = ImageLibraries.all

    /// How documents are archived.
    var archiving: OnDemand.Options {
      var options = OnDemand.Options()
      options.staleAfter = staleAfter
      options.archives = archives
      return options
    }

    /// The HTTP cache on a device.
    func cache(on device: DeviceSettings) -> URLCache.Options {
      var cache = httpCache
      let limit = disk.limit.limit(on: device)
      if limit != .unlimited { cache.diskCapacity = limit }
      cache.requests = requests
      return cache
    }
  }
}

/// Where all comes from that is no picture.
enum DocumentRule: String, WordSettingValue {
  /// From the network each time.
  case network
  /// From archives, as the strategy on-demand keeps them.
  case archive
}
