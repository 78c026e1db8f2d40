internal import SimCore
public import Workloads

/// Replays a workload against a strategy that knows the future, device by device.
///
/// Each device's story is kept until it ends, and then lived until the strategy has nothing to do
/// better. Memory grows with the events of the devices whose stories are not yet over, and with the
/// longest book of one device, which is kept until it is known to be the last.
/// - Throws: `WorkloadError` when the workload cannot be read on.
public func rehearse<S: ForesightedStrategy>(
  _ strategy: S.Type, options: S.Options, in plan: WorldPlan, workload source: EventStream,
  observer: inout any Observer
) throws(WorkloadError) {
  var stories: [DeviceStory?] = []
  var block = EventBlock()
  while try source.fill(&block) {
    for event in block.events {
      let index = Int(event.device)
      while stories.count <= index { stories.append(nil) }
      if stories[index] == nil { stories[index] = DeviceStory() }
      stories[index]?.append(event, parts: block.parts)
      guard case .end = event.action, let story = stories[index] else { continue }
      stories[index] = nil
      perform(strategy, options, story, on: event.device, in: plan, &observer)
    }
    block.removeAll()
  }
}

/// Lives a story until there is nothing more to learn, and has the last life observed.
private func perform<S: ForesightedStrategy>(
  _ strategy: S.Type, _ options: S.Options, _ story: DeviceStory, on device: UInt32,
  in plan: WorldPlan, _ observer: inout any Observer
) {
  var foresight = S.foresee(story)
  while true {
    let session = Session(plan: plan, device: device) {
      S(options, knowing: foresight, in: &$0)
    }
    for event in story.events { session.proceed(to: event, parts: story.parts) }
    session.end()
    guard let lesson = session.strategy.lesson(from: session.world) else {
      session.turnPage(&observer)
      return
    }
    foresight = lesson
  }
}
