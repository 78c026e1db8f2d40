/// Events in order of time; events of one instant come out in the order in which they went in.
///
/// It is `@inlinable` as all containers are: without, each call looked up type metadata, a tenth of
/// a simulation's time.
@usableFromInline
package struct EventQueue<Event>: ~Copyable {
  @usableFromInline
  struct Item: Comparable {
    @usableFromInline var at: Instant
    @usableFromInline var number: UInt64
    @usableFromInline var event: Event

    @inlinable
    init(at: Instant, number: UInt64, event: Event) {
      self.at = at
      self.number = number
      self.event = event
    }

    @inlinable
    static func < (left: Item, right: Item) -> Bool {
      left.at != right.at ? left.at < right.at : left.number < right.number
    }

    @inlinable
    static func == (left: Item, right: Item) -> Bool { left.number == right.number }
  }

  @usableFromInline var heap = Heap<Item>()
  @usableFromInline var scheduled: UInt64 = 0

  @inlinable
  package init() {}

  @inlinable
  package var isEmpty: Bool { heap.isEmpty }

  /// When the next event happens; `distantFuture` when there is none. - Complexity: O(1).
  @inlinable
  package var nextInstant: Instant { heap.first?.at ?? .distantFuture }

  /// Schedules an event. - Complexity: O(log n).
  @inlinable
  package mutating func schedule(_ event: Event, at instant: Instant) {
    heap.insert(Item(at: instant, number: scheduled, event: event))
    scheduled += 1
  }

  /// Takes the earliest event. - Complexity: O(log n).
  @inlinable
  package mutating func next() -> (at: Instant, event: Event)? {
    heap.removeFirst().map { ($0.at, $0.event) }
  }

  /// Takes an event out wherever it stands. - Precondition: it is scheduled. - Complexity: O(n).
  @inlinable
  package mutating func remove(_ event: Event) where Event: Equatable {
    let wasScheduled = heap.remove { $0.event == event }
    precondition(wasScheduled, "only what was scheduled can be removed")
  }

  /// Takes all events out, and keeps the memory.
  @inlinable
  package mutating func removeAll() { heap.removeAll() }
}
