internal import ArgumentParser
internal import DeviceModels
internal import SimCore

struct FetchModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Prints the time of a single fetch, phase by phase.",
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

  @OptionGroup var options: ModelOptions

  func validate() throws {
    let profile = try profile()
    guard !profile.isOffline, profile.loss < 1 else {
      throw ValidationError(
        "--network: expected one that delivers packets, found '\(network)'")
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
    result.write(options.format)
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
