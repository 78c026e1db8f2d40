internal import CacheWorkloads
internal import ClientStrategies
internal import Foundation
internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// A search plays only the requests that a switch may decide about: all others are as before.
struct GroupedReplayTests {
  private static func capture(_ name: String) throws -> RecordedCapture {
    let path = Checkout.root.appending(path: "Tests/Data/captures/\(name).har.gz").path
    return RecordedCapture(try HARFile(path: path).log, sessions: .one)
  }

  /// What ours does with each judged request, all played together.
  private static func actions(
    _ capture: RecordedCapture, _ switches: HTTPSwitches
  ) -> [Int: HARCacheAction] {
    var actions: [Int: HARCacheAction] = [:]
    capture.replay(by: switches) { replayed in
      if replayed.isJudged { actions[replayed.entry.position] = replayed.ours }
      return true
    }
    return actions
  }

  /// The same, where only what a turn may decide about is played by it.
  private static func actions(
    _ replay: GroupedReplay, _ base: GroupedReplay.Candidate, _ turned: GroupedReplay.Candidate,
    _ name: String
  ) -> [Int: HARCacheAction] {
    let decided = Set(replay.groups(decidedBy: name, base, turned))
    var actions: [Int: HARCacheAction] = [:]
    for group in replay.groups.indices {
      let rules = decided.contains(group) ? turned : base
      for action in replay.outcome(of: group, by: rules).actions {
        actions[action.position] = action.ours
      }
    }
    return actions
  }

  @Test(
    arguments: [
      ("second/hc5", "rfc9111"), ("third/webkitgtk", "webkit"), ("third/chromium", "rfc9111"),
      ("second/aiohttp-cc", "requests-cache"), ("third/npm", "okhttp"),
    ])
  func whatASwitchCannotDecideIsAsItWas(name: String, base: String) throws {
    let capture = try Self.capture(name)
    let replay = GroupedReplay(capture)
    let present = replay.candidate(try #require(HTTPProfile.named(base)).switches)
    expect(
      Self.actions(replay, present, present, "stores"), is: Self.actions(capture, present.switches))
    let turns = SwitchSpace.fields.flatMap { field in
      SwitchSpace.turns(of: field, from: present.switches, statuses: [200, 301, 404, 500])
    }
    for turn in Cases.some(turns, oneIn: 40) {
      guard let turned = replay.candidate(present, turning: turn) else { continue }
      let whole = Self.actions(capture, turned.switches)
      let grouped = Self.actions(replay, present, turned, turn.name)
      let parting = whole.keys.filter { whole[$0] != grouped[$0] }.sorted()
      expect(grouped.count == whole.count && parting.isEmpty, "\(turn.key): \(parting)")
    }
  }
}
