internal import ArgumentParser
internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import ClientSimulation
internal import Dispatch
internal import Experiments
internal import LiveClients
internal import Results
internal import SimCore
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

struct ServeCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves a scenario's origin over HTTP, for an app, a UI test or a browser.",
    discussion: """
      The origin has the versions, headers and validators that the scenario's origin has for one \
      device, and publishes as virtual time passes: from the scenario's start, at --speed. \
      Resources are at the addresses that a capture or a story gives them, or that the scenario's \
      origin.addresses make, else at /KIND/NUMBER; / is a page, and /catalogue.json says what \
      there is now. Bodies are files of --bodies, or a capture's own, or made: JSON, HTML, CSS, \
      scripts, SVG and PNG, as long as the scenario says. Dates are the machine's; ages (max-age, \
      Expires, Age) are divided by the speed, which is refused where two of them would fall \
      together.

      The first line says where it listens; each request is a line: virtual time, method, path, \
      condition, status and bytes. Ctrl-C ends it with a summary and status 0. 'cachesim run \
      SCENARIO --observed FILE' reports what --record has written.

      EXAMPLES
        cachesim serve news
        cachesim serve news --port 8080 --speed 60 --record app.jsonl
        cachesim serve news --network slow-4g --start '1d 8h'
        cachesim serve capture --trace app.har --bodies fixtures
      """)

  @OptionGroup var input: ScenarioArguments
  @OptionGroup var cell: CellArguments

  @Option(help: "The device whose origin it is.")
  var device: UInt32 = 0

  @Option(help: "How many times faster than the clock on the wall virtual time passes.")
  var speed: Int64 = 1

  @Option(help: "The virtual time at which it begins, from the scenario's start.")
  var start = "0s"

  @Option(
    help: ArgumentHelp(
      "Shapes each answer by a simulated network: a name, or scenario for those that the device "
        + "has there; none gives answers at once.", valueName: "name|scenario|none"))
  var network = "none"

  @Option(
    help: "Writes each request to a file of JSON lines.", completion: .file(extensions: ["jsonl"]))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "A folder whose files are the bodies at their paths: FOLDER/api/items?page=2 is that of "
        + "/api/items?page=2, FOLDER/api/items that of all its pages.", valueName: "folder"),
    completion: .directory)
  var bodies: String?

  @Option(
    help: ArgumentHelp(
      "Has browsers let pages of this origin read answers, besides pages of this machine; * for "
        + "all pages. Can be given several times.", valueName: "origin"))
  var allowOrigin: [String] = []

  @Option(help: "The port; 0: the system chooses.")
  var port = 0

  @Option(help: "The address that is listened on.")
  var address = "127.0.0.1"

  @Option(help: "Colours in the lines.")
  var color = ColorChoice.auto

  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    if speed < 1 { throw ValidationError("--speed: expected 1 or more, found \(speed)") }
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port: expected 0 to 65535, found \(port)")
    }
    guard ["none", "scenario"].contains(network) || RecordedNetworks.isKnown(network) else {
      let known = ["none", "scenario"] + RecordedNetworks.names
      throw ValidationError("--network", unknown: "network", network, among: known)
    }
    if input.strategies != nil {
      throw ValidationError("--strategies: the origin is the same for all of them")
    }
  }

  func run() throws {
    let file = try input.read(verbosity)
    let scenario = try cell.scenario(of: file)
    try scenario.checkDevice(device)
    let seed = cell.seed(of: scenario)
    var settings = try settings()
    let (plan, stream) = try scenario.simulationInput(seed: seed)
    settings.bodies = try readBodies(plan)
    for limit in stream.issues?.limits ?? [] { verbosity.note("note: \(limit)") }
    if let mistake = ScaledAges.mistake(at: speed, in: plan.headers) {
      throw ValidationError("--speed: \(mistake)")
    }
    var head = ObservedRecord.Head()
    (head.scenario, head.fingerprint) = (file.name, scenario.worldDigest)
    (head.seed, head.device, head.speed) = (Int64(seed), device, speed)
    (head.network, head.start) = (settings.network.name, settings.start)
    let log = RequestLog(head, isColored: Terminal.isColored(color))
    Interruption.onSignal { log.end() }
    // A signal from before ends the program: then no record is begun.
    Interruption.wait()
    if let record { try log.open(record) }
    let service: OriginService
    do {
      service = try OriginService(
        plan, stream, settings,
        page: OriginPage(
          scenario: file.name, device: device, users: plan.users, names: scenario.storyNames),
        clock: Self.clock(), observe: { log.add($0) }, fail: { log.end($0) })
    } catch let error as ToolError {
      throw CommandError(.inputOutput, error.description)
    }
    let host = address.contains(":") ? "[\(address)]" : address
    Terminal.write(
      "http://\(host):\(service.port)/ serves \(file.name), device \(device), seed \(seed), "
        + "from \(settings.start.clockText)\(speed > 1 ? " at \(speed) times the speed" : "")\n")
    if !Self.loopback.contains(address) {
      verbosity.note("note: \(address) may be reached from other machines")
    }
    let failure = log.wait()
    let end = service.stop()
    try log.close(at: end)
    if let failure { throw failure }
  }

  private static let loopback = ["127.0.0.1", "::1", "localhost"]

  /// What answers bring: what the workload's capture has, and the files of a folder.
  private func readBodies(_ plan: SimulationPlan) throws -> ServedBodies {
    var served = ServedBodies()
    do {
      if let capture = plan.origins(device).capture { try served.read(capture: capture) }
      if let bodies {
        try served.read(folder: bodies)
        verbosity.note("\(served.fileCount) bodies are files of \(bodies)")
      }
    } catch let error as ToolError {
      throw ValidationError("--bodies: \(error.description)")
    }
    return served
  }

  private func settings() throws -> ServiceSettings {
    guard let span = TimeSpan(json: JSON(start)), span >= .zero, span <= .days(36_500) else {
      throw ValidationError("--start: expected a time such as '1d 8h', found '\(start)'")
    }
    var settings = ServiceSettings()
    settings.device = device
    settings.speed = speed
    settings.start = .start + span
    settings.address = address
    settings.port = port
    settings.allowedOrigins = allowOrigin
    switch network {
    case "none": settings.network = .none
    case "scenario": settings.network = .scenario
    default: settings.network = .profile(try RecordedNetworks.profile(of: NetworkChoice(network)))
    }
    return settings
  }

  /// Nanoseconds since 1970: the machine's time now, and from then on what has passed.
  private static func clock() -> OriginService.Clock {
    let seconds = Date().timeIntervalSince1970
    let start = ContinuousClock.now
    return { Int64(seconds * 1e9) + TimeSpan(start.duration(to: .now)).nanoseconds }
  }
}

