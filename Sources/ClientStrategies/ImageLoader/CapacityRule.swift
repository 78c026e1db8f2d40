package import ClientSimulation
internal import DeviceModels
package import SimCore

/// A limit in bytes as image libraries set it: fixed, or by what the device has. A scenario may say
/// the bytes alone: `"limit": "100 MB"`.
package struct CapacityRule: Settings, NamedUnit {
  package var bytes: Bytes?
  package var memoryShare: Double?
  package var memoryClassShare: Double?
  package var lowMemoryClassShare: Double?
  package var screens: Double?
  package var poolScreens = 0.0
  package var reserve = Bytes.zero
  package var freeSpaceShare: Double?
  package var steps: [CapacityStep] = []
  package var minimum = Bytes.zero
  package var maximum = Bytes.unlimited

  package init() {}
  package init(_ bytes: Bytes) { self.bytes = bytes }

  package static let fields: [Field<CapacityRule>] = [
    Field(
      "bytes", \.bytes, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "A fixed limit; null: none. Of several limits the least counts; without one there is no "
        + "limit."),
    Field("memoryShare", \.memoryShare, in: 0...1, "The share of the device's memory; null: none."),
    Field(
      "memoryClassShare", \.memoryClassShare, in: 0...1,
      "The share of Android's memory class (device.memory.memoryClass); null: none."),
    Field(
      "lowMemoryClassShare", \.lowMemoryClassShare, in: 0...1,
      "The same where device.memory.isLowOnMemory; null: the same share."),
    Field(
      "screens", \.screens, in: 0...1_000,
      "Bitmaps of so many screens, 4 bytes a pixel; null: none. With memoryClassShare as Glide's "
        + "MemorySizeCalculator: both fit into that part."),
    Field(
      "poolScreens", \.poolScreens, in: 0...1_000,
      "Bitmaps of so many screens, for reuse, that share the memory class's part with them."),
    Field(
      "reserve", \.reserve, in: .zero...(.gigabytes(1_000)),
      "What else the memory class's part has to hold; half of it on a device with little memory."),
    Field(
      "freeSpaceShare", \.freeSpaceShare, in: 0...1,
      "The share of the free space on flash (device.freeSpace); null: none."),
    Field(
      "steps", \.steps,
      "Fixed limits of devices that have less than that; the first that holds counts alone."),
    Field(
      "minimum", \.minimum, in: .zero...(.gigabytes(1_000_000)),
      "The least that the limit is, whatever shares say."),
    Field(
      "maximum", \.maximum, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "The most that the limit is, whatever shares say."),
  ]

  package static func read(
    _ json: JSON, over base: CapacityRule, path: String, _ problems: inout Problems
  ) -> CapacityRule? {
    guard json.members == nil else { return readGroup(json, over: base, path: path, &problems) }
    return Bytes.read(json, path: path, &problems).map { CapacityRule($0) }
  }

  package static var schema: JSON { .object(["anyOf": JSON([Bytes.schema, groupSchema])]) }
  package static var unit: String { "group, or bytes alone" }

  package func limit(on device: DeviceSettings) -> Bytes {
    for step in steps where step.of.amount(on: device) < step.below { return step.limit }
    var limits: [Bytes] = []
    if let bytes { limits.append(bytes) }
    if let memoryShare { limits.append(device.memory.memory.share(memoryShare)) }
    if let freeSpaceShare { limits.append(device.freeSpace.share(freeSpaceShare)) }
    let part = memoryClassPart(on: device)
    if let screens {
      var bitmaps = device.screenBytes.share(screens)
      if let part { bitmaps = min(bitmaps, part.share(screens / (screens + poolScreens))) }
      limits.append(bitmaps)
    } else if let part {
      limits.append(part)
    }
    guard let least = limits.min() else { return .unlimited }
    return max(minimum, min(maximum, least))
  }

  /// The memory class's part, without what it has to hold beside.
  private func memoryClassPart(on device: DeviceSettings) -> Bytes? {
    let isLow = device.memory.isLowOnMemory
    guard let share = isLow ? lowMemoryClassShare ?? memoryClassShare : memoryClassShare else {
      return nil
    }
    let reserved = isLow ? reserve.share(0.5) : reserve
    return max(.zero, device.memory.memoryClass.share(share) - reserved)
  }
}

extension Bytes {
  /// A share of it, to the nearest byte; of what has no end all of it.
  func share(_ share: Double) -> Bytes {
    self == .unlimited ? self : Bytes(rounding: Double(count) * share)
  }
}

/// A fixed limit of devices that have less of something.
package struct CapacityStep: Settings {
  package var of = DeviceAmount.memoryClass
  package var below = Bytes.zero
  package var limit = Bytes.zero

  package init() {}
  package static let fields: [Field<CapacityStep>] = [
    Field("of", \.of, "Of what: Android's memory class, or the free space on flash."),
    Field(
      "below", \.below, in: .zero...(.gigabytes(1_000_000)), "Devices that have less than that."),
    Field("limit", \.limit, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true, "Their limit."),
  ]
}

/// What of a device limits depend on in steps.
package enum DeviceAmount: String, WordSettingValue {
  case memoryClass = "memory-class"
  case freeSpace = "free-space"

  func amount(on device: DeviceSettings) -> Bytes {
    switch self {
    case .memoryClass: device.memory.memoryClass
    case .freeSpace: device.freeSpace
    }
  }
}

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
