internal import SimCore
internal import Testing

@testable internal import Devices

/// Processor sharing against a naive twin that moves every flow at every event.
struct SharedLinkTests {
  private struct Twin {
    var left: [ExchangeID: Double] = [:]
    var now: Int64 = 0

    mutating func advance(to instant: Int64) {
      let share = Double(instant - now) / Double(max(1, left.count))
      for id in left.keys { left[id]! -= share }
      now = instant
    }
  }

  @Test(arguments: 0..<20)
  func theTwoClocksAgreeWithTheTwin(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var link = SharedLink()
    var twin = Twin()
    var finishes: [ExchangeID: Double] = [:]
    var now: Int64 = 0
    var nextID: ExchangeID = 0
    for _ in 0..<400 {
      now += Int64.random(in: 0..<3_000_000, using: &random)
      while link.nextFinish <= now {
        let at = link.nextFinish
        let id = link.removeFinished()
        twin.advance(to: at)
        let least = twin.left.values.min()
        // Each finish is rounded to a nanosecond, and others may be late by as much.
        #expect(abs(twin.left[id]!) < 2 && twin.left[id]! - least! < 2, "seed \(seed)")
        twin.left[id] = nil
        finishes[id] = nil
      }
      twin.advance(to: now)
      if Int.random(in: 0..<5, using: &random) == 0, let id = finishes.keys.min() {
        let left = link.remove(id, finish: finishes[id]!, at: now)
        #expect(abs(left - max(0, twin.left[id]!)) < 2, "seed \(seed)")
        twin.left[id] = nil
        finishes[id] = nil
      } else {
        let work = Int64.random(in: 1..<5_000_000, using: &random)
        finishes[nextID] = link.join(nextID, work: work, at: now)
        twin.left[nextID] = Double(work)
        nextID += 1
      }
    }
  }

  @Test func anIdleLinkHasNoNextFinish() {
    var link = SharedLink()
    #expect(link.nextFinish == .max)
    _ = link.join(3, work: 10, at: 5)
    #expect(link.nextFinish == 15)
    #expect(link.removeFinished() == 3)
    #expect(link.nextFinish == .max)
  }

  @Test func aLinkFasterThanItsFlowsSlowsThemOnlyWhenThereAreMore() {
    var link = SharedLink()
    link.speed = 2
    for id in 0..<2 { _ = link.join(ExchangeID(id), work: 100, at: 0) }
    #expect(link.nextFinish == 100)
    for id in 2..<4 { _ = link.join(ExchangeID(id), work: 100, at: 0) }
    #expect(link.nextFinish == 200)
    link.set(speed: 4, at: 100)
    #expect(link.nextFinish == 150)
  }
}
