internal import CPrefetch

/// A growing row of plain values with one owner: an array without the cost of shared ownership.
///
/// Every access is checked against the count. This is the one place of the module that handles
/// memory itself: an array in a structure would ask at every write whether it is shared, which
/// halves the speed of a replay.
struct Table<Element: BitwiseCopyable>: ~Copyable {
  private var elements: UnsafeMutablePointer<Element>
  private var capacity: Int
  /// How many elements there are.
  private(set) var count = 0

  /// Makes an empty table.
  init() {
    capacity = 16
    elements = .allocate(capacity: capacity)
  }

  /// Makes a table of equal elements. - Complexity: O(count).
  init(count: Int, filling filler: Element) {
    capacity = max(count, 16)
    elements = .allocate(capacity: capacity)
    elements.initialize(repeating: filler, count: count)
    self.count = count
  }

  deinit { elements.deallocate() }

  /// An element. - Precondition: the index is below the count.
  subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "not in the table")
      return elements[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "not in the table")
      elements[index] = newValue
    }
  }

  /// The element of a slot. - Precondition: the slot is below the count.
  subscript(slot: Slot) -> Element {
    get { self[Int(slot)] }
    set { self[Int(slot)] = newValue }
  }

  /// Has the processor fetch an element that is going to be read soon; a hint, whatever the slot.
  @inline(__always)
  func fetch(_ slot: Slot) {
    cachesim_prefetch(
      UInt(bitPattern: elements) &+ UInt(slot) &* UInt(MemoryLayout<Element>.stride))
  }

  /// Adds an element at the end. - Complexity: O(1) amortised.
  mutating func append(_ element: Element) {
    if count == capacity { reserve(2 * capacity) }
    (elements + count).initialize(to: element)
    count += 1
  }

  /// Takes the last element away and returns it. - Precondition: there is one.
  mutating func removeLast() -> Element {
    let element = self[count - 1]
    count -= 1
    return element
  }

  /// Writes an element; a table that ends before it is filled up. - Complexity: O(1) amortised.
  @inline(__always)
  mutating func put(_ element: Element, at slot: Slot, filling filler: Element) {
    if slot >= count { fill(through: slot, with: filler) }
    self[slot] = element
  }

  /// Fills the table up so that it has an element for a slot or key. - Complexity: O(1) amortised.
  @inline(__always)
  mutating func reach(_ slot: Slot, filling filler: Element) {
    if slot >= count { fill(through: slot, with: filler) }
  }

  @inline(never)
  private mutating func fill(through slot: Slot, with filler: Element) {
    while count <= slot { append(filler) }
  }

  private mutating func reserve(_ capacity: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: elements, count: count)
    elements.deallocate()
    elements = larger
    self.capacity = capacity
  }
}
