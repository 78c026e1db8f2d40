internal import ArgumentParser
internal import CacheReports
internal import Experiments
internal import Results
internal import SimCore

struct SweepCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Runs a scenario, or replays a trace, with many values of its settings.",
    discussion: """
      A setting is named by its path from the scenario's root, or shorter by its owner: \
      on-demand.staleAfter, workload.friends, device.flash.storage, strategies[*].capacity. \
      Several --vary make a grid; the last one varies fastest. Finished cells are kept in the \
      report's folder: the same command resumes an interrupted sweep.

      Of a trace of requests policy, capacity, admission, ttl, ttl-check, warmup, ignore-size and \
      POLICY.SETTING can be varied, with values as 'cachesim replay' takes them.

      EXAMPLES
        cachesim sweep twitter --vary on-demand.staleAfter=15s..1h*2
        cachesim sweep twitter --vary memory-tier.capacity=1MB..64MB*4 \\
          --vary devices=1,10 --seeds 1..10
        cachesim sweep articles --vary networkSchedule.outside=edge,slow-4g,wifi
        cachesim sweep requests.csv --vary capacity=1%..64%*2 \\
          --vary policy=lru,sieve,arc
        cachesim sweep twitter --seeds 1..20
        cachesim sweep twitter --vary workload.friends=10..100+10 --shard 1/4
        cachesim sweep twitter --vary workload.friends=10..100+10 \\
          --list-shards 4 | parallel && cachesim merge Reports/twitter-sweep

      In a task of a Slurm array the part is the task's own, without --shard; in an indexed job of \
      Kubernetes and in a job of GNU parallel with --shard auto/n.
      """)

  @OptionGroup var input: ScenarioArguments
  @OptionGroup var grid: SweepArguments
  @OptionGroup var trace: TraceSweepArguments

  @Option(
    help: ArgumentHelp(
      "The report's folder; by default Reports/, the scenario's name and -sweep.",
      discussion: ReportFlags.discussion),
    completion: .directory)
  var output: String?

  @OptionGroup var parts: SweepPartArguments

  @Option(help: ArgumentHelp("Print the command of each of n parts.", valueName: "n"))
  var listShards: Int?

  @OptionGroup(title: "How it is simulated") var simulation: SimulationArguments
  @OptionGroup var reporting: SweepReporting

  var verbosity: VerbosityArguments { reporting.verbosity }

  func validate() throws {
    if let output { try SweepReporting.check(output: output) }
    if let listShards, !(1...SweepPlan.limit).contains(listShards) {
      throw ValidationError("--list-shards: expected 1 to \(SweepPlan.limit), found \(listShards)")
    }
    if parts.shard != nil && listShards != nil {
      throw ValidationError("--shard and --list-shards: expected one of them")
    }
  }

  func run() async throws {
    let plan = try TraceSweepArguments.isTrace(input.scenario) ? tracePlan() : plan()
    let output = output ?? "Reports/\(plan.outline.scenario)-sweep"
    try SweepReporting.check(output: output)
    if let listShards {
      if parts.fresh { _ = try begin(plan, at: output) }
      for line in ShardCommands.lines(listShards) { Terminal.write(line + "\n") }
      return
    }
    let shard = try parts.part()
    let folder = try begin(plan, at: output)
    let made = try await make(plan, shard ?? .whole, in: folder)
    if let issues = made.issues, !verbosity.quiet { TraceNotes.report(issues) }
    guard let shard else {
      try reporting.report(plan.outline, in: folder, to: output)
      return
    }
    if !verbosity.quiet {
      Terminal.write(
        "Shard \(shard): cells made \(made.made), there already \(made.kept). "
          + "When all shards are done: cachesim merge \(ShellWord.quoted(output))\n")
    }
  }

  private func tracePlan() throws -> SweepWork {
    for flag in input.flagsOfScenarios {
      throw ValidationError("\(flag): is for a scenario, and \(input.scenario) is a trace")
    }
    return .trace(
      try trace.plan(
        over: input.scenario, try grid.axes, seeds: try grid.seedValues(or: input.seeds),
        command: try grid.command(seeds: input.seeds)))
  }

  private func plan() throws -> SweepWork {
    if trace.reading.isGiven {
      throw ValidationError(
        "--trace-format, --trace-setting and --skip-malformed are for a trace of requests, and "
          + "\(input.scenario) is none")
    }
    let axes = try grid.axes
    let seeds = try grid.seedValues(or: input.seeds)
    let file = try input.read(verbosity, seeds: seeds)
    let plan =
      try SweepPlan(
        file, axes: axes, keepsOwn: axes.isEmpty || input.networks != nil, hasSeeds: seeds != nil,
        command: input.command("sweep", for: file, seeds: nil)
          + (try grid.command(seeds: input.seeds)),
        subject: input.networks == nil
          ? String(input.command("", for: file).dropFirst("cachesim  ".count)) : nil)
    return .scenario(plan)
  }

  private func begin(_ plan: SweepWork, at output: String) throws -> SweepFolder {
    let folder = try parts.begin(
      plan.outline, at: output, reporting.report.making(at: output, verbosity))
    try folder.begin(plan.outline)
    return folder
  }
}

