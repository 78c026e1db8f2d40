/// Tests of the published suite that contradict the RFCs, with the paragraphs that count.
public enum VectorExceptions {
  private static let range =
    "RFC 9110 §14.4: 'bytes 4-9/10' announces six bytes and the content has five; "
    + "such an answer is not stored"

  private static let reasons: [String: String] = [
    "conditional-lm-fresh-no-lm": "RFC 9111 §4.3.2: without Last-Modified the answer's Date "
      + "counts, which is later than If-Modified-Since, so that 304 would be wrong",
    "partial-store-partial-reuse-partial": range,
    "partial-store-partial-reuse-partial-absent": range,
    "partial-store-partial-reuse-partial-byterange": range,
    "partial-store-partial-reuse-partial-suffix": range,
  ]

  /// Why the RFCs have it otherwise; nil for a test that agrees with them.
  public static func reason(_ id: String) -> String? { reasons[id] }
}
