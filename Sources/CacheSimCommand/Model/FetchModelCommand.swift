internal import ArgumentParser
internal import DeviceModels
internal import SimCore

/// How long a single fetch takes, phase by phase.
struct FetchModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Prints how long a single fetch takes, phase by phase.",
    discussion: """
      EXAMPLES
        cachesim model fetch --network slow-4g --bytes 100000 --cold
        cachesim model fetch --network lte-nlc --bytes "1 MB" --warm --radio
        cachesim model fetch --network 3g --bytes 2000 --returning --tls tls1.3-0rtt
      """)

  @Option(help: "The network; see 'cachesim list networks'.", completion: .network)
  var network = NetworkProfiles.slow4G.name

  @Option(help: "The answer's body.", transform: FlagValue.bytes)
  var bytes = Bytes(100_000)

  @Flag(help: "The host is unknown, or was connected before, or a connection to it is open.")
  var acquaintance = Acquaintance.cold

  @Option(help: "The request's body.", transform: FlagValue.bytes)
  var requestBytes = Bytes.zero

  @Option(help: "How long the origin thinks.", transform: FlagValue.setting)
  var think = Lantern.serverLatency

  @Option(
    help: "The handshake: none, tls1.2, tls1.3 and with -resumed, or tls1.3-0rtt.",
    transform: FlagValue.setting)
  var tls = TLSHandshake.tls13

  @Option(help: "HTTP's version: 1.1, 2 or 3.", transform: FlagValue.setting)
  var http = HTTPVersion.http2

  @Option(help: "A request's header.", transform: FlagValue.bytes)
  var requestHeader = NetworkSettings().requestHeader

  @Option(help: "An answer's header.", transform: FlagValue.bytes)
  var responseHeader = NetworkSettings().responseHeader

  @Flag(help: "Wake the usual radio of such a network first.")
  var radio = false

  @OptionGroup var options: ModelOptions

  func validate() throws {
    let profile = try profile()
    guard !profile.isOffline, profile.loss < 1 else {
      throw ValidationError(
        "--network: expected one that lets something through, found '\(network)'")
    }
    try expect("--bytes", bytes.count, in: 0...1_000_000_000_000)
    try expect("--request-bytes", requestBytes.count, in: 0...1_000_000_000_000)
  }

  private func profile() throws -> NetworkProfile {
    if let profile = NetworkProfiles.named(network) { return profile }
    let hint = Suggestion.hint(for: network, among: NetworkProfiles.all.map(\.name))
    throw ValidationError("--network: unknown network '\(network)'\(hint)")
  }

  func run() throws {
    let profile = try profile()
    var settings = NetworkSettings()
    settings.tls = tls
    settings.version = http
    settings.requestHeader = requestHeader
    settings.responseHeader = responseHeader
    let fetch = FetchTimeline(
      profile: profile, settings: settings, bytes: bytes, requestBytes: requestBytes,
      thinkTime: think, start: acquaintance.start,
      radio: radio ? RadioProfiles.suggested(for: profile.access) : nil)
    guard let fetch else { return }
    var answer = ModelAnswer()
    answer.add("network", profile.name, profile.source)
    for phase in fetch.phases {
      let key = phase.kind.rawValue.replacing("-", with: "_")
      answer.add("\(key)_ms", phase.duration.milliseconds, words(for: phase.kind, of: fetch))
    }
    answer.add("total_ms", fetch.total.milliseconds, "from the request to the last byte")
    if let lantern = lantern(on: profile) {
      answer.add("lantern_total_ms", lantern.milliseconds, "the same by Lighthouse's model")
    }
    answer.write(options.format)
  }

  private func words(for kind: FetchPhase.Kind, of fetch: FetchTimeline) -> String {
    switch kind {
    case .promotion: "the idle radio wakes up"
    case .nameLookup: "the host's name is looked up"
    case .connection: http == .http3 ? "QUIC's handshake" : "TCP's handshake"
    case .tls: "TLS's handshake"
    case .upload: "the request goes onto the link"
    case .wayThere: "it travels to the origin"
    case .server: "the origin thinks"
    case .wayBack: "the first bit travels back"
    case .wakingUp: "the radio fell asleep, and wakes up again"
    case .transfer: rounds(of: fetch)
    }
  }

  /// The rounds of slow start, as windows in segments.
  private func rounds(of fetch: FetchTimeline) -> String {
    let windows = fetch.transferRounds.map { "\($0.window)" }.joined(separator: ", ")
    return windows.isEmpty ? "nothing comes" : "the answer comes, in windows of \(windows) segments"
  }

  /// Lighthouse's answer, where its model has one.
  private func lantern(on profile: NetworkProfile) -> TimeSpan? {
    guard profile.roundTrip > .zero else { return nil }
    let rate = profile.down == .unlimited ? .infinity : Double(profile.down.bitsPerSecond)
    var lantern = Lantern(
      roundTrip: profile.roundTrip, rate: rate, serverLatency: think, isSecure: tls != .none,
      isHTTP2: false)
    lantern.isWarm = acquaintance == .warm
    let lookup = acquaintance == .cold ? lantern.nameLookup(isFirst: true) : .zero
    return lantern.download(bytes, nameLookup: lookup).duration
  }
}

/// What a device knows of a host, as flags.
enum Acquaintance: EnumerableFlag {
  case cold, returning, warm

  var start: FetchStart {
    switch self {
    case .cold: .cold
    case .returning: .returning
    case .warm: .warm
    }
  }
}
