internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import Experiments
internal import SimCore
internal import StructureFixtures
internal import TestCases
internal import Testing

/// Whatever the structure of a story, it is refused with the place, or played by every strategy:
/// with balanced books and no more requests than what happens asks for.
@Suite struct StoryFuzzTests {
  /// What a simulation says of its requests and its books.
  private struct Books: TraceObserver {
    var requests = 0
    var violations: [String] = []

    mutating func observe(_ page: [TraceRecord], device: UInt32) {
      for record in page {
        switch record.event {
        case .exchanged: requests += 1
        case .finished(let summary): violations += summary.violations
        default: break
        }
      }
    }
  }

  /// Longer days are not played: polling would fill them.
  private static let longest = Instant.start + .days(2)

  @Test(arguments: StructureCorpus.seeds(60))
  func aMutatedStoryIsRefusedOrPlayed(seed: UInt64) throws {
    let corpus = try StructureCorpus.lines("story.jsonl")
    var mutator = StructureMutator(seed: seed, corpus: corpus)
    for turn in 0..<4 {
      let lines = mutator.mutated(lines: corpus, changes: 5)
      let text = lines.map { $0.compact + "\n" }.joined()
      let (story, problems) = StoryReader.read(text: text, named: "story.jsonl")
      guard problems.isEmpty else {
        expect(problems.allSatisfy { $0.line > 0 && !$0.message.isEmpty }, "seed \(seed)")
        continue
      }
      let written = story.text(titled: "t")
      try expect(Story(text: written, named: "t").text(titled: "t"), is: written, "seed \(seed)")
      guard story.end < Self.longest, !story.events.isEmpty else { continue }
      let names = AnyStrategy.catalog.names
      // Those that fetch ahead each time, of the others one.
      for name in ["hybrid", "pre-cache", names[(Int(seed) * 4 + turn) % names.count]] {
        try Self.play(story, by: name, seed: seed)
      }
    }
  }

  private static func play(_ story: Story, by name: String, seed: UInt64) throws {
    var scenario = try Scenario(playing: story)
    scenario.variance = .none
    let (plan, stream) = try scenario.simulationInput(seed: 1)
    var problems = Problems()
    let strategy = try #require(
      AnyStrategy.catalog.entry(named: name)?.make(.object([]), "", &problems)?.product)
    var observer: any TraceObserver = Books()
    try strategy.run(plan, stream, &observer)
    let books = try #require(observer as? Books)
    expect(books.violations, is: [], "seed \(seed), \(name)")
    // What happens may lead to each resource, and so may each poll, which are an hour apart.
    let hours = Int((story.end - .start).seconds / 3_600)
    let resources = Set(
      story.events.compactMap { event -> [UInt32]? in
        if case .publish(let resource, _) = event.action { [event.device, resource] } else { nil }
      }
    ).count
    let devices = Set(story.events.map(\.device)).count
    let most = (story.events.count + (hours + 2) * devices) * (resources + 2)
    expect(books.requests <= most, "seed \(seed), \(name)")
  }
}
