internal import ArgumentParser
internal import CacheReports
internal import Experiments
internal import Results

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
      throw CommandError(
        .badInput, "\(cells.path)/outline.json: is missing, incomplete or altered")
    }
    return (path, cells, outline)
  }
}
