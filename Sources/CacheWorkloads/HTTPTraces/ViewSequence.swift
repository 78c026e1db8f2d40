internal import SimCore

/// The screen view of each device: what is open, and since when.
///
/// Turns bare requests into the events of a user's screen views. The first request is a launch;
/// each open closes the screen before; a pause longer than `sessionGap` is a time in the
/// background. Memory: 24 bytes for each device.
struct ViewSequence {
  private struct View {
    var resource: ResourceIndex
    var openedAt: Instant
    /// Since when nothing has shown that it is still looked at.
    var latest: Instant

    init(_ resource: ResourceIndex, at instant: Instant) {
      self.resource = resource
      openedAt = instant
      latest = instant
    }
  }

  private let dwell: TimeSpan
  private let sessionGap: TimeSpan
  private let lead: TimeSpan
  private var views: [View] = []
  private var latest = Instant.start
  private var finishedCount = 0

  /// - Parameter lead: how long before a view the app is launched, or comes to the front; the first
  ///   instant lies that long after the start.
  init(_ settings: TraceSettings, lead: TimeSpan = .zero) {
    precondition(
      (.zero...TraceSettings.longestDwell).contains(settings.dwell) && settings.sessionGap >= .zero,
      "a dwell time or a session gap out of its range")
    dwell = settings.dwell
    sessionGap = settings.sessionGap
    self.lead = lead
  }

  var deviceCount: Int { views.count }

  /// The device requests something: what was open before closes.
  ///
  /// A new device has the number `deviceCount`. A device's instants do not decrease.
  mutating func arrive(_ device: UInt32, at instant: Instant, into block: inout EventBlock) {
    latest = max(latest, instant)
    guard device < views.count else {
      precondition(device == views.count, "devices are numbered as they come")
      block.events.append(WorkloadEvent(at: instant - lead, device: device, action: .launch))
      views.append(View(0, at: instant))
      return
    }
    let closed = leave(device, before: instant, into: &block)
    if instant - views[Int(device)].latest > sessionGap {
      let at = max(instant - lead, closed)
      block.events.append(WorkloadEvent(at: at, device: device, action: .foreground))
    }
  }

  /// Behind `arrive`: the screen appears.
  mutating func open(
    _ resource: ResourceIndex, _ device: UInt32, at instant: Instant, into block: inout EventBlock
  ) {
    views[Int(device)] = View(resource, at: instant)
    block.events.append(WorkloadEvent(at: instant, device: device, action: .open(resource)))
  }

  func isLooking(_ device: UInt32, at instant: Instant, within window: TimeSpan) -> Bool {
    guard device < views.count else { return false }
    let since = instant - views[Int(device)].openedAt
    return since <= window && since < dwell
  }

  /// The open screen needs something more.
  /// - Parameter prolonging: whether that shows that it is still looked at.
  mutating func need(
    _ resource: ResourceIndex, _ device: UInt32, at instant: Instant, into block: inout EventBlock,
    prolonging: Bool = false
  ) {
    latest = max(latest, instant)
    if prolonging { views[Int(device)].latest = instant }
    block.events.append(WorkloadEvent(at: instant, device: device, action: .need(resource)))
  }

  /// Ends the devices' workloads, as many as fit into a block; false when all have ended.
  mutating func finish(into block: inout EventBlock) -> Bool {
    let end = latest + dwell
    while finishedCount < views.count {
      if block.events.count >= EventBlock.capacity { return true }
      let device = UInt32(finishedCount)
      leave(device, before: end, into: &block)
      block.events.append(WorkloadEvent(at: end, device: device, action: .end))
      finishedCount += 1
    }
    return false
  }

  /// The open screen closes, and the app leaves the front when the pause is long.
  /// - Returns: when.
  @discardableResult
  private func leave(
    _ device: UInt32, before next: Instant, into block: inout EventBlock
  ) -> Instant {
    let view = views[Int(device)]
    let closed = min(view.latest + dwell, next)
    block.events.append(WorkloadEvent(at: closed, device: device, action: .close(view.resource)))
    if next - view.latest > sessionGap {
      block.events.append(WorkloadEvent(at: closed, device: device, action: .background))
    }
    return closed
  }
}
