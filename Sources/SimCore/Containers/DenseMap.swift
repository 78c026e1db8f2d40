/// Values by dense index, such as a resource's or an object's number: an array that grows to the
/// index that is written, filled up with a default.
///
/// Reading beyond the end gives the default and does not grow. For values that can be copied
/// freely; the replay engine's innermost tables are `Table`s.
/// - Complexity: O(1) for every operation, amortised where it grows.
public struct DenseMap<Value> {
  @usableFromInline var stored: [Value] = []
  @usableFromInline let filler: Value

  /// Makes an empty map.
  /// - Parameter filler: the value of every index that was never written.
  @inlinable
  public init(filling filler: Value) { self.filler = filler }

  /// One more than the largest index that was written.
  @inlinable
  public var count: Int { stored.count }

  /// The values from index 0 to the largest that was written.
  @inlinable
  public var values: [Value] { stored }

  /// The value of an index.
  @inlinable
  public subscript(index: Int) -> Value {
    get { index < stored.count ? stored[index] : filler }
    _modify {
      if index >= stored.count { grow(through: index) }
      yield &stored[index]
    }
  }

  /// The value of an index of 32 bits, as keys and identifiers have them.
  @inlinable
  public subscript(index: UInt32) -> Value {
    get { self[Int(index)] }
    _modify { yield &self[Int(index)] }
  }

  /// Fills the map up so that it has a value of its own for an index.
  @inlinable
  public mutating func grow(through index: Int) {
    let missing = index + 1 - stored.count
    if missing > 0 { stored.append(contentsOf: repeatElement(filler, count: missing)) }
  }

  /// Forgets all values, and keeps the memory.
  @inlinable
  public mutating func removeAll() { stored.removeAll(keepingCapacity: true) }
}

extension DenseMap: Sendable where Value: Sendable {}
