package import CacheWorkloads
internal import ClientStrategies
package import SimCore

/// Scenarios written as stories, and stories run as scenarios.
package enum ScenarioStory {
  /// Writes what happens in a scenario under a seed as a story: the events of its generator, log or
  /// capture, of its incidents, and of its network schedule. Played in the same scenario, under the
  /// same seed, it gives the same results.
  ///
  /// Without a `device` the events of all are written. A story that is not `isComplete` has neither
  /// networks nor incidents: the scenario that plays it adds its own. What is hidden of recorded
  /// header lines changes nothing in what caches do with them.
  package static func write(
    _ scenario: Scenario, title: String, seed: UInt64, device: UInt32?, isComplete: Bool,
    hiding: NameHiding = NameHiding(.nothing), to output: (String) throws -> Void
  ) throws {
    let workload: OpenedWorkload
    let stream: EventStream
    if isComplete {
      (workload, stream) = try scenario.events(seed: seed)
    } else {
      workload = try scenario.opened(seed: seed)
      stream = workload.stream
    }
    var writer = StoryWriter(
      title: title, seed: seed, headers: workload.headers,
      networks: isComplete ? try scenario.indexedNetworks() : [],
      secondsAtStart: workload.secondsAtStart, isRecorded: workload.isRecorded,
      hiding: hiding, screens: workload.screens)
    var block = EventBlock()
    while try stream.fill(&block) {
      writer.write(block, only: device)
      try output(writer.take())
      block.removeAll()
    }
    try output(writer.take())
  }

  package static func variesNetworks(_ file: ScenarioFile) -> Bool {
    file.variedSetting?.hasPrefix("networkSchedule") ?? false
  }

  /// The strategies that a story is run against where no scenario names others.
  private static let strategies = [
    "network-only", "url-cache", "on-demand", "memory-tier", "pre-cache",
  ]

  /// The text of a scenario that plays a story: Wi-Fi unless the story says which network there is,
  /// the seed that it was written under, or five, and one storage engine for all strategies, whose
  /// writes then differ by what they do. The scenario names the story by `path`.
  package static func scenario(playing story: Story, at path: String) -> JSON {
    let seeds = story.seed.map { [$0] } ?? Array(1...5)
    return .object([
      "question": "What does each strategy do with this story?",
      "title": JSON(story.title ?? path), "seeds": JSON(seeds.map { JSON($0) }),
      "workload": .object(["name": "story", "settings": .object(["path": JSON(path)])]),
      "networkSchedule": .object(["name": "always", "settings": .object(["profile": "wifi"])]),
      "shared": .object(["engine": "sqlite-wal"]),
      "strategies": JSON(strategies.map { .object(["name": JSON($0)]) }),
    ])
  }
}
