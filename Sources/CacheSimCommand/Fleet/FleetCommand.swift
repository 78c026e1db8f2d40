internal import ArgumentParser
internal import LiveClients
internal import SimCore
internal import SyncTrials
internal import Synchronization

struct FleetCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Tries sync engines: devices and a server under faults, seed after seed.",
    discussion: """
      Each seed draws a story: what people edit on several devices, when these synchronise, and \
      what goes wrong: partitions, messages that are lost, late or doubled, clocks that jump, \
      processes that end between two writes, full and slow disks, a server that starts anew. In \
      the end all is healed, and what an engine promises is checked. A promise that was broken is \
      shown with its seed; the first story of each is shrunk to a shortest one and written to the \
      folder of --output.

      An engine of your own is a command that reads lines of JSON and answers each with one \
      (--replica); each replica is a process. Docs/SyncEngines.md has the lines. Its server is a \
      command too, or one that is there. Simulated engines beside it show what another rule \
      would cost. In the table a number of runs in brackets is of what an engine does not \
      promise, and one with a star of what it promises of some kinds of objects.

      Without --seeds it runs until it is stopped (Ctrl-C). It ends with status 2 when a promise \
      was broken.

      EXAMPLES
        cachesim fleet --seeds 1..200
        cachesim fleet --replica 'python3 own.py' --seeds 1..1000
        cachesim fleet --replica 'mine=./own' --server none --engines crdt
        cachesim fleet --engines 'crdt!wall-clock' --story Fleet/story.jsonl

      ENGINES
        \(SyncCatalog.standard.map { "\($0.name): \($0.summary)" }.joined(separator: "\n  "))
        With a planted mistake: \(SyncCatalog.mistaken.map(\.name).joined(separator: ", "))
      """)

  @Option(
    help: ArgumentHelp(
      "Simulated engines; by default four, and none beside --replica.", valueName: "name,name"))
  var engines: String?

  @Option(
    help: ArgumentHelp(
      "An engine of your own: the command of a replica for the shell, and before it the name that "
        + "reports call it.", valueName: "name=command"))
  var replica: String?

  @Option(
    help: ArgumentHelp(
      "Its server: register-store, append-log, none, or a command.", valueName: "name|command"))
  var server = "register-store"

  @Option(
    help: ArgumentHelp("The seeds: 1,2,3 or 1..200; by default all from 1 on.", valueName: "a..b"))
  var seeds: String?

  @Option(help: "A story that a fleet wrote, in the place of seeds.", completion: .file())
  var story: String?

  @Flag(help: "With --story or one seed: shows every call and its answer.")
  var transcript = false

  @OptionGroup var plan: FleetArguments

  @Option(
    help: ArgumentHelp(
      "What is checked, in the place of what the engine of your own says.", valueName: "name,name"))
  var promises: String?

  @Flag(help: "Runs each seed twice, and says where the second run differs.")
  var twice = false

  @Option(help: "The folder for stories that break a promise.", completion: .directory)
  var output = "Fleet"

  @Option(help: "How long a process may take for an answer, by the clock on the wall.")
  var timeout = "20s"

  @OptionGroup var writing: FormatArguments
  @OptionGroup var verbosity: VerbosityArguments

  func validate() throws {
    if story != nil, seeds != nil {
      throw ValidationError("--story and --seeds: expected one of them")
    }
    if promises != nil, replica == nil {
      throw ValidationError("--promises: expected an engine of your own, in --replica")
    }
    if output.isEmpty { throw ValidationError("--output: expected a folder, found nothing") }
  }

  func run() async throws {
    let engines = try chosenEngines()
    let choices = engines.enumerated().map { index, engine in
      index == 0 && replica != nil ? ownChoice : " --engines \(ShellWord.quoted(engine.name))"
    }
    var fleet = Fleet(engines, choices: choices, folder: output, verbosity: verbosity)
    fleet.isTwice = twice
    if let story {
      guard FileKind(of: story) != nil else {
        throw CommandError(.missingFile, "--story: there is no file '\(story)'")
      }
      let file = try InputFile.contents(of: story)
      let read = try SyncStory.read(file, file: story)
      for index in engines.indices {
        try await fleet.play(read, index, isShown: true, showsTranscript: transcript)
      }
    } else {
      try await run(&fleet)
    }
    Terminal.write(FleetTable.text(of: fleet.rows, writing.format))
    if fleet.isStopped, seeds != nil { throw CommandError(.interrupted, lines: []) }
    if fleet.isDifferent { throw CommandError(.broken, "two runs of a seed differ") }
    guard fleet.rows.allSatisfy({ $0.broken == 0 }) else { throw CommandError(.broken, lines: []) }
  }

  private func run(_ fleet: inout Fleet) async throws {
    let bounded = try seeds.map {
      try SeedList.read($0).compactMap { UInt64(exactly: $0.integer ?? 0) }
    }
    let plans = try fleet.rows.map { try plan.plan(for: $0.engine) }
    let progress = verbosity.progress
    var done: Int64 = 0
    while !fleet.isStopped {
      if let bounded, done >= bounded.count { break }
      let seed = bounded?[Int(done)] ?? UInt64(done) + 1
      for index in plans.indices where !fleet.isStopped {
        let isOne = bounded?.count == 1
        try await fleet.play(
          plans[index].story(seed: seed), index, isShown: false,
          showsTranscript: transcript && isOne, flags: plan.flags)
      }
      done += 1
      progress.show(done, of: bounded.map { Int64($0.count) }, "seeds")
    }
    Terminal.clearLine()
  }

  private func chosenEngines() throws -> [SyncEngine] {
    var all = SyncCatalog.all
    var chosen: [SyncEngine] = []
    if let replica {
      let engine = try ownEngine(replica)
      all = [engine] + all
      chosen = [engine]
    }
    guard let engines else {
      return chosen.isEmpty ? Array(SyncCatalog.standard.prefix(4)) : chosen
    }
    for name in engines.split(separator: ",") {
      guard let engine = all.first(where: { $0.name == name }) else {
        throw ValidationError(
          "--engines: unknown engine '\(name)'"
            + Suggestion.hint(for: String(name), among: all.map(\.name)))
      }
      chosen.append(engine)
    }
    return chosen
  }

  /// The options that choose an engine of the user's own, as a command has them.
  private var ownChoice: String {
    var text = " --replica \(ShellWord.quoted(replica ?? ""))"
    if server != "register-store" { text += " --server \(ShellWord.quoted(server))" }
    if let promises { text += " --promises \(promises)" }
    if timeout != "20s" { text += " --timeout \(timeout)" }
    return text
  }

  private func ownEngine(_ text: String) throws -> SyncEngine {
    var problems = Problems()
    guard let patience = TimeSpan.read(JSON(timeout), path: "--timeout", &problems),
      patience > .zero
    else { throw ValidationError("--timeout: expected a time such as 20s, found '\(timeout)'") }
    let (name, command) = LiveCommand.parts(of: text)
    var own = ReplicaCommand(name: name, command: command)
    own.patience = patience
    var engine: SyncEngine
    do {
      engine = try own.engine(server: try ownServer(patience))
    } catch {
      throw CommandError(.failed, "\(name): \(VisibleText.line(error.description))")
    }
    if let promises {
      engine.promises = SyncPromises(try FleetArguments.cases(promises, "--promises"))
    }
    return engine
  }

  private func ownServer(
    _ patience: TimeSpan
  ) throws(ToolError) -> (@Sendable () throws(ToolError) -> any SyncNode)? {
    if server == "none" { return nil }
    if let known = SyncCatalog.servers.first(where: { $0.name == server }) {
      return { known.make() }
    }
    var command = ReplicaCommand(name: "server", command: server)
    command.patience = patience
    let made = command
    return { () throws(ToolError) in try made.server() }
  }
}

