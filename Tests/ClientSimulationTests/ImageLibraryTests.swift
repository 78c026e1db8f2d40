internal import ClientSimulation
internal import DeviceModels
internal import Foundation
internal import SimCore
internal import Testing

@testable internal import ClientStrategies

/// The numbers of image libraries as they ship, written down by hand from their sources.
@Suite struct ImageLibraryTests {
  /// A value of a preset's settings, as a scenario writes it.
  private static func value(_ preset: String, _ path: String) -> JSON? {
    let settings = ImageLoader.Options.presets.first { $0.name == preset }?.values.json
    return path.split(separator: ".").reduce(settings) { $0?[String($1)] }
  }

  @Test(arguments: [
    // Nuke: min(15 % of RAM, 768 MiB), second chance, less than 10 %, background 10 %, six at once.
    ("nuke", "memory.limit.memoryShare", "0.15"),
    ("nuke", "memory.limit.maximum", "\"768 MiB\""), ("nuke", "memory.policy", "\"clock\""),
    ("nuke", "memory.largestShare", "0.1"), ("nuke", "memory.countLimit", "null"),
    ("nuke", "memory.expiresAfter", "null"), ("nuke", "memory.leftByWarning", "0"),
    ("nuke", "memory.leftByCriticalWarning", "0"), ("nuke", "memory.leftInBackground", "0.1"),
    ("nuke", "memory.shareOf", "\"limit\""), ("nuke", "concurrency", "6"),
    ("nuke", "requests.coalesces", "true"), ("nuke", "disk.store", "\"http\""),
    ("nuke", "disk.limit.bytes", "\"150 MiB\""), ("nuke", "httpCache.memoryCapacity", "\"0 B\""),
    // DataCache: 150 MiB, 1 s, 1,800 s, 5 s, 0.7, no expiry, no HTTP; since 12.9.0 it dates.
    ("nuke-data-cache", "memory.limit.memoryShare", "0.15"),
    ("nuke-data-cache", "memory.largestShare", "0.1"),
    ("nuke-data-cache", "disk.store", "\"files\""),
    ("nuke-data-cache", "disk.engine", "\"files-dated-by-hits\""),
    ("nuke-data-cache", "disk.limit.bytes", "\"150 MiB\""),
    ("nuke-data-cache", "disk.enforcement", "\"sweeps\""),
    ("nuke-data-cache", "disk.sweepInterval", "\"30m\""),
    ("nuke-data-cache", "disk.firstSweep", "\"5s\""), ("nuke-data-cache", "disk.trimTo", "0.7"),
    ("nuke-data-cache", "disk.sweepsOncePerProcess", "true"),
    ("nuke-data-cache", "disk.writeDelay", "\"1s\""),
    ("nuke-data-cache", "disk.expiresAfter", "null"), ("nuke-data-cache", "disk.validFor", "null"),
    // Nuke 12.8: min(20 % of RAM, 512 MiB), least recently used; an hour, and no dates.
    ("nuke-data-cache@12", "memory.limit.memoryShare", "0.2"),
    ("nuke-data-cache@12", "memory.limit.maximum", "\"512 MiB\""),
    ("nuke-data-cache@12", "memory.policy", "\"lru\""),
    ("nuke-data-cache@12", "memory.largestShare", "0.1"),
    ("nuke-data-cache@12", "memory.leftInBackground", "0.1"),
    ("nuke-data-cache@12", "disk.engine", "\"file-per-entry\""),
    ("nuke-data-cache@12", "disk.policy", "\"fifo\""),
    ("nuke-data-cache@12", "disk.sweepInterval", "\"1h\""),
    ("nuke-data-cache@12", "disk.sweepsOncePerProcess", "true"),
    ("nuke-data-cache@12", "disk.firstSweep", "\"5s\""),
    ("nuke-data-cache@12", "disk.limit.bytes", "\"150 MiB\""),
    ("nuke-data-cache@12", "disk.trimTo", "0.7"),
    ("nuke-data-cache@12", "disk.writeDelay", "\"1s\""), ("nuke-data-cache@12", "concurrency", "6"),
    // Kingfisher: RAM / 4, 300 s after the last access, each 120 s; 7 days, no size, to a half.
    ("kingfisher", "memory.limit.memoryShare", "0.25"),
    ("kingfisher", "memory.countLimit", "null"), ("kingfisher", "memory.expiresAfter", "\"5m\""),
    ("kingfisher", "memory.sweepInterval", "\"2m\""), ("kingfisher", "memory.leftByWarning", "0"),
    ("kingfisher", "memory.leftInBackground", "0"), ("kingfisher", "disk.limit.bytes", "null"),
    ("kingfisher", "disk.expiresAfter", "\"7d\""), ("kingfisher", "disk.expiresBy", "\"access\""),
    ("kingfisher", "disk.servesExpired", "false"), ("kingfisher", "disk.trimTo", "0.5"),
    ("kingfisher", "disk.enforcement", "\"sweeps\""),
    ("kingfisher", "disk.sweepsInBackground", "true"),
    ("kingfisher", "disk.sweepsAtTermination", "true"),
    ("kingfisher", "disk.sweepInterval", "null"),
    ("kingfisher", "disk.engine", "\"files-dated-by-stores-and-hits\""),
    ("kingfisher", "disk.validFor", "null"),
    // SDWebImage: no cost, no count; 604,800 s by access, no size, to a half; six at once.
    ("sdwebimage", "memory.limit.bytes", "null"),
    ("sdwebimage", "memory.limit.memoryShare", "null"),
    ("sdwebimage", "memory.countLimit", "null"), ("sdwebimage", "memory.leftByWarning", "0"),
    ("sdwebimage", "disk.limit.bytes", "null"), ("sdwebimage", "disk.expiresAfter", "\"7d\""),
    ("sdwebimage", "disk.expiresBy", "\"access\""), ("sdwebimage", "disk.trimTo", "0.5"),
    ("sdwebimage", "disk.sweepsInBackground", "true"),
    ("sdwebimage", "disk.sweepsAtTermination", "true"),
    ("sdwebimage", "disk.engine", "\"files-dated-by-hits\""), ("sdwebimage", "concurrency", "6"),
    // AlamofireImage: 100,000,000 B down to 60,000,000; URLCache of 20 and 150 MiB; four at once.
    ("alamofire-image", "memory.limit.bytes", "\"100 MB\""),
    ("alamofire-image", "memory.trimTo", "0.6"), ("alamofire-image", "memory.leftByWarning", "0"),
    ("alamofire-image", "disk.store", "\"http\""),
    ("alamofire-image", "disk.limit.bytes", "\"150 MiB\""),
    ("alamofire-image", "httpCache.memoryCapacity", "\"20 MiB\""),
    ("alamofire-image", "concurrency", "4"),
    // SDWebImage 5.19: by the writing, which no hit dates.
    ("sdwebimage@5.19", "disk.expiresBy", "\"write\""),
    ("sdwebimage@5.19", "disk.engine", "\"file-per-entry\""),
    ("sdwebimage@5.19", "disk.expiresAfter", "\"7d\""), ("sdwebimage@5.19", "concurrency", "6"),
    // PINCache: LRU, no limits in memory, emptied by both events; 50 MiB, of any age.
    ("pincache", "memory.policy", "\"lru\""), ("pincache", "memory.limit.bytes", "null"),
    ("pincache", "memory.expiresAfter", "null"), ("pincache", "memory.leftByWarning", "0"),
    ("pincache", "memory.leftInBackground", "0"), ("pincache", "disk.policy", "\"lru\""),
    ("pincache", "disk.limit.bytes", "\"50 MiB\""), ("pincache", "disk.expiresAfter", "null"),
    ("pincache", "disk.expiresBy", "\"write\""),
    // React Native's on iOS: what was left is cancelled; Expo's holds nothing decoded.
    ("react-native-fast-image", "requests.cancels", "\"pictures\""),
    ("react-native-fast-image", "disk.expiresBy", "\"write\""),
    ("expo-image", "memory.limit.bytes", "\"0 B\""), ("expo-image", "disk.expiresAfter", "\"7d\""),
    // hyperoslo: no limits at all.
    ("hyperoslo-cache", "memory.limit.bytes", "null"),
    ("hyperoslo-cache", "memory.countLimit", "null"),
    ("hyperoslo-cache", "memory.expiresAfter", "null"),
    ("hyperoslo-cache", "disk.limit.bytes", "null"),
    ("hyperoslo-cache", "disk.expiresAfter", "null"), ("hyperoslo-cache", "disk.trimTo", "0.5"),
  ])
  func applesLibraries(preset: String, path: String, value: String) {
    #expect(Self.value(preset, path)?.compact == value, "\(preset) \(path)")
  }

