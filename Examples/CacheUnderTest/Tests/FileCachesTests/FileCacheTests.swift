import CacheSimKit
import FileCaches
import Foundation
import Testing

/// The planted mistakes are found, shrunk, and stay found.
@Suite struct FileCacheTests {
  /// The executable beside the one of the tests.
  private static let child: String? = {
    let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let path = tests.deletingLastPathComponent().appending(path: "cache-trial").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  private static func effort(_ arguments: String...) -> CacheLaws.Effort {
    var effort = CacheLaws.Effort()
    effort.sequences = 8
    effort.tasks = 0  // a class without locks
    effort.child = child.map { [$0] + arguments }
    return effort
  }

  @Test func theMistakesAreFoundAndShrunk() async throws {
    let report = try await CacheLaws.check(
      FileCache.self, CachePromises(survives: .crash), effort: Self.effort("faulty"))
    let leak = try #require(report.broken.first { $0.hasPrefix("no user is given another") })
    // store, switch, ask: three operations, a line each.
    #expect(leak.split(separator: "\n").count <= 4, "\(leak)")
    if report.skipped.contains(where: { $0.hasPrefix("crashes between the writes") }) {
      print("skipped: \(report.skipped)")
      return
    }
    let torn = try #require(report.broken.first { $0.hasPrefix("no value comes back torn") })
    #expect(torn.split(separator: "\n").count <= 2, "\(torn)")
  }

  @Test func theRepairedCacheKeepsTheLaws() async throws {
    let effort = Self.effort()
    // laws
    let report = try await CacheLaws.check(
      RepairedFileCache.self, CachePromises(survives: .crash), effort: effort)
    #expect(report.broken.isEmpty, "\(report)")
    // end
  }

  /// The story that `shrink` wrote.
  private static let leak = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "leak.jsonl").path

  /// A tablet that two people use in turn, and one that has one user: sixty events.
  private static let family: String = {
    var lines = [#"{"event":"story","version":1,"seed":1}"#]
    for device in 0..<2 {
      for page in 0..<4 {
        lines.append(
          #"{"at":"00:00:0\#(page)","device":\#(device),"event":"publish","#
            + #""resource":"page \#(page)","size":"2 kB"}"#)
      }
      for hour in 10..<20 {
        if hour % 4 == 2, device == 1 {
          let user = hour == 14 ? "child" : "parent"
          lines.append(#"{"at":"\#(hour):00:00","event":"login","user":"\#(user)"}"#)
        }
        lines += [
          #"{"at":"\#(hour):10:00","event":"open","resource":"page \#(hour % 4)"}"#,
          #"{"at":"+40s","event":"background"}"#,
        ]
      }
    }
    return lines.joined(separator: "\n")
  }()

  @Test func aDayIsShrunkToAStory() async throws {
    // shrink
    let trial = CacheTrial(of: FileCache.self, in: Self.family, medium: .flash)
    let story = try #require(try await trial.shrink { $0.wrongUserShown > 0 })
    // end
    #expect(story.eventCount <= 6, "\(story.text)")
    if ProcessInfo.processInfo.environment["WRITE_STORY"] != nil {
      try story.write(to: Self.leak)
    }
    #expect(try story.text == String(contentsOfFile: Self.leak, encoding: .utf8))
  }

  @Test func noUserIsShownAnothersEntry() async throws {
    // regression
    let row = try await CacheTrial(of: RepairedFileCache.self, in: Self.leak, medium: .flash).run()
    #expect(row.wrongUserShown == 0)
    // end
    let faulty = try await CacheTrial(of: FileCache.self, in: Self.leak, medium: .flash).run()
    #expect(faulty.wrongUserShown > 0)
  }

  @Test func aScenarioHoldsTheCacheToABudget() async throws {
    // trial
    var scenario = try Scenario(named: "news")
    (scenario.seeds, scenario.devices, scenario.duration) = ([1], 1, .days(1))
    let row = try await CacheTrial(
      of: RepairedFileCache.self, in: scenario, medium: .flash, beside: ["on-demand"]
    ).run()
    #expect(row.opensFromCacheShare >= 0.2)
    #expect(row.tornValues == 0 && row.lostEntries == 0)
    // end
    #expect(row.results.strategies == ["RepairedFileCache (live)", "on-demand"])
    #expect(row.flashWriteBytes > 0)
  }
}
