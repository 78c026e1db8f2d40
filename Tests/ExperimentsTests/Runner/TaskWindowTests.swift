internal import Synchronization
internal import Testing

@testable internal import Experiments

@Suite struct TaskWindowTests {
  private struct Broken: Error {}

  @Test(arguments: [1, 2, 5, 100]) func resultsComeInOrderAndFewTasksRunAtOnce(
    width: Int
  ) async throws {
    let running = Mutex((now: 0, most: 0))
    var progress: [Int] = []
    let results = try await TaskWindow.map(count: 20, width: width) {
      progress.append($0)
    } _: { index in
      running.withLock { running in
        running.now += 1
        running.most = max(running.most, running.now)
      }
      for _ in 0..<(index % 3) { await Task.yield() }
      running.withLock { $0.now -= 1 }
      return index * index
    }
    #expect(results == (0..<20).map { $0 * $0 })
    #expect(progress.sorted() == Array(0..<20))
    #expect(running.withLock { $0.most } <= width)
  }

  @Test func workThatAResultBringsIsDoneToo() async throws {
    var waiting = [3]
    var seen: [Int] = []
    try await TaskWindow.run(width: 2) { () -> TaskWindow.Work<Int>? in
      guard let number = waiting.popLast() else { return nil }
      return { number }
    } finish: { number in
      seen.append(number)
      if number > 0 { waiting.append(number - 1) }
    }
    #expect(seen == [3, 2, 1, 0])
  }

  @Test func anErrorEndsAll() async throws {
    await #expect(throws: Broken.self) {
      try await TaskWindow.map(count: 9, width: 2) { index in
        if index == 4 { throw Broken() }
        return index
      }
    }
    #expect(try await TaskWindow.map(count: 0, width: 2) { $0 } == [])
  }
}
