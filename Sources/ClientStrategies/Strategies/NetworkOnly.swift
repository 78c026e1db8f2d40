package import CacheWorkloads
package import ClientSimulation
package import SimCore

/// No cache at all: the baseline. Every screen waits for the network.
package struct NetworkOnly: ScreenStrategy {
  /// What a scenario can set.
  package struct Options: Settings {
    /// How the origin is asked.
    package var requests = RequestSettings()

    package init() {}
    package static let fields: [Field<Options>] = [
      Field("requests", \.requests, "How the origin is asked.")
    ]
  }

  package static let name = "network-only"
  package static let summary = "No cache: the baseline; every screen waits for the network."

  package var scheduler: RequestScheduler

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    scheduler = RequestScheduler(ReadSettings(), options.requests)
  }
  package mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  { nil }
  package mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {}
}
