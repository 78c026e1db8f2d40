public import SimCore
public import Workloads

/// No cache at all: the baseline. Every screen waits for the network.
public struct NetworkOnly: ScreenStrategy {
  /// What a scenario can set.
  public struct Options: Settings {
    /// How the origin is asked.
    public var requests = RequestRules()

    public init() {}
    public static let fields: [Field<Options>] = [
      Field("requests", \.requests, "How the origin is asked.")
    ]
  }

  public static let name = "network-only"
  public static let summary = "No cache: the baseline; every screen waits for the network."

  public var desk: RequestDesk

  public init(_ options: Options, in world: inout World) {
    desk = RequestDesk(Reading(), options.requests)
  }
  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? { nil }
  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {}
}
