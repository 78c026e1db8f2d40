public import SimCore

/// The place of a resident: dense, and used again after the resident has left.
public typealias Slot = UInt32

/// No slot.
let noSlot = Slot.max

/// An entry as a store hands it over: what it is, and how much room it takes.
public struct Entry: Hashable, Sendable {
  /// Which object.
  public var key: ObjectKey
  /// Its size; 1 when objects are counted.
  public var size: Bytes

  /// Makes an entry.
  public init(key: ObjectKey, size: Bytes) {
    self.key = key
    self.size = size
  }
}
