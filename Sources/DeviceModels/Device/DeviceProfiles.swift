package import SimCore

/// A device: its memory, what it allows one app, its flash, its processor and its radio.
package struct DeviceProfile: Hashable, Sendable {
  /// The name by which a scenario asks for it.
  package var name: String
  /// What a list says of it.
  package var summary: String
  /// The device's memory.
  package var memory: Bytes
  /// What an app may use before the system ends it.
  package var appLimit: Bytes
  /// The flash that stands for its own.
  package var storage: StorageProfile
  /// How much slower than the machine on which codecs and queries were measured; 4, Lighthouse's
  /// slowdown for a phone of the middle class (GoogleChrome/lighthouse, docs/throttling.md), where
  /// nothing better is known.
  package var processorScale = 4.0
  /// Where that is from.
  package var processorSource = "assumed as Lighthouse's 4 for a phone of the middle class"
  /// The radio of its 4G links; by assumption that of its decade. On 5G all have that of 2020.
  package var lte = Radios2020.verizon4G
  /// Where memory and limit are from.
  package var source: String
  /// How sure memory and limit are.
  package var certainty: Certainty
  /// How sure it is that this flash is the device's.
  package var storageCertainty: Certainty

  /// The memory model of the device; what the table leaves out is as in the defaults.
  package var memoryModel: MemoryModel {
    var model = MemoryModel()
    model.memory = memory
    model.limitFraction = Double(appLimit.count) / Double(memory.count)
    return model
  }

  /// The speed of its flash.
  package var flashTiming: FlashTiming { storage.timing }
}

/// The catalogue of devices.
///
/// Apple publishes neither memory nor limits. Those of the iPhones up to the 12 Pro were measured
/// by a community, by using memory until the system ended the app, between 50 and 68 % of it; they
/// were not checked. Those of newer ones are assumptions.
///
/// Since the 6s iPhones have NVMe (AnandTech 9662: PCI-E, and a controller as the MacBook's). Rates
/// of three of them were published; the others have those of the nearest by year. What a 5s has was
/// not found: eMMC stands for it.
///
/// How fast one core of an iPhone is comes from Geekbench, see `Geekbench`.
package enum DeviceProfiles {
  /// A phone of the middle class: 4 GB, of which an app may use 55 %; the default.
  package static let midPhone = DeviceProfile(
    name: "mid-phone", summary: "A phone of the middle class: 4 GB; an app may use 55 %.",
    memory: MemoryModel().memory, appLimit: MemoryModel().limit, storage: StorageProfiles.ufs2,
    source: "assumption within the iPhones' 50 to 68 %", certainty: .assumption,
    storageCertainty: .low)

  /// Every device, in the order in which a list shows them.
  package static let all: [DeviceProfile] = [
    midPhone,
    phone(
      "iphone-5s", limit: 646, of: 1_024, storage: StorageProfiles.emmc5,
      lte: RadioProfiles.lteARO),
    phone(
      "iphone-6s", limit: 1_396, of: 2_048, .a9, storage: StorageProfiles.nvme2015,
      certainty: .low, lte: RadioProfiles.lteARO),
    phone(
      "iphone-7", limit: 1_395, of: 2_048, .a10, storage: StorageProfiles.nvme2016,
      certainty: .low, lte: RadioProfiles.lteARO),
    phone("iphone-x", limit: 1_392, of: 2_785, .a11, storage: StorageProfiles.nvme2016),
    phone("iphone-xs", limit: 2_040, of: 3_754, .a12, storage: StorageProfiles.nvme2016),
    phone("iphone-11", limit: 2_068, of: 3_844, .a13, storage: StorageProfiles.nvme2016),
    phone("iphone-12-pro", limit: 3_054, of: 5_703, .a14, storage: StorageProfiles.nvme),
    newer("iphone-14-pro", gibibytes: 6, .a16, .assumption),
    newer("iphone-15-pro", gibibytes: 8, .a17Pro, .low),
  ]

  /// The device of that name; nil: there is none.
  package static func named(_ name: String) -> DeviceProfile? { all.first { $0.name == name } }

  /// An iPhone of the table: what an app may use, and the memory, in mebibytes.
  private static func phone(
    _ name: String, limit: Int64, of memory: Int64, _ processor: Geekbench? = nil,
    storage: StorageProfile, certainty storageCertainty: Certainty = .assumption,
    lte: RadioProfile = Radios2020.verizon4G
  ) -> DeviceProfile {
    let device = DeviceProfile(
      name: name, summary: "\(limit) of \(memory) MiB for an app, as people measured.",
      memory: .mebibytes(memory), appLimit: .mebibytes(limit), storage: storage, lte: lte,
      source: "community table, stackoverflow.com/questions/5887248", certainty: .low,
      storageCertainty: storageCertainty)
    return processor.map { device.with($0) } ?? device
  }

  /// A newer iPhone, of which the share that an app may use is that of an iPhone 12 Pro.
  private static func newer(
    _ name: String, gibibytes: Int64, _ processor: Geekbench, _ storageCertainty: Certainty
  ) -> DeviceProfile {
    DeviceProfile(
      name: name, summary: "\(gibibytes) GiB, of which an app may use 53.5 %.",
      memory: .mebibytes(gibibytes * 1_024), appLimit: .mebibytes(gibibytes * 1_024 * 535 / 1_000),
      storage: StorageProfiles.nvme, source: "assumed; the app's share as of an iPhone 12 Pro",
      certainty: .assumption, storageCertainty: storageCertainty
    ).with(processor)
  }
}

