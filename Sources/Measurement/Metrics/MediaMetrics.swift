internal import SimCore

extension Metric {
  /// Of screens whose main content is a segment of media; the time to their first frame is their
  /// time to first content.
  static let media =
    [
      Metric.sum(
        "media_views", .neither,
        "Screens on which media were played: the first segment came before they closed"
      ) { Int64($0.playback.views) },
      Metric.sum(
        "rebuffers", .lower,
        "Times that playing media stopped because the next segment had not come"
      ) { Int64($0.playback.stalls) },
    ]
    + Metric.cost(
      "rebuffer_ms", .milliseconds, "Time that media had stopped and waited for the next segment"
    ) { Double($0.playback.stallTime) / 1e3 } + [
      Metric.ratio(
        "rebuffer_ratio", .lower,
        "Time that media had stopped and waited for the next segment, over that and the time that "
          + "they were played.", trials: "media_views",
        of: { $0.playback.stallTime }, in: { $0.playback.stallTime + $0.playback.playTime }),
      Metric.ratio(
        "rebuffered_share", .lower,
        "Share of the screens on which media were played that had to wait for a further segment.",
        trials: "media_views",
        of: { Int64($0.playback.stalledViews) }, in: { Int64($0.playback.views) }),
      Metric.ratio(
        "bit_rate_ratio", .higher,
        "Bytes of the segments that were played, over what they weigh in the highest of "
          + "media.bitRates.", trials: "media_views",
        of: { $0.playback.bytes.count }, in: { $0.playback.fullBytes.count }),
    ]
}
