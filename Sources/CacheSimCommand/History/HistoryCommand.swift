internal import ArgumentParser
internal import CacheMetrics
internal import CacheReports
internal import Results
internal import SimCore

struct HistoryCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Shows how the numbers of stored runs moved from run to run.",
    discussion: """
      Each argument is a stored run (run.json), a report's folder, or a folder of such runs, which \
      are taken in the natural order of their names: run-9 before run-10. Runs are of one \
      scenario. A number moves at a run when it differs from that of the run at which it last \
      moved by more than its seeds explain and by more than means nothing in its unit.

      EXAMPLES
        cachesim history stored
        cachesim history v1.json v2.json v3.json --metrics apdex
        cachesim history stored --all --output history
        cachesim history stored --format csv > history.csv
      """)

  @Argument(
    help: "Stored runs, reports' folders, or folders of them, in order.",
    completion: .file(extensions: ["json"]))
  var runs: [String]

  @Option(
    help: ArgumentHelp(
      "The metrics that are followed; by default those of a report's summary.",
      valueName: "name,name"), completion: .metrics)
  var metrics: String?

  @Flag(help: "List numbers that stood still as well.")
  var all = false

  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments
  @OptionGroup(title: "The page") var page: PageArguments

  func run() throws {
    let stored = try StoredRuns.read(runs)
    verbosity.detail("read", NumberText.counted(stored.count, "run"))
    let history = try RunHistory(stored, metrics: wanted(in: stored.map(\.run)))
    let text = HistoryText(history, isWhole: all)
    func document(_ figures: [Figure]) -> Document {
      text.document(figures, command: PageArguments.command)
    }
    let words = TerminalRenderer.text(
      of: document([]), only: ["Course", "Moves", "How to read it"])
    let listing = Listing(HistoryText.columns, of: text.json["points"]?.elements ?? [])
    Terminal.write(
      listing.written(
        writing.format, text: words, json: text.json,
        markdown: MarkdownRenderer.text(of: document([]))))
    try page.write(text.charts, title: history.scenario, verbosity, document)
  }

  /// The metrics that were asked for, or those of a summary that some run has.
  private func wanted(in runs: [StoredRun]) -> [String] {
    if let metrics { return metrics.split(separator: ",").map(String.init) }
    let known = Set(runs.flatMap(\.metrics).map(\.name))
    return Headline.summary.map(\.name).filter(known.contains)
  }
}

/// The stored runs that paths name, in order.
enum StoredRuns {
  /// What they are called is what tells their paths apart.
  static func read(_ paths: [String]) throws -> [(name: String, run: StoredRun)] {
    let files = try paths.flatMap { path -> [String] in
      let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      guard FileKind(of: path) == .folder, FileKind(of: "\(path)/run.json") == nil else {
        return [path]
      }
      return try inside(path)
    }
    let runs = try files.map { try ComparisonArguments.read($0) }
    return zip(names(of: files), runs).map { ($0, $1) }
  }

  private static func inside(_ folder: String) throws -> [String] {
    let names: [String]
    do {
      names = try FolderTree.names(in: folder)
    } catch {
      throw CommandError(.missingFile, "\(folder): the folder cannot be read")
    }
    let found = names.filter { name in
      let path = "\(folder)/\(name)"
      return FileKind(of: path) == .folder
        ? FileKind(of: "\(path)/run.json") != nil : name.hasSuffix(".json")
    }
    guard !found.isEmpty else {
      throw CommandError(
        .missingFile,
        "\(folder): expected a stored run, a report or a folder of them, found no run.json in it")
    }
    return found.sorted(by: NaturalOrder.precedes).map { "\(folder)/\($0)" }
  }

  /// The last parts of paths, without endings; whole paths where these are not told apart.
  private static func names(of files: [String]) -> [String] {
    let short = files.map { path in
      let whole = path.hasSuffix("/run.json") ? String(path.dropLast(9)) : path
      let last = Disk.name(of: whole)
      return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
    }
    return Set(short).count == short.count ? short : files
  }
}
