internal import Synchronization
internal import Testing

@testable internal import CacheSimKit

/// A dictionary in memory that is emptied when another user comes.
private final class PlainDictionary: CacheUnderTest {
  private var values: [String: [UInt8]] = [:]
  init(folder: String, clock: TrialClock) {}
  func value(for key: String) -> [UInt8]? { values[key] }
  func store(_ value: [UInt8], for key: String) { values[key] = value }
  func remove(_ key: String) { values[key] = nil }
  func switchUser(to user: Int) { values = [:] }
}

/// The same as an actor.
private actor DictionaryActor: CacheUnderTest {
  private var values: [String: [UInt8]] = [:]
  init(folder: String, clock: TrialClock) {}
  func value(for key: String) async -> [UInt8]? {
    await Task.yield()
    return values[key]
  }
  func store(_ value: [UInt8], for key: String) { values[key] = value }
  func remove(_ key: String) { values[key] = nil }
  func switchUser(to user: Int) { values = [:] }
}

/// Stores nothing.
private struct NoCache: CacheUnderTest {
  init(folder: String, clock: TrialClock) {}
  func value(for key: String) -> [UInt8]? { nil }
  func store(_ value: [UInt8], for key: String) {}
  func remove(_ key: String) {}
}

/// A file for each entry, written at once; never emptied.
private final class Files: CacheUnderTest {
  private let folder: String
  init(folder: String, clock: TrialClock) { self.folder = folder }
  private func path(_ key: String) -> String { "\(folder)/\(key)" }
  func value(for key: String) throws -> [UInt8]? {
    guard FileKind(of: path(key)) == .plain else { return nil }
    return try OpenFile(path: path(key)).contents(limit: 1 << 30)
  }
  func store(_ value: [UInt8], for key: String) throws {
    try FolderTree.write(value, to: path(key))
  }
  func remove(_ key: String) { FolderTree.remove(path(key)) }
}

private struct Broken: Error, CustomStringConvertible {
  var description: String { "no space" }
}

/// Throws at the second value that is stored.
private final class Throwing: CacheUnderTest {
  private var count = 0
  init(folder: String, clock: TrialClock) {}
  func value(for key: String) -> [UInt8]? { nil }
  func store(_ value: [UInt8], for key: String) throws {
    count += 1
    if count == 2 { throw Broken() }
  }
  func remove(_ key: String) {}
}

/// Never returns from its first store.
private final class Hanging: CacheUnderTest {
  init(folder: String, clock: TrialClock) {}
  func value(for key: String) -> [UInt8]? { nil }
  func store(_ value: [UInt8], for key: String) async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }
  func remove(_ key: String) {}
}

/// Gives back the first half of what it has, or another key's value.
private final class Confused: CacheUnderTest {
  private var values: [String: [UInt8]] = [:]
  private var last: [UInt8]?
  init(folder: String, clock: TrialClock) {}
  func value(for key: String) -> [UInt8]? {
    values[key].map { key == "half" ? Array($0.prefix($0.count / 2)) : last ?? $0 }
  }
  func store(_ value: [UInt8], for key: String) {
    values[key] = value
    last = value
  }
  func remove(_ key: String) {}
}

@Suite struct TrialTests {
  /// Three days with crashes, memory warnings, kills, networks that go away, and two users.
  private static func hardDays() throws -> Scenario {
    var scenario = try Scenario(named: "memory-pressure")
    (scenario.seeds, scenario.devices, scenario.duration) = ([3], 1, .days(2))
    scenario.incidents.users = 2
    scenario.incidents.turn = .hours(12)
    return scenario
  }

  /// A day with a resource of 1,000 bytes that is opened three times.
  private static let threeOpens = """
    {"event":"story","version":1,"seed":1}
    {"event":"publish","resource":"a","size":"1 kB"}
    {"at":"08:00:00","event":"open","resource":"a"}
    {"at":"08:01:00","event":"open","resource":"a"}
    {"at":"08:02:00","event":"crash"}
    {"at":"08:03:00","event":"open","resource":"a"}
    """

  /// The metrics in which two rows of a result differ.
  private static func differences(_ row: TrialRow, from other: String) -> [String] {
    row.results.metrics.filter { metric in
      let (left, right) = (row.value(of: metric), row.results.value(of: metric, for: other))
      return left != right && !(left?.isNaN == true && right?.isNaN == true)
    }
  }

