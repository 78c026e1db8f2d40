internal import ArgumentParser
internal import CachePolicies
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

struct SweepArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A setting and its values; several make a grid. Ranges: 1..8, 1MB..64MB*2, 0.1..1+0.1.",
      valueName: "key=a,b,c"))
  var vary: [String] = []

  func validate() throws {
    do {
      _ = try axes
      _ = try variedSeeds
    } catch {
      throw ValidationError(error.lines.joined(separator: "\n"))
    }
  }

  /// What is varied, in the order of the options; seeds are pooled and are no axis.
  var axes: [SweepAxis] {
    get throws(InputError) { try Self.axes(of: vary).filter { $0.name != Self.seedsName } }
  }

  static func axes(
    of options: [String], fillsRanges: Bool = false
  ) throws(InputError) -> [SweepAxis] {
    try options.map { text throws(InputError) in
      do throws(InputError) {
        return try SweepAxis(text, fillsRanges: fillsRanges)
      } catch {
        throw InputError(.argument, lines: error.lines.map { "--vary: \($0)" })
      }
    }
  }

  private var variedSeeds: [JSON]? {
    get throws(InputError) {
      let asked = vary.filter { $0.hasPrefix("\(Self.seedsName)=") }
      guard let text = asked.first else { return nil }
      guard asked.count == 1 else { throw InputError(.argument, lines: ["--seeds: given twice"]) }
      return try SeedList.read(String(text.dropFirst(Self.seedsName.count + 1)))
    }
  }

  /// The given seeds, also as a setting that is varied; nil: those of the scenario. `seeds` are
  /// those of `--seeds`.
  func seedValues(or seeds: String?) throws(InputError) -> [JSON]? {
    let varied = try variedSeeds
    guard let seeds else { return varied }
    if varied != nil { throw InputError(.argument, lines: ["--seeds: given twice"]) }
    return try SeedList.read(seeds)
  }

  private static let seedsName = "seeds"

  /// The options that repeat the same sweep, each value written out.
  func command(seeds: String?) throws(InputError) -> String {
    var words = try axes.map { " --vary \(ShellWord.quoted($0.text))" }
    if let seeds = try seedValues(or: seeds) {
      words.append(" --seeds \(seeds.map(\.compact).joined(separator: ","))")
    }
    return words.joined()
  }
}

/// Which part of the work a process does, and how it takes up the simulations that are there.
struct SweepPartArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which of n processes this one is, from 1: of a sweep it makes a part and no report. "
        + "auto asks the engine: a Slurm array, with auto/n also an indexed job of Kubernetes or "
        + "GNU parallel.",
      valueName: "i/n"),
    transform: { text in
      guard let shard = ShardChoice(text) else {
        throw ValidationError(
          "--shard: expected a part such as 1/4, auto or auto/4, found '\(text)'")
      }
      return shard
    })
  var shard: ShardChoice?

  @Flag(help: "Discard the simulations that are there.")
  var fresh = false

  func validate() throws {
    if shard != nil && fresh { throw ValidationError(Self.freshPart) }
  }

  private static let freshPart = "--fresh: a part cannot discard the simulations of the others"

  /// The part, which in a Slurm array is the task's own; nil: all of it.
  func part() throws -> SweepShard? {
    if let shard { return try shard.part(Terminal.environment) }
    let task = try SweepShard(slurm: Terminal.environment)
    if fresh && task != nil { throw InputError(.argument, lines: [Self.freshPart]) }
    return task
  }

  /// Prepares the folder of the cells, or refuses one of something else.
  func begin(_ outline: SweepOutline, at output: String, _ making: ReportMaking) throws
    -> SweepFolder
  {
    let folder = SweepFolder(of: output)
    try making.check()
    try ResultFolder.finishInterruptedSwap(at: output)
    if fresh { try folder.clear() }
    if let other = folder.outline, let mismatch = outline.mismatch(with: other) {
      throw CommandError(
        .badInput,
        lines: [
          "error: \(output): the cells there are \(mismatch)",
          "--fresh discards them, --output names another folder.",
        ])
    }
    Interruption.expect { "nothing was made yet" }
    return folder
  }
}

/// The command lines of the parts of a sweep, for make, GNU parallel or xargs.
enum ShardCommands {
  private static let flag = "--list-shards"

  /// A line for each part: the typed command, with the part in place of `--list-shards`.
  static func lines(_ count: Int, of arguments: [String] = CommandLine.arguments) -> [String] {
    var words = arguments
    while let place = words.firstIndex(of: flag) {
      words.removeSubrange(words[place...].prefix(2).indices)
    }
    words.removeAll { $0.hasPrefix("\(flag)=") || $0 == "--fresh" }
    let start = words.map(ShellWord.quoted).joined(separator: " ")
    return (1...count).map { "\(start) --shard \($0)/\(count)" }
  }
}

/// How a sweep reads a trace of requests, when it is about one.
struct TraceSweepArguments: ParsableArguments {
  @OptionGroup(title: "How the trace is read") var reading: TraceReadingArguments

  /// The settings of a replay besides policies and capacities.
  private static let settings = ["ignore-size", "admission", "ttl", "ttl-check", "warmup"]
  private static let policies = "policy"
  private static let capacities = "capacity"

