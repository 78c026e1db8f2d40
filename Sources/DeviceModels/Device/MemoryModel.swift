package import SimCore

/// The memory of a device and what it allows one app.
///
/// Apple publishes no limits. A community table of measured ones lies between 50 and 68 % of the
/// memory; the shares are assumptions within it.
package struct MemoryModel: Hashable, Sendable {
  package var memory = Bytes.megabytes(4_000)
  package var limitFraction = 0.55
  package var warningFraction = 0.8
  package var criticalFraction = 0.95
  package var baseline = Bytes.megabytes(150)
  package var cacheFraction = 0.15
  package var cacheMaximum = Bytes.mebibytes(768)
  /// `dalvik.vm.heapgrowthlimit` of phones with 4 GB (LineageOS/android_frameworks_native at
  /// 0a2e965f, build/phone-xhdpi-4096-dalvik-heap.mk).
  package var memoryClass = Bytes.mebibytes(192)
  package var isLowOnMemory = false

  package init() {}

  /// What the app may use at most.
  package var limit: Bytes { Bytes(rounding: Double(memory.count) * limitFraction) }

  package var cacheLimit: Bytes {
    min(cacheMaximum, Bytes(rounding: Double(memory.count) * cacheFraction))
  }

  /// What the app may use before it is warned, and at most.
  package var levels: MemoryLevels {
    MemoryLevels(
      warning: Bytes(rounding: Double(limit.count) * warningFraction),
      critical: Bytes(rounding: Double(limit.count) * criticalFraction), limit: limit)
  }
}

/// What an app may use of the memory, in all, before it is warned, warned for the last time, and
/// killed.
package struct MemoryLevels: Sendable {
  package var warning: Bytes
  package var critical: Bytes
  package var limit: Bytes

  /// How near the limit the app is when it uses so much in all.
  package func level(used: Bytes) -> MemoryPressure {
    if used > limit { return .killed }
    if used >= critical { return .critical }
    return used >= warning ? .warning : .normal
  }
}

/// How near an app is to the memory that the system lets it have.
package enum MemoryPressure: Int, Comparable, Hashable, Sendable, CaseIterable {
  case normal
  /// The system warns; caches should give back what they can.
  case warning
  case critical
  case killed

  package static func < (left: MemoryPressure, right: MemoryPressure) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension MemoryModel: Settings {
  package static var isWrittenByName: Bool { true }
  package static let presets = DeviceProfiles.all.map { device in
    Preset<MemoryModel>(device.name, "\(device.summary) Source: \(device.source).") {
      $0 = device.memoryModel
    }
  }
  package static let fields: [Field<MemoryModel>] = [
    Field(
      "memory", \.memory, in: .megabytes(1)...(.gigabytes(1_000_000)),
      "The device's memory."
    ).assumed(),
    Field(
      "limitFraction", \.limitFraction, in: 0...1,
      "The share of it at which the app is ended; within a community table's 0.50 to 0.68."
    ).plausible(0.375, to: 0.75, "the least and the most that were seen, of an iPad of 8 GB"),
    Field(
      "warningFraction", \.warningFraction, in: 0...1,
      "The share of the limit at which the system warns."
    ).assumed(),
    Field(
      "criticalFraction", \.criticalFraction, in: 0...1,
      "The share of the limit at which it warns for the last time."
    ).assumed(),
    Field(
      "baseline", \.baseline, in: .zero...(.gigabytes(1_000_000)),
      "What the app uses beside its caches and the open screen."
    ).assumed(),
    Field(
      "cacheFraction", \.cacheFraction, in: 0...1,
      "The share of the memory that a cache takes at most by default; as Nuke."),
    Field(
      "cacheMaximum", \.cacheMaximum, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "What a cache takes at most by default; as Nuke."
    ),
    Field(
      "memoryClass", \.memoryClass, in: .megabytes(1)...(.gigabytes(1_000)),
      "Android's memory class, which caches there take their share of; that of phones with 4 GB."),
    Field(
      "isLowOnMemory", \.isLowOnMemory,
      "Whether the device says that it has little memory, as Android's isLowRamDevice."),
  ]
}
