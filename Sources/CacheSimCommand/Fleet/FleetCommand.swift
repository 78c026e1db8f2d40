internal import ArgumentParser
internal import LiveClients
internal import SimCore
internal import SyncTrials

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
      command too, or one that is there. A crash comes after a call's last write; with strace \
      (--between-writes) between any two. Simulated engines beside it show what another rule \
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
      "Simulated engines; by default five, and none beside --replica.", valueName: "name,name"))
  var engines: String?

  @Option(
    help: ArgumentHelp(
      "An engine of your own: the command of a replica for the shell, and before it the name that "
        + "reports call it.", valueName: "name=command"))
  var replica: String?

  @Option(
    help: ArgumentHelp(
      "Its server: \(SyncCatalog.servers.map(\.name).joined(separator: ", ")), none, or a command; "
        + "by default the first.", valueName: "name|command"))
  var server: String?

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

  @Option(
    help: "How long a process may take for an answer, by the clock on the wall; by default 20s.")
  var timeout: String?

  @Flag(help: "Runs replicas under strace, so that they crash between any two writes; slower.")
  var betweenWrites = false

  @OptionGroup var parallel: JobsArguments
  @OptionGroup var writing: FormatArguments
  @OptionGroup var verbosity: VerbosityArguments

  func validate() throws {
    if story != nil, seeds != nil {
      throw ValidationError("--story and --seeds: expected one of them")
    }
    let own: [(String, Bool)] = [
      ("promises", promises != nil), ("server", server != nil), ("timeout", timeout != nil),
      ("between-writes", betweenWrites),
    ]
    for (name, isGiven) in own where isGiven && replica == nil {
      throw ValidationError("--\(name): expected an engine of your own, in --replica")
    }
    for (name, value) in [
      ("output", output), ("engines", engines ?? "-"), ("replica", replica ?? "-"),
      ("server", server ?? "-"), ("promises", promises ?? "-"),
    ] where value.allSatisfy({ $0 == " " || $0 == "," }) {
      throw ValidationError("--\(name): expected something, found nothing")
    }
    if transcript, writing.format != .table {
      throw ValidationError("--transcript: expected no --format, as it is a text")
    }
  }

  func run() async throws {
    let seeds = try seeds.map { try FleetSeeds($0) } ?? FleetSeeds()
    if transcript, story == nil, seeds.count != 1 {
      throw ValidationError("--transcript: expected --story or one seed")
    }
    let engines = try chosenEngines()
    let choices = engines.enumerated().map { index, engine in
      index == 0 && replica != nil ? ownChoice : " --engines \(ShellWord.quoted(engine.name))"
    }
    var fleet = Fleet(engines, choices: choices, folder: output, width: parallel.width)
    fleet.manner = FleetWorker.Manner(isTwice: twice, showsTranscript: transcript)
    fleet.showsFindings = writing.format == .table
    fleet.verbosity = verbosity
    if let story {
      guard FileKind(of: story) != nil else {
        throw CommandError(.missingFile, "--story: there is no file '\(story)'")
      }
      let read = try SyncStory.read(try InputFile.contents(of: story), file: story)
      try await fleet.play(
        engines.indices.map { FleetWorker.Play(engine: $0, story: read) }, drawnBy: nil)
    } else {
      try await run(&fleet, engines, seeds)
    }
    Terminal.write(FleetTable.text(of: fleet.rows, fleet.findings, writing.format))
    if fleet.isStopped, seeds.isBounded { throw CommandError(.interrupted, lines: []) }
    if fleet.isDifferent { throw CommandError(.broken, "two runs of a seed differ") }
    guard fleet.rows.allSatisfy({ $0.broken == 0 }) else { throw CommandError(.broken, lines: []) }
  }

  private func run(
    _ fleet: inout Fleet, _ engines: [SyncEngine], _ seeds: FleetSeeds
  ) async throws {
    let faults = replica == nil ? SyncFault.usual : engines[0].faults
    let plans = try engines.map { try plan.plan(for: $0, faults: faults) }
    let progress = verbosity.progress
    var done: UInt64 = 0
    // First few, so that what breaks at once is shown at once.
    var count = UInt64(parallel.width)
    while !fleet.isStopped, done < seeds.count {
      let chunk = (done..<min(done + count, seeds.count)).flatMap { place in
        plans.indices.map { index in
          FleetWorker.Play(engine: index, story: plans[index].story(seed: seeds[place]))
        }
      }
      try await fleet.play(chunk, drawnBy: plan.flags)
      done = min(done + count, seeds.count)
      count = min(count * 2, UInt64(parallel.width) * 16)
      progress.show(
        Int64(clamping: done), of: seeds.isBounded ? Int64(clamping: seeds.count) : nil, "seeds")
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
      return chosen.isEmpty
        ? Array(SyncCatalog.standard.prefix(SyncCatalog.usualCount)) : chosen
    }
    for name in engines.split(separator: ",") {
      guard let engine = all.first(where: { $0.name == name }) else {
        throw ValidationError("--engines", unknown: "engine", name, among: all.map(\.name))
      }
      guard !chosen.contains(where: { $0.name == name }) else {
        throw ValidationError("--engines: '\(name)' stands there twice")
      }
      chosen.append(engine)
    }
    return chosen
  }

  /// The options that choose an engine of the user's own, as a command has them.
  private var ownChoice: String {
    ShellWord.options([
      ("replica", replica ?? ""), ("server", server), ("promises", promises), ("timeout", timeout),
    ]) + (betweenWrites ? " --between-writes" : "")
  }

  private func ownEngine(_ text: String) throws -> SyncEngine {
    let patience = try LiveCommand.patience(timeout ?? "20s")
    let (name, command) = LiveCommand.parts(of: text)
    var own = ReplicaCommand(name: name, command: command)
    own.patience = patience
    own.recordsWrites = betweenWrites
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
    let server = server ?? SyncCatalog.servers[0].name
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
        + "default what every engine has to bear, without the last two. With a number behind it, "
        + "so many times as often.", valueName: "name:times,…"))
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

  func plan(for engine: SyncEngine, faults usual: [SyncFault: Int]) throws -> SyncPlan {
    var plan = SyncPlan()
    (plan.devices, plan.users, plan.events) = (devices, users, events)
    let kinds: [SyncKind] = try kinds.map { try Self.cases($0, "--kinds") } ?? SyncKind.allCases
    plan.kinds = kinds.filter { engine.kinds.contains($0) }
    if plan.kinds.isEmpty {
      let names = engine.kinds.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--kinds: \(engine.name) has \(names), found '\(self.kinds ?? "")'")
    }
    plan.faults = try faults.map(Self.rates) ?? usual
    return plan
  }

  /// Faults with how often each comes: `network,crash:4`.
  private static func rates(_ text: String) throws -> [SyncFault: Int] {
    if text == "none" { return [:] }
    var rates: [SyncFault: Int] = [:]
    for word in text.split(separator: ",") {
      let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let rate = parts.count > 1 ? Int(parts[1]) : 1
      guard let rate, (1...SyncFault.mostOften).contains(rate) else {
        throw ValidationError(
          "--faults: expected a number from 1 to \(SyncFault.mostOften) behind the colon, found "
            + "'\(word)'")
      }
      for fault: SyncFault in try cases(String(parts[0]), "--faults") { rates[fault] = rate }
    }
    guard !rates.isEmpty else {
      throw ValidationError("--faults: expected none or faults, found nothing")
    }
    return rates
  }

  /// The options, as a command that draws the same stories has them.
  var flags: String {
    ShellWord.options([
      ("devices", devices == 3 ? nil : "\(devices)"), ("users", users == 1 ? nil : "\(users)"),
      ("events", events == 40 ? nil : "\(events)"), ("kinds", kinds), ("faults", faults),
    ])
  }

  static func cases<Case: RawRepresentable<String> & CaseIterable>(
    _ text: String, _ flag: String
  ) throws -> [Case] {
    try text.split(separator: ",").map { try FlagValue.word($0, "name", for: flag) }
  }
}
