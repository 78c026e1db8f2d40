internal import CacheWorkloads
internal import Experiments
internal import SimCore

/// A short story that breaks an expectation of a cache.
public struct ShrunkStory: Sendable {
  /// The story: a line for each event, as `cachesim run` plays it and `CacheTrial` reads it.
  public let text: String
  /// How many events it has.
  public let eventCount: Int
  /// How many trials were run to find it.
  public let runs: Int
  /// What the cache comes to in it.
  public let row: TrialRow

  /// Writes the story into a file, which appears whole or not at all.
  public func write(to path: String) throws {
    var file = try UnfinishedEntry(fileFor: path)
    var code = FileDescriptor.write(Array(text.utf8), to: file.descriptor)
    if code == 0 { code = file.commit(to: path) }
    guard code == 0 else { throw FileError(action: "write", path: path, code: code) }
  }
}

extension CacheTrial {
  /// Finds a shortest story that still breaks an expectation: fewer devices first, then fewer
  /// events, then simpler ones.
  ///
  /// The story alone shows it, played as `cachesim run` plays a story, unless it needs settings of
  /// the trial's scenario; then it is run with those.
  /// - Parameters:
  ///   - limit: the most trials; the shortest story so far is given back then.
  ///   - isBroken: whether a row is wrong; its `failure` says whether the cache threw.
  /// - Returns: nil when the trial does not break the expectation under any one of its seeds.
  public func shrink(
    limit: Int = 1_000, where isBroken: (TrialRow) async throws -> Bool
  ) async throws -> ShrunkStory? {
    let scenario = try scenario().alone
    var search = StorySearch(trial: self, scenario: scenario, remaining: limit)
    for seed in scenario.seeds {
      search.scenario.seeds = [seed]
      let whole = try scenario.story(seed: seed)
      var alone = try Scenario(playing: whole)
      alone.seeds = [seed]
      for candidate in [alone, search.scenario] {
        search.scenario = candidate
        search.scenario.warmUp = nil
        if try await search.shows(whole, isBroken) {
          try await search.reduce(isBroken)
          return search.found.map { story, text, row in
            ShrunkStory(
              text: text, eventCount: story.withoutEnds.events.count,
              runs: limit - search.remaining, row: row)
          }
        }
      }
      search.scenario = scenario
    }
    return nil
  }
}

extension Scenario {
  fileprivate func story(seed: Int) throws -> Story {
    var text = ""
    try ScenarioStory.write(
      self, title: title ?? "A day", seed: UInt64(seed), device: nil, isComplete: true
    ) { text += $0 }
    return try Story(text: text, named: "story")
  }
}

private struct StorySearch<Cache: CacheUnderTest> {
  let trial: CacheTrial<Cache>
  var scenario: Scenario
  /// How many trials may still be run.
  var remaining: Int
  var found: (story: Story, text: String, row: TrialRow)?

  typealias Expectation = (TrialRow) async throws -> Bool

  /// Whether a story is one and breaks the expectation; it is taken then. It is read from its text,
  /// so that what is written shows the same.
  mutating func shows(_ story: Story, _ isBroken: Expectation) async throws -> Bool {
    let text = story.text(titled: "\(trial.name), shrunk")
    guard remaining > 0, let read = try? Story(text: text, named: "story") else { return false }
    remaining -= 1
    var scenario = scenario
    scenario.play(read)
    let row = try await trial.outcome(in: scenario)
    guard try await isBroken(row) else { return false }
    found = (story, text, row)
    return true
  }

  mutating func reduce(_ isBroken: Expectation) async throws {
    try await reduceDevices(isBroken)
    if let story = found?.story { _ = try await shows(story.withoutEnds, isBroken) }
    try await cutEnd(isBroken)
    try await reduceEvents(isBroken)
    for _ in 0..<2 {
      try await simplify(isBroken)
      try await reduceEvents(isBroken)
    }
  }

  private mutating func reduceDevices(_ isBroken: Expectation) async throws {
    guard let story = found?.story else { return }
    let devices = story.deviceNumbers
    guard devices.count > 1 else { return }
    for device in devices {
      if try await shows(story.keeping(devices: [device]), isBroken) { return }
    }
    _ = try await DeltaDebugging.minimize(devices) {
      try await shows(story.keeping(devices: $0), isBroken)
    }
  }

  private mutating func cutEnd(_ isBroken: Expectation) async throws {
    guard let events = found?.story.events, let story = found?.story else { return }
    var (low, high) = (0, events.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if try await shows(story.with(Array(events[..<middle])), isBroken) {
        high = middle
      } else {
        low = middle
      }
    }
  }

  private mutating func reduceEvents(_ isBroken: Expectation) async throws {
    guard let story = found?.story else { return }
    _ = try await DeltaDebugging.minimize(story.events) {
      try await shows(story.with($0), isBroken)
    }
  }

  private mutating func simplify(_ isBroken: Expectation) async throws {
    guard let count = found?.story.simplifications.count else { return }
    for index in 0..<count {
      guard let story = found?.story else { return }
      _ = try await shows(story.simplifications[index], isBroken)
    }
  }
}
