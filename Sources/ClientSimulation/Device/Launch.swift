internal import DeviceModels
internal import SimCore

/// How an app comes to the front.
enum Launch {
  /// A process starts.
  case cold
  /// Its process was still there.
  case warm
}

extension DeviceSimulation {
  /// How long the app takes until its first screen may begin; drawn by the next view of the
  /// workload, alike for every strategy.
  func startingTime(of launch: Launch) -> TimeSpan {
    guard plan.variance == .measured else { return .zero }
    let (cold, warm) = (plan.device.coldLaunch, plan.device.warmLaunch)
    let mean =
      app.hasShortestLaunches ? min(cold, warm) : launch == .cold ? cold : warm
    var generator = SeededGenerator(
      seed: plan.seed, purpose: .device, entity: UInt64(device) | 1 << 32, attempt: user.viewCount)
    return TimeSpan(
      rounding: generator.logNormal(mean: mean.seconds, sigma: plan.device.launchSigma))
  }

  /// Has the app always come to the front as fast as it can, as if its process had never ended: no
  /// strategy's screens begin earlier.
  package mutating func assumeShortestLaunches() { app.hasShortestLaunches = true }
}
