/// A run of events with the parts lists that they refer to.
///
/// The unit in which a workload is read: a source is asked for the next block, the block is
/// simulated, and its memory is used again.
package struct EventBlock: Sendable {
  /// The events; of each device in order of time.
  package var events: [WorkloadEvent] = []
  /// The parts lists that the block's contents refer to.
  package var parts: [ResourceIndex] = []

  /// How many events a source aims to put into a block; a block may hold more.
  package static let capacity = 16_384

  /// Makes an empty block.
  package init() {}

  /// Forgets the events and keeps the memory.
  package mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
  }

  /// Adds a parts list and says where it stands.
  package mutating func append(parts list: some Collection<ResourceIndex>) -> PartsRange {
    let start = parts.count
    parts.append(contentsOf: list)
    return PartsRange(start: UInt32(start), count: UInt32(parts.count - start))
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
  /// - Throws: `WorkloadError` when a trace cannot be read.
  mutating func fill(_ block: inout EventBlock) throws(WorkloadError) -> Bool
}

/// Why a workload cannot be had.
package struct WorkloadError: Error, Hashable, Sendable {
  /// The kinds, as far as a caller acts on them.
  package enum Reason: Sendable {
    /// The file is not there.
    case missingFile
    /// The file cannot be read.
    case unreadable
    /// A file cannot be written.
    case unwritable
    /// Nobody reads standard output any more.
    case unread
    /// The file is not what it is said to be.
    case malformed
  }

  /// The kind.
  package var reason: Reason
  /// The file, with line or byte offset where there is one.
  package var place: String
  /// What was found and what was expected.
  package var message: String

  /// Makes an error.
  package init(_ reason: Reason, at place: String, _ message: String) {
    self.reason = reason
    self.place = place
    self.message = message
  }
}
