internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import LiveClients
internal import Results
internal import SimCore

struct LiveCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Runs real clients under the virtual clock, beside simulated strategies.",
    discussion: """
      A client is a program that reads lines of JSON and answers each with one: 'open', 'get' and \
      what happens to its app. What it asks of the origin, a server on the loopback address, is \
      what its cache decided; time, network and metrics are the simulation's. Docs/Live.md has the \
      lines, and Examples/Live has adapters for real clients. Unless --seeds and --devices say \
      otherwise, one device is simulated under the scenario's first seed.

      With an HTTP cache among the strategies of --beside, the agreement by request of each client \
      with its rules follows the table, and the first request at which they part.

      A client that ends, says something else or does not answer in time loses its row; the others \
      are reported, and the command ends with status 1.

      EXAMPLES
        cachesim live news --client 'hishel=python3 Examples/Live/hishel_client.py'
        cachesim live news --client 'python3 own.py' \\
          --beside url-cache:okhttp,network-only
        cachesim live news --client ./client --clock faketime --writes
        cachesim live news --client 'python3 browser.py' --speed 60 --record sessions
        cachesim live news --recorded sessions/browser --beside url-cache:chromium
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: ArgumentHelp(
      "A client: its command for the shell, and before it the name that reports call it. "
        + "Repeatable.", valueName: "name=command"))
  var client: [String] = []

  @Option(
    help: ArgumentHelp(
      "A client that was recorded by --record, without its program: its folder. Repeatable.",
      valueName: "folder"), completion: .directory)
  var recorded: [String] = []

  @Option(
    help: ArgumentHelp(
      "The folder for recordings: each client's is a folder in it, with a HAR capture for each "
        + "simulation.", valueName: "folder"), completion: .directory)
  var record: String?

  @Option(
    help: ArgumentHelp(
      "The simulated strategies beside the clients; behind a name, values of its settings may "
        + "stand.", valueName: "name,name"))
  var beside: String?

  @Option(
    help: ArgumentHelp(
      "The clients' clock: given (the time stands in each line), or faketime (the machine's time "
        + "as the client sees it is the virtual one).", valueName: "given|faketime"))
  var clock: String = "given"

  @Option(
    help: ArgumentHelp(
      "How many times faster than the clock on the wall the days pass of a client that says that "
        + "its clock cannot be set, as browsers do.", valueName: "n"))
  var speed: Int64?

  @Option(help: "How long a client may take for an answer, by the clock on the wall.")
  var timeout = "20s"

  @Flag(help: "Counts what the clients write to their folders, by strace.")
  var writes = false

  @Flag(
    help: "Explains the first screen view at which each client and the first of --beside differ.")
  var explain = false

  @Option(
    help: "The report's folder; by default Reports/, the scenario's name and -live.",
    completion: .directory)
  var output: String?

  @OptionGroup(title: "The report") var report: ReportFlags
  @OptionGroup(title: "How it is simulated") var simulation: SimulationArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments

  @Option(help: "Colours in the table.")
  var color = ColorChoice.auto

  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    if explain, beside == nil {
      throw ValidationError("--explain: expected a strategy to explain against, in --beside")
    }
    if client.isEmpty, recorded.isEmpty {
      throw ValidationError("--client or --recorded: expected at least one client")
    }
    if let speed, !(1...100_000).contains(speed) {
      throw ValidationError("--speed: expected a number from 1 to 100000, found \(speed)")
    }
    if input.strategies != nil {
      throw ValidationError("--strategies: here --beside says which simulated strategies there are")
    }
  }

  func run() async throws {
    let file = try input.read(verbosity)
    var scenario = file.variants[0].scenario
    if input.seeds == nil { scenario.seeds = [scenario.seeds[0]] }
    if input.devices == nil { scenario.devices = 1 }
    let others = try (beside?.split(separator: ",") ?? []).map {
      try scenario.strategy(named: String($0), flag: "--beside")
    }
    // What clients do is kept only where something is made of it.
    let isRecorded = record != nil || others.contains { $0.settings["profile"] != nil }
    let seats =
      try seats(isRecorded: isRecorded)
      + recorded.map { try LiveRecordings.seat(at: $0, isRecorded: isRecorded) }
    let strategies = seats.map(\.choice) + others
    for (index, strategy) in strategies.enumerated()
    where strategies[..<index].contains(where: { $0.label == strategy.label }) {
      throw ValidationError("two rows are called '\(strategy.label)': name clients as name=command")
    }
    let question = file.restricted(
      to: strategies, in: scenario.withoutExpectations, varied: file.variants[0].value)
    if let record { try LiveRecordings.check(record, seats) }
    let folder = output ?? "Reports/\(file.name)-live"
    let making = report.making(at: folder, verbosity)
    try making.check()
    making.expect()
    var result = try await simulation.result(
      of: question, command: input.command("live", for: file), verbosity: verbosity)
    let failed = seats.filter { !$0.messages.isEmpty }
    result.rows.removeAll { row in failed.contains { $0.label == row.label } }
    let sound = seats.filter(\.messages.isEmpty)
    let agreements = LiveAgreement.all(sound, beside: others)
    if let section = LiveAgreement.section(of: agreements) { result.sections.append(section) }
    if !writes, !sound.isEmpty { sayThatWritesAreUnknown(&result) }
    sayWhatWasNotAsked(sound, &result)
    if let record { try LiveRecordings.write(sound, to: record) }
    var chartFailure: CommandError?
    if !result.rows.isEmpty {
      chartFailure = try making.write(
        result, isDrawn: report.wantsCharts,
        more: agreements.isEmpty ? [] : [LiveAgreement.file(of: agreements)])
      show(result, agreements, in: folder)
    }
    if explain, let other = others.first {
      for seat in seats where seat.messages.isEmpty {
        let explainer = Explainer(of: question.scenario, seed: UInt64(scenario.seeds[0]))
        let difference = try FirstDifference([seat.choice, other], explainer)
        Terminal.write("\n" + difference.text(seat.label, .terminal(color)))
      }
    }
    guard failed.isEmpty else {
      throw CommandError(
        .failed,
        lines: failed.flatMap { seat in seat.messages.map { "error: \(seat.label): \($0)" } })
    }
    if let chartFailure { throw chartFailure }
  }

  private func sayThatWritesAreUnknown(_ result: inout RunResult) {
    let note =
      "What real clients write to flash was not counted (--writes counts it): 0 stands for it in "
      + "their rows."
    result.sections.append(Document.Section("Writes of real clients", [.sentence(note)]))
    verbosity.note("note: \(note)")
  }

  /// Requests that a client had no turn for are missing from its row, and not by its cache.
  private func sayWhatWasNotAsked(_ seats: [LiveSeat], _ result: inout RunResult) {
    let notes = seats.compactMap { seat -> String? in
      guard let unasked = seat.unasked else { return nil }
      let atOnce = unasked.concurrency == 1 ? "one request" : "\(unasked.concurrency) requests"
      return "\(seat.label): \(unasked.unasked) of \(unasked.all) requests are missing: the person "
        + "had left the screen before it was asked for them, as it takes \(atOnce) at a time "
        + "(\"concurrent\" in its answer to 'open')."
    }
    guard !notes.isEmpty else { return }
    result.sections.append(
      Document.Section(
        "Requests that real clients had no turn for", [.list(notes.map { InlineText($0) })]))
    for note in notes { verbosity.note("note: \(note)") }
  }

  private func show(_ result: RunResult, _ agreements: [LiveAgreement], in folder: String) {
    if writing.format == .json {
      Terminal.write(TextPieces(Self.json(of: result, agreements)))
    } else if let text = writing.format.text(of: result) {
      Terminal.write(text)
    } else if !verbosity.quiet {
      Terminal.write(
        TerminalTable.text(
          of: result, width: Terminal.columns ?? .max, isColored: Terminal.isColored(color)))
      Terminal.write(LiveAgreement.text(of: agreements))
      Terminal.write("\nThe report is in \(folder): begin with \(folder)/report.html\n")
    }
  }

  /// `run.json` with the agreements behind its members.
  private static func json(of result: RunResult, _ agreements: [LiveAgreement]) -> String {
    let text = ReportFile.run(of: result).text
    guard let members = (try? JSON.parse(Array(text.utf8)))?.members else { return text }
    let more = ("agreement", LiveAgreement.json(of: agreements))
    return JSON.object(members.map { ($0.name, $0.value) } + [more]).text + "\n"
  }

  private func seats(isRecorded: Bool) throws -> [LiveSeat] {
    guard let clock = ClientClock(rawValue: clock) else {
      let known = ClientClock.allCases.map(\.rawValue)
      throw ValidationError(
        "--clock: expected \(known.joined(separator: " or ")), found '\(clock)'"
          + Suggestion.hint(for: clock, among: known))
    }
    let patience = try Self.patience(timeout)
    return client.map { text in
      let (name, command) = Self.parts(of: text)
      var client = ClientCommand(name: name, command: command)
      client.patience = patience
      client.clock = clock
      client.speed = speed
      client.countsWrites = writes
      return LiveSeat(client, isRecorded: isRecorded)
    }
  }

  static func patience(_ timeout: String) throws -> TimeSpan {
    if let patience = TimeSpan(json: JSON(timeout)), patience > .zero { return patience }
    throw ValidationError("--timeout: expected a time such as 20s, found '\(timeout)'")
  }

  /// Without a name, that of the file that is run.
  static func parts(of text: String) -> (name: String, command: String) {
    let name = text.prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    let rest = text[name.endIndex...]
    if rest.first == "=", !name.isEmpty { return (String(name), String(rest.dropFirst())) }
    let words = text.split(separator: " ")
    let file = words.last { !$0.hasPrefix("-") } ?? words.first ?? "client"
    let last = file.split(separator: "/").last ?? file
    return (String(last.prefix { $0 != "." }), text)
  }
}

/// The files of recorded clients: a folder for each client, in it a HAR capture for each
/// simulation, `seed-1-device-0.har`.
enum LiveRecordings {
  /// Refuses, before any work, names that two clients share or that are no folder's.
  static func check(_ folder: String, _ seats: [LiveSeat]) throws(CommandError) {
    for (place, seat) in seats.enumerated() {
      if seats[..<place].contains(where: { $0.name == seat.name }) {
        throw CommandError(.usage, "--record: two clients are called '\(seat.name)'")
      }
      if seat.name.hasPrefix(".") || seat.name.contains("/") {
        throw CommandError(.usage, "--record: '\(seat.name)' cannot be the name of a folder")
      }
    }
    if let kind = FileKind(of: folder), kind != .folder {
      throw CommandError(.inputOutput, "--record: \(folder) is no folder")
    }
  }

  static func write(_ seats: [LiveSeat], to folder: String) throws {
    for seat in seats {
      let place = "\(folder)/\(seat.name)"
      var files: AnswerFiles? = try AnswerFiles(in: place)
      for (simulation, recording) in seat.recordings {
        try files?.write(
          TextPieces(JSON.object(["log": recording.log]).text + "\n"),
          to: "seed-\(simulation.seed)-device-\(simulation.device).har")
      }
      try Interruption.step(kept: "what is in \(place) is whole") {
        () throws(FileError) in try files.take()?.commit()
      }
    }
  }

  static func seat(at folder: String, isRecorded: Bool) throws -> LiveSeat {
    let path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard let names = try? FolderTree.names(in: path) else {
      throw CommandError(.missingFile, "--recorded: there is no folder '\(folder)'")
    }
    var bySimulation: [LiveSeat.Simulation: SessionRecording] = [:]
    for name in names {
      guard let simulation = simulation(of: name) else { continue }
      let file = "\(path)/\(name)"
      let log = try HARFile(path: file).log
      do throws(ToolError) {
        bySimulation[simulation] = try SessionRecording(log: log)
      } catch {
        throw CommandError(.badInput, "\(file): \(error)")
      }
    }
    guard !bySimulation.isEmpty else {
      throw CommandError(
        .badInput,
        "--recorded: expected captures such as seed-1-device-0.har in \(folder), found none")
    }
    return LiveSeat(
      String(path.split(separator: "/").last ?? "client"), .recordings(bySimulation),
      isRecorded: isRecorded)
  }

  /// The simulation that a file's name says; nil: it is no recording's.
  private static func simulation(of name: String) -> LiveSeat.Simulation? {
    guard let found = name.wholeMatch(of: /seed-(\d+)-device-(\d+)\.har(\.gz|\.zst)?/),
      let seed = UInt64(found.1), let device = UInt32(found.2)
    else { return nil }
    return LiveSeat.Simulation(seed: seed, device: device)
  }
}
