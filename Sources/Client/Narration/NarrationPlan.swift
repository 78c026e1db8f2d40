/// Which opens are told line by line; all else of a run stays as silent as ever.
public struct NarrationPlan: Sendable {
  /// By device: the screens to be told of, 1 for the first that the device ever opens. Who opens
  /// what and when is the workload's affair, so that the numbers are the same for every strategy.
  public var screens: [UInt32: Set<UInt32>]

  /// Makes a plan.
  public init(screens: [UInt32: Set<UInt32>]) { self.screens = screens }
}