  @Test func aDictionaryHasTheSimulatedOnesRow() async throws {
    let scenario = try Self.hardDays()
    let row = try await CacheTrial(
      of: PlainDictionary.self, in: scenario, beside: ["dictionary", "network-only"]
    ).run()
    #expect(row.results.strategies == ["PlainDictionary (live)", "dictionary", "network-only"])
    #expect(Self.differences(row, from: "dictionary") == [])
    #expect(Self.differences(row, from: "network-only").count > 30)
    #expect(row.opensFromCacheShare > 0.1)
    // Hard days they are.
    for metric in ["process_kills_for_memory", "process_ends", "memory_warnings"]
    where row.results.metrics.contains(metric) {
      #expect(row.value(of: metric) ?? 0 > 0, "\(metric)")
    }
    var day = scenario
    day.duration = .hours(12)
    let actor = try await CacheTrial(
      of: DictionaryActor.self, in: day, beside: ["dictionary"]
    ).run()
    #expect(Self.differences(actor, from: "dictionary") == [])
  }

  @Test func aCacheThatStoresNothingHasTheRowWithoutACache() async throws {
    let row = try await CacheTrial(
      of: NoCache.self, in: Self.hardDays(), beside: ["network-only"]
    ).run()
    #expect(Self.differences(row, from: "network-only") == [])
    #expect(row.opensFromCacheShare == 0 && row.forgottenEntries == 0)
  }

  @Test func twoTrialsAreTheSameByteForByte() async throws {
    var scenario = try Self.hardDays()
    scenario.duration = .hours(12)
    let trial = CacheTrial(of: Files.self, in: scenario, medium: .flash, beside: ["on-demand"])
    let first = try await trial.run()
    let second = try await trial.run()
    #expect(first.results.files == second.results.files)
    #expect(first.flashWriteBytes > 0)
  }

  /// A file of 1,000 B is written when the resource first comes; the crash leaves it.
  @Test func filesThatACacheWritesAreCounted() async throws {
    let row = try await CacheTrial(of: Files.self, in: Self.threeOpens, medium: .flash).run()
    #expect(row.flashWriteOperations == 1)
    #expect(row.flashWriteBytes == 1_000)
    #expect(row.value(of: "opens_from_flash_share") == 2.0 / 3.0)
    #expect(row.lostEntries == 0 && row.forgottenEntries == 0)
    let memory = try await CacheTrial(of: PlainDictionary.self, in: Self.threeOpens).run()
    #expect(memory.value(of: "opens_from_memory_share") == 1.0 / 3.0)
    #expect(memory.flashWriteOperations == 0)
    // Told to lie on flash, it does not: the entry is lost with the process.
    let wrong = try await CacheTrial(
      of: PlainDictionary.self, in: Self.threeOpens, medium: .flash
    ).run()
    #expect(wrong.lostEntries == 1)
  }

  @Test func anErrorEndsTheRowAndIsToldWithItsPlace() async throws {
    let story = """
      {"event":"story","version":1,"seed":1}
      {"event":"publish","resource":"a","size":"1 kB"}
      {"event":"publish","resource":"b","size":"2 kB"}
      {"at":"08:00:00","event":"open","resource":"a"}
      {"at":"08:01:00","event":"open","resource":"b"}
      """
    var trial = CacheTrial(of: Throwing.self, in: story, beside: ["dictionary"])
    let failure = await #expect(throws: ToolError.self) { try await trial.run() }
    let words = failure?.description ?? ""
    #expect(words.hasPrefix("Throwing (live): at 08:01:00"), "\(words)")
    #expect(words.contains("'b' came from the origin"), "\(words)")
    #expect(words.hasSuffix(#"store(2000 bytes, for: "b") threw: no space"#), "\(words)")
    var row = try await trial.outcome()
    #expect(row.failure.map { "\(row.name): \($0)" } == words)
    #expect(row.results.strategies == ["dictionary"])
    #expect(row.objectHitRatio.isNaN)
    trial.countsErrors = true
    row = try await trial.run()
    #expect(row.thrownErrors == 1)
    #expect(row.results.strategies == ["Throwing (live)", "dictionary"])
  }

