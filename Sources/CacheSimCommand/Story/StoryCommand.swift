internal import ArgumentParser
internal import CacheMetrics
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

struct StoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "story",
    abstract: "Writes, checks and describes stories: files of events, one a line.",
    discussion: """
      A story says what users do and what the origin publishes. 'cachesim run day.jsonl' plays it \
      against the usual strategies, and a scenario plays it as its workload.

      EXAMPLES
        cachesim story write twitter --device 0 > day.jsonl
        cachesim story check day.jsonl
        cachesim story stats day.jsonl
        cachesim run day.jsonl
      """,
    subcommands: [StoryWriteCommand.self, StoryCheckCommand.self, StoryStatsCommand.self])
}

struct StoryWriteCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Writes what happens in a scenario as a story.",
    discussion: """
      The events of the scenario's generator, log or capture, of its incidents and of its network \
      schedule. A scenario whose workload is the story gives the same results under the same seed.

      EXAMPLES
        cachesim story write twitter > twitter.jsonl
        cachesim story write menus --seed 3 --device 0 --output day.jsonl
      """)

  @OptionGroup var input: ScenarioArguments
  @OptionGroup var cell: CellArguments

  @Option(help: "The only device whose events are written; by default all.")
  var device: UInt32?

  @Option(
    help: "The file; by default the story goes to standard output.", completion: .file())
  var output: String?

  @Flag(inversion: .prefixedNo, help: "Hide what may be a secret in recorded header lines.")
  var redact = true

  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func run() throws {
    let file = try input.read(verbosity)
    let scenario = try cell.scenario(of: file)
    let seed = cell.seed(of: scenario)
    let leavesNetworks = cell.varied == nil && ScenarioStory.variesNetworks(file)
    if leavesNetworks {
      verbosity.note(
        "note: networks and incidents are left out, since the scenario tries several networks")
    }
    let hiding = NameHiding(redact ? .secrets : .nothing)
    var pieces: [String] = []
    try ScenarioStory.write(
      scenario, title: scenario.title ?? file.name, seed: seed, device: device,
      isComplete: !leavesNetworks, hiding: hiding
    ) { text in
      if output == nil { Terminal.write(TextPieces(text)) } else { pieces.append(text) }
    }
    defer { PrivacyArguments.note(hiding, verbosity) }
    guard let output else { return }
    let texts = pieces
    let written = TextPieces { $0 < texts.count ? Array(texts[$0].utf8) : nil }
    try OutputFile.write(written, to: output)
  }
}

struct StoryArguments: ParsableArguments {
  @Argument(help: "The story's file.", completion: .file(extensions: ["jsonl", "ndjson"]))
  var story: String

  /// The error has a line for each mistake.
  func read() throws -> Story {
    try InputFile.check(story)
    let (read, problems) = try StoryReader.read(path: story)
    guard problems.isEmpty else {
      throw CommandError(
        .badInput,
        lines: problems.map { "error: \(story):\($0.line):\($0.column): \($0.message)" })
    }
    return read
  }
}

struct StoryCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Checks a story, and lists every mistake with its line.",
    discussion: """
      EXAMPLES
        cachesim story check day.jsonl
      """)

  @OptionGroup var input: StoryArguments

  func run() throws {
    let story = try input.read()
    for (network, line) in story.networks {
      guard let mistake = RecordedNetworks.mistake(in: network) else { continue }
      throw CommandError(.badInput, "\(input.story):\(line): \(mistake.words)")
    }
    let statistics = StoryStatistics(story)
    let events = statistics.events.reduce(0) { $0 + $1.count }
    Terminal.write(
      "\(input.story): \(NumberText.counted(events, "event")) of "
        + "\(NumberText.counted(statistics.devices, "device")), no mistakes\n")
  }
}

struct StoryStatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Shows a story's events, views, gaps and sizes.",
    discussion: """
      EXAMPLES
        cachesim story stats day.jsonl
        cachesim story stats day.jsonl --format json
      """)

  @OptionGroup var input: StoryArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func run() throws {
    Terminal.write(StoryStatistics(try input.read()).facts.written(writing.format))
  }
}

extension StoryStatistics {
  /// For programs times in nanoseconds, sizes in bytes.
  fileprivate var facts: FactList {
    func grouped(_ count: Int) -> String { NumberText.grouped(Int64(count)) }
    func span(_ nanoseconds: Int64) -> String {
      Display.text(Double(nanoseconds) / 1e6, .milliseconds)
    }
    var facts = FactList()
    facts.add("devices", grouped(devices), ["devices": JSON(devices)])
    facts.add("length", span(length.nanoseconds), ["length_ns": JSON(length.nanoseconds)])
    facts.add("resources", grouped(resources), ["resources": JSON(resources)])
    facts.add("screens", grouped(screens), ["screens": JSON(screens)])
    for event in events { facts.add("event: \(event.name)", grouped(event.count)) }
    facts.add(["events": .object(events.map { ($0.name, JSON($0.count)) })])
    if let views { facts.add("views, time on screen", Self.words(views, span)) }
    if let gaps { facts.add("gaps between views", Self.words(gaps, span)) }
    for size in sizes {
      facts.add(
        "size: \(size.kind)", Self.words(size.bytes) { Display.text(Double($0), .bytes) })
    }
    facts.add([
      "views_ns": Self.json(views), "gaps_ns": Self.json(gaps),
      "sizes_bytes": .object(sizes.map { ($0.kind, Self.json($0.bytes)) }),
    ])
    return facts
  }

  private static func words(
    _ distribution: TraceSummary.Distribution, _ text: (Int64) -> String
  ) -> String {
    "\(NumberText.grouped(Int64(distribution.count))): least \(text(distribution.least)), "
      + "p50 \(text(distribution.p50)), p90 \(text(distribution.p90)), "
      + "greatest \(text(distribution.greatest))"
  }

  private static func json(_ distribution: TraceSummary.Distribution?) -> JSON {
    guard let distribution else { return JSON(.null) }
    return .object([
      "count": JSON(distribution.count), "least": JSON(distribution.least),
      "p50": JSON(distribution.p50), "p90": JSON(distribution.p90),
      "greatest": JSON(distribution.greatest),
    ])
  }
}
