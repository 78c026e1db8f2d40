internal import ArgumentParser
internal import CacheMetrics
package import Experiments
package import Results
package import SimCore

struct BaselinePowerCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Measures which changes a comparison would see, and with how many seeds.",
    discussion: """
      Settings of the strategies are halved and doubled, under many seeds. Some of these are drawn \
      again and again: what the others show to be worse is a change to be seen, and it is counted \
      how often the comparison of those that were drawn fails for it. With --change it is your own \
      change that is tried. Fewer devices and a shorter time make it quick.

      EXAMPLES
        cachesim baseline power news --devices 2 --duration 3d
        cachesim baseline power mine.json --change on-demand.staleAfter=30m
        cachesim baseline power news --changes 24 --seeds 1..20 --format markdown
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: ArgumentHelp(
      "A change to try, as --set writes one. Repeatable; without it, settings of the strategies.",
      valueName: "path=value"))
  var change: [String] = []

  @Option(help: "How many changes of the strategies' settings are tried.")
  var changes = 12

  @Option(
    help: "A metric to judge by; by default all that are better in one direction.",
    completion: .list(MetricCatalog.all.map(\.name)))
  var metric: [String] = []

  @OptionGroup(title: "How it is simulated") var simulation: SimulationArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments

  /// Unless others are asked for.
  private static let seeds = 18

  func validate() throws {
    try FlagValue.check(metrics: metric)
    if changes < 1 { throw ValidationError("--changes: expected 1 or more, found \(changes)") }
  }

  func run() async throws {
    let own = try input.read(verbosity).scenario.seeds.count
    let standard = (1...Self.seeds).map { JSON($0) }
    let file = try input.read(verbosity, seeds: input.seeds == nil ? standard : nil)
    guard file.scenario.seeds.count >= BaselinePower.fewestSeeds else {
      throw ValidationError(
        "--seeds: expected at least \(BaselinePower.fewestSeeds) seeds, which tell what is truly "
          + "worse, found \(file.scenario.seeds.count)")
    }
    let tried =
      change.isEmpty
      ? BaselinePower.Change.ofStrategies(in: file, count: changes)
      : try change.map { try BaselinePower.Change(ScenarioChange($0, of: "--change"), of: file) }
    guard !tried.isEmpty else {
      throw ValidationError("no setting of the strategies has a size: say --change PATH=VALUE")
    }
    let asked = metric.isEmpty ? MetricCatalog.all : metric.compactMap(MetricCatalog.metric)
    let metrics = asked.filter { $0.better != .neither }
    let power = try await simulation.withProgress(verbosity) { store, line in
      try await BaselinePower.measure(
        file, tried, metrics: metrics, ownSeeds: own, jobs: simulation.width, store: store
      ) { line.show(Int64($0), of: Int64($1), "runs") }
    }
    let listing = Listing(BaselinePower.members, of: power.json.elements ?? [])
    Terminal.write(listing.written(writing.format, document: power.document, json: power.json))
  }
}

extension BaselinePower {
  private var columns: [String] {
    ["worse by", "numbers"] + seedCounts.map { NumberText.counted($0, "seed") } + ["95 % from"]
  }

  private var rows: [[String]] {
    bands.indices.map { index in
      let band = bands[index]
      let least = Display.text(band.least, .ratio)
      let words =
        index + 1 < bands.count
        ? "\(least) to \(Display.text(bands[index + 1].least, .ratio))" : "\(least) or more"
      let shares = seedCounts.indices.map {
        band.seen.isEmpty
          ? "–"
          : band.halfWidths[$0].map { [seen = band.seen[$0]] half in
            Display.text(seen, plusOrMinus: half, .ratio)
          } ?? Display.text(band.seen[$0], .ratio)
      }
      let wanted =
        seedsWanted(of: band).map { NumberText.counted($0, "seed") }
        ?? (band.seen.isEmpty ? "–" : "more than \(trialSeeds)")
      return [words, "\(band.count)"] + shares + [wanted]
    }
  }

  private var lead: String {
    "How likely a number that truly got worse fails a comparison with a baseline of \(scenario), "
      + "by the number of seeds; the scenario has \(ownSeeds). Measured with "
      + NumberText.counted(changes.count, "change") + " of settings under \(trialSeeds) "
      + "seeds; ± is the 95 % confidence interval over the changes. Harm where there was none is "
      + "seen whenever a seed meets with it."
  }

  package var document: Document {
    var document = Document(title: "What a baseline of \(scenario) can show", question: lead)
    document.lead = [
      .table(ResultTable("bands", columns: columns, rows: rows, textColumns: 1)),
      .list(changes.map { "\(code: $0)" as InlineText }),
    ]
    return document
  }

  /// One object for each band and number of seeds.
  package var json: JSON {
    JSON(
      bands.flatMap { band in
        band.seen.indices.map { place in
          .object([
            "worseBy": JSON(band.least), "numbers": JSON(band.count),
            "seeds": JSON(seedCounts[place]), "seen": Self.share(band.seen[place]),
            "halfWidth95": band.halfWidths[place].map(Self.share) ?? JSON(.null),
            "seedsWanted": seedsWanted(of: band).map { JSON($0) } ?? JSON(.null),
          ])
        }
      })
  }

  private static func share(_ value: Double) -> JSON {
    JSON(Double(NumberText.decimal(value, places: 4)) ?? value)
  }

  package static let members = [
    "worseBy", "numbers", "seeds", "seen", "halfWidth95", "seedsWanted",
  ]
}
