/// The rate of a link in bits per second.
public struct BitRate: Hashable, Comparable, Sendable {
  /// Bits per second.
  public var bitsPerSecond: Int64

  /// Makes a rate of `bitsPerSecond`.
  public init(bitsPerSecond: Int64) { self.bitsPerSecond = bitsPerSecond }

  /// A link so fast that transfers take no time.
  public static let unlimited = BitRate(bitsPerSecond: .max)

  public static func < (left: BitRate, right: BitRate) -> Bool {
    left.bitsPerSecond < right.bitsPerSecond
  }
}
