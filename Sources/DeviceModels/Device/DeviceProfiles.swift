package import SimCore

/// A device: its memory, what it allows one app, its flash, its processor and its radio.
package struct DeviceProfile: Equatable, Sendable {
  /// The name by which a scenario asks for it.
  package var name: String
  /// What a list says of it.
  package var summary: String
  /// Its memory, and what an app may use before the system ends it.
  package var memoryModel: MemoryModel
  /// The flash that stands for its own.
  package var storage: StorageProfile
  /// How much slower than the machine on which codecs and queries were measured; 4, Lighthouse's
  /// slowdown for a phone of the middle class (GoogleChrome/lighthouse, docs/throttling.md), where
  /// nothing better is known.
  package var processorScale: Double
  package var processorSource: String
  /// The radio of its 4G links; by assumption that of its decade. On 5G all have that of 2020.
  package var lte: RadioProfile
  /// Where memory and limit are from.
  package var source: String
  /// How sure memory and limit are.
  package var certainty: Certainty
  /// How sure it is that this flash is the device's.
  package var storageCertainty: Certainty
  /// What a scenario would write for it.
  package var settings: JSON

  /// The device of an entry of the table, which says all four parts; nil: it does not, as is noted.
  fileprivate init?(_ entry: DataEntry, path: String, _ problems: inout Problems) {
    settings = entry.settings
    guard let memory = settings["memory"],
      let memoryModel = MemoryModel.readGroup(
        memory, among: [], path: "\(path).memory", &problems),
      let storage = settings["flash"]?["timing"]?.string.flatMap(StorageProfiles.named),
      let lte = settings["radio"]?["lte"]?.string.flatMap(RadioProfiles.named),
      let processorScale = settings["processorScale"]?.real
    else {
      problems.note(
        at: settings.offset, path: path,
        "expected memory, flash.timing and radio.lte by name, and processorScale")
      return nil
    }
    (self.memoryModel, self.storage, self.lte) = (memoryModel, storage, lte)
    self.processorScale = processorScale
    name = entry.name
    summary = entry.summary.text
    source = entry.source.text
    certainty = entry.certainty
    processorSource = entry.part("processorScale")?.source?.text ?? source
    storageCertainty = entry.part("flash.timing")?.certainty ?? certainty
  }

  /// What an app may use before the system ends it.
  package var appLimit: Bytes { memoryModel.limit }
  package var flashTiming: FlashTiming { storage.timing }
}

/// The catalogue of devices: `Data/phones.json`.
///
/// Apple publishes neither memory nor limits. Those of the iPhones up to the 12 Pro were measured
/// by a community, by using memory until the system ended the app, between 50 and 68 % of it; they
/// were not checked. Those of newer ones are assumptions.
///
/// Since the 6s iPhones have NVMe (AnandTech 9662: PCI-E, and a controller as the MacBook's). Rates
/// of three of them were published; the others have those of the nearest by year. What a 5s has was
/// not found: eMMC stands for it.
///
/// How fast one core of an iPhone is comes from Geekbench, by which it is set beside the machine
/// that codecs were measured on: its core is taken to be as fast as that of the desktop which has
/// 2 500 points by definition (Geekbench 6 CPU Workloads, Primate Labs 2023: Core i7-12700). That
/// is an assumption; a server's core is rather slower, so that phones are rather faster.
package enum DeviceProfiles {
  /// Every device, in the order of lists; the default, of the middle class, first.
  package static let all = DataTable.bundled("phones") { entry, path, problems in
    DeviceProfile(entry, path: "\(path).settings", &problems)
  }

  /// The device of that name; nil: there is none.
  package static func named(_ name: String) -> DeviceProfile? { all.first { $0.name == name } }
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
