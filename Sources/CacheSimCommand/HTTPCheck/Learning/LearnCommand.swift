internal import ArgumentParser
internal import CacheWorkloads
internal import Experiments
internal import HTTPCaching
internal import SimCore

struct LearnCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Learns a client's rules from a HAR capture, and writes them as a profile.",
    discussion: """
      From the \(ProfileLearner.starts) bundled profiles on that agree best, every switch is tried \
      in every position, and kept where ours then does on two requests more what the client did, \
      until no switch brings more. The profile is written as a file of the form of \
      http-profiles.json, whose entry a scenario names: "profile": "FILE.json#NAME". So does \
      --profile of 'http-check capture', which holds it against another capture of the client.

      Beside the agreement stand that of a cache that never answers, Cohen's kappa, and what is \
      held out: what every second resource teaches, held against the others. A switch is decided \
      where any other position would change what ours does with a request of the capture; for \
      those that it leaves open the requests are told that decide them, which 'http-check probe' \
      writes as a schedule. Each request on which the two still differ has the switch that would \
      explain it, a rule of other clients, or the requests that would tell.

      EXAMPLES
        cachesim http-check learn capture.har
        cachesim http-check learn capture.har --sessions one --output mine.json
        cachesim http-check learn capture.har --format json
        cachesim http-check capture other.har --profile mine.json#learned

      EXIT CODES
        0    the capture could be read, and judges some requests
        65   the file is no capture, or nothing in it is requested twice
        66   there is no such file
        74   the profile cannot be written
      """)

  @OptionGroup var capture: CaptureArguments
  @Option(
    help: ArgumentHelp(
      "The profile that the search begins with, in place of the best ones.", valueName: "name"),
    completion: .list(HTTPProfile.all.map(\.name)), transform: FlagValue.profile)
  var from: HTTPProfile?
  @Option(
    help: "Writes the profile to a file; without it none is written.",
    completion: .file(extensions: ["json"]))
  var output: String?
  @Option(help: "The profile's name in that file.")
  var name = "learned"
  @Flag(help: "Replace a file that is there.")
  var force = false
  @OptionGroup(title: "Privacy") var privacy: PrivacyArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    try OutputFile.check(output)
    if name.isEmpty || name.contains("#") {
      throw ValidationError("--name: expected a name without '#', found '\(name)'")
    }
  }

  func run() throws {
    if let output, !force, FileKind(of: output) != nil {
      throw CommandError(
        .inputOutput, "\(output): there is such a file; --force replaces it, --output another")
    }
    let recorded = RecordedCapture(try capture.log(verbosity), sessions: capture.reading)
    let learned = LearnedProfile(recorded, from: from.map { [$0] } ?? HTTPProfile.all)
    guard learned.figures.judged > 0 else {
      throw CommandError(
        .badInput, "\(capture.file): nothing in it is requested twice, or was asked again")
    }
    if let output {
      try OutputFile.write(TextPieces(learned.file(named: name).text + "\n"), to: output)
    }
    let hiding = privacy.hiding
    let table = LearnedTable(learned: learned, hiding: hiding)
    Terminal.write(
      table.listing.written(
        writing.format, text: table.text(writtenTo: output, name), json: table.json(name)))
    PrivacyArguments.note(hiding, verbosity)
  }
}
