package import SimCore

/// Events of one device in a few bytes each: where devices run on one clock, a day of all of them
/// waits at once.
///
/// A timeline's day of 1,800 events takes 600 kB as events and 65 kB packed. Numbers have a
/// variable length, and times are told from the event before. What versions have in common stands
/// once. The versions of a list are windows of one table, since a list mostly gets new items at its
/// top and loses old ones at its end.
package final class PackedEvents: Sendable {
  /// How an event's bytes begin.
  enum Kind: UInt8 {
    case publish, retire, open, need, close, refresh, push, other
  }

  /// How many events there are at most: a timeline's day is two pieces.
  static let piece = 1_024

  package let device: UInt32
  /// When the last of them happens.
  package let end: Instant
  /// Whether the device's workload ends with them.
  package let isLast: Bool
  let bytes: ContiguousArray<UInt8>
  /// Contents without what is told of each version.
  let contents: [Content]
  /// What has stood on lists, the newest of each list first, as parts tables have it.
  let items: [UInt32]
  /// How many of the items come before the end of each list's.
  fileprivate let lists: [Int]
  /// All that has no kind of its own, each once.
  fileprivate let others: [Action]

  init(
    of device: UInt32, until end: Instant, isLast: Bool, bytes: [UInt8], contents: [Content],
    items: [UInt32], lists: [Int], others: [Action]
  ) {
    (self.device, self.end, self.isLast) = (device, end, isLast)
    (self.bytes, self.contents, self.items) = (ContiguousArray(bytes), contents, items)
    (self.lists, self.others) = (lists, others)
  }
}

/// A place among packed events, before one of them.
package struct EventCursor {
  private let events: PackedEvents
  private var place = 0
  private var kind = PackedEvents.Kind.other
  /// When the next event happens.
  package private(set) var at = Instant.start
  /// Whether there is a next event.
  package private(set) var hasNext = true

  /// The place before the first of them.
  package init(_ events: PackedEvents) {
    self.events = events
    readHead()
  }

  /// Whether the next event only says something of the workload: nothing happens on the device.
  package var isRetirement: Bool { kind == .retire }

  /// Reads what comes before what an event says: of what kind it is, and when it happens.
  private mutating func readHead() {
    let bytes = events.bytes
    let span = bytes.span
    guard place < span.count else {
      hasNext = false
      return
    }
    kind = PackedEvents.Kind(rawValue: span[place]) ?? .other
    place += 1
    at = at + TimeSpan(nanoseconds: VariableLength.signed(in: span, at: &place))
  }

  /// Takes the next event.
  /// - Parameter table: becomes the parts table that a content refers to.
  /// - Precondition: there is one.
  package mutating func next(parts table: inout [ResourceIndex]) -> Action {
    let bytes = events.bytes
    let span = bytes.span
    let number = Int(VariableLength.number(in: span, at: &place))
    let resource = ResourceIndex(truncatingIfNeeded: number)
    let action: Action =
      switch kind {
      case .publish: .publish(resource, content(in: span, parts: &table))
      case .retire: .retire(resource)
      case .open: .open(resource)
      case .need: .need(resource)
      case .close: .close(resource)
      case .refresh: .refresh(resource)
      case .push: .push(resource)
      case .other: events.others[number]
      }
    readHead()
    return action
  }

  private mutating func content(
    in bytes: borrowing Span<UInt8>, parts table: inout [ResourceIndex]
  ) -> Content {
    table.removeAll(keepingCapacity: true)
    var content = events.contents[Int(VariableLength.number(in: bytes, at: &place))]
    content.version = UInt32(truncatingIfNeeded: VariableLength.number(in: bytes, at: &place))
    content.size = Bytes(VariableLength.signed(in: bytes, at: &place))
    let age = VariableLength.signed(in: bytes, at: &place)
    content.publishedAt = at - TimeSpan(nanoseconds: age)
    let count = VariableLength.number(in: bytes, at: &place)
    for _ in 0..<count {
      let part = VariableLength.number(in: bytes, at: &place)
      table.append(ResourceIndex(truncatingIfNeeded: part))
    }
    content.parts = PartsRange(start: 0, count: UInt32(count))
    let itemCount = Int(VariableLength.number(in: bytes, at: &place))
    guard itemCount > 0 else { return content }
    // Of a list, places count from its oldest item.
    let end = events.lists[Int(VariableLength.number(in: bytes, at: &place))]
    let start = end - Int(VariableLength.number(in: bytes, at: &place)) - itemCount
    content.items = ItemsRange(copying: itemCount, at: start, of: events.items, to: &table)
    return content
  }
}