  /// Whether a word names a trace of requests: a file that is no scenario, which ends in `.json` or
  /// is an object of JSON without an ending that a trace has.
  static func isTrace(_ word: String) -> Bool {
    if word.hasSuffix(".json") || BundledScenarios.bytes(named: word) != nil { return false }
    guard let kind = FileKind(of: word), kind != .folder else { return false }
    if TraceFormat.byEnding(word) != nil { return true }
    guard let start = try? OpenFile(path: word).next(1_024) else { return true }
    return start.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } != UInt8(ascii: "{")
  }

  /// Among `axes`, `policy` lists the lines, and `NAME.SETTING` is a policy's setting; `command`
  /// has the options that repeat the sweep.
  func plan(
    over path: String, _ axes: [SweepAxis], seeds: [JSON]?, command: String
  ) throws -> TraceSweepPlan {
    var axes = axes
    if !axes.contains(where: { $0.name == Self.capacities }) {
      axes.append(try SweepAxis("\(Self.capacities)=0.1%,1%,10%"))
    }
    let listed = axes.first { $0.name == Self.policies }?.values.map(\.word)
    axes.removeAll { $0.name == Self.policies }
    let policies = listed ?? ["lru", "fifo", "sieve", "s3-fifo"]
    try check(axes, policies)
    var input = TraceInput(path: path, format: try reading.format())
    input.options.skipsMalformed = reading.skipMalformed
    let name = Disk.name(of: path)
    let points = try (0..<axes.reduce(1) { $0 * $1.values.count }).map {
      try point($0, of: axes, policies)
    }
    return try TraceSweepPlan(
      input, axes: axes, points: points, reading: reading.words,
      seeds: (seeds ?? [1]).compactMap { $0.integer.map { UInt64($0) } },
      command: "cachesim sweep \(ShellWord.quoted(name))\(command)\(reading.command)")
  }

  private func check(_ axes: [SweepAxis], _ policies: [String]) throws {
    let known = [Self.policies, Self.capacities] + Self.settings
    for (place, axis) in axes.enumerated() {
      if axes[..<place].contains(where: { $0.name == axis.name }) {
        throw ValidationError("--vary \(axis.name): the setting is varied twice")
      }
      let parts = axis.name.split(separator: ".", maxSplits: 1).map(String.init)
      if known.contains(axis.name) || (parts.count == 2 && policies.contains(parts[0])) { continue }
      throw ValidationError(
        "--vary: expected \(known.joined(separator: ", ")) or a setting of a policy such as "
          + "\(policies[0]).NAME, found '\(axis.name)'"
          + Suggestion.hint(for: axis.name, among: known))
    }
    if axes.contains(where: { $0.name == "ttl-check" }), !axes.contains(where: { $0.name == "ttl" })
    {
      throw ValidationError("--vary ttl-check: expected --vary ttl as well")
    }
    let count = axes.reduce(1.0) { $0 * Double($1.values.count) }
    guard count * Double(policies.count) <= Double(SweepPlan.limit) else {
      throw ValidationError("expected at most \(SweepPlan.limit) lines, found a larger grid")
    }
  }

  private func point(
    _ number: Int, of axes: [SweepAxis], _ policies: [String]
  ) throws -> TraceSweepPlan.Point {
    var texts: [String: String] = [:]
    for (axis, level) in zip(axes, SweepOutline.levels(at: number, of: axes.map(\.values.count))) {
      texts[axis.name] = axis.values[level].word
    }
    let ignoresSizes = try texts["ignore-size"].map(Self.flag) ?? false
    let chosen: [Chosen<AnyPolicy>] = try policies.map { name in
      let own = axes.map(\.name).filter { $0.hasPrefix("\(name).") }.map {
        ":\($0.dropFirst(name.count + 1))=\(texts[$0] ?? "")"
      }
      var policy: Chosen<AnyPolicy> = try ChoiceText.choice(
        name + own.joined(), for: "--vary policy")
      policy.label = name
      return policy
    }
    var plan = ReplayPlan(
      policies: chosen,
      capacities: try ReplayCapacity.list(
        texts[Self.capacities] ?? "", countsObjects: ignoresSizes))
    plan.ignoresSizes = ignoresSizes
    plan.warmUp = try texts["warmup"].map { try ReplaySpan.read($0, for: "--vary warmup") }
    if let text = texts["admission"] {
      let gate: Chosen<AnyAdmission> = try ChoiceText.choice(text, for: "--vary admission")
      plan.admission = gate.product
    }
    let check: Expiry.Check? = try texts["ttl-check"].map {
      try FlagValue.word($0, "word", for: "--vary ttl-check")
    }
    if let text = texts["ttl"], text != "none" {
      plan.expiry = try ReplayExpiry.read(text, check: check)
    }
    let words = Self.settings.map { "\($0)=\(texts[$0] ?? "")" }.joined(separator: "\n")
    return TraceSweepPlan.Point(plan: plan, words: words)
  }

  private static func flag(_ text: String) throws -> Bool {
    guard let flag = Bool(text) else {
      throw ValidationError("--vary ignore-size: expected true or false, found '\(text)'")
    }
    return flag
  }
}