extension Scenario {
  /// What a story calls resources and devices; nothing where the workload is none.
  var storyNames: StoryNames { (try? workload.product.story?.story())?.names ?? StoryNames() }

  /// Refuses a device that the scenario does not have; a trace and a story have their own.
  func checkDevice(_ device: UInt32) throws {
    guard !workload.product.hasOwnLength, Int(device) >= deviceCount else { return }
    throw ValidationError(
      "--device: expected 0 to \(deviceCount - 1), found \(device): the scenario has "
        + NumberText.counted(deviceCount, "device"))
  }
}

/// What a served origin is asked: printed, written to a file, and summed up at the end.
private final class RequestLog: Sendable {
  private struct State: ~Copyable {
    var file: LineFile?
    var counts: [ObservedRecord.KindCount] = []
    var failure: CommandError?
  }

  private let head: ObservedRecord.Head
  private let isColored: Bool
  private let state: Mutex<State>
  private let isOver = DispatchSemaphore(value: 0)
  /// Writes the lines, so that no client waits for one who reads them slowly or not at all.
  private let printer = DispatchQueue(label: "lines of requests")
  private let waiting = Atomic(0)
  private let omitted = Atomic(0)
  /// The most lines that wait to be written: assumption, some megabytes.
  private static let mostWaiting = 10_000

