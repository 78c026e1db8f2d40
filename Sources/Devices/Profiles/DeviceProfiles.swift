internal import SimCore

/// The catalogue of devices.
///
/// Apple publishes neither memory nor limits. Those of the iPhones are what people measured by
/// using memory until the system ended the app, between 50 and 68 % of it; they were not checked.
public enum DeviceProfiles {
  /// A phone of the middle class: 4 GB, of which an app may use 55 %; the default.
  public static let midPhone = DeviceProfile(
    name: "mid-phone", summary: "A phone of the middle class: 4 GB; an app may use 55 %.",
    memory: MemoryModel().memory, appLimit: MemoryModel().limit, storage: StorageProfiles.ufs2,
    source: "assumption within the iPhones' 50 to 68 %", certainty: .assumption,
    storageCertainty: .low)

  /// Every device, in the order in which a list shows them.
  public static let all: [DeviceProfile] = [
    midPhone,
    phone("iphone-5s", limit: 646, of: 1_024),
    phone("iphone-6s", limit: 1_396, of: 2_048),
    phone("iphone-7", limit: 1_395, of: 2_048),
    phone("iphone-x", limit: 1_392, of: 2_785),
    phone("iphone-xs", limit: 2_040, of: 3_754),
    phone("iphone-11", limit: 2_068, of: 3_844),
    phone("iphone-12-pro", limit: 3_054, of: 5_703),
  ]

  /// The device of that name; nil: there is none.
  public static func named(_ name: String) -> DeviceProfile? { all.first { $0.name == name } }

  /// An iPhone of the table: what an app may use, and the memory, in mebibytes. Its flash is that
  /// of the default.
  private static func phone(_ name: String, limit: Int64, of memory: Int64) -> DeviceProfile {
    DeviceProfile(
      name: name, summary: "\(limit) of \(memory) MiB for an app, as people measured.",
      memory: .mebibytes(memory), appLimit: .mebibytes(limit), storage: StorageProfiles.ufs2,
      source: "community table, stackoverflow.com/questions/5887248", certainty: .low,
      storageCertainty: .assumption)
  }
}