  @Test(arguments: [
    // Glide: two screens, a pool of one, 0.4 or 0.33 of the memory class, 4 MB of arrays; 250 MiB.
    ("glide", "memory.limit.screens", "2"), ("glide", "memory.limit.poolScreens", "1"),
    ("glide", "memory.limit.memoryClassShare", "0.4"),
    ("glide", "memory.limit.lowMemoryClassShare", "0.33"),
    ("glide", "memory.limit.reserve", "\"4 MiB\""), ("glide", "memory.policy", "\"lru\""),
    ("glide", "memory.leftByCriticalWarning", "1"), ("glide", "memory.leftInBackground", "0.5"),
    ("glide", "disk.limit.bytes", "\"250 MiB\""), ("glide", "disk.policy", "\"lru\""),
    ("glide", "disk.engine", "\"journaled-files\""), ("glide", "disk.validFor", "null"),
    ("glide", "concurrency", "4"), ("react-native-fast-image-android", "concurrency", "5"),
    ("expo-image-android", "memory.limit.bytes", "\"0 B\""),
    // Coil: 20 or 15 % of the memory class; 2 % of the free space, 10 to 250 MiB.
    ("coil", "memory.limit.memoryClassShare", "0.2"),
    ("coil", "memory.limit.lowMemoryClassShare", "0.15"), ("coil", "memory.leftByWarning", "1"),
    ("coil", "memory.leftInBackground", "1"), ("coil", "disk.limit.freeSpaceShare", "0.02"),
    ("coil", "disk.limit.minimum", "\"10 MiB\""), ("coil", "disk.limit.maximum", "\"250 MiB\""),
    ("coil", "disk.validFor", "null"), ("coil", "requests.coalesces", "false"),
    ("coil@3.2", "memory.leftInBackground", "0.5"), ("coil@3.2", "memory.shareOf", "\"held\""),
    // Picasso: a seventh of the memory class; OkHttp's cache of 50 MiB; three at once, one retry.
    ("picasso", "memory.policy", "\"lru\""), ("picasso", "disk.store", "\"http\""),
    ("picasso", "disk.limit.bytes", "\"50 MiB\""), ("picasso", "concurrency", "3"),
    ("picasso", "requests.retries.count", "1"),
    ("picasso", "requests.retries.initialDelay", "\"500ms\""),
    ("picasso", "httpCache.servesStaleWhenOffline", "true"),
    // Fresco: 4, 6 MB or a quarter, 256 bitmaps; 1, 2 or 4 MB as they came; 40 or 10 MB; three.
    ("fresco", "disk.engine", "\"files-dated-by-stores-and-hits\""), ("fresco", "concurrency", "3"),
    ("fresco", "memory.limit.memoryClassShare", "0.25"), ("fresco", "memory.countLimit", "256"),
    ("fresco", "encodedMemory.bytes", "\"4 MiB\""), ("fresco", "disk.limit.bytes", "\"40 MiB\""),
    // Flutter: 1,000 pictures, 100 << 20 B.
    ("flutter-image-cache", "memory.countLimit", "1000"),
    ("flutter-image-cache", "memory.limit.bytes", "\"100 MiB\""),
    ("flutter-image-cache", "memory.policy", "\"lru\""),
    ("flutter-image-cache", "disk.store", "\"none\""),
    ("flutter-image-cache-android", "memory.leftInBackground", "0"),
    // flutter_cache_manager: 200 objects, 30 days unused, valid for 7 days, cleaned each 10 s; ten.
    ("flutter-cache-manager", "concurrency", "10"),
    ("cached-network-image", "disk.countLimit", "200"),
    ("cached-network-image", "memory.countLimit", "1000"),
    ("flutter-cache-manager", "disk.countLimit", "200"),
    ("flutter-cache-manager", "disk.expiresAfter", "\"30d\""),
    ("flutter-cache-manager", "disk.expiresBy", "\"access\""),
    ("flutter-cache-manager", "disk.validFor", "\"7d\""),
    ("flutter-cache-manager", "disk.sweepInterval", "\"10s\""),
    ("flutter-cache-manager", "disk.engine", "\"files-and-database\""),
  ])
  func androidsAndFluttersLibraries(preset: String, path: String, value: String) {
    #expect(Self.value(preset, path)?.compact == value, "\(preset) \(path)")
  }

