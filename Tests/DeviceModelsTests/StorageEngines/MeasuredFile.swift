internal import DeviceModels
internal import SimCore

/// What a file cost on ext4: means of 200 writes each.
struct MeasuredFile: Sendable, CustomStringConvertible {
  /// Written beside the old one and renamed; otherwise over it.
  var isReplaced: Bool
  var isSynced: Bool
  var size: Int64
  /// Bytes that reached the device.
  var bytes: Double

  var description: String {
    "\(size) bytes \(isReplaced ? "replaced" : "in place")\(isSynced ? ", synced" : "")"
  }

  static let all =
    [(16_384, 17_777), (65_536, 66_396), (262_144, 263_844)].map {
      MeasuredFile(isReplaced: true, isSynced: false, size: $0, bytes: $1)
    }
    + [(16_384, 24_945), (65_536, 74_486), (262_144, 271_073)].map {
      MeasuredFile(isReplaced: true, isSynced: true, size: $0, bytes: $1)
    }
    + [(16_384, 30_638), (65_536, 77_517), (262_144, 266_240)].map {
      MeasuredFile(isReplaced: false, isSynced: true, size: $0, bytes: $1)
    }

  /// The same of 1 KiB, from a run beside noisy neighbours.
  static let small = [
    MeasuredFile(isReplaced: false, isSynced: true, size: 1_024, bytes: 10_900),
    MeasuredFile(isReplaced: true, isSynced: true, size: 1_024, bytes: 35_000),
  ]

  static func settings(replaced: Bool, synced: Bool) -> FlashSettings {
    var settings = FlashSettings()
    settings.replacesAtomically = replaced
    settings.syncsFiles = synced
    return settings
  }

  /// What the model says.
  var model: FlashWrite {
    var engine = FilePerEntry(settings: Self.settings(replaced: isReplaced, synced: isSynced))
    return engine.write(0, bytes: Bytes(size), for: .archive)
  }
}
