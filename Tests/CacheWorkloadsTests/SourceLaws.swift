internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Checks what every source promises: order per device, launch first, end last, open before close,
/// publish before open, dense indices, parts that are known.
func checkLaws(of source: inout some EventSource & ~Copyable) throws {
  var devices: [Progress] = []
  var block = EventBlock()
  while try source.fill(&block) {
    for event in block.events {
      if event.device == devices.count { devices.append(Progress()) }
      let place = Int(event.device)
      try #require(place < devices.count)
      var device = devices[place]
      try #require(!device.hasEnded && event.at.nanoseconds >= max(device.now, 0))
      device.now = event.at.nanoseconds
      switch event.action {
      case .launch, .foreground:
        try #require(device.isAway && device.open == nil)
        device.isAway = false
      case .background:
        try #require(!device.isAway && device.open == nil)
        device.isAway = true
      case .publish(let index, let content):
        if index == device.versions.count { device.versions.append(0) }
        try #require(index < device.versions.count)
        try #require(content.version > device.versions[Int(index)])
        try #require(content.publishedAt <= event.at && content.size >= .zero)
        try #require(content.parts.indices.upperBound <= block.parts.count)
        for part in block.parts[content.parts.indices] {
          try #require(part != index)
          device.needed.insert(part)
        }
        device.versions[Int(index)] = content.version
      case .open(let index):
        try #require(device.open == nil && !device.isAway && index < device.versions.count)
        try #require(device.needed.allSatisfy { $0 < device.versions.count })
        device.needed.removeAll()
        device.open = index
      case .need(let index):
        try #require(device.open != nil && index < device.versions.count)
      case .close(let index):
        try #require(device.open == index)
        device.open = nil
      case .end:
        try #require(device.open == nil)
        device.hasEnded = true
      default: Issue.record("unexpected \(event.action)")
      }
      devices[place] = device
    }
    block.removeAll()
  }
  expect(devices.allSatisfy { $0.hasEnded })
}

/// The state of a device during its workload.
private struct Progress {
  var now = Int64.min
  var open: ResourceIndex?
  var versions: [UInt32] = []
  /// Parts that must be published before the next open.
  var needed: Set<ResourceIndex> = []
  var hasEnded = false
  var isAway = true
}

extension EventStream {
  /// All of them, device by device or as they come.
  func events() throws -> [WorkloadEvent] {
    var events: [WorkloadEvent] = []
    try forEachBlock { events += $0.events }
    return events
  }
}
