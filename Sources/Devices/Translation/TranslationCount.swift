/// What a translation layer did, in units and blocks.
public struct TranslationCount: Hashable, Sendable {
  /// Units that the host wrote.
  public var hostWrites: Int64 = 0
  /// Live units that cleaning moved.
  public var moved: Int64 = 0
  /// Blocks that were erased.
  public var erases: Int64 = 0
  /// Live units that the host trimmed.
  public var trimmed: Int64 = 0

  /// Nothing yet.
  public init() {}

  /// Units programmed: the host's and the moved ones.
  public var programs: Int64 { hostWrites + moved }

  /// Units programmed for each that the host wrote; 1 when it wrote none.
  public var amplification: Double {
    hostWrites == 0 ? 1 : Double(programs) / Double(hostWrites)
  }

  /// What was done between two counts.
  public static func - (left: TranslationCount, right: TranslationCount) -> TranslationCount {
    var difference = TranslationCount()
    difference.hostWrites = left.hostWrites - right.hostWrites
    difference.moved = left.moved - right.moved
    difference.erases = left.erases - right.erases
    difference.trimmed = left.trimmed - right.trimmed
    return difference
  }
}