  /// How many a library's prefetcher asks for at once and where it brings them, and in which forms
  /// the library stores what the client resizes.
  @Test(arguments: [
    ("nuke", "2", "memory", "original", "pictures"),
    ("nuke-data-cache", "2", "memory", "original", "pictures"),
    ("nuke-data-cache@12", "2", "memory", "original", "pictures"),
    ("kingfisher", "5", "memory-if-fetched", "shown", "nothing"),
    ("sdwebimage", "3", "memory", "both", "nothing"),
    ("glide", "null", "memory", "original", "pictures"),
  ])
  func prefetchersAndFormsOfFiles(
    preset: String, concurrency: String, destination: String, stores: String, cancels: String
  ) {
    let values = [
      "requests.lookahead.rows", "requests.lookahead.concurrency", "prefetchDestination",
      "disk.stores", "requests.cancels",
    ].map { Self.value(preset, $0)?.compact }
    #expect(
      values == ["0", concurrency] + [destination, stores, cancels].map { "\"\($0)\"" })
  }

  /// Limits on a device: 4 GB, 192 MiB of memory class, 1,080 by 2,400 pixels, 10 GB free.
  @Test func limitsFollowTheDevice() throws {
    var device = DeviceSettings()
    func limits(_ preset: String) -> (memory: Bytes, disk: Bytes) {
      let values = ImageLoader.Options.presets.first { $0.name == preset }?.values
      return (
        values?.memory.limit.limit(on: device) ?? .zero,
        values?.disk.limit.limit(on: device) ?? .zero
      )
    }
    #expect(limits("nuke").memory == .megabytes(600))
    #expect(limits("nuke-data-cache@12").memory == .mebibytes(512))
    #expect(limits("kingfisher") == (.megabytes(1_000), .unlimited))
    // Two screens of 1,080 × 2,400 × 4 B.
    #expect(limits("glide").memory == Bytes(20_736_000))
    #expect(limits("coil") == (Bytes(40_265_318), .megabytes(200)))
    #expect(limits("picasso") == (Bytes(28_760_942), .mebibytes(50)))
    #expect(limits("fresco") == (.mebibytes(48), .mebibytes(40)))
    device.memory.memory = .gigabytes(8)
    #expect(limits("nuke").memory == Bytes(805_306_368))
    // 0.4 of 24 MiB less 4 MiB, two thirds of it.
    device.memory.memoryClass = .mebibytes(24)
    let part = (24.0 * 1_048_576 * 0.4).rounded() - 4 * 1_048_576
    #expect(limits("glide").memory == Bytes(rounding: part * 2 / 3))
    #expect(limits("fresco").memory == .mebibytes(4))
    device.memory.memoryClass = .mebibytes(48)
    #expect(limits("fresco").memory == .mebibytes(6))
    device.memory.isLowOnMemory = true
    #expect(limits("coil").memory == Bytes(rounding: 48 * 1_048_576 * 0.15))
    device.freeSpace = .mebibytes(300)
    #expect(limits("coil").disk == .mebibytes(10))
    #expect(limits("fresco").disk == .mebibytes(40))
    device.freeSpace = .mebibytes(39)
    #expect(limits("fresco").disk == .mebibytes(10) && limits("picasso").disk == .mebibytes(50))
  }

  /// Each is cited with a commit, and what its users can change is a setting that takes the values.
  @Test func everyLibraryIsCited() throws {
    let entry = try #require(AnyStrategy.catalog.entry(named: "image-loader"))
    #expect(entry.libraries.count == 25)
    for (name, library) in entry.libraries {
      #expect(library.version.count == 40 && !library.sources.isEmpty, "\(name)")
      #expect(library.links.allSatisfy { $0.hasPrefix("https://github.com/") }, "\(name)")
      #expect(!library.changes.isEmpty)
      for change in library.changes {
        for value in change.values {
          let nested = change.setting.split(separator: ".").reversed().reduce(value) {
            .object([(String($1), $0)])
          }
          var problems = Problems()
          let settings = JSON.object(
            [("preset", JSON(.string(name)))] + (nested.members ?? []).map { ($0.name, $0.value) })
          #expect(entry.make(settings, "", &problems) != nil, "\(name) \(problems.lines)")
        }
      }
    }
  }

  /// A name with a release behind it is a release of the library of that name, and the name alone
  /// is the newest of them.
  @Test func aNameAloneIsTheNewestRelease() throws {
    let presets = ImageLoader.Options.presets
    let pinned = presets.filter { $0.name.contains("@") }
    #expect(
      pinned.map(\.name) == [
        "nuke-data-cache@13", "nuke-data-cache@12", "sdwebimage@5.20", "sdwebimage@5.19",
        "coil@3.3",
        "coil@3.2",
      ])
    for name in Set(pinned.compactMap { $0.name.split(separator: "@").first.map(String.init) }) {
      let plain = try #require(presets.first { $0.name == name })
      let releases = pinned.filter { $0.name.hasPrefix("\(name)@") }
        .sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
      #expect(releases.last?.values.json.compact == plain.values.json.compact)
      #expect(releases.last?.library == plain.library)
      #expect(releases.allSatisfy { $0.library?.name == plain.library?.name })
      #expect(Set(releases.map(\.values.json.compact)).count == releases.count)
      for release in releases {
        #expect(AnyStrategy.catalog.resolve(release.name)?.entry.name == "image-loader")
      }
    }
  }
}
