public import SimCore

/// Bytes of one exchange on the wire: headers and bodies, without handshakes and packet headers.
public struct NetworkTraffic: Hashable, Sendable {
  /// From the device.
  public var up: Bytes
  /// To the device.
  public var down: Bytes

  /// Makes an account of bytes.
  public init(up: Bytes = .zero, down: Bytes = .zero) {
    self.up = up
    self.down = down
  }
}