/// What stories are drawn from.
struct FleetArguments: ParsableArguments {
  @Option(help: "How many devices there are.")
  var devices = 3

  @Option(help: "How many users the devices have in turn.")
  var users = 1

  @Option(help: "How many events a story has.")
  var events = 40

  @Option(
    help: ArgumentHelp(
      "Kinds of objects: \(SyncKind.allCases.map(\.rawValue).joined(separator: ", ")); by default "
        + "those of the engine.", valueName: "name,name"))
  var kinds: String?

  @Option(
    help: ArgumentHelp(
      "What goes wrong: \(SyncFault.allCases.map(\.rawValue).joined(separator: ", ")), or none; by "
        + "default what every engine has to bear, without the last two.", valueName: "name,name"))
  var faults: String?

  func validate() throws {
    for (name, value, range) in [
      ("devices", devices, 1...16), ("users", users, 1...8), ("events", events, 1...10_000),
    ] where !range.contains(value) {
      throw ValidationError(
        "--\(name): expected a number from \(range.lowerBound) to \(range.upperBound), found "
          + "\(value)")
    }
  }

  func plan(for engine: SyncEngine) throws -> SyncPlan {
    var plan = SyncPlan()
    (plan.devices, plan.users, plan.events) = (devices, users, events)
    let kinds: [SyncKind] = try kinds.map { try Self.cases($0, "--kinds") } ?? SyncKind.allCases
    plan.kinds = kinds.filter { engine.kinds.contains($0) }
    if plan.kinds.isEmpty {
      throw ValidationError("--kinds: \(engine.name) has none of \(kinds.map(\.rawValue))")
    }
    if let faults {
      plan.faults = faults == "none" ? [] : Set(try Self.cases(faults, "--faults"))
    }
    return plan
  }

  /// The options, as a command that draws the same stories has them.
  var flags: String {
    var text = ""
    if devices != 3 { text += " --devices \(devices)" }
    if users != 1 { text += " --users \(users)" }
    if events != 40 { text += " --events \(events)" }
    if let kinds { text += " --kinds \(kinds)" }
    if let faults { text += " --faults \(faults)" }
    return text
  }

  static func cases<Case: RawRepresentable<String> & CaseIterable>(
    _ text: String, _ flag: String
  ) throws -> [Case] {
    try text.split(separator: ",").map { word in
      guard let each = Case(rawValue: String(word)) else {
        let known = Case.allCases.map(\.rawValue)
        throw ValidationError(
          "\(flag): unknown name '\(word)'\(Suggestion.hint(for: String(word), among: known))")
      }
      return each
    }
  }
}
