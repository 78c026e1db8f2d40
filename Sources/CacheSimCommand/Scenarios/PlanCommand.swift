internal import ArgumentParser
internal import CacheMetrics
internal import Experiments
internal import Results
internal import SimCore

struct PlanCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Computes how many seeds make the intervals of a scenario as narrow as wanted.",
    discussion: """
      The scenario runs with its seeds, or those of --seeds, at least \(SeedPlan.fewestSeeds). \
      The spread between them is that of more seeds: half the width of a 95 % interval goes with \
      t·s/√n. The spread of few seeds is itself uncertain, so plan again with the seeds that came \
      out; what was simulated is found again.

      EXAMPLES
        cachesim plan twitter
        cachesim plan news --interval 2% --metric stale_share
        cachesim plan news --seeds 1..10 --devices 4 --format json
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: ArgumentHelp(
      "Half the width of the intervals that are wanted, in parts of the number; of a difference "
        + "in parts of the number that is compared with, as run --until has it.",
      valueName: "percentage"))
  var interval = "5%"

  @Option(
    help: "The metric, in place of the scenario's objective.",
    completion: .list(MetricCatalog.all.map(\.name)))
  var metric: String?

  @OptionGroup(title: "How it is simulated") var simulation: SimulationArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments

  private var wanted: Double? {
    interval.last == "%" ? LimitValue.read(interval, .ratio).flatMap { $0 > 0 ? $0 : nil } : nil
  }

  func validate() throws {
    guard wanted != nil else {
      throw ValidationError("--interval: expected a percentage such as 5%, found '\(interval)'")
    }
    do throws(InputError) {
      if let metric { _ = try MetricCatalog.read(metric) }
    } catch {
      throw ValidationError("--metric: \(error.message)")
    }
  }

  func run() async throws {
    let file = try input.read(verbosity)
    let seeds = file.scenario.seeds
    guard seeds.count >= SeedPlan.fewestSeeds else {
      throw ValidationError(
        "--seeds: expected at least \(SeedPlan.fewestSeeds) seeds, whose spread tells that of "
          + "more, found \(seeds.count)")
    }
    var result = try await simulation.result(
      of: file, command: input.command("plan", for: file), verbosity: verbosity)
    if let metric = metric.flatMap(MetricCatalog.metric) {
      result.goal = Goal(
        objectives: [MetricObjective(metric)], constraints: result.goal?.constraints ?? [])
    }
    let plans = result.answers.compactMap { answer in
      answer.answer.map { (answer.title, SeedPlan($0, reach: wanted ?? 0)) }
    }
    let json = JSON(.array(plans.flatMap { $1.json(varied: $0) }))
    let listing = Listing(SeedPlan.members, of: json.elements ?? [])
    Terminal.write(
      listing.written(writing.format, document: document(plans, file, result), json: json))
  }

  private func document(
    _ plans: [(title: String?, plan: SeedPlan)], _ file: ScenarioFile, _ result: RunResult
  ) -> Document {
    let (seeds, devices) = (file.scenario.seeds, file.scenario.devices)
    var document = Document(
      title: "Seeds for \(file.name)",
      question: "How many seeds make intervals reach \(interval) of the number to both sides?")
    document.lead = [
      .note(.facts, "Simulated", result.simulated.map { InlineText($0) })
    ]
    for (title, plan) in plans {
      document.lead += result.heading(of: title) + [.table(plan.table)]
    }
    func command(_ label: String, _ needs: [SeedPlan.Need]) -> [Block] {
      let known = needs.compactMap(\.seeds)
      guard known.count == needs.count, let count = known.max() else { return [] }
      let factor = Display.text(Double(count) / Double(seeds.count), .factor)
      let list = SeedList.text(SeedList.extended(seeds, to: count))
      return [
        .paragraph(
          InlineText(
            "\(label): \(NumberText.counted(count, "seed")) of "
              + "\(NumberText.counted(devices, "device")), \(factor) the time of "
              + "\(seeds.count) seeds, less what is kept of these:")),
        .command(input.command("run", for: file, seeds: list)),
      ]
    }
    document.lead +=
      command("For the difference that the answer rests on", plans.compactMap(\.plan.difference))
      + command("For all rows", plans.flatMap(\.plan.needs))
    document.lead.append(
      .legend(
        InlineText(
          "Half the width goes with t·s/√n, s being the spread between these seeds, t Student's "
            + "quantile. Devices do what seeds do as far as people differ more than what all "
            + "devices of a seed share: where --devices doubled halves the seeds, they do.")))
    return document
  }
}

extension SeedPlan {
  fileprivate var table: ResultTable {
    ResultTable(
      "seeds wanted", columns: ["", objective.name, "reaches", "seeds"],
      rows: needs.map { need in
        [
          need.title, Display.text(need.value, within: need.interval, objective.unit),
          Display.text(need.reach, .ratio),
          need.seeds.map(String.init) ?? (need.reach == nil ? "–" : "more than \(Self.most)"),
        ]
      }, textColumns: 1)
  }

  fileprivate static let members = ["varied", "of", "metric", "value", "reach", "seeds"]

  fileprivate func json(varied: String?) -> [JSON] {
    needs.map { need in
      .object([
        ("varied", JSON(varied)), ("of", JSON(need.title)), ("metric", JSON(objective.name)),
        ("value", objective.single?.json(of: need.value) ?? JSON(need.value)),
        ("reach", JSON(need.reach.flatMap { Double(NumberText.decimal($0, places: 4)) })),
        ("seeds", need.seeds.map { JSON($0) } ?? JSON(.null)),
      ])
    }
  }
}
