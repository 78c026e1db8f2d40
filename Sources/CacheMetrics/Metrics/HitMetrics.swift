internal import SimCore

extension Metric {
  static let objectHitRatio = [
    Metric.ratio(
      "object_hit_ratio", .higher,
      "Resource requests of screens answered from memory or flash without asking the origin first, "
        + "over all resource requests; outdated answers count as hits, confirmed copies (304) do "
        + "not.",
      of: { $0.answers.requests.hits }, in: { $0.answers.requests.total })
  ]

  static let byteHitRatio = [
    Metric.ratio(
      "byte_hit_ratio", .higher,
      "Body bytes of resource requests answered from memory or flash over the body bytes of all; "
        + "confirmed copies (304) are no hits, an unanswered request has the origin's size.",
      of: { $0.answers.bytes.hits }, in: { $0.answers.bytes.total })
  ]

  static let freshHitRatio = [
    Metric.ratio(
      "fresh_hit_ratio", .higher,
      "Resource requests answered from memory or flash with the version that the origin had at "
        + "that instant, over all; object_hit_ratio is this plus stale_hit_ratio.",
      of: { $0.answers.requests.hits - $0.answers.outdated.hits }, in: { $0.answers.requests.total }
    )
  ]

  static let staleHitRatio = [
    Metric.ratio(
      "stale_hit_ratio", .lower,
      "Resource requests answered from memory or flash with a version older than the origin's, "
        + "over all.",
      of: { $0.answers.outdated.hits }, in: { $0.answers.requests.total })
  ]

  /// The sources of answers to resource requests; the five shares add up to 1.
  static let answerShares = Source.allCases.map { source in
    Metric.ratio(
      "answers_from_\(source.word)_share", source.better,
      "Share of all resource requests of screens whose answer \(source.meaning). A screen "
        + "requests its main resource and its subresources, each once. The shares add up to 1.",
      of: { $0.answers.requests[source] }, in: { $0.answers.requests.total })
  }
}

extension Metric {
  static let cachedAnswerAge = [(Percentile.p50, "median"), (.p90, "90th percentile")].map {
    percentile, word in
    Metric(
      "cached_answer_age_\(percentile.name)_s", .seconds, .neither,
      "Time from when the origin sent a body until a screen's request was answered with it from "
        + "memory, flash or after confirmation (304), which does not make it younger; \(word) of "
        + "those answers."
    ) { $0.answerAges.value(at: percentile).map { $0 / 1e3 } }
  }

  /// What is fetched in full though it was shown before.
  static let emptyCaches = [
    Metric.ratio(
      "empty_cache_opens_share", .lower,
      "Opens whose first content the origin sent in full (200), over the opens that showed content "
        + "of a main resource of which the device had shown a version before, in the warm-up too.",
      of: { Int64($0.devices.emptyCacheOpens) }, in: { Int64($0.devices.returningOpens) }),
    Metric.ratio(
      "empty_cache_devices_share", .lower,
      "Devices with at least one of the opens that empty_cache_opens_share counts, over the "
        + "devices that showed content again at all. The longer the run, the larger.",
      trials: "devices",
      of: { Int64($0.devices.withEmptyCache) }, in: { Int64($0.devices.returning) }),
  ]
}

extension Source {
  package var word: String {
    switch self {
    case .memory: "memory"
    case .flash: "flash"
    case .revalidated: "revalidated"
    case .network: "network"
    case .nothing: "nothing"
    }
  }

  var better: Better {
    switch self {
    case .memory, .flash, .revalidated: .higher
    case .network, .nothing: .lower
    }
  }

  var meaning: String {
    switch self {
    case .memory: "came from a memory tier"
    case .flash: "came from a flash tier"
    case .revalidated: "was a stored copy that the origin confirmed first (304)"
    case .network: "was sent by the origin (200)"
    case .nothing: "never came"
    }
  }
}
