public import SimCore

/// When a request that failed is made again. A scenario may say the number alone: `"retries": 3`.
///
/// The n-th wait is min(base · factorⁿ, ceiling), n from 0; without chance, as TanStack Query's.
public struct Retries: Settings {
  /// How often a request is made again.
  public var count = 0
  /// The first wait.
  public var base = TimeSpan.seconds(1)
  /// How much longer each further wait is.
  public var factor = 2
  /// The longest wait.
  public var ceiling = TimeSpan.seconds(30)
  /// After which failures.
  public var after = FailureKind.allCases

  public init() {}
  public static let fields: [Field<Retries>] = [
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

  public static func read(
    _ json: JSON, over base: Retries, path: String, _ problems: inout Problems
  ) -> Retries? {
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

  public static var schema: JSON {
    let count = JSON.object([
      ("type", "integer"), ("minimum", 0), ("description", "How often; the rest as usual."),
    ])
    return .object([("anyOf", JSON(.array([count, groupSchema])))])
  }
  public static var unit: String { "group, or count alone" }

  /// How long to wait before a request is made again.
  /// - Parameter failures: how often it has failed, at least once.
  /// - Complexity: O(failures), and never more than 63 steps.
  func wait(after failures: Int) -> TimeSpan {
    var nanoseconds = base.nanoseconds
    for _ in 0..<max(0, failures - 1) {
      let (product, overflow) = nanoseconds.multipliedReportingOverflow(by: Int64(factor))
      if overflow || product >= ceiling.nanoseconds || factor == 1 || product == 0 {
        return overflow ? ceiling : min(TimeSpan(nanoseconds: product), ceiling)
      }
      nanoseconds = product
    }
    return min(TimeSpan(nanoseconds: nanoseconds), ceiling)
  }
}

/// Why a fetch failed.
public enum FailureKind: String, WordSettingValue {
  /// The origin answered 503.
  case refused = "503"
  /// No byte came or went for the network's `requestTimeout`.
  case timeout
  /// The network changed or went away under it, or the app was stopped.
  case connection
}
