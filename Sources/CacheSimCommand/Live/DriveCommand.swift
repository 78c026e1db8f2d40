internal import ArgumentParser
internal import CacheWorkloads
internal import ClientSimulation
internal import Experiments
internal import LiveClients
internal import SimCore

struct DriveCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive",
    abstract: "Prints what happens on a device as JSON lines, for a driver of your own.",
    discussion: """
      The lines have the verbs of 'cachesim live' (Docs/Live.md): open (the app's process starts), \
      foreground, background, memoryWarning, switchUser, terminate, and get for each address that \
      a screen needs, with reload where the user pulls to refresh. Besides there are crash, \
      network, view and leave (a screen appears and disappears), push and edit. Each has its time: \
      'at' in seconds since 1970, 'nanoseconds' since the scenario's start. Addresses are whole: \
      they begin with --origin.

      A driver plays them to an app that asks 'cachesim serve SCENARIO --port 8080'.

      EXAMPLES
        cachesim drive news --jsonl --device 0 --duration 1d > day.jsonl
        cachesim drive twitter --jsonl --seed 3 | python3 driver.py
      """)

  @OptionGroup var input: ScenarioArguments
  @OptionGroup var cell: CellArguments

  @Option(help: "The device.")
  var device: UInt32 = 0

  @Option(help: "What addresses begin with: where the origin is served.")
  var origin = "http://127.0.0.1:8080"

  @Flag(help: "Write JSON lines, the only form that there is.")
  var jsonl = false

  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    if input.strategies != nil {
      throw ValidationError("--strategies: what users do is the same for all of them")
    }
    guard let scheme = origin.firstRange(of: "://"), scheme.lowerBound > origin.startIndex,
      !origin[scheme.upperBound...].isEmpty
    else {
      throw ValidationError(
        "--origin: expected an address such as http://127.0.0.1:8080, found '\(origin)'")
    }
  }

  func run() throws {
    let file = try input.read(verbosity)
    let scenario = try cell.scenario(of: file)
    try scenario.checkDevice(device)
    let (plan, stream) = try scenario.simulationInput(seed: cell.seed(of: scenario))
    let head = DrivenDay.Head(
      scenario: file.name, fingerprint: scenario.worldDigest, device: device,
      origin: String(origin.hasSuffix("/") ? origin.dropLast() : origin[...]))
    try DrivenDay.write(head, plan, stream) { Terminal.write($0) }
  }
}
