public import SimCore

/// The receipt of a reading from flash.
public struct FlashRead: Hashable, Sendable {
  /// Bytes that come from the device.
  public var bytes: Bytes
  /// How long the app waits for them.
  public var duration: TimeSpan

  /// Makes a receipt.
  public init(bytes: Bytes, duration: TimeSpan) {
    self.bytes = bytes
    self.duration = duration
  }
}
