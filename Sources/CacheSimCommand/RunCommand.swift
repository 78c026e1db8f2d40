internal import ArgumentParser
internal import Devices
internal import Experiments
internal import Reports
internal import SimCore
internal import Workloads

/// Runs a scenario, prints the table, writes the report.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs a scenario, prints a table and writes a report with charts.",
    discussion: """
      EXAMPLES
        cachesim run twitter
        cachesim run scenarios/twitter.json --output /var/www/report
        cachesim run access-log --trace access.log
        cachesim run access-log --trace capture.har
        cachesim run twitter --networks slow-4g,lte-nlc,wifi
      """)

  @Argument(
    help: "A scenario's file, in any case, or the name of a bundled one.",
    completion: .file(extensions: ["json"]))
  var scenario: String

  @Option(
    help: "An access log or a HAR capture to replay as the workload.",
    completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Networks to try in turn in place of the weather's mobile one, or of its only one.",
      valueName: "name,name"),
    transform: { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) })
  var networks: [String]?

  @Option(
    help: "The report's folder; by default Reports/ and the scenario's name.",
    completion: .directory)
  var output: String?

  @Option(help: "How many simulations run at once; by default one for each processor.")
  var jobs: Int?

  @Flag(inversion: .prefixedNo, help: "Draw charts.")
  var charts = true

  @Option(help: "Colours in the table.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs: expected 1 or more, found \(jobs)") }
    for name in networks ?? [] where NetworkProfiles.named(name) == nil {
      let known = NetworkProfiles.all.map(\.name)
      throw ValidationError(
        "--networks: unknown network '\(name)'\(Suggestion.hint(for: name, among: known))")
    }
    if let output, !WorkingFolder.canMake(aReportAt: output) {
      throw ValidationError(
        "--output: expected a folder of the report's own, found '\(output)', which is the working "
          + "folder or above it")
    }
  }

  func run() async throws {
    let file = try read()
    let folder = output ?? "Reports/\(file.name)"
    let outcome = try await simulate(file)
    if let issues = outcome.issues {
      if !quiet { TraceNotes.tell(issues) }
      try refuseSilence(of: file, outcome.result)
    }
    let isDrawn = try write(outcome.result, to: folder)
    if !quiet {
      Terminal.write(
        TerminalTable.text(of: outcome.result, isColored: Terminal.isColored(color)))
      Terminal.write("\nThe report is in \(folder): begin with \(folder)/report.md\n")
    }
    if !isDrawn { throw ExitStatus.chartsUnavailable.error }
  }

  /// Finds and reads the scenario.
  private func read() throws -> ScenarioFile {
    let found: ScenarioLocator.Found
    do {
      found = try ScenarioLocator.find(scenario)
    } catch .notFound(let message) {
      Terminal.note("error: \(message)")
      throw ExitStatus.missingFile.error
    } catch .unreadable(let message) {
      Terminal.note("error: \(message)")
      throw ExitStatus.inputOutput.error
    }
    do {
      return try ScenarioFile(bytes: found.bytes, file: found.file, name: found.name) { json in
        let json = trace.map { json.replacingTrace(by: $0) } ?? json
        return networks.map { json.replacingNetworks(by: $0) } ?? json
      }
    } catch {
      for line in error.lines { Terminal.note(line) }
      throw ExitStatus.badInput.error
    }
  }

  private func simulate(_ file: ScenarioFile) async throws -> Runner.Outcome {
    let progress = Progress(isShown: Terminal.isWatched && !quiet)
    defer { progress.end() }
    do {
      return try await Runner.run(
        file, jobs: jobs ?? Progress.processorCount, command: command(for: file),
        progress: { done, all in progress.show(done, of: all) })
    } catch let error as WorkloadError {
      progress.end()
      Terminal.note("error: \(error.place): \(error.message)")
      throw
        (error.reason == .missingFile
        ? ExitStatus.missingFile : error.reason == .malformed ? .badInput : .inputOutput).error
    }
  }

  /// How the result is had again, in words that do not depend on where files lie.
  private func command(for file: ScenarioFile) -> String {
    let isBundled = BundledScenarios.bytes(named: file.name) != nil
    var command = "cachesim run \(isBundled ? file.name : ShellWord.quoted("\(file.name).json"))"
    if let name = trace?.split(separator: "/").last {
      command += " --trace \(ShellWord.quoted(String(name)))"
    }
    if let networks {
      command += " --networks \(ShellWord.quoted(networks.joined(separator: ",")))"
    }
    return command
  }

  /// Refuses a trace in which nobody opens anything: its report would be empty.
  private func refuseSilence(of file: ScenarioFile, _ result: RunResult) throws {
    guard result.rows.allSatisfy({ $0.pooled.visits.opens == 0 }) else { return }
    let path = file.scenario.workload.settings["path"]?.string ?? "the trace"
    Terminal.note("error: \(path): nobody opens anything in it")
    throw ExitStatus.badInput.error
  }

  /// Writes the report, whole or not at all.
  /// - Returns: false when it has no charts because they could not be drawn.
  private func write(_ result: RunResult, to path: String) throws -> Bool {
    do throws(ResultFolderError) {
      let folder = try ResultFolder(replacing: path)
      let drawn = draw(result, into: folder.path)
      let pictures = drawn?.pictures ?? []
      let others = drawn?.others ?? Charts.recipes
      do throws(ResultFolderError) {
        for file in ReportFile.all(of: result, charts: pictures, others: others) {
          try folder.write(file)
        }
      } catch {
        try folder.discard()
        throw error
      }
      try folder.commit()
      return drawn != nil
    } catch {
      Terminal.note("error: \(error)")
      throw ExitStatus.inputOutput.error
    }
  }

  /// Draws the charts, if they are wanted; nil when they could not be drawn.
  private func draw(_ result: RunResult, into folder: String) -> Charts.Drawn? {
    guard charts && Gnuplot.isBuiltIn else { return Charts.Drawn() }
    do throws(ChartError) {
      let drawn = try Charts.draw(result, into: folder)
      for warning in drawn.warnings where !quiet { Terminal.note("warning: \(warning)") }
      return drawn
    } catch {
      Terminal.note("error: the results are there, the charts are not: \(error.message)")
      return nil
    }
  }
}

