public import SimCore

/// A device: its memory, what it allows one app, and its flash.
public struct DeviceProfile: Hashable, Sendable {
  /// The name by which a scenario asks for it.
  public var name: String
  /// What a list says of it.
  public var summary: String
  /// The device's memory.
  public var memory: Bytes
  /// What an app may use before the system ends it.
  public var appLimit: Bytes
  /// The flash that stands for its own.
  public var storage: StorageProfile
  /// Where memory and limit are from.
  public var source: String
  /// How sure memory and limit are.
  public var certainty: Certainty
  /// How sure the flash is: no trustworthy rates of Apple's storage were found.
  public var storageCertainty: Certainty

  /// The memory model of the device; what the table does not tell is as in the defaults.
  public var memoryModel: MemoryModel {
    var model = MemoryModel()
    model.memory = memory
    model.limitFraction = Double(appLimit.count) / Double(memory.count)
    return model
  }

  /// The speed of its flash.
  public var flashTiming: FlashTiming { storage.timing }
}
