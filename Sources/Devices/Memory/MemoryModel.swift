public import SimCore

/// The memory of a device and what it allows one app.
///
/// Apple publishes no limits. A community table of measured ones lies between 50 and 68 % of the
/// memory; the shares are assumptions within it, and knobs.
public struct MemoryModel: Hashable, Sendable {
  /// The device's memory; 4 GB (assumption, a knob).
  public var memory = Bytes.megabytes(4_000)
  /// The share of it at which the app is ended; 0.55.
  public var limitFraction = 0.55
  /// The share of the limit at which the system warns; 0.8.
  public var warningFraction = 0.8
  /// The share of the limit at which it warns for the last time; 0.95.
  public var criticalFraction = 0.95
  /// What the app uses beside its caches: code, views, pictures on screen; 150 MB (assumption).
  public var baseline = Bytes.megabytes(150)
  /// The share of the memory that a cache takes at most by default; 0.15 (Nuke).
  public var cacheFraction = 0.15
  /// What a cache takes at most by default; 768 MiB (Nuke).
  public var cacheMost = Bytes.mebibytes(768)

  /// The defaults.
  public init() {}

  /// What the app may use at most.
  public var limit: Bytes { Bytes(rounding: Double(memory.count) * limitFraction) }

  /// The limit that a cache sets itself when nobody says another.
  public var cacheLimit: Bytes {
    min(cacheMost, Bytes(rounding: Double(memory.count) * cacheFraction))
  }

  /// How near the limit the app is when its caches use so much beside the baseline.
  public func level(cached: Bytes) -> MemoryPressure { level(used: baseline + cached) }

  /// How near the limit the app is when it uses so much in all.
  public func level(used: Bytes) -> MemoryPressure {
    if used > limit { return .killed }
    if used >= part(criticalFraction) { return .critical }
    return used >= part(warningFraction) ? .warning : .normal
  }

  private func part(_ fraction: Double) -> Bytes {
    Bytes(rounding: Double(limit.count) * fraction)
  }
}
