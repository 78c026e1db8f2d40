internal import ArgumentParser
internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

struct HTTPCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "http-check",
    abstract: "Checks the URL cache's HTTP engine by test vectors or by a HAR capture.",
    discussion: """
      EXAMPLES
        cachesim http-check vectors vectors.json
        cachesim http-check vectors vectors.json --filter optimal --format json
        cachesim http-check vectors vectors.json --explain freshness-max-age
        cachesim http-check capture capture.har
        cachesim http-check capture capture.har --profile chromium --sessions one
        cachesim http-check capture capture.har --all-profiles
        cachesim http-check probe --output probe.har
        cachesim http-check learn capture.har --output mine.json
      """,
    subcommands: [
      VectorCheckCommand.self, CaptureCheckCommand.self, LearnCommand.self, ProbeCommand.self,
    ])
}

struct CaptureCheckCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Compares the engine's decisions with a client's in a HAR capture.",
    discussion: """
      Of a capture with repeated requests it lists which ones our cache would have served by the \
      recorded header lines, and where the client did otherwise, with the rule of other clients \
      that explains it. Beside the agreement stand that of a cache that never answers, the \
      requests that inform (the client's cache answered or validated them), Cohen's kappa, and \
      the requests that the capture cannot decide. Pages that began with an emptied cache begin a \
      session; they are found by their titles (Run 2, First View) or by what was loaded again \
      although it was fresh, unless --sessions is given.

      Our cache goes by the rules of a client (--profile; 'cachesim list http-profiles' has \
      their names). Without it by those of the client that the capture names (its browser, or the \
      User-Agent of most requests), else by RFC 9111. \
      --all-profiles compares with each. A profile of one's own, as 'http-check learn' writes \
      one, is named by its file: mine.json#learned. \
      What the client did is what an entry's _kind says where there is one, else what the entry \
      shows.

      EXAMPLES
        cachesim http-check capture capture.har
        cachesim http-check capture capture.har --profile okhttp --format json
        cachesim http-check capture capture.har --profile mine.json#learned
        cachesim http-check capture capture.har --all-profiles

      EXIT CODES
        0    always, when the capture could be read
        65   the file is no capture, or is empty
        66   there is no such file
      """)

  @OptionGroup var capture: CaptureArguments

  @Flag(help: "A table of the agreement with each client's rules.")
  var allProfiles = false
  @OptionGroup(title: "Privacy") var privacy: PrivacyArguments
  @OptionGroup var rules: ProfileArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func run() throws {
    let (log, reading) = (try capture.log(verbosity), capture.reading)
    guard !allProfiles else {
      guard rules.profile == nil else {
        throw CommandError(.usage, "--profile and --all-profiles exclude one another")
      }
      let capture = RecordedCapture(log, sessions: reading)
      let table = ProfileTable(HTTPProfile.all.map { CaptureComparison(capture, $0) })
      return Terminal.write(
        table.listing.written(writing.format, text: table.text, json: table.json))
    }
    let comparison = CaptureComparison(log, sessions: reading, profile: rules.profile)
    let hiding = privacy.hiding
    Terminal.write(
      CaptureTable.listing(of: comparison).written(
        writing.format, text: CaptureTable.text(of: comparison, hiding: hiding),
        json: CaptureTable.json(of: comparison, hiding: hiding)))
    PrivacyArguments.note(hiding, verbosity)
  }
}

struct CaptureArguments: ParsableArguments {
  @Argument(help: "A HAR capture.", completion: .file(extensions: ["har", "json"]))
  var file: String
  @Option(
    help: ArgumentHelp(
      "Which pages of a capture used the same cache: detect, one or each-page; by default detect.",
      valueName: "reading"),
    transform: FlagValue.setting)
  var sessions: HARSessions.Reading?

  var reading: HARSessions.Reading { sessions ?? .detect }

  func log(_ verbosity: VerbosityArguments) throws -> JSON {
    try HTTPCheckInput(file, verbosity).capture(file)
  }
}

struct ProfileArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The client by whose rules our cache goes, or FILE.json#NAME; by default the capture's, or "
        + "RFC 9111.",
      valueName: "name"),
    completion: .list(HTTPProfile.all.map(\.name)), transform: FlagValue.profile)
  var profile: HTTPProfile?
}

/// A file of vectors or a capture, read.
struct HTTPCheckInput {
  let bytes: [UInt8]
  /// Of a capture; nil: the file is none.
  let log: JSON?

  init(_ file: String, _ verbosity: VerbosityArguments) throws(CommandError) {
    verbosity.detail("read", file)
    if let packed = try? HARFile(packed: file) {
      bytes = []
      log = packed.log
      return
    }
    guard let path = ScenarioLocator.existingPath(file) else {
      throw CommandError(.missingFile, "there is no file '\(file)'")
    }
    bytes = try InputFile.contents(of: path)
    let log = (try? JSON.parse(bytes, limit: InputFile.maximumValues))?["log"]
    self.log = log?["entries"]?.elements == nil ? nil : log
  }

  /// The capture's log. - Throws: it is none, or has no entries.
  func capture(_ file: String) throws(CommandError) -> JSON {
    guard let log else {
      throw CommandError(
        .badInput, "\(file): expected a HAR capture, an object with a log of entries")
    }
    guard log["entries"]?.elements?.isEmpty == false else {
      throw CommandError(.badInput, "\(file): there are no entries")
    }
    return log
  }
}

struct ProbeCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Writes a schedule of requests that decides the rules of an HTTP client.",
    discussion: """
      The schedule is a HAR capture: what is asked, when, and what the origin answers, a few \
      requests for each switch of a profile. A real client goes through it under the virtual clock \
      ('cachesim live', whose recording 'http-check learn' reads), or asks an origin that \
      'cachesim serve' serves from it. With --profile it is instead what a cache by those rules \
      would have made of it.

      EXAMPLES
        cachesim http-check probe --output probe.har
        cachesim live capture --trace probe.har --client 'mine=python3 mine.py' \\
          --clock faketime --record mine
        cachesim http-check learn mine/mine/seed-1-device-0.har --sessions one
        cachesim http-check probe --profile okhttp --output okhttp.har

      EXIT CODES
        0    the schedule is written
        74   it cannot be written
      """)

  @Option(
    help: "The capture's file; by default standard output.",
    completion: .file(extensions: ["har"]))
  var output: String?
  @Option(
    help: ArgumentHelp("A client by whose rules a cache goes through it.", valueName: "name"),
    completion: .list(HTTPProfile.all.map(\.name)), transform: FlagValue.profile)
  var profile: HTTPProfile?
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws { try OutputFile.check(output) }

  func run() throws {
    let text = ProbeRun().capture(by: profile?.switches).text + "\n"
    guard let output else { return Terminal.write(TextPieces(text)) }
    try OutputFile.write(TextPieces(text), to: output)
  }
}
