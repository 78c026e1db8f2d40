internal import Dispatch
internal import SimCore
internal import Synchronization

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

/// A cache that is in the hands of one caller at a time, or is tried by several on purpose: nothing
/// is required of its type.
struct CacheBox<Cache: CacheUnderTest>: @unchecked Sendable {
  let cache: Cache
}

/// Calls a cache from synchronous code, and waits.
struct CallWaiter: Sendable {
  let limit: TimeSpan
  private let executor = TrialExecutor("cachesim.trial.calls")

  init(limit: TimeSpan) { self.limit = limit }

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
