internal import ArgumentParser
internal import CacheWorkloads
internal import DeviceModels
internal import Experiments
internal import SimCore

struct FetchModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Prints the time of a single fetch, phase by phase.",
    discussion: """
      EXAMPLES
        cachesim model fetch --network slow-4g --bytes 100000 --cold
        cachesim model fetch --network lte-nlc --bytes "1 MB" --warm --radio
        cachesim model fetch --network 3g --bytes 2000 --returning --tls tls1.3-0rtt
      """)

  @Option(help: "The network; see 'cachesim list networks'.", completion: .network)
  var network = "slow-4g"

  @Option(help: "The response's body.", transform: FlagValue.bytes)
  var bytes = Bytes(100_000)

  @Flag(help: "A new host, a host that was connected before, or an open connection.")
  var connection = ConnectionState.cold

  @Option(help: "The request's body.", transform: FlagValue.bytes)
  var requestBytes = Bytes.zero

  @Option(help: "The origin's think time.", transform: FlagValue.setting)
  var think = Lantern.serverLatency

  @Option(
    help: "The handshake: none, tls1.2, tls1.3 and with -resumed, or tls1.3-0rtt.",
    transform: FlagValue.setting)
  var tls = TLSHandshake.tls13

  @Option(help: "HTTP's version: 1.1, 2 or 3.", transform: FlagValue.setting)
  var http = HTTPVersion.http2

  @Option(help: "The request's header.", transform: FlagValue.bytes)
  var requestHeader = NetworkSettings().requestHeader

  @Option(help: "The response's header.", transform: FlagValue.bytes)
  var responseHeader = NetworkSettings().responseHeader

  @Flag(help: "Include the promotion of the usual radio of such a network.")
  var radio = false

  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func validate() throws {
    let profile = try FlagValue.network(network)
    guard !profile.isOffline, profile.loss < 1 else {
      throw ValidationError("--network: expected one that delivers packets, found '\(network)'")
    }
    try expect("--bytes", bytes.count, in: 0...1_000_000_000_000)
    try expect("--request-bytes", requestBytes.count, in: 0...1_000_000_000_000)
  }

  func run() throws {
    let profile = try FlagValue.network(network)
    var settings = NetworkSettings()
    settings.tls = tls
    settings.version = http
    settings.requestHeader = requestHeader
    settings.responseHeader = responseHeader
    let fetch = FetchTimeline(
      profile: profile, settings: settings, bytes: bytes, requestBytes: requestBytes,
      thinkTime: think, start: connection.start,
      radio: radio ? RadioProfiles.suggested(for: profile.access) : nil)
    guard let fetch else { return }
    var result = ModelResult()
    result.add("network", profile.name, profile.source)
    for phase in fetch.phases {
      let key = phase.kind.rawValue.replacing("-", with: "_")
      result.add("\(key)_ms", phase.duration.milliseconds, words(for: phase.kind, of: fetch))
    }
    result.add("total_ms", fetch.total.milliseconds, "from the request to the last byte")
    if let lantern = lantern(on: profile) {
      result.add("lantern_total_ms", lantern.milliseconds, "the same by Lighthouse's model")
    }
    result.write(writing.format)
  }

  private func words(for kind: FetchPhase.Kind, of fetch: FetchTimeline) -> String {
    switch kind {
    case .lost: "a request is lost with its connection"
    case .promotion: "the idle radio wakes up"
    case .nameLookup: "the host's name is looked up"
    case .connection: http == .http3 ? "QUIC's handshake" : "TCP's handshake"
    case .tls: "TLS's handshake"
    case .upload: "the request goes onto the link"
    case .wayThere: "it travels to the origin"
    case .server: "the origin's think time"
    case .wayBack: "the first bit travels back"
    case .wakingUp: "the radio fell asleep, and wakes up again"
    case .transfer: rounds(of: fetch)
    }
  }

  private func rounds(of fetch: FetchTimeline) -> String {
    let windows = fetch.transferRounds.map { "\($0.window)" }.joined(separator: ", ")
    return windows.isEmpty
      ? "an empty response"
      : "the response, in windows of \(windows) \(windows == "1" ? "segment" : "segments")"
  }

  private func lantern(on profile: NetworkProfile) -> TimeSpan? {
    guard profile.roundTrip > .zero else { return nil }
    let rate = profile.down == .unlimited ? .infinity : Double(profile.down.bitsPerSecond)
    var lantern = Lantern(
      roundTrip: profile.roundTrip, rate: rate, serverLatency: think, isSecure: tls != .none,
      isHTTP2: false)
    lantern.isWarm = connection == .warm
    let lookup = connection == .cold ? lantern.nameLookup(isFirst: true) : .zero
    return lantern.download(bytes, nameLookup: lookup).duration
  }
}

