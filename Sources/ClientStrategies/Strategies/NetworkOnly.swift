public import CacheWorkloads
public import ClientSimulation
public import SimCore

/// No cache at all: the baseline. Every screen waits for the network.
public struct NetworkOnly: ScreenStrategy {
  /// What a scenario can set.
  public struct Options: Settings {
    package var requests = RequestSettings()

    public init() {}
    public static let fields: [Field<Options>] = [.requests(\.requests)]
  }

  public static let name = "network-only"
  public static let summary = "No cache: the baseline; every screen waits for the network."

  public var scheduler: RequestScheduler

  public init(_ options: Options, in simulation: inout DeviceSimulation) {
    scheduler = RequestScheduler(ReadSettings(), options.requests)
  }
  public mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  { nil }
  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {}
}
