public import SimCore

/// A run of events with the parts lists that they refer to.
///
/// The unit in which a workload is read: a source fills a block, the block is simulated, and its
/// memory is used again.
public struct EventBlock: Sendable {
  /// The events; of each device in order of time.
  public var events: [WorkloadEvent] = []
  /// The parts lists that the block's contents refer to.
  public var parts: [ResourceIndex] = []

  /// How many events a source aims to put into a block; a block may hold more.
  public static let capacity = 16_384

  /// Makes an empty block.
  public init() {}

  /// Removes the events and keeps the memory.
  public mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
  }

  /// Adds a parts list and returns where it is.
  public mutating func append(parts list: some Collection<ResourceIndex>) -> PartsRange {
    let start = parts.count
    parts.append(contentsOf: list)
    return PartsRange(start: UInt32(start), count: UInt32(parts.count - start))
  }

  /// Adds an event whose content's lists are in another table.
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
public protocol EventSource: ~Copyable {
  /// Puts the next events into an empty block.
  /// - Returns: false when there are no more, and the block stays empty.
  /// - Throws: `InputError` when a trace cannot be read.
  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool
}

/// A workload's events, whatever their source: a box, so that sources of all kinds can be stored
/// alike. One dynamic call a block.
public class EventStream {
  /// What the reader of a trace could not use; final after the last event; nil for generators.
  package var issues: TraceIssues? { nil }

  /// Puts the next events into an empty block.
  /// - Returns: false when there are no more.
  /// - Throws: `InputError` when a trace cannot be read on.
  public func fill(_ block: inout EventBlock) throws(InputError) -> Bool { false }

  fileprivate init() {}

  package final func forEachBlock(_ body: (EventBlock) -> Void) throws(InputError) {
    var block = EventBlock()
    while try fill(&block) {
      body(block)
      block.removeAll()
    }
  }

  /// A stream over a source.
  public static func over<Source: EventSource & ~Copyable>(
    _ source: consuming Source
  ) -> EventStream {
    SourceStream(source) { _ in nil }
  }

  package static func over<Source: EventSource & ~Copyable>(
    _ source: consuming Source, issues: @escaping (borrowing Source) -> TraceIssues?
  ) -> EventStream {
    SourceStream(source, issues: issues)
  }
}

private final class SourceStream<Source: EventSource & ~Copyable>: EventStream {
  private var source: Source
  private let readIssues: (borrowing Source) -> TraceIssues?

  init(_ source: consuming Source, issues: @escaping (borrowing Source) -> TraceIssues?) {
    self.source = source
    readIssues = issues
  }

  override var issues: TraceIssues? { readIssues(source) }

  override func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    try source.fill(&block)
  }
}
