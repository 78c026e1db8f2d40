internal import SimCore

/// A room for objects of one size: what a policy becomes when sizes, slots and filters are left out
/// and only the order of the residents is kept.
///
/// Per object it has one small word, found by the key; all else is as long as the room is large.
protocol UnitRoom: ~Copyable {
  /// Asks for the objects of a part of a block and lets in what is missing.
  /// - Returns: how many were missing.
  mutating func replay(_ block: borrowing RequestBlock, at range: Range<Int>) -> Int64
}
