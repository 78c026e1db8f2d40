public import SimCore

/// What the numbers of a block stand for: objects, operations, tenants.
public struct RequestNames {
  /// What an object is called.
  public var object: (ObjectKey) -> ObjectName
  /// The operations by number.
  public var operations: [String] = []
  /// The tenants by number.
  public var tenants: [String] = []
  /// What is added to the block's times, in nanoseconds.
  public var startTime: Int64 = 0

  /// Names of objects alone.
  public init(object: @escaping (ObjectKey) -> ObjectName) { self.object = object }
}
