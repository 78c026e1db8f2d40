public import SimCore
public import Workloads

/// No cache at all: the baseline. Every screen waits for the network.
public struct NetworkOnly: ScreenStrategy {
  public static let name = "network-only"
  public static let summary = "No cache: the baseline; every screen waits for the network."

  public init(_ options: NoSettings, in world: inout World) {}
  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? { nil }
  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {}
}
