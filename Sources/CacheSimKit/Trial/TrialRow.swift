internal import CacheMetrics
internal import Dispatch
internal import Experiments
internal import SimCore
internal import Synchronization

/// What a cache came to in a trial: the row of a table, with the rows beside it.
///
/// Metrics are those of every strategy, by the same definitions. Of a cache whose trial ended early
/// they are not defined: `value(of:)` is nil, and properties are not a number, so that every
/// expectation of them fails.
public struct TrialRow: Sendable {
  /// What the row is called: the cache's name and `(live)`.
  public let name: String
  /// The whole result: the cache's row, unless it failed, and those beside it.
  public let results: Results
  /// Why the trial ended early: at which event, in which call, what was thrown; nil: it did not.
  public let failure: String?

  /// A metric of the cache by its name, all seeds together; nil: it is not defined.
  public func value(of metric: String) -> Double? { results.value(of: metric, for: name) }

  private func number(_ metric: String) -> Double { value(of: metric) ?? .nan }

  /// Share of resource requests that the cache served.
  public var objectHitRatio: Double { number("object_hit_ratio") }
  /// Share of opens whose first content the cache had.
  public var opensFromCacheShare: Double { number("opens_from_cache_share") }
  /// Share of opens that showed an outdated version.
  public var staleShare: Double { number("stale_share") }
  /// Share of opens that showed nothing.
  public var blankRatio: Double { number("blank_ratio") }
  /// Milliseconds until the first content, over all opens; infinity: that open stayed blank.
  /// - Parameter percentile: 50, 90, 95 or 99.
  public func firstContent(percentile: Int) -> Double { number("first_content_p\(percentile)_ms") }
  /// Milliseconds until the origin's newest version, over all opens.
  /// - Parameter percentile: 50, 90, 95 or 99.
  public func freshContent(percentile: Int) -> Double { number("fresh_content_p\(percentile)_ms") }
  /// Entries on flash that were gone after the process had ended.
  public var lostEntries: Double { number(FaultMetrics.name(.lost)) }
  /// Entries that were gone though their process lived: evictions, where the cache has a limit.
  public var forgottenEntries: Double { number(FaultMetrics.name(.forgot)) }
  /// Times that a user was shown what had been fetched for another one.
  public var wrongUserShown: Double { number("wrong_user_shown") }
  /// Values that came back torn, cut or mixed with another.
  public var tornValues: Double { number(FaultMetrics.name(.torn)) }
  /// Whole values that came back though the cache was never given them under that name.
  public var unknownValues: Double { number(FaultMetrics.name(.unknown)) }
  /// Errors that the cache threw.
  public var thrownErrors: Double { number(FaultMetrics.name(.threw)) }
  /// Files that the cache wrote or removed, on average over devices.
  public var flashWriteOperations: Double { number("flash_write_ops") }
  /// Bytes that the cache wrote, on average over devices.
  public var flashWriteBytes: Double { number("flash_write_bytes") }
}

/// The metrics that only a real cache has, of a trial's rows.
enum FaultMetrics {
  static let all: [any TraceMetric.Type] = [
    FaultCount<Torn>.self, FaultCount<Unknown>.self, FaultCount<Threw>.self,
    FaultCount<Forgot>.self, FaultCount<Lost>.self,
  ]

  static func name(_ fault: LiveFault) -> String { words(for: fault).name }

  fileprivate static func words(for fault: LiveFault) -> (name: String, definition: String) {
    switch fault {
    case .torn:
      ("live_torn_values", "Times that the cache gave back bytes that are no whole body")
    case .unknown:
      ("live_unknown_values", "Times that the cache gave back what it was never given")
    case .threw: ("live_thrown_errors", "Errors that the cache threw")
    case .forgot:
      (
        "live_forgotten_entries",
        "Times that the cache had no more what it was given in the same process, evictions among "
          + "them"
      )
    case .lost:
      (
        "live_lost_entries",
        "Times that the cache had no more on flash what it was given in an earlier process"
      )
    }
  }

  fileprivate protocol Fault: Sendable {
    static var fault: LiveFault { get }
  }
  fileprivate enum Torn: Fault { static let fault = LiveFault.torn }
  fileprivate enum Unknown: Fault { static let fault = LiveFault.unknown }
  fileprivate enum Threw: Fault { static let fault = LiveFault.threw }
  fileprivate enum Forgot: Fault { static let fault = LiveFault.forgot }
  fileprivate enum Lost: Fault { static let fault = LiveFault.lost }

  fileprivate struct FaultCount<Kind: Fault>: TraceMetric {
    static var name: String { FaultMetrics.name(Kind.fault) }
    static var unit: MetricUnit { .count }
    static var better: Better { Kind.fault == .forgot ? .neither : .lower }
    static var definition: String {
      FaultMetrics.words(for: Kind.fault).definition
        + ", over all devices and seeds; of a real cache."
    }

    private var count = 0

    mutating func observe(_ record: TraceRecord, device: UInt32) {
      if case .live(Kind.fault) = record.event { count += 1 }
    }
    mutating func merge(_ other: FaultCount<Kind>) { count += other.count }
    var value: Double? { Double(count) }
  }
}

/// Runs the tasks of a trial one after the other on a thread of its own: a simulation waits on it
/// for an asynchronous cache, which on a thread of the concurrency pool could block that pool.
final class TrialExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Calls a cache from synchronous code, and waits.
struct CallWaiter: Sendable {
  let limit: TimeSpan
  private let executor = TrialExecutor("cachesim.trial.calls")

  /// The result of a call; one that does not return is left behind.
  func result<Value: Sendable>(
    _ call: @escaping @Sendable () async throws -> Value
  ) -> Result<Value, ToolError> {
    let place = ResultPlace<Value>()
    let task = Task.detached(executorPreference: executor) {
      do {
        place.put(.success(try await call()))
      } catch {
        let words = VisibleText.line(String(describing: error))
        place.put(.failure(ToolError("threw: \(words)", .failed)))
      }
    }
    guard let result = place.wait(atMost: limit) else {
      task.cancel()
      return .failure(
        ToolError(
          "did not return within \(limit.nanoseconds / 1_000_000) ms of real time", .timedOut))
    }
    return result
  }
}

/// Where a task leaves its result for a thread that waits.
private final class ResultPlace<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, ToolError>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func put(_ value: Result<Value, ToolError>) {
    result.withLock { $0 = value }
    isThere.signal()
  }

  func wait(atMost limit: TimeSpan) -> Result<Value, ToolError>? {
    let nanoseconds = Int(clamping: limit.nanoseconds)
    guard isThere.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return nil }
    return result.withLock { $0 }
  }
}
