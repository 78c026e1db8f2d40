internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore

/// What the app uses of the device's memory.
struct AppMemory {
  let baseline: Bytes
  let levels: MemoryLevels
  var tiers = Bytes.zero
  /// What the open screen shows, decoded.
  var screen = Bytes.zero
  /// The most that was ever used.
  private(set) var peak = Bytes.zero
  private var level = MemoryPressure.normal

  init(_ model: MemoryModel) { (baseline, levels) = (model.baseline, model.levels) }

  var used: Bytes { baseline + tiers + screen }

  mutating func beginPeak(with used: Bytes) { peak = used }

  mutating func notePeak(_ used: Bytes) { peak = max(peak, used) }

  /// Takes the level that is reached now.
  /// - Returns: the level if the app has to hear of it: it is higher than the last one.
  mutating func reach(_ reached: MemoryPressure) -> MemoryPressure? {
    defer { level = reached }
    return reached > level ? reached : nil
  }
}

extension DeviceSimulation {
  /// The screen holds a copy more.
  mutating func useMemory(on copy: ResourceCopy) {
    memory.screen += decodedSize(of: copy)
    checkMemory()
  }

  /// Warns the app when its memory reaches a level, and kills it beyond the limit.
  mutating func checkMemory() {
    if memory.levels.level(used: memory.used) > .normal { takePurgeable() }
    let used = memory.used
    memory.notePeak(used)
    // What makes a bound has no limit: an app that is never killed comes to no more than one that
    // is.
    guard reachabilityLog == nil else { return }
    switch memory.reach(memory.levels.level(used: used)) {
    case nil, .normal: break
    case .warning: warn(.warning)
    case .critical: warn(.critical)
    case .killed:
      guard app.state != .ended else { return }
      record(.app(.killed))
      agenda.append(.processEnd(.killedForMemory))
    }
  }

  /// The system takes purgeable contents that are not on screen, before it warns or kills an app.
  mutating func takePurgeable() {
    for index in storage.tiers.indices where storage.tiers[index].purge != nil {
      let screens = screens
      let before = trace.collectsDetail ? storage.tiers[index].all : []
      let freed = storage.tiers[index].discard { screens.isOnScreen($0) }
      memory.tiers = memory.tiers - freed
      for entry in before where !entry.isHollow {
        guard storage.tiers[index].peek(entry.key)?.entry.isHollow ?? true else { continue }
        recordDeparture(of: entry, .zero, from: index, .discarded)
      }
    }
  }
}
