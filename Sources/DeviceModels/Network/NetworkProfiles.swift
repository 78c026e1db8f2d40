package import SimCore

/// What a network link does to packets: delay, rates and loss, with the source of the numbers.
///
/// Profiles are conventions of tools more than data: a result should be shown on several.
package struct NetworkProfile: Hashable, Sendable {
  /// The name by which a scenario asks for it.
  package var name: String
  /// Other names it is found by.
  package var aliases: [String]
  /// What the link is made of.
  package var access: NetworkAccess
  /// The link's round-trip time: the SUM of both one-way delays.
  package var linkRoundTrip: TimeSpan
  /// Round-trip time beyond the link, to the origin and back; zero where the source includes it.
  package var serverPath: TimeSpan
  /// The rate towards the device.
  package var down: BitRate
  package var up: BitRate
  /// Share of packets lost, 0 to 1; 1: nothing ever arrives, and requests time out.
  package var loss: Double
  /// What each name lookup takes on top of its round trips.
  package var nameLookupDelay: TimeSpan
  /// Whether jitter acts on it; an ideal link has none.
  package var hasJitter: Bool
  /// How its round trips vary; nil: they do not.
  package internal(set) var variance: LinkVariance?
  /// The mean of that variance's round trips, in its own unit.
  let meanOfRoundTrips: Double
  /// What was recorded of such a link, in place of the constants; nil: they hold.
  package var recording: RecordedLink?
  /// Where the numbers are from.
  package var source: String
  /// How sure they are.
  package var certainty: Certainty

  /// The network that a description says.
  /// - Parameters:
  ///   - name: the name by which a scenario asks for it.
  ///   - base: the profile of which everything is taken that is not said; nil: there is none.
  ///   - variance: how it varies; nil: as the profile, or as is usual.
  package init(
    _ name: String, aliases: [String] = [], _ link: NetworkDescription,
    over base: NetworkProfile? = nil, varyingAs variance: LinkVariance? = nil, source: String,
    certainty: Certainty = .assumption
  ) {
    self.name = name
    self.aliases = aliases
    access = link.access ?? base?.access ?? .none
    hasJitter = link.hasJitter ?? base?.hasJitter ?? true
    var varying = hasJitter ? variance ?? base?.variance ?? .usual(for: access) : nil
    if let lost = link.lostRequests { varying?.lostRequests = lost }
    meanOfRoundTrips = varying?.roundTrip.mean ?? 1
    self.variance = link.variance == Variance.none.rawValue ? nil : varying
    let mean = variance.map { TimeSpan(rounding: $0.roundTrip.mean / 1_000) }
    linkRoundTrip = link.roundTrip ?? base?.linkRoundTrip ?? mean ?? .zero
    serverPath = link.serverPath ?? (link.roundTrip == nil ? base?.serverPath : nil) ?? .zero
    down = link.down ?? base?.down ?? .unlimited
    up = link.up ?? base?.up ?? .unlimited
    loss = link.loss ?? base?.loss ?? 0
    nameLookupDelay = link.nameLookupDelay ?? base?.nameLookupDelay ?? .zero
    self.source = source
    self.certainty = certainty
  }

  package var roundTrip: TimeSpan { linkRoundTrip + serverPath }
  /// The least round trip that can be drawn, in seconds, without a uniform jitter.
  package func leastRoundTrip(_ variance: Variance) -> Double {
    if recording?.roundTrip != nil { return roundTrip.seconds }
    guard variance == .measured, let table = self.variance?.roundTrip else {
      return roundTrip.seconds
    }
    return roundTrip.seconds * table.least / meanOfRoundTrips
  }
  /// The fastest that a direction can be when its rate in the mean is this.
  package func greatest(of rate: BitRate, _ variance: Variance) -> BitRate {
    guard variance == .measured, recording == nil, let rates = self.variance?.rates,
      rate != .unlimited
    else { return rate }
    let bits = Double(rate.bitsPerSecond) * rates.greatest
    return BitRate(bitsPerSecond: Int64(bits.rounded(.up)))
  }
  /// No interface is up: requests fail at once.
  package var isOffline: Bool { access == .none }
  /// Whether bytes are counted against a data plan.
  package var isMetered: Bool { access.isMetered }
  /// Same link with another path to the origin behind it.
  package func with(serverPath: TimeSpan) -> NetworkProfile {
    var copy = self
    copy.serverPath = serverPath
    return copy
  }
}

/// The catalogue of network profiles: `Data/networks.json`.
package enum NetworkProfiles {
  /// Every profile, in the order in which a list shows them.
  package static let all = DataTable.bundled("networks") { entry, path, problems in
    NetworkDescription.read(entry.settings, path: "\(path).settings", &problems).map { link in
      NetworkProfile(
        entry.name, aliases: entry.aliases, link,
        varyingAs: link.variance.flatMap(LinkVariance.named), source: entry.source.text,
        certainty: entry.certainty)
    }
  }

  /// The profile with that name or alias; nil: there is none.
  /// - Complexity: O(profiles).
  package static func named(_ name: String) -> NetworkProfile? {
    all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
  }

  /// How a network or a link of that name varies; nil: there is none, or it does not.
  package static func variance(named name: String) -> LinkVariance? {
    LinkVariance.named(name) ?? named(name)?.variance
  }

  /// Zero round trip, unlimited rate, no loss: the network that costs nothing.
  package static let ideal = known("ideal")
  /// No interface is up; as in aeroplane mode, requests fail at once.
  package static let offline = known("offline")
  /// Lighthouse's "slow 4G": the profile that a scenario gets when it names none.
  package static let slow4G = known("slow-4g")
  /// Network Link Conditioner's Wi-Fi, with a path to the origin behind it.
  package static let wifi = known("wifi")

  private static func known(_ name: String) -> NetworkProfile {
    guard let profile = named(name) else { preconditionFailure("no network is called \(name)") }
    return profile
  }
}
