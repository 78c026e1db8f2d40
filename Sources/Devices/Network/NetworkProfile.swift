public import SimCore

/// What a network link does to packets: delay, rates and loss, with the source of the numbers.
///
/// Profiles are conventions of tools more than data: a result should be shown on several.
public struct NetworkProfile: Hashable, Sendable {
  /// The name by which a scenario asks for it.
  public var name: String
  /// Other names it is found by.
  public var aliases: [String]
  /// What the link is made of.
  public var access: NetworkAccess
  /// The link's round-trip time: the SUM of both one-way delays.
  public var linkRoundTrip: TimeSpan
  /// Round-trip time beyond the link, to the origin and back; zero where the source includes it.
  public var serverPath: TimeSpan
  /// The rate towards the device.
  public var down: BitRate
  /// The rate from the device.
  public var up: BitRate
  /// Share of packets lost, 0 to 1; 1: nothing ever arrives, and requests time out.
  public var loss: Double
  /// What each name lookup takes on top of its round trips.
  public var nameLookupDelay: TimeSpan
  /// Whether jitter acts on it; an ideal link has none.
  public var hasJitter: Bool
  /// Where the numbers are from.
  public var source: String
  /// How sure they are.
  public var certainty: Certainty

  /// Makes a profile; the round trip is that of the whole link, both ways together.
  public init(
    _ name: String, aliases: [String] = [], access: NetworkAccess, roundTrip: TimeSpan,
    serverPath: TimeSpan = .zero, down: BitRate, up: BitRate, loss: Double = 0,
    nameLookupDelay: TimeSpan = .zero, hasJitter: Bool = true, source: String,
    certainty: Certainty
  ) {
    precondition(loss >= 0 && loss <= 1, "a share of lost packets is between 0 and 1")
    precondition(down.bitsPerSecond > 0 && up.bitsPerSecond > 0, "a link has a rate")
    self.name = name
    self.aliases = aliases
    self.access = access
    linkRoundTrip = roundTrip
    self.serverPath = serverPath
    self.down = down
    self.up = up
    self.loss = loss
    self.nameLookupDelay = nameLookupDelay
    self.hasJitter = hasJitter
    self.source = source
    self.certainty = certainty
  }

  /// The round-trip time between the device and an origin.
  public var roundTrip: TimeSpan { linkRoundTrip + serverPath }
  /// No interface is up: requests fail at once.
  public var isOffline: Bool { access == .none }
  /// Whether bytes are counted against a data plan.
  public var isMetered: Bool { access.isMetered }
  /// Same link with another path to the origin behind it.
  public func with(serverPath: TimeSpan) -> NetworkProfile {
    var copy = self
    copy.serverPath = serverPath
    return copy
  }
}
