public import SimCore

/// A run of events with the parts lists that they refer to.
///
/// The unit in which a workload is read: a source fills a block, the block is simulated, and its
/// memory is used again.
package struct EventBlock: Sendable {
  /// The events; of each device in order of time.
  package var events: [WorkloadEvent] = []
  /// The parts lists that the block's contents refer to.
  package var parts: [ResourceIndex] = []
  /// The same events by device; nil: they are not packed.
  package fileprivate(set) var packed: [PackedEvents]?

  /// How many events a source aims to put into a block; a block may hold more.
  package static let capacity = 16_384

  package init() {}

  /// Removes the events and keeps the memory.
  package mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    packed = nil
  }

  /// Adds a parts list and returns where it is.
  package mutating func append(parts list: some Collection<ResourceIndex>) -> PartsRange {
    PartsRange(appending: list, to: &parts)
  }

  mutating func append(_ event: WorkloadEvent, from table: [ResourceIndex]) {
    var event = event
    if case .publish(let resource, var content) = event.action {
      content.parts = content.parts.count == 0 ? .none : append(parts: table[content.parts.indices])
      content.items = ItemsRange(copying: content.items, from: table, to: &parts)
      event.action = .publish(resource, content)
    }
    events.append(event)
  }
}

/// A timeline of events: a generator with numbers, or a trace with a path.
///
/// Events of one device come in order of time; devices may follow one another or be interleaved.
/// The last event of each device is `end`. Two sources made from the same settings and seed yield
/// the same events.
package protocol EventSource: ~Copyable {
  /// Puts the next events into an empty block.
  /// - Returns: false when there are no more, and the block stays empty.
  /// - Throws: `InputError` when a trace cannot be read.
  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool
}

/// A workload's events, whatever their source: a box, so that sources of all kinds can be stored
/// alike. One dynamic call a block.
package final class EventStream {
  private let read: (inout EventBlock) throws(InputError) -> Bool
  private let readIssues: () -> TraceIssues?

  fileprivate init(
    issues: @escaping () -> TraceIssues?,
    read: @escaping (inout EventBlock) throws(InputError) -> Bool
  ) {
    (readIssues, self.read) = (issues, read)
  }

  /// What the reader of a trace could not use; final after the last event; nil for generators.
  package var issues: TraceIssues? { readIssues() }

  /// Puts the next events into an empty block.
  /// - Returns: false when there are no more.
  /// - Throws: `InputError` when a trace cannot be read on.
  package func fill(_ block: inout EventBlock) throws(InputError) -> Bool { try read(&block) }

  /// - Parameter isPacked: whether several simulations hold events of many blocks: they are packed
  ///   once for all of them.
  package func forEachBlock(
    isPacked: Bool = false, _ body: (EventBlock) -> Void
  ) throws(InputError) {
    var block = EventBlock()
    while try fill(&block) {
      if isPacked { block.packed = block.packedEvents() }
      body(block)
      block.removeAll()
    }
  }

  /// A stream over a source.
  package static func over<Source: EventSource & ~Copyable>(
    _ source: consuming Source
  ) -> EventStream {
    over(source) { _ in nil }
  }

  package static func over<Source: EventSource & ~Copyable>(
    _ source: consuming Source, issues: @escaping (borrowing Source) -> TraceIssues?
  ) -> EventStream {
    var source = source
    return EventStream(issues: { issues(source) }) { block throws(InputError) in
      try source.fill(&block)
    }
  }

  /// The same with a process: what happens on a device comes before its later events.
  func with(_ process: some DeviceProcess) -> EventStream {
    var devices = ProcessStates(process)
    return EventStream(issues: { self.issues }) { block throws(InputError) in
      try devices.fill(&block, from: self)
    }
  }
}

/// What happens on devices whatever their workload is.
protocol DeviceProcess {
  associatedtype State
  func begin(_ device: UInt32) -> State
  /// Adds what happens until an instant and was not added before.
  func emit(
    _ state: inout State, until instant: Instant, device: UInt32, into block: inout EventBlock)
  func observe(_ event: WorkloadEvent, _ state: inout State)
}

extension DeviceProcess {
  func observe(_ event: WorkloadEvent, _ state: inout State) {}
}

private struct ProcessStates<Process: DeviceProcess> {
  private let process: Process
  private var devices = DenseMap<Process.State?>(filling: nil)
  private var source = EventBlock()