enum ConnectionState: EnumerableFlag {
  case cold, returning, warm

  var start: FetchStart {
    switch self {
    case .cold: .cold
    case .returning: .returning
    case .warm: .warm
    }
  }
}

struct TransferModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfer",
    abstract: "Prints when a transfer over a recorded network is done, without round trips.",
    discussion: """
      The transfer has the link for itself and loses nothing. Of a file of
      Mahimahi each line passes a packet of 1,500 bytes; a chance at exactly the
      start is gone. Of rates it is the integral. At its end the recording begins
      again.

      EXAMPLES
        cachesim model transfer --recorded norway_train_1 --start 5s --bytes 100000
        cachesim model transfer --recorded trace.down --bytes "1 MB" --format json
      """)

  @Option(
    help: ArgumentHelp(
      "A file of Mahimahi, of seconds and Mbit/s, or of columns; or a bundled recording.",
      valueName: "file"), completion: .recording)
  var recorded: String

  @Option(
    help: "When the transfer begins, from the recording's start.", transform: FlagValue.setting)
  var start = TimeSpan.zero

  @Option(help: "The bytes that are transferred.", transform: FlagValue.bytes)
  var bytes = Bytes(100_000)

  @Option(
    help: ArgumentHelp(
      "The direction; by default the file's, and down where it has both.", valueName: "direction"))
  var direction: NetworkRecording.Direction?

  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func validate() throws {
    try expect("--bytes", bytes.count, in: 0...1_000_000_000_000)
    guard start <= .days(365) else {
      throw ValidationError("--start: expected at most 365d, found \(start.text)")
    }
  }

  func run() throws {
    try InputFile.check(recorded)
    var recording = try RecordedNetworks.recording(of: recorded)
    if let direction, direction != recording.direction {
      guard recording.rates(direction) != nil else {
        throw CommandError(
          .badInput,
          "\(recorded): expected a recording of direction \(direction.rawValue), found none")
      }
      recording.direction = direction
    }
    guard let end = recording.completion(of: bytes, from: start.nanoseconds) else {
      throw CommandError(.badInput, "\(recorded): the transfer would take more than 292 years")
    }
    let done = TimeSpan(nanoseconds: end)
    var result = ModelResult()
    result.add("recording", recording.name, "")
    result.add("direction", recording.direction.rawValue, "")
    if let mean = recording.rates(recording.direction)?.mean {
      result.add("mean_mbit_per_s", bitsPerSecond: mean, "of the whole recording")
    }
    result.add("start_ms", start.milliseconds, "from the recording's start")
    result.add("bytes", bytes.count, "")
    if let chances = recording.chances {
      result.add("packets", chances.packets(for: bytes), "of 1,500 bytes")
      result.add("done_ms", done.nanoseconds / 1_000_000, "when the last packet has passed")
    } else {
      result.add("done_ms", done.milliseconds, "when the last byte has passed")
    }
    result.add("took_ms", (done - start).milliseconds, "")
    result.write(writing.format)
  }
}

extension NetworkRecording.Direction: ExpressibleByArgument {}

struct RadioModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "radio", abstract: "Prints the energy of a radio for some bursts of packets.",
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

  @OptionGroup(title: "What is printed") var writing: FormatArguments

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
    throw ValidationError("--network", unknown: "radio", network, among: known)
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
    result.write(writing.format)
  }
}
