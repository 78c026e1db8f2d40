internal import CacheWorkloads
public import ClientSimulation
public import SimCore

/// How a strategy's screens ask the origin.
public struct RequestSettings: Settings {
  public var coalesces = true
  public var retries = RetrySettings()
  package var cancels: CancellationRule?
  package var lookahead = Lookahead()

  public init() {}
  public static let fields: [Field<RequestSettings>] = [
    Field(
      "coalesces", \.coalesces,
      "Whether a request is coalesced with one for the same resource in flight; otherwise the same "
        + "is fetched twice. Image libraries coalesce, URLSession alone does not."
    ),
    Field("retries", \.retries, "When a request that failed is made again.").also("retry"),
    Field(
      "cancels", \.cancels,
      "What is cancelled when the view is left that alone waits for it, so that what had come of "
        + "it is wasted; null: as the client does, which is nothing, but everything with a "
        + "browser's profile of url-cache. What another view or a prefetch waits for goes on, and "
        + "so does all when the app leaves the front. A row that is scrolled out of view is left "
        + "like a view, and what was fetched ahead of it is cancelled as well."),
    Field(
      "lookahead", \.lookahead,
      "What is fetched ahead of what is in view; by default nothing. Not in Low Data Mode."),
  ]
}

/// Which requests are cancelled when the view is left that alone waits for them.
package enum CancellationRule: String, WordSettingValue {
  /// None: they end as if the view was still there, and what they bring is stored.
  case nothing
  /// Those for pictures, as image libraries cancel them.
  case pictures
  case everything

  func covers(_ kind: ResourceKind) -> Bool {
    switch self {
    case .nothing: false
    case .pictures: kind.isPicture
    case .everything: true
    }
  }
}

extension ResourceKind {
  var isPicture: Bool { self == .image || self == .avatar }
}

/// When a request that failed is made again. A scenario may say the number alone: `"retries": 3`.
public struct RetrySettings: Settings, NamedUnit {
  public var count: Int? = 0
  package var base = TimeSpan.seconds(1)
  package var factor = 2
  package var ceiling = TimeSpan.seconds(30)
  package var jitter = 0.0
  package var granularity = TimeSpan.zero
  public var after = FailureKind.allCases
  package var honorsRetryAfter = false

  public init() {}
  public static let fields: [Field<RetrySettings>] = [
    Field(
      "count", \.count, in: 0...1_000,
      "How often a failed request is made again while its screen is open; 0 as URLSession, 3 in "
        + "TanStack Query; null: without end, as SWR."),
    Field(
      "initialDelay", \.base, in: .zero...(.days(1)),
      "The delay before the first retry; 1 s as TanStack Query."),
    Field(
      "factor", \.factor, in: 1...100,
      "By which factor each further delay is longer; 2 as TanStack Query, 1: all are equal."),
    Field(
      "maximumDelay", \.ceiling, in: .zero...(.days(1)),
      "The longest delay; 30 s as TanStack Query."),
    Field(
      "jitter", \.jitter, in: 0...1,
      "By which share a delay may be shorter or longer, drawn evenly; 0 as TanStack Query, 0.5 in "
        + "SWR."),
    Field(
      "granularity", \.granularity, in: .zero...(.days(1)),
      "What drawn delays are rounded down to multiples of; 0s: they are not, 5 s in SWR."),
    Field(
      "after", \.after,
      "After which failures: the origin's 503, a time-out, a connection that was lost."),
    Field(
      "honorsRetryAfter", \.honorsRetryAfter,
      "Whether a retry waits at least as long as the answer's Retry-After says; false, as "
        + "URLSession and TanStack Query, which do not read it."),
  ]

  public static func read(
    _ json: JSON, over base: RetrySettings, path: String, _ problems: inout Problems
  ) -> RetrySettings? {
    guard json.members == nil else { return readGroup(json, over: base, path: path, &problems) }
    guard let count = Int.read(json, path: path, &problems) else { return nil }
    guard (0...1_000).contains(count) else {
      problems.note(at: json.offset, path: path, "expected 0 to 1000, found \(count)")
      return nil
    }
    var retries = base
    retries.count = count
    return retries
  }

  public static var schema: JSON {
    let count = JSON.object([
      "type": "integer", "minimum": 0, "maximum": 1_000,
      "description": "How often; the rest as usual.",
    ])
    return .object(["anyOf": JSON([count, groupSchema])])
  }
  package static var unit: String { "group, or count alone" }

  func allowsMore(than retries: Int) -> Bool { count.map { retries < $0 } ?? true }

