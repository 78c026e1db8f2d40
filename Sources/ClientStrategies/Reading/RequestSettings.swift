package import ClientSimulation
package import SimCore

/// How a strategy's screens ask the origin.
package struct RequestSettings: Settings {
  /// Whether a request joins one for the same resource that is under way.
  package var coalesces = true
  /// When a request that failed is made again.
  package var retries = RetrySettings()

  package init() {}
  package static let fields: [Field<RequestSettings>] = [
    Field(
      "joins", \.coalesces,
      "Whether a request joins one for the same resource that is under way; otherwise the same is "
        + "fetched twice. Libraries of pictures join, URLSession alone does not."),
    Field("retries", \.retries, "When a request that failed is made again.").also("retry"),
  ]
}

/// When a request that failed is made again. A scenario may say the number alone: `"retries": 3`.
package struct RetrySettings: Settings {
  /// How often a request is made again.
  package var count = 0
  /// The first wait.
  package var base = TimeSpan.seconds(1)
  /// How much longer each further wait is.
  package var factor = 2
  /// The longest wait.
  package var ceiling = TimeSpan.seconds(30)
  /// After which failures.
  package var after = FailureKind.allCases

  package init() {}
  package static let fields: [Field<RetrySettings>] = [
    Field(
      "count", \.count, in: 0...1_000,
      "How often a failed request is made again while its screen is open; 0 as URLSession, 3 in "
        + "TanStack Query."),
    Field(
      "base", \.base, in: .zero...(.days(1)), "The first wait; 1 s as TanStack Query."),
    Field(
      "factor", \.factor, in: 1...100,
      "How much longer each further wait is; 2 as TanStack Query, 1: all are equal."),
    Field(
      "ceiling", \.ceiling, in: .zero...(.days(1)), "The longest wait; 30 s as TanStack Query."),
    Field(
      "after", \.after,
      "After which failures: the origin's 503, a time-out, a connection that was lost."),
  ]

  package static func read(
    _ json: JSON, over base: RetrySettings, path: String, _ problems: inout Problems
  ) -> RetrySettings? {
    guard json.members == nil else {
      return readGroup(json, over: base, path: path, &problems)
    }
    guard let count = Int.read(json, path: path, &problems) else { return nil }
    guard (0...1_000).contains(count) else {
      problems.note(at: json.offset, path: path, "expected 0 to 1000, found \(count)")
      return nil
    }
    var retries = base
    retries.count = count
    return retries
  }

  package static var schema: JSON {
    let count = JSON.object([
      ("type", "integer"), ("minimum", 0), ("maximum", 1_000),
      ("description", "How often; the rest as usual."),
    ])
    return .object([("anyOf", JSON(.array([count, groupSchema])))])
  }
  package static var unit: String { "group, or count alone" }

  /// How long to wait before a request is made again.
  var backoff: Backoff { Backoff(initial: base, factor: factor, maximum: ceiling) }
}

/// How long to wait before something that failed is tried again.
///
/// The n-th wait is min(initial · factorⁿ, maximum), n from 0; without chance, as TanStack Query's.
struct Backoff {
  /// The first wait.
  var initial: TimeSpan
  /// How much longer each further wait is.
  var factor = 2
  /// The longest wait.
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
package struct ReadSettings: Settings {
  /// From what is kept, from the network, or from both.
  package var strategy = ReadStrategy.staleWhileRevalidate
  /// With `networkFirst`: how long the network may take before what is kept is shown.
  package var timeout: TimeSpan?
  /// Whether what the network sends is kept.
  package var keeps = true

  package init() {}
  package static let fields: [Field<ReadSettings>] = [
    Field(
      "strategy", \.strategy,
      "What a screen shows: what is kept, what the network sends, or both; other libraries' words "
        + "are understood."),
    Field(
      "timeout", \.timeout, in: .zero...(.days(365)),
      "With networkFirst: how long the network may take before what is kept is shown; the request "
        + "goes on. null: until it fails. workbox's networkTimeoutSeconds."),
    Field(
      "keeps", \.keeps,
      "Whether what the network sends is kept; false is workbox's NetworkOnly."),
  ]

  package static func read(
    _ json: JSON, over base: ReadSettings, path: String, _ problems: inout Problems
  ) -> ReadSettings? {
    guard json.members == nil else {
      return readGroup(json, over: base, path: path, &problems)
    }
    guard let strategy = ReadStrategy.read(json, path: path, &problems) else { return nil }
    var reading = base
    reading.strategy = strategy
    return reading
  }

  package static var schema: JSON {
    .object([("anyOf", JSON(.array([ReadStrategy.schema, groupSchema])))])
  }
  package static var unit: String { "group, or strategy alone" }
}
