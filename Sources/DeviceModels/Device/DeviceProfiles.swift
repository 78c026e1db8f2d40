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
  /// How much slower than the machine on which codecs and queries were measured: 4 as Lighthouse's
  /// slowdown for a phone of the middle class, 2 for one of the upper class
  /// (GoogleChrome/lighthouse, docs/throttling.md). Which class a phone is of is an assumption.
  package var processorScale = 4.0
  /// The radio of its 4G links; by assumption that of its decade. On 5G all have that of 2020.
  package var lte = Radios2020.verizon4G
  /// Where memory and limit are from.
  package var source: String
  /// How sure memory and limit are.
  package var certainty: Certainty
  /// How sure the flash is: no trustworthy rates of Apple's storage were found.
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
    phone("iphone-5s", limit: 646, of: 1_024, lte: RadioProfiles.lteARO),
    phone("iphone-6s", limit: 1_396, of: 2_048, lte: RadioProfiles.lteARO),
    phone("iphone-7", limit: 1_395, of: 2_048, lte: RadioProfiles.lteARO),
    phone("iphone-x", limit: 1_392, of: 2_785, scale: 2),
    phone("iphone-xs", limit: 2_040, of: 3_754, scale: 2),
    phone("iphone-11", limit: 2_068, of: 3_844, scale: 2),
    phone("iphone-12-pro", limit: 3_054, of: 5_703, scale: 2, storage: StorageProfiles.nvme),
    newer("iphone-14-pro", gibibytes: 6),
    newer("iphone-15-pro", gibibytes: 8),
  ]

  /// The device of that name; nil: there is none.
  package static func named(_ name: String) -> DeviceProfile? { all.first { $0.name == name } }

  /// An iPhone of the table: what an app may use, and the memory, in mebibytes.
  private static func phone(
    _ name: String, limit: Int64, of memory: Int64, scale: Double = 4,
    storage: StorageProfile = StorageProfiles.ufs2, lte: RadioProfile = Radios2020.verizon4G
  ) -> DeviceProfile {
    DeviceProfile(
      name: name, summary: "\(limit) of \(memory) MiB for an app, as people measured.",
      memory: .mebibytes(memory), appLimit: .mebibytes(limit), storage: storage,
      processorScale: scale, lte: lte,
      source: "community table, stackoverflow.com/questions/5887248", certainty: .low,
      storageCertainty: .assumption)
  }

  /// A newer iPhone, of which the share that an app may use is that of an iPhone 12 Pro.
  private static func newer(_ name: String, gibibytes: Int64) -> DeviceProfile {
    DeviceProfile(
      name: name, summary: "\(gibibytes) GiB, of which an app may use 53.5 %.",
      memory: .mebibytes(gibibytes * 1_024), appLimit: .mebibytes(gibibytes * 1_024 * 535 / 1_000),
      storage: StorageProfiles.nvme, processorScale: 2,
      source: "assumed; the app's share as of an iPhone 12 Pro", certainty: .assumption,
      storageCertainty: .assumption)
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