  /// How long to wait before a request is made again.
  ///
  /// The back-off, times an even draw from 1 − jitter to 1 + jitter, rounded down to whole
  /// multiples. Retries without end are at least a millisecond apart.
  /// - Parameters:
  ///   - retry: which retry it is, from 1.
  ///   - draw: an even draw from 0 to 1; matters only where there is jitter.
  func wait(before retry: Int, drawn draw: Double) -> TimeSpan {
    let plain = Backoff(initial: base, factor: factor, maximum: ceiling).wait(after: retry)
    var wait = plain
    if jitter > 0 {
      let share = 1 - jitter + 2 * jitter * draw
      wait.nanoseconds = Int64((Double(plain.nanoseconds) * share).rounded(.down))
      if granularity > .zero { wait.nanoseconds -= wait.nanoseconds % granularity.nanoseconds }
    }
    return count == nil ? max(wait, .milliseconds(1)) : wait
  }
}

/// How long to wait before something that failed is tried again.
///
/// The n-th wait is min(initial · factorⁿ, maximum), n from 0; without chance, as TanStack Query's.
struct Backoff {
  var initial: TimeSpan
  var factor = 2
  var maximum: TimeSpan

  /// - Parameter failures: how often it has failed.
  /// - Complexity: O(failures), and never more than 63 steps.
  func wait(after failures: Int) -> TimeSpan {
    var nanoseconds = initial.nanoseconds
    for _ in 0..<max(0, failures - 1) {
      let (product, overflow) = nanoseconds.multipliedReportingOverflow(by: Int64(factor))
      if overflow || product >= maximum.nanoseconds || factor == 1 || product == 0 {
        return overflow ? maximum : min(TimeSpan(nanoseconds: product), maximum)
      }
      nanoseconds = product
    }
    return min(TimeSpan(nanoseconds: nanoseconds), maximum)
  }
}

/// How a strategy reads what its screens show. A scenario may say the strategy alone:
/// `"read": "networkFirst"`.
public struct ReadSettings: Settings, NamedUnit {
  public var strategy = ReadStrategy.staleWhileRevalidate
  public var timeout: TimeSpan?
  public var keeps = true

  public init() {}
  public static let fields: [Field<ReadSettings>] = [
    Field(
      "strategy", \.strategy,
      "What a screen shows: what is stored, what the network sends, or both; other libraries' "
        + "words are understood."),
    Field(
      "timeout", \.timeout, in: .zero...(.days(365)),
      "With networkFirst: how long the network may take before what is stored is shown; the "
        + "request goes on. null: until it fails. workbox's networkTimeoutSeconds."),
    Field(
      "storesResponses", \.keeps, "Whether responses are stored; false is workbox's NetworkOnly."),
  ]

  public static func read(
    _ json: JSON, over base: ReadSettings, path: String, _ problems: inout Problems
  ) -> ReadSettings? {
    guard json.members == nil else { return readGroup(json, over: base, path: path, &problems) }
    guard let strategy = ReadStrategy.read(json, path: path, &problems) else { return nil }
    var reading = base
    reading.strategy = strategy
    return reading
  }

  public static var schema: JSON { .object(["anyOf": JSON([ReadStrategy.schema, groupSchema])]) }
  package static var unit: String { "group, or strategy alone" }
}

/// Settings that several strategies have, each declared once.
extension Field {
  static func read(_ property: any WritableKeyPath<Group, ReadSettings> & Sendable) -> Field {
    Field("read", property, "How a screen is read: from the cache, from the network, or from both.")
  }

  static func staleAfter(_ property: any WritableKeyPath<Group, TimeSpan?> & Sendable) -> Field {
    Field(
      "staleAfter", property, in: .zero...(.days(3_650)),
      "With read staleWhileRevalidate: age from which a model is fetched again behind the "
        + "screen; 0s: always; null: never."
    ).also("staleTime")
  }

  package static func requests(_ property: any WritableKeyPath<Group, RequestSettings> & Sendable)
    -> Field
  {
    Field("requests", property, "How the origin is asked.")
  }

  static func lists(
    _ property: any WritableKeyPath<Group, ListRequest> & Sendable, _ summary: String
  ) -> Field {
    Field(
      "lists", property,
      "How lists are asked for, where origin.lists offers it: whole, by page, or as a delta since "
        + "the version that is stored. " + summary)
  }

  static func archiveStore(
    _ property: any WritableKeyPath<Group, ArchiveStore.Options> & Sendable
  ) -> Field {
    Field("archiveStore", property, "How archives and pictures are stored on flash.")
  }

  static func maintenance(
    _ property: any WritableKeyPath<Group, StorageMaintenance> & Sendable, _ summary: String
  ) -> Field { Field("maintenance", property, summary) }

  static func concurrency(
    _ property: any WritableKeyPath<Group, Int> & Sendable, _ summary: String
  ) -> Field { Field("concurrency", property, in: 1...1_000, summary) }

  static func deadline(_ property: any WritableKeyPath<Group, TimeSpan?> & Sendable) -> Field {
    Field(
      "transferDeadline", property, in: .seconds(1)...(.days(7)),
      "How long polls, what is fetched ahead and edits are held back for a radio that is awake "
        + "anyway: they go with other exchanges or within 0.57 of the radio's tail after them, and "
        + "else together when the first of them has waited so long (TailEnder, IMC 2009); null: at "
        + "once.")
  }
}
