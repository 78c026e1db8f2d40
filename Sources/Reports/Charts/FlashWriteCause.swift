/// What one cause wrote to flash, per device over the whole scenario.
public struct FlashWriteCause: Sendable {
  /// The cause's name.
  public var cause: String
  /// Write operations.
  public var operations: Double
  /// Bytes written.
  public var bytes: Double

  /// Makes a cause's account.
  public init(cause: String, operations: Double, bytes: Double) {
    self.cause = cause
    self.operations = operations
    self.bytes = bytes
  }
}
