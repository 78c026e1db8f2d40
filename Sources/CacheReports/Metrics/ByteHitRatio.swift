internal import Measurement

extension Metric {
  /// Bytes of hits over bytes of needs.
  static let byteHitRatio = [
    Metric.ratio(
      "byte_hit_ratio", .higher,
      "Body bytes of needs answered from memory or flash over the body bytes of all needs; "
        + "confirmed copies (304) are no hits, an unanswered need has the origin's size.",
      of: { $0.answers.bytes.hits }, in: { $0.answers.bytes.total })
  ]
}
