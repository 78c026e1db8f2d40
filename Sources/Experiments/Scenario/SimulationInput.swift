internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

extension Scenario {
  /// The network profiles that the network schedule's events index.
  var profiles: [NetworkProfile] {
    networkSchedule.product.profiles.map { name in
      guard let profile = NetworkProfiles.named(name) else {
        preconditionFailure("a schedule's networks are checked when a scenario is read")
      }
      return profile
    }
  }

  /// The workload's events under a seed, with those of incidents and of the network schedule.
  /// - Throws: `WorkloadError` when a trace cannot be read.
  func events(seed: UInt64) throws(WorkloadError) -> (workload: OpenedWorkload, stream: EventStream)
  {
    let workload = try workload.product.open(devices, duration, seed)
    let stream = networkSchedule.product.wrap(incidents.wrap(workload.stream, seed: seed), seed)
    return (workload, stream)
  }

  /// What a simulation under a seed takes, from its beginning: each strategy meets the same.
  /// - Throws: `WorkloadError` when a trace cannot be read.
  func simulationInput(
    seed: UInt64
  ) throws(WorkloadError) -> (plan: SimulationPlan, stream: EventStream) {
    let (workload, stream) = try events(seed: seed)
    var plan = SimulationPlan(
      seed: seed, profiles: profiles, headers: workload.headers, network: network, device: device,
      origin: origin, users: incidents.users, patience: patience)
    if let start = workload.secondsAtStart { plan.secondsAtStart = start }
    return (plan, stream)
  }
}
