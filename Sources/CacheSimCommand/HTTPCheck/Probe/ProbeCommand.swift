internal import ArgumentParser
internal import HTTPCaching
internal import SimCore

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
