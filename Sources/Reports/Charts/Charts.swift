/// The catalogue of charts.
public enum Charts {
  /// Every chart, in the order of a report.
  public static let all: [any Chart] = [
    HitComposition(),
    LatencyDistribution(),
    FlashWritesByCause(),
    FlashWritesOverTime(),
    LatencyAgainstFlash(),
  ]
}
