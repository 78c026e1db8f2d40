internal import ArgumentParser
internal import DeviceModels
internal import SimCore

struct RadioModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "radio",
    abstract: "Prints the energy of a radio for some bursts of packets.",
    discussion: """
      EXAMPLES
        cachesim model radio --network lte --active 0.3s@0s --active 0.3s@5s
        cachesim model radio --network 3g-aro --active 1s@0s \\
          --down "100 KB" --until 60s
      """)

  /// Packets for so long, from an instant on.
  struct Burst {
    var start: TimeSpan
    var length: TimeSpan

    init(argument: String) throws {
      let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw ValidationError("expected a length and a start such as \"0.3s@5s\"")
      }
      length = try FlagValue.setting(String(parts[0]))
      start = try FlagValue.setting(String(parts[1]))
    }
  }

  @Option(
    help: ArgumentHelp(
      "A radio, or a network that stands for its usual radio; see 'cachesim list radios'.",
      valueName: "name"), completion: .radio)
  var network = "lte"

  @Option(
    help: ArgumentHelp(
      "A burst of packets: its length and when it is requested; may be repeated. An idle radio is "
        + "promoted first.", valueName: "length@start"),
    transform: Burst.init)
  var active: [Burst] = []

  @Option(help: "Bytes sent in all.", transform: FlagValue.bytes)
  var up = Bytes.zero

  @Option(help: "Bytes received in all.", transform: FlagValue.bytes)
  var down = Bytes.zero

  @Option(
    help: "Until when energy is counted; by default until the radio is idle again.",
    transform: FlagValue.setting)
  var until: TimeSpan?

  @OptionGroup var options: ModelOptions

  func validate() throws {
    guard !active.isEmpty else {
      throw ValidationError("--active: expected a burst such as 0.3s@0s, found none")
    }
    let last = active.map { $0.start + $0.length }.max() ?? .zero
    if let until, until < last {
      throw ValidationError("--until: expected \(last.text) or later, found \(until.text)")
    }
    _ = try profile()
  }

  private func profile() throws -> RadioProfile {
    if let radio = RadioProfiles.named(network) { return radio }
    if let link = NetworkProfiles.named(network) {
      return RadioProfiles.suggested(for: link.access)
    }
    let known = RadioProfiles.all.map(\.name) + NetworkProfiles.all.map(\.name)
    throw ValidationError(
      "--network: unknown radio '\(network)'\(Suggestion.hint(for: network, among: known))")
  }

  func run() throws {
    let profile = try profile()
    var radio = Radio(profile)
    var end = Instant.start
    for burst in active.sorted(by: { $0.start < $1.start }) {
      let ready = radio.wake(at: .start + burst.start)
      radio.carry(from: ready, to: ready + burst.length)
      end = max(end, ready + burst.length)
    }
    radio.count(up: up, down: down)
    let tail = profile.tail.reduce(TimeSpan.zero) { $0 + $1.duration }
    let energy = radio.energy(until: max(end, until.map { .start + $0 } ?? end + tail))
    write(energy, of: profile)
  }

  private func write(_ energy: RadioEnergy, of profile: RadioProfile) {
    var result = ModelResult()
    result.add("radio", profile.name, profile.source)
    result.add("energy_j", energy.total, places: 4, "in all")
    result.add("promotion_energy_j", energy.promotion, places: 4, "from idle to connected")
    result.add("active_energy_j", energy.active, places: 4, "while packets flow")
    result.add("tail_energy_j", energy.tail, places: 4, "waiting for more of them")
    result.add("idle_energy_j", energy.idle, places: 4, "listening for pages")
    result.add("promotions", Int64(energy.promotions), "times")
    result.add("promotion_s", energy.promotionTime.seconds, "")
    result.add("active_s", energy.activeTime.seconds, "")
    result.add("tail_s", energy.tailTime.seconds, "")
    result.add("idle_s", energy.idleTime.seconds, "")
    result.write(options.format)
  }
}
