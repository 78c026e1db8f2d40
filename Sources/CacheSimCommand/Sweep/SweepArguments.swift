internal import ArgumentParser
internal import CacheReports
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
    get throws(InputError) {
      var axes: [SweepAxis] = []
      for text in vary {
        do {
          axes.append(try SweepAxis(text))
        } catch {
          throw InputError(.argument, lines: error.lines.map { "--vary: \($0)" })
        }
      }
      return axes.filter { $0.name != Self.seedsName }
    }
  }

  /// The seeds, where they are given as a setting that is varied; nil: they are not.
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
      "Which of n processes this one is, from 1: of a sweep it makes a part and no report.",
      valueName: "i/n"),
    transform: { text in
      guard let shard = SweepShard(text) else {
        throw ValidationError("--shard: expected a part such as 1/4, found '\(text)'")
      }
      return shard
    })
  var shard: SweepShard?

  @Flag(help: "Discard the simulations that are there.")
  var fresh = false

  func validate() throws {
    if shard != nil && fresh { throw ValidationError(Self.freshPart) }
  }

  private static let freshPart = "--fresh: a part cannot discard the simulations of the others"

  /// The part, which in a Slurm array is the task's own; nil: all of it.
  func part() throws -> SweepShard? {
    if let shard { return shard }
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
    var words: [String] = []
    var isCount = false
    for argument in arguments {
      if isCount {
        isCount = false
      } else if argument == flag {
        isCount = true
      } else if !argument.hasPrefix("\(flag)=") && argument != "--fresh" {
        words.append(ShellWord.quoted(argument))
      }
    }
    let start = words.joined(separator: " ")
    return (1...count).map { "\(start) --shard \($0)/\(count)" }
  }
}
