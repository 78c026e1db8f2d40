internal import CacheMetrics
internal import SimCore

/// What a chart over virtual time is about: a number of each interval, and what it is called.
struct TimelineSubject: Sendable {
  enum Scale: Sendable {
    /// A share, up to all where there is so much.
    case share
    case amount(ChartQuantity)
    /// A wait, logarithmic where it must be, with a strip for an infinite one.
    case wait
  }

  struct Value: Sendable {
    var label: String
    /// The number; nil where nothing happened that it could be of.
    var value: @Sendable (TimelinePlace) -> Double?
  }

  var name: String
  var title: String
  var caption: String
  var axis: String
  var scale: Scale
  /// The number that is drawn, and one that is drawn beside it, dashed.
  var first: Value
  var second: Value?
  var isCumulative = false
  /// The metric that stands above each panel.
  var metric: String
  /// What ends or begins the names of the metrics that it is about.
  var about: [String]
  /// Why it is left out where there is nothing to draw.
  var absence: String
  var bound: OracleBound.Quantity?
  var isStandard = false
  var hasMemoryLimit = false

  /// Whether the numbers are drawn by their logarithms where they lie far apart.
  var isLogarithmic: Bool { if case .wait = scale { true } else { false } }

  var unit: MetricUnit { MetricCatalog.metric(named: metric)?.unit ?? .count }

  static let all = [
    hits, waits, staleness, offline, data, energy, memory, evictions, frames, edits,
  ]

  private static let hits = TimelineSubject(
    name: "hits-over-time", title: "How often content comes from a cache, and when",
    caption: "Opens with a first content from a cache, as a share of all opens.",
    axis: "opens from a cache", scale: .share,
    first: Value(label: "from a cache") {
      $0.share($0.interval.memory + $0.interval.flash, of: $0.interval.opens)
    },
    metric: "opens_from_cache_share", about: ["opens_from_", "_hit_ratio", "answers_from_"],
    absence: "no screen was shown from a cache", bound: .waits, isStandard: true)

  private static let waits = TimelineSubject(
    name: "waits-over-time", title: "How long people wait, and when",
    caption: """
      The wait for first content that 95 % of the opens of an interval stay within, up to a \
      quarter too long; never where more than 5 % stayed blank.
      """,
    axis: "wait, 95th percentile", scale: .wait,
    first: Value(label: "first content") {
      $0.timeline.firstContent(at: .p95, inInterval: $0.index)
    },
    metric: "first_content_p95_ms",
    about: ["first_content_", "spinner_", "apdex", "blank_ratio", "given_up", "reopens"],
    absence: "no screen was opened", bound: .waits)

  private static let staleness = TimelineSubject(
    name: "staleness-over-time", title: "How often the first content is outdated, and when",
    caption: "Opens whose first content was older than the origin's, as a share of all opens.",
    axis: "opens that show outdated content first", scale: .share,
    first: Value(label: "outdated") { $0.share($0.interval.outdated, of: $0.interval.opens) },
    metric: "stale_share", about: ["stale_", "outdated_", "missing_parts", "fresh_content_"],
    absence: "nothing outdated was shown")

  private static let offline = TimelineSubject(
    name: "offline-over-time", title: "What is shown without a network",
    caption: """
      Opens without a network that showed something, per device since the start; dashed: all opens \
      without a network. Where the lines part, screens stay blank.
      """,
    axis: "offline opens since the start", scale: .amount(.count),
    first: Value(label: "offline and shown") { $0.perDevice($0.interval.offlineShown) },
    second: Value(label: "all offline") { $0.perDevice($0.interval.offlineOpens) },
    isCumulative: true, metric: "offline_served_ratio", about: ["offline_"],
    absence: "no screen was opened without a network")

  private static let data = TimelineSubject(
    name: "data-over-time", title: "What goes over the network",
    caption: "Bytes both ways per device since the start; dashed: those on metered links.",
    axis: "bytes since the start", scale: .amount(.bytes),
    first: Value(label: "all networks") { $0.perDevice($0.interval.networkBytes) },
    second: Value(label: "metered") { $0.perDevice($0.interval.meteredBytes) },
    isCumulative: true, metric: "network_down_bytes",
    about: ["network_", "metered_", "prefetch_", "unshown_"],
    absence: "nothing went over a network")

  private static let energy = TimelineSubject(
    name: "energy-over-time", title: "What the radio takes",
    caption: "Energy of the radio for the app's traffic per device, since the start.",
    axis: "energy since the start", scale: .amount(.joules),
    first: Value(label: "radio") { $0.perDevice($0.interval.radioEnergy) / 1e6 },
    isCumulative: true, metric: "radio_energy_j", about: ["radio_"],
    absence: "no radio is modelled, or none was used")

  private static let memory = TimelineSubject(
    name: "memory-over-time", title: "How much memory the app takes",
    caption: """
      The most memory that an app used in an interval when a screen closed, of all devices; a peak \
      between two screens can be higher.
      """,
    axis: "memory in use", scale: .amount(.bytes),
    first: Value(label: "memory") {
      $0.interval.memoryPeak > 0 ? Double($0.interval.memoryPeak) : nil
    },
    metric: "memory_peak_bytes",
    about: ["memory_peak", "memory_warnings", "memory_kills", "limit_"],
    absence: "no screen was opened", hasMemoryLimit: true)

  private static let evictions = TimelineSubject(
    name: "evictions-over-time", title: "What makes space for others",
    caption: "Entries evicted from memory per device since the start; dashed: from flash.",
    axis: "evictions since the start", scale: .amount(.count),
    first: Value(label: "from memory") { $0.perDevice($0.interval.memoryEvictions) },
    second: Value(label: "from flash") { $0.perDevice($0.interval.flashEvictions) },
    isCumulative: true, metric: "memory_evictions",
    about: ["memory_evictions", "flash_evictions"],
    absence: "nothing was evicted")

  private static let frames = TimelineSubject(
    name: "frames-over-time", title: "Frames that were not drawn in time",
    caption: """
      Frames per device that were dropped while the main thread encoded or decoded, since the start.
      """,
    axis: "dropped frames since the start", scale: .amount(.count),
    first: Value(label: "dropped") { $0.perDevice($0.interval.droppedFrames) },
    isCumulative: true, metric: "dropped_frames", about: ["dropped_frames", "main_thread_"],
    absence: "no frame was dropped")

  private static let edits = TimelineSubject(
    name: "edits-over-time", title: "What becomes of edits",
    caption: """
      Edits per device of which it is not yet known what becomes of them; dashed: edits refused, \
      lost or overruled since the start.
      """,
    axis: "edits", scale: .amount(.count),
    first: Value(label: "waiting") {
      $0.perDevice($0.interval.editsMade - $0.interval.editsSettled)
    },
    second: Value(label: "refused, lost or overruled") { $0.perDevice($0.interval.editsFailed) },
    isCumulative: true, metric: "edits_made", about: ["edits_", "edit_", "outbox_"],
    absence: "no edit was made, or each was confirmed in the interval in which it was made")
}

struct TimelinePlace {
  let timeline: Timeline
  let index: Int
  let devices: Double

  var interval: TimelineInterval { timeline.intervals[index] }

  func perDevice(_ amount: Int64) -> Double { Double(amount) / devices }

  /// The share that a part is of a whole; nil of nothing.
  func share(_ part: Int64, of whole: Int64) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }
}
