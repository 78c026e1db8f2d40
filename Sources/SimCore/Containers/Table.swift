public import CMemoryHints

/// No index: what links, places and lists of dense indices say for "none".
public let noIndex = UInt32.max

/// A growing row of plain values with one owner: an array without the cost of shared ownership.
///
/// Every access is checked against the count. With `Box` this is the only place of the replay
/// engine that handles memory itself: an array in a structure would ask at every write whether it
/// is shared, which halves the speed of a replay. Like all containers here it is
/// `@usableFromInline` and its methods are `@inlinable`, because that alone lets other modules
/// specialise it: else the compiler keeps the bodies to itself, and a replay takes four times as
/// long. It is the dense map of the
/// innermost loops; for values of any kind there is `DenseMap`.
@usableFromInline
package struct Table<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var elements: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline var elementCount = 0

  @inlinable @inline(__always)
  package var count: Int { elementCount }

  @inlinable
  package init() {
    capacity = 16
    elements = .allocate(capacity: capacity)
  }

  /// Makes a table of equal elements. - Complexity: O(count).
  @inlinable
  package init(count: Int, filling filler: Element) {
    capacity = max(count, 16)
    elements = Self.allocate(capacity)
    elements.initialize(repeating: filler, count: count)
    elementCount = count
  }

  @inlinable
  deinit { elements.deallocate() }

  /// An element. - Precondition: the index is below the count.
  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: elementCount), "not in the table")
      return elements[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: elementCount), "not in the table")
      elements[index] = newValue
    }
  }

  /// The element of a slot or key. - Precondition: it is below the count.
  @inlinable
  package subscript(index: UInt32) -> Element {
    @inline(__always) get { self[Int(index)] }
    @inline(__always) set { self[Int(index)] = newValue }
  }

  /// Has the processor fetch an element that is going to be read soon: a hint, whatever the index.
  @inlinable @inline(__always)
  package func prefetch(_ index: Int) {
    let distance = index &* MemoryLayout<Element>.stride
    cachesim_prefetch(UInt(bitPattern: elements) &+ UInt(bitPattern: distance))
  }

  /// Has the processor fetch the element of a slot or key.
  @inlinable @inline(__always)
  package func prefetch(_ index: UInt32) { prefetch(Int(index)) }

  /// Adds an element at the end. - Complexity: O(1) amortised.
  @inlinable
  package mutating func append(_ element: Element) {
    if elementCount == capacity { reserve(2 * capacity) }
    (elements + elementCount).initialize(to: element)
    elementCount += 1
  }

  /// Takes the last element away and returns it. - Precondition: there is one.
  @inlinable
  package mutating func removeLast() -> Element {
    let element = self[elementCount - 1]
    elementCount -= 1
    return element
  }

  /// Writes an element; a table that ends before it is filled up. - Complexity: O(1) amortised.
  @inlinable @inline(__always)
  package mutating func put(_ element: Element, at index: UInt32, filling filler: Element) {
    if index >= elementCount { fill(through: index, with: filler) }
    self[index] = element
  }

  /// Fills the table up so that it has an element for a slot or key. - Complexity: O(1) amortised.
  @inlinable @inline(__always)
  package mutating func reach(_ index: UInt32, filling filler: Element) {
    if index >= elementCount { fill(through: index, with: filler) }
  }

  @inlinable @inline(never)
  mutating func fill(through index: UInt32, with filler: Element) {
    while elementCount <= index { append(filler) }
  }

  /// Large memory begins at a cache line, and is in large pages where the system has them: tables
  /// are read at random.
  @inlinable
  static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    let length = capacity * MemoryLayout<Element>.stride
    guard length >= 4 << 20 else { return .allocate(capacity: capacity) }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 64)
    cachesim_prefer_large_pages(UInt(bitPattern: memory), length)
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }

  @inlinable
  mutating func reserve(_ capacity: Int) {
    let larger = Self.allocate(capacity)
    larger.moveInitialize(from: elements, count: elementCount)
    elements.deallocate()
    elements = larger
    self.capacity = capacity
  }
}

/// A field of a large struct, by which the struct is borrowed where it lies.
///
/// A struct whose fields all can be held in registers is copied to the stack for each call that
/// borrows it, however large it is. The state of a simulation has 6 kB, and these copies took a
/// tenth of a run. One with an existential among its fields is passed by its address.
package struct InPlace: Sendable {
  private let content: any Sendable = ()

  package init() {}
}