  init(_ head: ObservedRecord.Head, isColored: Bool) {
    self.head = head
    self.isColored = isColored
    state = Mutex(State())
  }

  /// Begins the record.
  func open(_ path: String) throws(FileError) {
    try state.withLock { state throws(FileError) in
      let file = try LineFile(path: path)
      try file.write(head.line)
      state.file = consume file
    }
  }

  func add(_ request: ObservedRequest) {
    state.withLock { state in
      ObservedRecord.add(request, to: &state.counts)
      do throws(FileError) { try state.file?.write(request.line) } catch {
        if state.failure == nil { state.failure = CommandError(error) }
        isOver.signal()
      }
    }
    guard waiting.load(ordering: .relaxed) < Self.mostWaiting else {
      omitted.add(1, ordering: .relaxed)
      return
    }
    waiting.add(1, ordering: .relaxed)
    printer.async { [self] in
      Terminal.write(line(of: request))
      waiting.subtract(1, ordering: .relaxed)
    }
  }

  /// Ends the wait: by a signal, or because the workload cannot be read on.
  func end(_ error: InputError? = nil) {
    if let error { state.withLock { $0.failure = CommandError(error) } }
    isOver.signal()
  }

  /// Gives back why the end came, unless the user wanted it.
  func wait() -> CommandError? {
    isOver.wait()
    return state.withLock { $0.failure }
  }

  /// Writes the end of the record and the summary.
  func close(at instant: Instant) throws {
    let counts = try state.withLock { state throws(FileError) in
      try state.file?.write(ObservedRecord.endLine(at: instant))
      state.file = nil
      return state.counts
    }
    printer.sync {}
    let lines = omitted.load(ordering: .relaxed)
    if lines > 0 {
      let count = NumberText.counted(lines, "line")
      Terminal.note("note: \(count) left out, as they were not read in time")
    }
    Terminal.write(summary(of: counts, until: instant))
  }

  private func line(of request: ObservedRequest) -> String {
    let status = request.status == 0 ? "closed" : "\(request.status)"
    let code = request.status == 304 ? "32" : (200..<400).contains(request.status) ? nil : "31"
    let shown = code.flatMap { isColored ? "\u{1B}[\($0)m\(status)\u{1B}[0m" : nil } ?? status
    return "\(request.at.clockText)  \(request.method) \(request.path)  "
      + "\(request.condition ?? "-")  \(shown)  \(request.body.count) B\n"
  }

  private func summary(of kinds: [ObservedRecord.KindCount], until end: Instant) -> String {
    func share(_ part: Int, of whole: Int) -> String {
      whole == 0 ? "–" : Display.text(Double(part) / Double(whole), .ratio)
    }
    let length = Display.text((end - head.start).milliseconds, .milliseconds)
    let all = kinds.reduce(0) { $0 + $1.requests }
    let confirmed = kinds.reduce(0) { $0 + $1.confirmed }
    let bytes = kinds.reduce(Bytes.zero) { $0 + $1.body }
    var text =
      "\n\(NumberText.counted(all, "request")) in \(length) of virtual "
      + "time: \(share(confirmed, of: all)) confirmed (304), "
      + "\(Display.text(Double(bytes.count), .bytes)) sent\n"
    if !kinds.isEmpty {
      let rows = kinds.map {
        [
          $0.kind, "\($0.requests)", share($0.confirmed, of: $0.requests), "\($0.failed)",
          Display.text(Double($0.body.count), .bytes),
        ]
      }
      text += AlignedText.table([["kind", "requests", "304", "failed", "bytes"]] + rows, .left)
    }
    return text
  }
}
