internal import ArgumentParser
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

  /// Reads a stored run; of a report's folder, its `run.json`.
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

  private static func bytes(of path: String) -> [UInt8]? {
    try? InputFile.contents(of: path)
  }

}
