internal import CacheMetrics
internal import CacheWorkloads
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientStrategies

/// The clairvoyant's bounds against every strategy that there could be, in worlds so small that all
/// can be tried.
@Suite struct ClairvoyantExhaustiveTests {
  /// What the best of all strategies came to.
  private struct Best {
    /// By screen and resource: the newest version that anybody showed.
    var newest: [[ResourceIndex: UInt32]] = []
    /// By screen: the least wait.
    var first: [TimeSpan?] = []
    var fresh: [TimeSpan?] = []
    /// Of those that show what the bound shows.
    var received: Int64?
    var written: Int64?
  }

  private static func newest(_ sights: Sights) -> [[ResourceIndex: UInt32]] {
    sights.screens.map { screen in
      screen.reduce(into: [:]) { $0[$1.resource] = max($0[$1.resource] ?? 0, $1.version) }
    }
  }

  private static func least(_ left: TimeSpan?, _ right: TimeSpan?) -> TimeSpan? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }

  /// Tries all decisions.
  private static func tryAll(
    _ story: HandmadeStory, sameAs bytes: Sights, and flash: Sights
  ) throws -> (best: Best, runs: Int) {
    var best = Best()
    var options = Scripted.Options()
    options.script = Script()
    var runs = 0
    repeat {
      let run = try WatchedRun(Scripted.self, options, in: .ideal(), story)
      runs += 1
      let shown = newest(run.sights)
      if best.newest.isEmpty {
        best.newest = shown
        best.first = run.diary.visits.map(\.firstContent)
        best.fresh = run.diary.visits.map(\.freshContent)
      }
      for (index, screen) in shown.enumerated() {
        best.newest[index].merge(screen) { max($0, $1) }
        best.first[index] = least(best.first[index], run.diary.visits[index].firstContent)
        best.fresh[index] = least(best.fresh[index], run.diary.visits[index].freshContent)
      }
      if run.sights.include(bytes) {
        best.received = min(best.received ?? .max, run.received)
      }
      if run.sights.include(flash) {
        best.written = min(best.written ?? .max, run.written)
      }
    } while options.script.advance()
    return (best, runs)
  }

  private static func judge(_ world: TinyWorld) throws -> Int {
    let bytes = try WatchedRun(bound: .bytes, in: .ideal(), world.story)
    let flash = try WatchedRun(bound: .flash, in: .ideal(), world.story)
    let latency = try WatchedRun(bound: .latency, in: .ideal(), world.story)
    let (best, runs) = try tryAll(world.story, sameAs: bytes.sights, and: flash.sights)
    let name = Comment(rawValue: "\(world.happenings)")
    // Each bound is reached, and by none undercut.
    expect(best.received, is: bytes.received, name)
    expect(best.written, is: flash.written, name)
    for (index, visit) in latency.diary.visits.enumerated() {
      let least = [
        (visit.firstContent, best.first[index]), (visit.freshContent, best.fresh[index]),
      ]
      for (bound, other) in least {
        guard let other else { continue }
        expect(bound.map { $0 <= other } ?? false, name)
      }
    }
    // Whatever anybody could show, the bounds' own lives show; and the newest of it, unless more is
    // published while a screen is open.
    let own = [newest(bytes.sights), newest(flash.sights)]
    let isExact = !world.happenings.contains(.stayOnFirst)
    for (index, screen) in best.newest.enumerated() {
      for (resource, version) in screen {
        for shown in own {
          let least: UInt32 = isExact ? version : 1
          let seen: UInt32 = shown[index][resource] ?? 0
          expect(seen >= least, name)
        }
      }
    }
    return runs
  }

  /// Each world of two events, and of three that begin with a visit.
  @Test(arguments: Cases.some(TinyWorld.Happening.allCases, oneIn: 3))
  func noStrategyThatShowsTheSameBeatsIt(last: TinyWorld.Happening) throws {
    for middle in TinyWorld.Happening.allCases {
      _ = try Self.judge(TinyWorld([middle, last]))
      _ = try Self.judge(TinyWorld([.visitFirst, middle, last]))
    }
  }

  @Test(arguments: Cases.some(0..<6, oneIn: 2))
  func norDoesAnyInLongerWorlds(seed: UInt64) throws {
    let runs = try Self.judge(TinyWorld.random(seed, events: 5))
    expect(runs > 1)
  }
}
