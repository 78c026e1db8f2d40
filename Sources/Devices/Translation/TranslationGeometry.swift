/// The sizes of a device that a translation layer serves.
public struct TranslationGeometry: Hashable, Sendable {
  /// Erase blocks, all of them.
  public let blocks: Int
  /// Map units in a block.
  public let unitsPerBlock: Int
  /// Units that the host sees: addresses run from 0 to one less.
  public let units: Int

  /// Blocks that are taken off before the slack is counted: the open one and the spare one.
  ///
  /// The open one holds data too, so that a device of T blocks amplifies as the closed forms say
  /// for T − 1 of them rather than for T − 2: their difference falls with the number of blocks
  /// (with slack 1.07 and greedy cleaning 0.9 % at 1 000 blocks, 0.4 % at 2 000, none at 8 000).
  public static let reserve = 2

  /// Makes a geometry.
  /// - Precondition: the host's units fit beside the reserve with room to spare for a block, or
  ///   cleaning would find nothing to gain; places can be counted in 32 bits.
  public init(blocks: Int, unitsPerBlock: Int, units: Int) {
    precondition(unitsPerBlock > 0 && units > 0, "a device has units")
    precondition(
      units <= (blocks - Self.reserve) * unitsPerBlock, "the host sees more than there is")
    self.blocks = blocks
    self.unitsPerBlock = unitsPerBlock
    self.units = units
    precondition(
      (blocks + 1) << placeBits <= Int(UInt32.max), "the device is larger than 32 bits count")
  }

  /// A device of so many user blocks with spare area: `userBlocks·slack + 2` blocks, rounded.
  public init(userBlocks: Int, slack: Double, unitsPerBlock: Int) {
    let data = (Double(userBlocks) * slack).rounded(.toNearestOrAwayFromZero)
    self.init(
      blocks: Int(data) + Self.reserve, unitsPerBlock: unitsPerBlock,
      units: userBlocks * unitsPerBlock)
  }

  /// A small device that stands for a large one with the same slack: so many blocks and the spare
  /// one, the host's units in proportion, rounded down.
  ///
  /// Here only the spare block is taken off, by the note at `reserve`.
  public init(standIn blocks: Int, slack: Double, unitsPerBlock: Int) {
    self.init(
      blocks: blocks + 1, unitsPerBlock: unitsPerBlock,
      units: max(1, Int(Double(blocks * unitsPerBlock) / slack)))
  }

  /// Bits of a place that count within its block.
  var placeBits: Int {
    Int.bitWidth - (unitsPerBlock - 1).leadingZeroBitCount
  }
}
