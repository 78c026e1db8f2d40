internal import ArgumentParser
internal import CacheReports
internal import Experiments

/// Puts the parts of a sweep together.
struct MergeCommand: ParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Writes the report of a sweep whose parts were made apart.",
    discussion: """
      The report is the same, byte for byte, as that of the sweep made in one piece. What is \
      missing is named; parts of different sweeps are refused.

      EXAMPLES
        cachesim merge Reports/twitter-sweep
        cachesim merge part-1 part-2 part-3 --output Reports/twitter-sweep
      """)

  @Argument(
    help: "The folder that the parts share, or the folders of the parts.", completion: .directory)
  var folders: [String]

  @Option(
    help: ArgumentHelp(
      "The report's folder; by default the folder that the parts share.",
      discussion: ReportFlags.discussion),
    completion: .directory)
  var output: String?

  @OptionGroup var reporting: SweepReporting

  var talk: TalkArguments { reporting.talk }

  func validate() throws {
    guard let target = output ?? (folders.count == 1 ? folders[0] : nil) else {
      throw ValidationError("--output: expected a folder for the parts' common report")
    }
    try SweepReporting.check(output: target)
  }

  func run() throws {
    let target = output ?? folders[0]
    talk.detail("read", folders.joined(separator: ", "))
    let parts = try folders.map { try part($0) }
    let outline = parts[0].outline
    for part in parts.dropFirst() where part.outline != outline {
      Terminal.note("error: \(folders[0]) and \(part.path) are parts of different sweeps")
      if let mismatch = outline.mismatch(with: part.outline) {
        Terminal.note("  the cells in \(part.path) are \(mismatch) in \(folders[0])")
      }
      throw ExitStatus.badInput.error
    }
    let folder = SweepFolder(of: target)
    if let other = folder.outline, let mismatch = outline.mismatch(with: other) {
      Terminal.note("error: \(target): the cells there are \(mismatch)")
      throw ExitStatus.badInput.error
    }
    let making = reporting.report.making(at: target, talk)
    try making.check()
    Interruption.expect { "the parts are as they were, the report was not written" }
    do {
      try ResultFolder.finishInterruptedSwap(at: target)
    } catch {
      Terminal.note("error: \(error)")
      throw ExitStatus.inputOutput.error
    }
    try reporting.report(outline, in: folder, and: parts.map(\.cells), to: target)
  }

  private func part(
    _ path: String
  ) throws -> (path: String, cells: SweepFolder, outline: SweepOutline) {
    let cells = SweepFolder(of: path)
    guard cells.isThere else {
      Terminal.note("error: \(path): there are no cells of a sweep")
      throw ExitStatus.missingFile.error
    }
    guard let outline = cells.outline else {
      Terminal.note("error: \(cells.path)/outline.json: is missing, torn or altered")
      throw ExitStatus.badInput.error
    }
    return (path, cells, outline)
  }
}
