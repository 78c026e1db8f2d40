/// A number for each cause of flash writes.
public struct FlashTally: Hashable, Sendable {
  private var counts: SIMD16<Int64> = .zero

  /// Zero for each cause.
  public init() {}

  /// The number of one cause.
  public subscript(cause: FlashCause) -> Int64 {
    get { counts[cause.rawValue] }
    set { counts[cause.rawValue] = newValue }
  }

  /// The sum over all causes.
  public var total: Int64 { counts.wrappedSum() }

  /// Adds cause by cause.
  public static func += (left: inout FlashTally, right: FlashTally) {
    left.counts &+= right.counts
  }
}