  @Test func aCallThatDoesNotReturnEndsTheRow() async throws {
    var trial = CacheTrial(of: Hanging.self, in: Self.threeOpens)
    trial.callLimit = .milliseconds(100)
    let failure = await #expect(throws: ToolError.self) { try await trial.run() }
    let words = failure?.description ?? ""
    #expect(
      words.contains(#"store(1000 bytes, for: "a") did not return within 100 ms of real time"#),
      "\(words)")
  }

  @Test func wrongValuesAreCountedAndNotShown() async throws {
    let story = """
      {"event":"publish","resource":"half","size":"1 kB"}
      {"event":"publish","resource":"b","size":"2 kB"}
      {"at":"08:00:00","event":"open","resource":"half"}
      {"at":"08:01:00","event":"open","resource":"b"}
      {"at":"08:02:00","event":"open","resource":"half"}
      {"at":"08:03:00","event":"open","resource":"b"}
      {"at":"08:04:00","event":"open","resource":"half"}
      {"at":"08:05:00","event":"open","resource":"b"}
      """
    let row = try await CacheTrial(of: Confused.self, in: story).run()
    // Half of "half" is never whole; "b" is given what was stored last, which is "half".
    #expect(row.tornValues >= 2)
    #expect(row.unknownValues >= 1)
    #expect(row.wrongUserShown == 0)
  }

  @Test func aPlaceThatIsNoScenarioIsToldWithTheNearestName() async {
    let error = await #expect(throws: InputError.self) {
      try await CacheTrial(of: NoCache.self, in: "newz").run()
    }
    #expect(error?.message.contains("did you mean 'news'?") == true)
    await #expect(throws: InputError.self) {
      try await CacheTrial(of: NoCache.self, in: "news", beside: ["dictionry"]).run()
    }
  }
}

@Suite struct ShrinkingTests {
  /// Finds whose part has both numbers, and how often it is asked.
  @Test func aListIsShrunkToWhatFails() async {
    var tests = 0
    let found = await DeltaDebugging.minimize(Array(0..<64)) { part in
      tests += 1
      return part.contains(7) && part.contains(40)
    }
    #expect(found == [7, 40])
    #expect(tests < 64)
  }

  /// Two devices with thirty events each, of which the second is handed to another user.
  private static let hours: String = {
    var lines = [#"{"event":"story","version":1,"seed":1}"#]
    for device in 0..<2 {
      for page in 0..<4 {
        lines.append(
          #"{"at":"00:00:0\#(page)","device":\#(device),"event":"publish","#
            + #""resource":"page \#(page)","size":"2 kB"}"#)
      }
      for hour in 10..<20 {
        if hour == 14, device == 1 {
          lines.append(#"{"at":"14:00:00","event":"login","user":"other"}"#)
        }
        lines += [
          #"{"at":"\#(hour):10:00","event":"open","resource":"page \#(hour % 4)"}"#,
          #"{"at":"+40s","event":"\#(hour % 5 == 0 ? "crash" : "background")"}"#,
        ]
      }
    }
    return lines.joined(separator: "\n")
  }()

  /// A cache without a user in its keys: of two days remain one resource, its two openings and the
  /// change of users.
  @Test func aLeakBetweenUsersIsFourEvents() async throws {
    let trial = CacheTrial(of: Files.self, in: Self.hours)
    let story = try #require(try await trial.shrink { $0.wrongUserShown > 0 })
    #expect(story.eventCount == 4, "\(story.text)")
    #expect(story.row.wrongUserShown == 1)
    // What is written shows the same, and another search finds the same.
    let again = try await CacheTrial(of: Files.self, in: story.text).run()
    #expect(again.wrongUserShown == 1)
    let second = try #require(try await trial.shrink { $0.wrongUserShown > 0 })
    #expect(second.text == story.text && second.runs == story.runs)
    #expect(story.runs < 120, "\(story.runs)")
    // A cache that is emptied does not break it.
    let emptied = CacheTrial(of: PlainDictionary.self, in: Self.hours)
    #expect(try await emptied.shrink { $0.wrongUserShown > 0 } == nil)
  }
}
