internal import SimCore

extension AppScreen {
  fileprivate var withoutSpread: AppScreen {
    var screen = self
    screen.sigma = 0
    for index in screen.parts.indices { screen.parts[index].sigma = 0 }
    return screen
  }
}

/// The views of a capture with the resources that an app's screens say: what was opened when is the
/// capture's, all else the scenario's.
struct OwnAppViews: EventSource {
  private var logs: [DeviceEventLog] = []
  private var next = 0
  private(set) var requests = RecordedRequests()

  init(_ options: OwnApp.Options, seed: UInt64) throws(WorkloadError) {
    // Of few pages chance would decide which has the largest parts: here all have the mean.
    let screens = options.all.map(\.withoutSpread)
    let profile = try AppProfile(path: options.views)
    guard profile.isCapture, profile.views > 0 else {
      throw WorkloadError(
        .malformed, at: options.views,
        profile.isCapture
          ? "the capture has no view of a screen"
          : "expected a HAR capture, found an access log, which tells no screens apart")
    }
    var places: [String: Int] = [:]
    for (place, screen) in screens.enumerated() where places[screen.name] == nil {
      places[screen.name] = place
    }
    var before: OwnAppResources?
    for (number, device) in profile.visits.enumerated() {
      var log = DeviceEventLog()
      var resources = OwnAppResources(screens, seed: seed, device: UInt32(number))
      if let before { resources.carryOn(from: before) }
      var random = OwnApp.origin(seed: seed, device: UInt32(number))
      var open: ResourceIndex?
      for (instant, step) in device {
        switch step {
        case .open(let visit):
          guard let place = places[visit.screen] else {
            throw WorkloadError(
              .malformed, at: options.views,
              "no screen of this app is called '\(visit.screen)': its screens are of another "
                + "capture")
          }
          let page = resources.page(visit.page, of: place, at: instant, &log, &random)
          if visit.isChanged { log.update(page, at: instant) }
          open = page
          log.add(.open(page), at: instant)
          requests.note(visit.asked, of: page, on: UInt32(number), at: instant)
          let parts = resources.view(
            visit.page, of: place, at: instant, published: instant, until: visit.until, &log,
            &random)
          for part in parts {
            requests.note(visit.partsAsked, of: part, on: UInt32(number), at: instant)
          }
        case .close:
          if let open { log.add(.close(open), at: instant) }
          open = nil
        case .other(let action): log.add(action, at: instant)
        }
      }
      logs.append(log)
      before = resources
    }
  }

  mutating func fill(_ block: inout EventBlock) throws(WorkloadError) -> Bool {
    while next < logs.count, block.events.count < EventBlock.capacity {
      logs[next].emit(before: Instant(nanoseconds: .max), device: UInt32(next), into: &block)
      next += 1
    }
    return !block.events.isEmpty
  }
}
