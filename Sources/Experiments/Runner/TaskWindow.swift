/// Runs tasks, at most so many at once, in the order in which they are given.
enum TaskWindow {
  /// A piece of work.
  typealias Work<Result> = @Sendable () async throws -> Result

  /// Runs what `next` gives until it gives nothing and all is finished.
  /// - Parameters:
  ///   - width: how many tasks run at once, at least 1.
  ///   - next: the next piece of work; nil: there is none now. It is asked again after each result.
  ///   - finish: takes each result, in the order in which tasks end.
  /// - Throws: the first error of a task, after all others have ended.
  static func run<Result: Sendable>(
    width: Int, next: () -> Work<Result>?, finish: (Result) -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Result.self) { group in
      var running = 0
      while true {
        while running < max(width, 1), let work = next() {
          group.addTask { try await work() }
          running += 1
        }
        guard running > 0, let result = try await group.next() else { return }
        running -= 1
        finish(result)
      }
    }
  }

  /// The results of so many pieces of work, in their order.
  /// - Parameters:
  ///   - width: how many run at once, at least 1.
  ///   - progress: is given the index of each piece when it is done.
  /// - Throws: the first error of a task, after all others have ended.
  static func map<Result: Sendable>(
    count: Int, width: Int, progress: (Int) -> Void = { _ in },
    _ work: @escaping @Sendable (Int) async throws -> Result
  ) async throws -> [Result] {
    var results: [Result?] = Array(repeating: nil, count: count)
    var begun = 0
    try await run(width: width) { () -> Work<(Int, Result)>? in
      guard begun < count else { return nil }
      defer { begun += 1 }
      let index = begun
      return { (index, try await work(index)) }
    } finish: { index, result in
      results[index] = result
      progress(index)
    }
    return results.compactMap(\.self)
  }
}
