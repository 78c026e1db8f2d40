internal import ArgumentParser
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import Results
internal import SimCore

struct JobsArguments: ParsableArguments {
  @Option(help: "How many simulations run at once; by default one for each processor.")
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs: expected 1 or more, found \(jobs)") }
  }

  var width: Int { jobs ?? Progress.processorCount }
}

struct SimulationArguments: ParsableArguments {
  @OptionGroup(title: "How it is simulated") var parallel: JobsArguments
  @OptionGroup(title: "How it is simulated") var storing: CellStoreArguments

  var width: Int { parallel.width }

  func run(
    _ file: ScenarioFile, command: String, adding added: Runner.AddedSeeds? = nil,
    verbosity: VerbosityArguments
  ) async throws -> Runner.Outcome {
    verbosity.detail("run", "\(file.sizeText), \(width) at once")
    return try await withProgress(verbosity) { store, line in
      try await Runner.run(
        file, jobs: width, store: store, command: command, adding: added,
        progress: { done, all in line.show(Int64(done), of: Int64(all), "simulations") },
        underWay: { done, all in
          let whole = Int64(done)
          line.show(whole, of: Int64(all), "simulations", begun: done - Double(whole))
        })
    }
  }

  /// Does something with the store and a line of progress.
  func withProgress<Outcome: Sendable>(
    _ verbosity: VerbosityArguments,
    _ work: (_ store: CellStore?, _ line: Progress) async throws -> Outcome
  ) async throws -> Outcome {
    try await verbosity.withProgress { line in
      try await storing.withStore(verbosity) { try await work($0, line) }
    }
  }

  func result(
    of file: ScenarioFile, command: String, verbosity: VerbosityArguments
  ) async throws -> RunResult {
    try await outcome(of: file, command: command, verbosity: verbosity).result
  }

  /// With notes on what of a trace could not be used.
  func outcome(
    of file: ScenarioFile, command: String, adding added: Runner.AddedSeeds? = nil,
    verbosity: VerbosityArguments
  ) async throws -> Runner.Outcome {
    let outcome = try await run(file, command: command, adding: added, verbosity: verbosity)
    if let issues = outcome.issues {
      if !verbosity.quiet { TraceNotes.report(issues) }
      try TraceNotes.refuseEmpty(file, outcome.result)
    }
    // Without screen views it measured nothing that users see.
    if let warning = ResultCaveats.absenceOfOpens(in: outcome.result) {
      verbosity.note("warning: \(warning)")
    }
    return outcome
  }
}

extension SimulationArguments {
  /// What the answers of a run hang on.
  func robustness(
    of file: ScenarioFile, _ result: RunResult, _ effort: RobustnessTest.Effort,
    _ verbosity: VerbosityArguments
  ) async throws -> [Robustness] {
    guard effort != .off else { return [] }
    return try await withProgress(verbosity) { store, line in
      try await RobustnessTest.run(file, result, effort, jobs: width, store: store) {
        line.show(Int64($0), of: nil, "simulations of what the answer hangs on")
      }
    }
  }
}

extension RobustnessTest.Effort: ExpressibleByArgument {}

struct CellArguments: ParsableArguments {
  @Option(help: "The seed; by default the scenario's first one.")
  var seed: Int?

  @Option(
    help: ArgumentHelp(
      "The value of the setting that the scenario varies; by default the first one.",
      valueName: "value"))
  var varied: String?

  func validate() throws {
    if let seed, seed < 0 { throw ValidationError("--seed: expected 0 or more, found \(seed)") }
  }

  func scenario(of file: ScenarioFile) throws -> Scenario {
    guard let varied else { return file.variants[0].scenario }
    if let variant = file.variants.first(where: { $0.value == varied }) { return variant.scenario }
    let values = file.variants.compactMap(\.value)
    let hint = Suggestion.hint(for: varied, among: values)
    throw ValidationError(
      values.isEmpty
        ? "--varied: the scenario varies nothing"
        : "--varied: '\(varied)' is none of the values\(hint)")
  }

  func seed(of scenario: Scenario) -> UInt64 { UInt64(seed ?? scenario.seeds[0]) }
}

extension Scenario {
  /// The strategy of that label or name: the scenario's own, or any of the catalogue with its
  /// defaults. Behind colons other values of settings may stand: `kingfisher:disk.limit=100MB`.
  func strategy(named name: String, flag: String) throws -> Chosen<AnyStrategy> {
    if let known = strategy(named: name) { return known }
    if OwnTables.isReference(JSON(name)), !name.contains(":") {
      var problems = Problems()
      let own = OwnTables.resolving(.object(["name": JSON(name)]), in: "", &problems) {
        StrategyChoice.read($0, path: "", &$1)
      }
      guard let own else {
        throw ValidationError("\(flag): \(ChangedChoice.words(of: problems, for: name))")
      }
      return own
    }
    if let colon = name.firstIndex(of: ":") {
      let base = try strategy(named: String(name[..<colon]), flag: flag)
      return try ChoiceText.changed(base, by: name, for: flag)
    }
    throw ValidationError(unknownStrategy(name, flag: flag))
  }
}

struct CellStoreArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder in which simulations are kept and found, by default cachesim/cells in your cache "
        + "folder, up to 1 GB.", valueName: "folder"), completion: .directory)
  var cells: String?

  @Flag(help: "Make all simulations anew, and keep none.")
  var noCells = false

  func validate() throws {
    if noCells, cells != nil {
      throw ValidationError("--cells and --no-cells: expected one of them")
    }
    if let cells, cells.isEmpty { throw ValidationError("--cells: expected a folder") }
  }

  /// The size of the default folder: assumption, hundreds of runs of the bundled scenarios.
  private static let limit = Bytes.gigabytes(1)

  /// Does something with the store, and removes afterwards what is too much in it.
  func withStore<Outcome: Sendable>(
    _ verbosity: VerbosityArguments, _ work: (CellStore?) async throws -> Outcome
  ) async throws -> Outcome {
    let store = store
    let outcome = try await work(store)
    guard let store else { return outcome }
    store.trim()
    let (found, kept) = store.counts
    verbosity.detail("cells", "\(found) found, \(kept) kept in \(store.folder)")
    if let mistake = store.mistake { verbosity.detail("cells", "not kept: \(mistake)") }
    return outcome
  }

  /// The store; nil: nothing is kept. What a program without a known commit gives could be the
  /// numbers of another one, so that it keeps only where it is told to.
  private var store: CellStore? {
    guard !noCells else { return nil }
    let named = cells ?? EnvironmentVariable.cells.value
    if let named {
      return named == "none" ? nil : Self.build.map { CellStore(folder: named, build: $0) }
    }
    guard !Version.commit.isEmpty, !Version.commit.hasSuffix("-dirty"), let place = Self.caches
    else { return nil }
    return CellStore(folder: "\(place)/cachesim/cells", build: Version.commit, limit: Self.limit)
  }

  /// What tells builds apart: the commit; where files were changed since, the program too. Nil: it
  /// cannot be read.
  private static let build: String? = {
    let commit = Version.commit
    guard commit.isEmpty || commit.hasSuffix("-dirty") else { return commit }
    return SweepFolder.fingerprint(ofFile: "/proc/self/exe").map { "\(commit) \($0.text)" }
  }()

  /// The user's folder for what can be made again; nil: it is not known.
  private static var caches: String? {
    if let named = EnvironmentVariable.caches.value, named.hasPrefix("/") { return named }
    #if canImport(Darwin)
    return Disk.home.map { "\($0)/Library/Caches" }
    #else
    return Disk.home.map { "\($0)/.cache" }
    #endif
  }
}
