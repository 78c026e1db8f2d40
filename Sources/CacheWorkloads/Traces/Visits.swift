internal import SimCore

/// Where each device stands in its story: what is open, and since when.
///
/// Turns bare requests into the events of a person's visit. The first request is a launch; each
/// open closes the screen before; a pause longer than `sessionGap` is a time in the background.
/// Memory: 16 bytes for each device.
struct Visits {
  private struct Stay {
    var resource: ResourceIndex
    var openedAt: Instant
  }

  private let dwell: TimeSpan
  private let sessionGap: TimeSpan
  private var stays: [Stay] = []
  private var latest = Instant.start
  private var finishedCount = 0

  init(_ settings: TraceSettings) {
    precondition(
      (.zero...TraceSettings.longestDwell).contains(settings.dwell) && settings.sessionGap >= .zero,
      "a dwell time or a gap out of its range")
    dwell = settings.dwell
    sessionGap = settings.sessionGap
  }

  /// How many devices have come.
  var deviceCount: Int { stays.count }

  /// The device asks for something: whatever was before comes to its end.
  ///
  /// A new device has the number `deviceCount`. A device's instants do not decrease.
  mutating func arrive(_ device: UInt32, at instant: Instant, into block: inout EventBlock) {
    latest = max(latest, instant)
    guard device < stays.count else {
      precondition(device == stays.count, "devices are numbered as they come")
      block.events.append(WorkloadEvent(at: instant, device: device, action: .launch))
      stays.append(Stay(resource: 0, openedAt: instant))
      return
    }
    leave(device, before: instant, into: &block)
    if instant - stays[Int(device)].openedAt > sessionGap {
      block.events.append(WorkloadEvent(at: instant, device: device, action: .foreground))
    }
  }

  /// Behind `arrive`: the screen appears.
  mutating func open(
    _ resource: ResourceIndex, _ device: UInt32, at instant: Instant, into block: inout EventBlock
  ) {
    stays[Int(device)] = Stay(resource: resource, openedAt: instant)
    block.events.append(WorkloadEvent(at: instant, device: device, action: .open(resource)))
  }

  /// Whether the device's screen has appeared within a time, and is looked at.
  func isLooking(_ device: UInt32, at instant: Instant, within window: TimeSpan) -> Bool {
    guard device < stays.count else { return false }
    let since = instant - stays[Int(device)].openedAt
    return since <= window && since < dwell
  }

  /// The open screen needs something more.
  mutating func need(
    _ resource: ResourceIndex, _ device: UInt32, at instant: Instant, into block: inout EventBlock
  ) {
    latest = max(latest, instant)
    block.events.append(WorkloadEvent(at: instant, device: device, action: .need(resource)))
  }

  /// Ends the stories of the devices, as many as fit into a block; false when all have ended.
  mutating func finish(into block: inout EventBlock) -> Bool {
    let end = latest + dwell
    while finishedCount < stays.count {
      if block.events.count >= EventBlock.capacity { return true }
      let device = UInt32(finishedCount)
      leave(device, before: end, into: &block)
      block.events.append(WorkloadEvent(at: end, device: device, action: .end))
      finishedCount += 1
    }
    return false
  }

  /// The open screen disappears, and the app too when the pause is long.
  private func leave(_ device: UInt32, before next: Instant, into block: inout EventBlock) {
    let stay = stays[Int(device)]
    let closed = min(stay.openedAt + dwell, next)
    block.events.append(WorkloadEvent(at: closed, device: device, action: .close(stay.resource)))
    if next - stay.openedAt > sessionGap {
      block.events.append(WorkloadEvent(at: closed, device: device, action: .background))
    }
  }
}
