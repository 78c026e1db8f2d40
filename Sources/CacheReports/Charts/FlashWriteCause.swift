/// What one cause wrote to flash, per device over the whole scenario.
package struct FlashWriteCause: Sendable {
  /// The cause's name.
  package var cause: String
  /// Write operations.
  package var operations: Double
  /// Bytes written.
  package var bytes: Double

  /// Makes a cause's account.
  package init(cause: String, operations: Double, bytes: Double) {
    self.cause = cause
    self.operations = operations
    self.bytes = bytes
  }
}
