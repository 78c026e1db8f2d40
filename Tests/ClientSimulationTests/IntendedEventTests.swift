internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What only stories have: pull to refresh as a user intends it, and the origin's silent pushes.
@Suite struct IntendedEventTests {
  private static func requests(
    of strategy: String, after seconds: Double, headers: CacheHeaders = CacheHeaders(),
    _ tell: (inout HandmadeStory) -> Void
  ) throws -> [Double] {
    var story = HandmadeStory()
    story.publish(0, kind: .document)
    story.at(0, .launch)
    tell(&story)
    story.at(1_000, .end)
    let diary = try AnyStrategy.diary(of: strategy, in: .ideal(headers: [headers]), story)
    expect(diary.summaries.first?.violations, is: [])
    return diary.requestSeconds.filter { $0 > seconds }
  }

  /// Pre-cache polls each hour; a push of what is new lets it poll at once, and fetch.
  @Test func aPushIsAReasonToFetchAhead() throws {
    let requests = try Self.requests(of: "pre-cache", after: 50) { story in
      story.publish(0, version: 2, kind: .document, at: 100)
      story.at(110, .push(0))
    }
    expect(requests.count, is: 2)
    expect(requests.allSatisfy { $0 >= 110 && $0 < 111 })
    let without = try Self.requests(of: "pre-cache", after: 50) { story in
      story.publish(0, version: 2, kind: .document, at: 100)
    }
    expect(without.isEmpty)
  }

  /// It wakes a suspended app, and one that crashed, but none that its user has terminated.
  @Test(arguments: [(Action.background, 2), (.crash, 2), (.terminate, 0)])
  func aPushWakesAnAppUnlessItsUserEndedIt(ending: Action, count: Int) throws {
    let requests = try Self.requests(of: "pre-cache", after: 50) { story in
      story.at(60, ending)
      story.publish(0, version: 2, kind: .document, at: 100)
      story.at(400, .push(0))
    }
    expect(requests.count, is: count)
    expect(requests.allSatisfy { $0 >= 400 && $0 < 401 })
  }

  /// What is pushed while there is no network arrives with the network, once.
  @Test func aPushWaitsForTheNetwork() throws {
    let requests = try Self.requests(of: "pre-cache", after: 50) { story in
      story.at(90, .network(1))
      story.publish(0, version: 2, kind: .document, at: 100)
      story.at(110, .push(0))
      story.at(120, .push(0))
      story.at(300, .network(0))
    }
    expect(requests.count, is: 2)
    expect(requests.allSatisfy { $0 >= 300 && $0 < 301 })
  }

  /// A fresh answer is asked for again when its user pulls; nothing happens without a screen.
  @Test func aRefreshAsksTheOriginAgain() throws {
    var headers = CacheHeaders()
    headers.maxAge = .hours(1)
    let requests = try Self.requests(of: "url-cache", after: 0, headers: headers) { story in
      story.visit(0, from: 1, for: 30)
      story.at(10, .refresh(0))
      story.at(50, .refresh(0))
    }
    expect(requests, is: [1, 10])
  }
}
