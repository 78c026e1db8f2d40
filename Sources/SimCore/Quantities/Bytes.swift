/// A number of bytes.
public struct Bytes: Hashable, Comparable, Codable, Sendable {
  /// How many bytes.
  public var count: Int64

  /// Makes a quantity of `count` bytes.
  public init(_ count: Int64) { self.count = count }

  /// No bytes.
  public static let zero = Bytes(0)
  /// More than anything: the capacity of a store without a limit.
  public static let unlimited = Bytes(.max)

  /// Thousands of bytes (10³).
  public static func kilobytes(_ count: Int64) -> Bytes { Bytes(count * 1_000) }
  /// Millions of bytes (10⁶).
  public static func megabytes(_ count: Int64) -> Bytes { Bytes(count * 1_000_000) }
  /// Billions of bytes (10⁹).
  public static func gigabytes(_ count: Int64) -> Bytes { Bytes(count * 1_000_000_000) }
  /// Units of 2¹⁰ bytes.
  public static func kibibytes(_ count: Int64) -> Bytes { Bytes(count << 10) }
  /// Units of 2²⁰ bytes.
  public static func mebibytes(_ count: Int64) -> Bytes { Bytes(count << 20) }

  /// The nearest whole number of bytes to what a model computed; saturates, not-a-number is zero.
  public init(rounding value: Double) { count = Int64(rounding: value) }

  public static func < (left: Bytes, right: Bytes) -> Bool { left.count < right.count }
  /// The sum of two quantities.
  public static func + (left: Bytes, right: Bytes) -> Bytes { Bytes(left.count + right.count) }
  /// The difference of two quantities.
  public static func - (left: Bytes, right: Bytes) -> Bytes { Bytes(left.count - right.count) }
  /// Adds in place.
  public static func += (left: inout Bytes, right: Bytes) { left.count += right.count }
  /// Takes away in place.
  public static func -= (left: inout Bytes, right: Bytes) { left.count -= right.count }
}

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
