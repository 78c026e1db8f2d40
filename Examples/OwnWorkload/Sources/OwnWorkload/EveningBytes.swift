import CacheSimKit

/// What comes over the network between 19 and 23 h, when it is busiest.
public struct EveningBytes: TraceMetric {
  public static let name = "evening_bytes"
  public static let unit = MetricUnit.bytes
  public static let better = Better.lower
  public static let definition = "Bytes received between 19 and 23 h, over all devices and seeds."

  private var bytes = Bytes.zero

  public init() {}

  public mutating func observe(_ record: TraceRecord, device: UInt32) {
    guard case .exchanged(let exchange) = record.event else { return }
    let hour = record.at.nanoseconds / TimeSpan.hours(1).nanoseconds % 24
    if 19..<23 ~= hour { bytes += exchange.bytesDown }
  }

  public mutating func merge(_ other: EveningBytes) { bytes += other.bytes }

  public var value: Double? { Double(bytes.count) }
}
