/// What edits make of the value that a field has, and what they do together.
///
/// A set has up to 16 elements, a bit of the value each. An edit of it has two halves: the elements
/// that it puts in, and above them those that it takes out.
extension Edit {
  /// The elements that a set may have, by number.
  package static let elements = 1...16
  private static let low: UInt32 = 0xFFFF

  /// Puts an element into a set, or takes it out.
  package init(record: ResourceIndex, element: Int, isRemoved: Bool) {
    let bit: UInt32 = 1 << UInt32(element - 1)
    self.init(record: record, field: .labels, value: isRemoved ? bit << 16 : bit)
  }

  /// The element that an edit of a set is about, the first of several.
  package var element: Int { (value | value >> 16).trailingZeroBitCount + 1 }
  package var isRemoval: Bool { field == .labels && value & Self.low == 0 }

  /// Whether it changes what is there, whatever that is: it and what others do at the same time
  /// have their effect in any order.
  package var isIncremental: Bool { field == .labels || field == .count }

  /// The field's value after it.
  package func applied(to value: UInt32) -> UInt32 {
    switch field {
    case .read, .favourite, .note, .message: self.value
    case .labels: value & ~(self.value >> 16) | self.value & Self.low
    case .count: value &+ self.value
    }
  }

  /// The edit that does what both do, one after the other.
  package func followed(by later: Edit) -> Edit {
    var both = later
    switch field {
    case .read, .favourite, .note, .message: break
    case .labels:
      let removed = (value >> 16 & ~later.value | later.value >> 16) & Self.low
      both.value = removed << 16 | later.applied(to: value & Self.low)
    case .count: both.value = value &+ later.value
    }
    return both
  }
}
