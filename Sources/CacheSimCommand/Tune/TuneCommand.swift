internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

struct TuneCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Finds good values of settings with far fewer simulations than the whole grid.",
    discussion: """
      What is good the scenario's decision says, or --decide. Settings are named as a sweep names \
      them; the other strategies of the scenario are considered as they are, and --vary \
      strategy=NAME,NAME says which are at all. A range without a step is filled: whole numbers \
      follow each other, times and bytes double. The search begins with a coarse lattice under one \
      seed, refines it around the best, and adds seeds where they decide; it takes at most a \
      quarter of the grid's simulations, or what --budget says.

      Finished simulations are kept in the report's folder: the same command resumes an \
      interrupted search. Several processes can share one folder and its work: give each a part \
      with --shard; in a task of a Slurm array the part is the task's own. Each ends with the \
      whole result.

      EXAMPLES
        cachesim tune news --vary hybrid.staleAfter=1m..4h \\
          --vary hybrid.prefetch=0..40+5
        cachesim tune news --vary hybrid.prefetch=0..80 \\
          --vary hybrid.staleAfter=1m..4h --decide 'blank_ratio <= 1 %' \\
          --decide 'minimise first_content_p95_ms'
        cachesim tune twitter --vary on-demand.staleAfter=15s..4h*2 \\
          --decide 'minimise stale_share' \\
          --decide 'minimise network_down_bytes'
        cachesim tune news --vary strategy=memory-tier,hybrid \\
          --vary memory-tier.staleAfter=1m..4h --vary hybrid.staleAfter=1m..4h
        cachesim tune images --vary image-loader.memory.limit=1MB..256MB*2 \\
          --seeds 1..8 --format json
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: ArgumentHelp(
      "A setting and the values that may be chosen. Ranges: 0..80, 1m..4h, 8MB..256MB, 0.1..1+0.1. "
        + "Of strategy: the strategies, by their labels or names.",
      valueName: "key=from..to"))
  var vary: [String] = []

  @Option(
    help: ArgumentHelp(
      "The most simulations: a number, or a part of the whole grid's, such as 10%; by default 25%.",
      valueName: "number"),
    transform: TuneCommand.budget)
  var budget: TuningPlan.Budget?

  @Option(
    help: ArgumentHelp(
      "The report's folder; by default Reports/, the scenario's name and -tune.",
      discussion: ReportFlags.discussion),
    completion: .directory)
  var output: String?

  @OptionGroup var parts: SweepPartArguments
  @OptionGroup(title: "How it is simulated") var simulation: SimulationArguments
  @OptionGroup(title: "The report") var report: ReportFlags
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func validate() throws {
    if let output { try SweepReporting.check(output: output) }
    if !strategies.isEmpty, strategies.count > 1 || input.strategies != nil {
      throw ValidationError("--vary strategy: the strategies are said twice")
    }
    if vary.isEmpty, input.strategies == nil {
      throw ValidationError(
        "--vary: expected a setting and the values that may be chosen, such as "
          + "on-demand.staleAfter=1m..4h")
    }
  }

  func run() async throws {
    var input = input
    input.strategies = strategies.first ?? input.strategies
    let file = try input.read(verbosity)
    let axes = try SweepArguments.axes(
      of: vary.filter { !$0.hasPrefix(Self.strategyAxis) }, fillsRanges: true)
    let plan = try TuningPlan(
      file, axes: axes, budget: budget,
      command: input.command("tune", for: file)
        + axes.map { " --vary \(ShellWord.quoted($0.text))" }.joined()
        + (budget.map { " --budget \($0.text)" } ?? ""))
    let output = output ?? "Reports/\(file.name)-tune"
    try SweepReporting.check(output: output)
    let folder = try parts.begin(plan.outline, at: output, report.making(at: output, verbosity))
    if folder.outline == nil { try folder.begin(plan.outline) }
    verbosity.detail(
      "run",
      NumberText.counted(plan.settingCount, "setting") + " × "
        + NumberText.counted(plan.outline.seeds.count, "seed") + " = "
        + NumberText.counted(plan.gridSimulations, "simulation")
        + " in the whole grid, at most \(plan.budget) of them"
    )
    let outcome = try await search(plan, in: folder)
    if let issues = outcome.issues, !verbosity.quiet { TraceNotes.report(issues) }
    let result = TuningResult(
      plan.outline,
      subject: String(input.command("tune", for: file).dropFirst("cachesim tune ".count)),
      plan.goal, lines: outcome.lines, simulations: outcome.simulations,
      gridSimulations: plan.gridSimulations, settingCount: plan.settingCount)
    let chartFailure = try write(result, folder, to: output)
    if !verbosity.quiet || writing.format != .table {
      let document = Document(result)
      let listing = Listing(TuningPage.table(of: result))
      let told = ["Answer", "How much each setting matters", "What would tell most"]
      Terminal.write(
        listing.written(
          writing.format, text: TerminalRenderer.text(of: document, only: told),
          json: TuningDescription.json(of: result), markdown: MarkdownRenderer.text(of: document)))
      if writing.format == .table {
        Terminal.write("\nThe report is in \(output): begin with \(output)/report.html\n")
      }
    }
    if let chartFailure { throw chartFailure }
  }

  private static let strategyAxis = "strategy="

  /// What `--vary strategy=` says, as often as it is given.
  private var strategies: [String] {
    vary.filter { $0.hasPrefix(Self.strategyAxis) }
      .map { String($0.dropFirst(Self.strategyAxis.count)) }
  }

  /// Searches, with progress on a terminal; Ctrl-C says what is kept.
  private func search(
    _ plan: TuningPlan, in folder: SweepFolder
  ) async throws -> TuningRunner.Outcome {
    Interruption.expect {
      "finished simulations are kept; the same command continues with the others"
    }
    let part = try parts.part() ?? .whole
    let outcome = try await simulation.withProgress(verbosity) { store, line in
      try await TuningRunner.run(
        plan, shard: part, in: folder, jobs: simulation.width, store: store
      ) { done, most in line.show(Int64(done), of: Int64(most), "simulations at most") }
    }
    verbosity.note(
      made: outcome.made, of: outcome.simulations, "simulation", broken: outcome.broken)
    return outcome
  }

  private func write(
    _ result: TuningResult, _ folder: SweepFolder, to output: String
  ) throws -> CommandError? {
    Interruption.expect {
      "finished simulations are kept, the report was not written; the same command writes it"
    }
    verbosity.detail("write", output)
    folder.removeUnfinished()
    return try report.making(at: output, verbosity).write(
      ReportMaking.Content(
        files: { drawn in ReportFile.all(of: result, charts: drawn.figures, others: drawn.others) },
        charts: Charts(of: result), isDrawn: report.wantsCharts))
  }

  /// Reads `10%` or `200`.
  private static func budget(_ text: String) throws -> TuningPlan.Budget {
    if text.last == "%", let percent = Double(text.dropLast()), percent > 0, percent <= 100 {
      return .share(millionths: Int((percent * 10_000).rounded()))
    }
    if let count = Int(text), count > 0 { return .simulations(count) }
    throw ValidationError(
      "--budget: expected a number of simulations, or a part of the grid such as 10%, found "
        + "'\(text)'")
  }
}

extension TuningPlan.Budget {
  fileprivate var text: String {
    switch self {
    case .share(let millionths): "\(NumberText.decimal(Double(millionths) / 10_000, places: 4))%"
    case .simulations(let count): "\(count)"
    }
  }
}
