internal import ArgumentParser
internal import Experiments
internal import FoundationEssentials
internal import SimCore

/// How a run is held against a stored one: the same for every command that does.
struct ComparisonArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "By how much numbers may move: 5% of all, METRIC=5%, METRIC=10 in its unit; by default none.",
      valueName: "tolerance"), completion: .tolerance)
  var tolerance: [String] = []

  @Flag(help: "Fail when any number moved, also for the better.")
  var exact = false

  @Flag(help: "Compare runs of different scenarios as well, by the strategies' labels.")
  var anyScenario = false

  func validate() throws { _ = try tolerances() }

  private func tolerances() throws -> Tolerances {
    do throws(Tolerances.Mistake) {
      return try Tolerances(tolerance)
    } catch {
      throw ValidationError("--tolerance: \(error.message)")
    }
  }

  /// Reads a stored run, and refuses it when it answers another scenario.
  /// - Throws: an exit code, after telling what is wrong.
  func read(_ path: String, for file: ScenarioFile) throws -> StoredRun {
    let run = try Self.read(path)
    do throws(StoredRunError) {
      if !anyScenario { try BaselineComparison.refuseOtherScenario(run, file.name, file.hash) }
      try BaselineComparison.refuseEmpty(run)
    } catch {
      throw Self.refusal(error)
    }
    return run
  }

  /// Compares two runs.
  /// - Throws: an exit code, after telling why they cannot be compared.
  func compare(_ old: StoredRun, _ new: StoredRun) throws -> BaselineComparison {
    let tolerances = try tolerances()
    do throws(StoredRunError) {
      return try BaselineComparison(
        old, new, tolerances: tolerances, strictness: exact ? .anyMove : .regressions,
        isAnyScenario: anyScenario)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Tells that a comparison failed, where it did.
  func tellFailure(of comparison: BaselineComparison) {
    guard comparison.isBroken else { return }
    Terminal.note(
      "error: \(comparison.new.scenario) against \(comparison.old.file): "
        + BaselineText.summary(comparison))
  }

  /// Reads a stored run; of a report's folder, its `run.json`.
  static func read(_ path: String) throws -> StoredRun {
    let file = Self.file(at: path)
    guard let bytes = Self.bytes(of: file) else {
      Terminal.note("error: no run '\(file)': there is no such file, or it cannot be read")
      throw ExitStatus.missingFile.error
    }
    do throws(StoredRunError) {
      return try StoredRun(bytes: bytes, file: file)
    } catch {
      throw refusal(error)
    }
  }

  /// The stored run that an argument means; nil when it means a scenario.
  static func run(ifOneIsAt path: String) throws -> StoredRun? {
    guard let bytes = bytes(of: file(at: path)),
      let root = try? JSON.parse(bytes, limit: InputFile.mostValues),
      StoredRun.isRun(root)
    else { return nil }
    return try read(path)
  }

  private static func file(at path: String) -> String {
    var isFolder = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard isThere && isFolder else { return path }
    return path.hasSuffix("/") ? "\(path)run.json" : "\(path)/run.json"
  }

  private static func bytes(of path: String) -> [UInt8]? {
    try? InputFile.contents(of: path)
  }

  private static func refusal(_ error: StoredRunError) -> ExitCode {
    Terminal.note("error: \(error.message)")
    return ExitStatus.badInput.error
  }
}