  init(_ process: Process) { self.process = process }

  mutating func fill(
    _ block: inout EventBlock, from stream: EventStream
  ) throws(InputError) -> Bool {
    source.removeAll()
    guard try stream.fill(&source) else { return false }
    swap(&block.parts, &source.parts)
    for event in source.events {
      Self.take(event, process, &devices[event.device], into: &block)
    }
    return true
  }

  /// Nil stands for the state of a device that has not begun, or has ended. It changes in place.
  private static func take(
    _ event: WorkloadEvent, _ process: Process, _ state: inout Process.State?,
    into block: inout EventBlock
  ) {
    if state == nil { state = process.begin(event.device) }
    process.emit(&state!, until: event.at, device: event.device, into: &block)
    block.events.append(event)
    process.observe(event, &state!)
    if case .end = event.action { state = nil }
  }
}

/// What happens to one device at one instant.
package struct WorkloadEvent: Hashable, Sendable {
  package var at: Instant
  /// To which device: 0 for the first one of the population.
  package var device: UInt32
  package var action: Action

  package init(at: Instant, device: UInt32, action: Action) {
    self.at = at
    self.device = device
    self.action = action
  }
}

/// The kinds of events of a workload.
public enum Action: Hashable, Sendable {
  /// The origin publishes a resource, or a new version of it. `parts` refer to the event's block.
  case publish(ResourceIndex, Content)
  /// No later event names the resource, and no later content lists it among its parts, so that what
  /// is known of it need not be kept. Clients with an old copy may still request it.
  case retire(ResourceIndex)
  /// A screen appears. A screen is named by its main resource; what else it needs are that
  /// resource's parts.
  case open(ResourceIndex)
  /// The open screen turns out to need one more resource, which is a part of it from then on.
  /// Traces have it when it is requested; nothing happens when no screen is open.
  case need(ResourceIndex)
  /// The user scrolls the open screen, named by its main resource, down by so many rows. Nothing
  /// happens while nothing is on it, or where all its rows are in view.
  case scroll(ResourceIndex, rows: UInt16)
  case close(ResourceIndex)
  /// The user pulls the open screen, named by its main resource, to refresh it.
  case refresh(ResourceIndex)
  /// The origin tells the app, silently, that a resource has changed.
  case push(ResourceIndex)
  case edit(Edit)
  /// The device changes to another network: an index into the network schedule's list of profiles.
  case network(UInt8)
  /// The device is put on a charger or taken off it.
  case charging(Bool)
  case launch
  case foreground
  /// The app leaves the front; it has a few seconds to save its work.
  case background
  /// The user or the system ends the app; it is notified, and may save its work.
  case terminate
  /// The app ends without notification, or is killed while suspended.
  case crash
  case memoryWarning(MemoryLevel)
  /// A new release of the app reads and writes another schema.
  case upgrade(schema: UInt16)
  /// The system runs out of space: it empties the caches' folders of apps that do not run.
  case spaceShortage
  /// The user changes a field of a record on another device, at the origin.
  case editElsewhere(Edit)
  case switchUser(UInt16)
  /// The device's workload ends: an open screen closes, the app is ended as by its user, notified
  /// unless it is suspended, and unsent edits are counted.
  case end
}

/// How urgently the system asks for memory.
public enum MemoryLevel: String, WordSettingValue {
  /// Release what can be rebuilt easily.
  case warning
  /// Release everything, or be killed.
  case critical
}

/// A change that the user makes: "read" and "favourite" are fields of an article.
public struct Edit: Hashable, Sendable {
  /// The record: its main resource.
  public var record: ResourceIndex
  /// The field.
  public var field: Field
  /// The field's new value; of `count` the increment, of `labels` what is put in and taken out.
  public var value: UInt32

  /// What can be changed.
  public enum Field: String, WordSettingValue {
    case read
    case favourite
    /// A text or a number of the user's, which is changed as a whole.
    case note
    /// A set of the user's, into which an edit puts an element, or takes it out.
    case labels
    /// A counter, which an edit increments.
    case count
    /// Nothing of the record: a message about it, such as a check-in, which needs a connection.
    case message

    /// Whether it is told to the origin or not at all, and changes nothing that a client stores.
    package var isMessage: Bool { self == .message }
  }

  /// Makes an edit.
  public init(record: ResourceIndex, field: Field, value: UInt32) {
    self.record = record
    self.field = field
    self.value = value
  }
}