struct MergeCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merges the parts of a sweep, or of a replay, that were run separately.",
    discussion: """
      The report of a sweep is the same, byte for byte, as that of the sweep run as a whole. \
      Missing cells are listed; parts of different sweeps are refused.

      The parts of a replay are files that 'cachesim replay --shard' wrote with --output-format \
      json, of all shards. Their counts are added up. That is exact for a cache that is divided \
      like the trace, and where nothing was evicted; for one cache that all objects share it is \
      an estimate, and the table says which it is.

      EXAMPLES
        cachesim merge Reports/twitter-sweep
        cachesim merge part-1 part-2 part-3 --output Reports/twitter-sweep
        cachesim merge part-1.json part-2.json --format csv
      """)

  @Argument(
    help: "The folder that the parts share, or the folders of the parts; files of a replay.",
    completion: .file())
  var folders: [String]

  @Option(
    help: ArgumentHelp(
      "The report's folder; by default the folder that the parts share.",
      discussion: ReportFlags.discussion),
    completion: .directory)
  var output: String?

  @OptionGroup var reporting: SweepReporting

  var verbosity: VerbosityArguments { reporting.verbosity }

  private var areShards: Bool { folders.allSatisfy { $0.hasSuffix(".json") } }

  func validate() throws {
    if areShards {
      guard output == nil else {
        throw ValidationError("--output: the parts of a replay have no report, but a --format")
      }
      return
    }
    guard let target = output ?? (folders.count == 1 ? folders[0] : nil) else {
      throw ValidationError("--output: expected a folder for the parts' common report")
    }
    try SweepReporting.check(output: target)
  }

  func run() throws {
    if areShards {
      verbosity.detail("read", folders.joined(separator: ", "))
      return ReplayShards.table(of: try ReplayShards.merged(folders), in: reporting.writing.format)
    }
    let target = output ?? folders[0]
    verbosity.detail("read", folders.joined(separator: ", "))
    let parts = try folders.map { try part($0) }
    let outline = parts[0].outline
    for part in parts.dropFirst() where part.outline != outline {
      let mismatch = outline.mismatch(with: part.outline).map {
        "  the cells in \(part.path) are \($0) in \(folders[0])"
      }
      throw CommandError(
        .badInput,
        lines: ["error: \(folders[0]) and \(part.path) are parts of different sweeps"]
          + (mismatch.map { [$0] } ?? []))
    }
    let folder = SweepFolder(of: target)
    if let other = folder.outline, let mismatch = outline.mismatch(with: other) {
      throw CommandError(.badInput, "\(target): the cells there are \(mismatch)")
    }
    let making = reporting.report.making(at: target, verbosity)
    try making.check()
    Interruption.expect { "the parts are as they were, the report was not written" }
    try ResultFolder.finishInterruptedSwap(at: target)
    try reporting.report(outline, in: folder, and: parts.map(\.cells), to: target)
  }

  private func part(
    _ path: String
  ) throws -> (path: String, cells: SweepFolder, outline: SweepOutline) {
    let cells = SweepFolder(of: path)
    guard cells.isThere else {
      throw CommandError(.missingFile, "\(path): there are no cells of a sweep")
    }
    guard let outline = cells.outline else {
      throw CommandError(.badInput, "\(cells.path)/outline.json: is missing, incomplete or altered")
    }
    return (path, cells, outline)
  }
}
