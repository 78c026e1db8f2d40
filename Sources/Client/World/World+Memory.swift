internal import Devices
internal import SimCore
internal import Workloads

/// What the app uses of the device's memory.
struct MemoryUse {
  /// What memory tiers hold.
  var tiers = Bytes.zero
  /// What the open screen shows, decoded.
  var screen = Bytes.zero
  var peak = Bytes.zero
  /// The level that the app was last told of.
  var level = MemoryPressure.normal
}

extension World {
  /// The screen holds a copy more.
  mutating func useMemory(on copy: ResourceCopy) {
    memory.screen += decodedSize(of: copy)
    checkMemory()
  }

  /// Warns the app when its memory reaches a level, and kills it beyond the limit.
  mutating func checkMemory() {
    let model = plan.device.memory
    var used = model.baseline + memory.tiers + memory.screen
    if model.level(used: used) > .normal {
      takePurgeable()
      used = model.baseline + memory.tiers + memory.screen
    }
    memory.peak = max(memory.peak, used)
    // What a bound is made with has no limit: who is never killed comes to no more than who is.
    guard reach == nil else { return }
    let level = model.level(used: used)
    defer { memory.level = level }
    guard level > memory.level else { return }
    switch level {
    case .normal: break
    case .warning: warn(.warning)
    case .critical: warn(.critical)
    case .killed:
      guard life != .ended else { return }
      narrate(.life(.overLimit))
      page.append(.killed(at: now))
      pending.append(.death(.killedForMemory))
    }
  }

  /// The system takes purgeable contents that are not on screen, before it asks or kills anybody.
  mutating func takePurgeable() {
    for index in tiers.indices where tiers[index].purge != nil {
      let needs = needs
      let screens = screens
      let isOpen = screen != nil
      let before = isNarrated ? tiers[index].all : []
      let freed = tiers[index].discard { key in
        isOpen && Int(key) < needs.count && needs[Int(key)].wantedBy == screens
      }
      memory.tiers = memory.tiers - freed
      if isNarrated { narrateDiscarding(from: index, of: before) }
    }
  }
}
