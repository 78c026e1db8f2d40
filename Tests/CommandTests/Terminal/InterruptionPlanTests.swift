internal import Foundation
internal import Synchronization
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// The end of the program, at every moment of the work: what is done, and what is said of it.
@Suite struct InterruptionPlanTests {
  /// How many steps were done, and how many had begun.
  private final class Steps: Sendable {
    let begun = Atomic(0)
    let done = Atomic(0)
  }

  /// Hundreds of ends in the middle of steps of several threads: none waits, and none cuts a step.
  @Test(arguments: [1, 4])
  func theEndComesAtOnceAndNothingFollows(threads: Int) {
    for round in 0..<300 {
      let plan = InterruptionPlan()
      let steps = Steps()
      for _ in 0..<threads { Thread.detachNewThread { Self.work(plan, steps) } }
      let hasEnded = DispatchSemaphore(value: 0)
      let said = Mutex<(kept: Int, begun: Int)?>(nil)
      Thread.detachNewThread {
        usleep(UInt32(round % 30) * 20)
        if let kept = plan.end() {
          let begun = steps.begun.load(ordering: .sequentiallyConsistent)
          said.withLock { $0 = (Int(kept()) ?? 0, begun) }
        }
        hasEnded.signal()
      }
      guard hasEnded.wait(timeout: .now() + 2) == .success else {
        Issue.record("the end of round \(round) did not come within two seconds")
        return
      }
      let end = said.withLock { $0 }
      // What is said to be kept is all that was done, and no step is in the middle.
      expect(end?.kept, is: end?.begun, "round \(round)")
      expect(plan.end() == nil && !plan.expect { "" })
      expect(steps.begun.load(ordering: .sequentiallyConsistent), is: end?.begun, "round \(round)")
    }
  }

  /// A step that lasts is waited for; all others come too late.
  @Test func aStepUnderWayIsDoneBeforeTheEnd() {
    let plan = InterruptionPlan()
    let isInStep = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    let isDone = Atomic(false)
    let wasDone = Atomic(false)
    Thread.detachNewThread {
      isInStep.wait()
      let kept = plan.end()
      wasDone.store(
        isDone.load(ordering: .sequentiallyConsistent) && kept?() == "all",
        ordering: .sequentiallyConsistent)
      hasEnded.signal()
    }
    let first: Int? = plan.step(kept: "all") {
      isInStep.signal()
      usleep(50_000)
      isDone.store(true, ordering: .sequentiallyConsistent)
      return 1
    }
    expect(hasEnded.wait(timeout: .now() + 2), is: .success)
    expect(first == 1 && wasDone.load(ordering: .sequentiallyConsistent))
    let second: Int? = plan.step { 2 }
    expect(second == nil)
  }

  /// Says what is kept, does a step, and so on, until it may no more.
  private static func work(_ plan: InterruptionPlan, _ steps: Steps) {
    while plan.expect(kept: { "\(steps.done.load(ordering: .sequentiallyConsistent))" }) {
      let isDone: Void? = plan.step {
        steps.begun.wrappingAdd(1, ordering: .sequentiallyConsistent)
        for _ in 0..<20 { sched_yield() }
        steps.done.wrappingAdd(1, ordering: .sequentiallyConsistent)
      }
      if isDone == nil { return }
    }
  }
}
