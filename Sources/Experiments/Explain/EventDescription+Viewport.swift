internal import Measurement
internal import SimCore

extension EventDescription {
  /// What became of a row that was scrolled into view; nil: it was there at once.
  static func row(blankFor wait: TimeSpan?) -> Words? {
    guard let wait else { return ("leaves view blank", "it had been scrolled into view") }
    return wait == .zero
      ? nil : ("was blank for \(time(wait))", "it had been scrolled into view")
  }

  static func played(_ playback: Playback) -> Words {
    (
      "was played for \(time(playback.time))",
      playback.stalls == 0
        ? nil
        : "it stopped \(NumberText.counted(playback.stalls, "time")), for "
          + "\(time(playback.stallTime)), until more of it had come"
    )
  }
}