extension JSON {
  /// The scenario with other networks to be tried; what it varies itself gives way.
  fileprivate func replacingNetworks(by names: [String]) -> JSON {
    guard let members else { return self }
    let others = members.filter { $0.name != "networks" && $0.name != "vary" }
    let networks = JSON(.array(names.map { JSON(.string($0)) }))
    return JSON(.object(others + [JSON.Member("networks", networks)]), offset: offset)
  }

  /// The scenario with a trace as its workload; the settings of its own trace are kept.
  fileprivate func replacingTrace(by path: String) -> JSON {
    guard let members else { return self }
    var changed: [JSON.Member] = []
    var isFound = false
    for member in members {
      guard member.name == "workload" else {
        changed.append(member)
        continue
      }
      isFound = true
      changed.append(
        JSON.Member("workload", member.value.tracing(path), nameOffset: member.nameOffset))
    }
    if !isFound { changed.append(JSON.Member("workload", JSON(.object([])).tracing(path))) }
    return JSON(.object(changed), offset: offset)
  }

  private func tracing(_ path: String) -> JSON {
    let isTrace = ["trace", "access-log", "har"].contains(self["name"]?.string ?? "")
    var settings = isTrace ? self["settings"]?.members ?? [] : []
    settings.removeAll { $0.name == "path" }
    settings.append(JSON.Member("path", JSON(.string(path))))
    return JSON(
      .object([
        JSON.Member("name", "trace"),
        JSON.Member("settings", JSON(.object(settings), offset: offset)),
      ]), offset: offset)
  }
}