/// Published results of Geekbench for one core, by which iPhones' processors are set beside the
/// machine that codecs were measured on: its core is taken to be as fast as that of the desktop
/// which has 2 500 by definition (Geekbench 6 CPU Workloads, Primate Labs 2023: Core i7-12700).
/// That is an assumption; a server's core is rather slower, so that phones are rather faster.
package struct Geekbench: Hashable, Sendable {
  /// The result in points of Geekbench 6.
  package var points: Double
  /// Where it is from.
  package var source: String

  /// How many times slower the phone's core is, to a tenth.
  package var processorScale: Double { (2_500 / points * 10).rounded() / 10 }

  /// iPhone 15 Pro.
  package static let a17Pro = Geekbench(
    points: 2_914, source: "Geekbench 6, digitaltrends.com (apple-a17-pro-beats-intel-and-amd)")
  /// iPhone 14 Pro Max.
  package static let a16 = Geekbench(points: 2_522, source: "Geekbench 6, notebookcheck.com 694639")
  /// iPhone 12 Pro: 1 597 points of Geekbench 5, of which the A16 has 1 879
  /// (thegadgetscafe.in, 2022-09).
  package static let a14 = Geekbench(
    points: a16.points * 1_597 / 1_879,
    source: "Geekbench 5, imore.com (iphone-12-pro-benchmarks-show-big-leap-performance-over-"
      + "iphone-11), beside the A16's")
  /// iPhone 11 Pro: 1 327 points of Geekbench 5 in the same place.
  package static let a13 = Geekbench(points: a16.points * 1_327 / 1_879, source: a14.source)
  /// iPhone XS: the A14 is 44 % faster.
  package static let a12 = Geekbench(points: a14.points / 1.44, source: table)
  /// iPhone X: the A14 is 75 % faster.
  package static let a11 = Geekbench(points: a14.points / 1.75, source: table)
  /// iPhone 7: the A14 is 117 % faster.
  package static let a10 = Geekbench(points: a14.points / 2.17, source: table)
  /// iPhone 6s: the A14 is 196 % faster.
  package static let a9 = Geekbench(points: a14.points / 2.96, source: table)

  private static let table =
    "Geekbench 5, a table by MacRumors beside the A14 (thetechnologynews.net, "
    + "iphone-12-20-faster-than-iphone-11-thanks-to-apple-a14-chip)"
}

extension DeviceProfile {
  /// The same with such a processor.
  fileprivate func with(_ processor: Geekbench) -> DeviceProfile {
    var device = self
    device.processorScale = processor.processorScale
    device.processorSource = processor.source
    return device
  }
}

/// How sure a constant of a device is.
package enum Certainty: String, Sendable, CaseIterable {
  /// Two sources agree, or it was measured.
  case high
  /// One good source.
  case medium
  /// A convention, or recalled from a named source without reading it again.
  case low
  /// No good source exists: a setting of the scenario.
  case assumption
}

/// The time that the main thread has for a frame, and the frames that longer work drops.
package struct FrameBudget: Hashable, Sendable {
  /// How often the screen is drawn.
  package var framesPerSecond: Int64

  /// 60 frames a second: 16.67 ms.
  package static let sixty = FrameBudget(framesPerSecond: 60)
  /// 120 frames a second: 8.33 ms.
  package static let hundredTwenty = FrameBudget(framesPerSecond: 120)

  /// Makes the budget of a screen that draws so many frames a second.
  package init(framesPerSecond: Int64) {
    precondition(framesPerSecond > 0, "a screen that draws nothing drops nothing")
    self.framesPerSecond = framesPerSecond
  }

  /// How many frames are not drawn in time while the main thread works for so long: one less than
  /// the frames that begin meanwhile, since the one that was due is merely late.
  package func droppedFrames(in work: TimeSpan) -> Int64 {
    // In whole numbers: a sixtieth of a second is no whole number of nanoseconds.
    let frames = Int128(work.nanoseconds) * Int128(framesPerSecond)
    return max(0, Int64((frames + 999_999_999) / 1_000_000_000) - 1)
  }
}
