internal import ArgumentParser
internal import CacheReports
internal import Experiments
internal import Results
internal import SimCore

struct ComparisonArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "By how much numbers may move, in place of the digits that mean something: 5% of all, "
        + "METRIC=5%, METRIC=10 in its unit.",
      valueName: "tolerance"), completion: .tolerance)
  var tolerance: [String] = []

  @Flag(help: "Count every number that moved, to the last digit and for better or worse.")
  var exact = false

  @Flag(help: "Compare runs of different scenarios as well, by the strategies' labels.")
  var anyScenario = false

  func validate() throws { _ = try tolerances() }

  private func tolerances() throws -> Tolerances {
    do throws(InputError) {
      return try Tolerances(tolerance)
    } catch {
      throw ValidationError("--tolerance: \(error.message)")
    }
  }

  func read(_ path: String, for file: ScenarioFile) throws -> StoredRun {
    let run = try Self.read(path)
    if !anyScenario { try BaselineComparison.refuseOtherScenario(run, file.name, file.hash) }
    try BaselineComparison.refuseEmpty(run)
    return run
  }

  func compare(_ old: StoredRun, _ new: StoredRun) throws -> BaselineComparison {
    try BaselineComparison(
      old, new, tolerances: try tolerances(), strictness: exact ? .anyMove : .regressions,
      isAnyScenario: anyScenario)
  }

  static func read(_ path: String) throws -> StoredRun {
    let file = Self.file(at: path)
    guard let bytes = Self.bytes(of: file) else {
      throw CommandError(
        .missingFile, "no run '\(file)': there is no such file, or it cannot be read")
    }
    return try StoredRun(bytes: bytes, file: file)
  }

  /// The stored run at a path; nil when there is none, and a scenario is meant.
  static func run(ifOneIsAt path: String) throws -> StoredRun? {
    guard let bytes = bytes(of: file(at: path)),
      let root = try? JSON.parse(bytes, limit: InputFile.maximumValues),
      StoredRun.isRun(root)
    else { return nil }
    return try read(path)
  }

  private static func file(at path: String) -> String {
    guard FileKind(of: path) == .folder else { return path }
    return path.hasSuffix("/") ? "\(path)run.json" : "\(path)/run.json"
  }

  private static func bytes(of path: String) -> [UInt8]? { try? InputFile.contents(of: path) }

}

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

struct PullRequestArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write into this file, with --format markdown also the chart of what moved beside it.",
      valueName: "file"), completion: .file())
  var output: String?

  @Flag(inversion: .prefixedNo, help: "Draw the chart of what moved, with --output.")
  var charts = true

  @Option(
    help: ArgumentHelp(
      "The address of the report's page, to which the Markdown links.", valueName: "address"))
  var page: String?

  func validate() throws {
    try OutputFile.check(output)
  }

  /// Writes what a run is held to, to the file or to standard output. `make` is given the chart
  /// that was drawn and the page to link to; `report` is the folder of the report that was
  /// compared. Gives back why the chart is missing, which has been reported.
  func write(
    _ check: RunCheck, ofReport report: String?, drawsChart: Bool, _ verbosity: VerbosityArguments,
    _ make: @escaping (_ chart: String?, _ page: String?) -> TextPieces
  ) throws -> CommandError? {
    guard let output else {
      Terminal.write(make(nil, page))
      return nil
    }
    let folder = Self.folder(of: output)
    let link = page ?? report.map { Self.link(to: "\($0)/\(Self.pageName)", from: folder) }
    guard drawsChart, charts, Gnuplot.isBuiltIn, !Disk.isSpecial(output), let chart = check.chart
    else {
      verbosity.detail("write", output)
      try OutputFile.write(make(nil, link), to: output, makesFolder: true)
      return nil
    }
    // The text and its chart come together.
    do {
      _ = try ChartDrawing.draw(
        [chart], title: check.scenario, into: folder.isEmpty ? "." : folder,
        failing: "the numbers are there", verbosity, page: { make($0.first?.file, link) },
        named: Disk.name(of: output))
    } catch let error as CommandError where error.status == .chartsUnavailable {
      for line in error.lines { Terminal.note(line) }
      return CommandError(error.status)
    }
    return nil
  }

  static let pageName = "report.html"

  /// A path as a link from a file of a folder: relative below it, else as it is.
  private static func link(to path: String, from folder: String) -> String {
    let base = folder.isEmpty ? "" : folder + "/"
    return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
  }

  /// The folder of a file without a slash at its end; empty: the current one.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
  }
}

extension ScenarioArguments {
  /// The scenario's file as annotations name it, and its text; nil: it is bundled, or a story.
  ///
  /// GitHub names files from the repository's folder on, which it tells in a variable.
  func place() -> (file: String, text: [UInt8])? {
    guard let path = ScenarioLocator.existingPath(scenario), !ScenarioLocator.isStory(path),
      let text = try? InputFile.contents(of: path)
    else { return nil }
    let root = Terminal.environment(EnvironmentVariable.gitHubWorkspace.rawValue) ?? ""
    let here = FileManager.default.currentDirectoryPath
    let whole = URL(filePath: path, relativeTo: URL(filePath: here + "/")).standardizedFileURL.path
    let base = root.isEmpty ? "" : URL(filePath: root).standardizedFileURL.path
    guard !base.isEmpty, whole.hasPrefix(base.hasSuffix("/") ? base : base + "/") else {
      return (path, text)
    }
    let rest = whole.dropFirst(base.count).drop { $0 == "/" }
    return (String(rest), text)
  }
}
