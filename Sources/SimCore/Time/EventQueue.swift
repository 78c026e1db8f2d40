/// Events in order of time; events of one instant come out in the order in which they went in.
///
/// The only generic type that one module offers and another uses in its innermost loop: without
/// `@inlinable` each call looked up type metadata, a tenth of a simulation's time.
public struct EventQueue<Event>: ~Copyable {
  @usableFromInline
  struct Item {
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
    func isBefore(_ other: Item) -> Bool {
      at != other.at ? at < other.at : number < other.number
    }
  }

  /// A binary heap, the earliest first.
  @usableFromInline var heap: [Item] = []
  @usableFromInline var count: UInt64 = 0

  /// Makes an empty queue.
  @inlinable
  public init() {}

  /// Whether nothing is scheduled.
  @inlinable
  public var isEmpty: Bool { heap.isEmpty }

  /// When the next event happens; `distantFuture` when there is none. - Complexity: O(1).
  @inlinable
  public var nextInstant: Instant { heap.first?.at ?? .distantFuture }

  /// Puts an event on the calendar. - Complexity: O(log n).
  @inlinable
  public mutating func schedule(_ event: Event, at instant: Instant) {
    heap.append(Item(at: instant, number: count, event: event))
    count += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the earliest event. - Complexity: O(log n).
  @inlinable
  public mutating func next() -> (at: Instant, event: Event)? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return (last.at, last.event) }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
      guard heap[child].isBefore(last) else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = last
    return (first.at, first.event)
  }
}
