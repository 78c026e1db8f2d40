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
    let (cold, warm) = (plan.device.coldLaunch, plan.device.warmLaunch)
    return startingTime(
      mean: app.hasShortestLaunches ? min(cold, warm) : launch == .cold ? cold : warm)
  }

  /// How long it takes at most under any strategy.
  var longestStartingTime: TimeSpan {
    startingTime(mean: max(plan.device.coldLaunch, plan.device.warmLaunch))
  }

  private func startingTime(mean: TimeSpan) -> TimeSpan {
    guard plan.variance == .measured else { return .zero }
    var generator = SeededGenerator(
      seed: plan.seed, purpose: .device, entity: UInt64(device) | 1 << 32, attempt: user.viewCount)
    return TimeSpan(
      rounding: generator.logNormal(mean: mean.seconds, sigma: plan.device.launchSigma))
  }

  /// Has the app always come to the front as fast as it can, as if its process had never ended: no
  /// strategy's screens begin earlier. Waits from a screen's beginning are then counted from when
  /// the last strategy's begins, so that none waits less.
  package mutating func assumeShortestLaunches() { app.hasShortestLaunches = true }
}
