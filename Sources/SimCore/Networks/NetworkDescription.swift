/// A network as a scenario and the table of networks write it: a named one with some figures
/// changed, or all that a link is.
public struct NetworkDescription: Settings, Hashable {
  package var preset: String?
  public var name: String?
  package var access: NetworkAccess?
  public var roundTrip: TimeSpan?
  package var serverPath: TimeSpan?
  public var down: BitRate?
  public var up: BitRate?
  public var loss: Double?
  package var nameLookupDelay: TimeSpan?
  package var lostRequests: Double?
  package var variance: String?
  package var hasJitter: Bool?

  public init() {}

  /// Changes a profile, such as `lte-wpt`.
  public init(_ preset: String, _ change: (inout NetworkDescription) -> Void) {
    self.preset = preset
    change(&self)
  }

  /// The greatest rate: 1 Tbit/s, as of recordings.
  private static let rates = BitRate(bitsPerSecond: 1)...BitRate(bitsPerSecond: 1_000_000_000_000)

  public static let fields: [Field<NetworkDescription>] = [
    Field(
      "preset", \.preset,
      "The profile of which everything is taken that is not said; see `cachesim list networks`. "
        + "Without one, access is said."
    ) { $0 == "" ? "expected a profile's name, found none" : nil },
    Field("name", \.name, "What reports call it; null: the profile's name, changed.") {
      $0 == "" ? "expected a name, found an empty text" : nil
    },
    Field(
      "access", \.access,
      "What the link is made of: which radio it is, and whether its bytes are metered; null: "
        + "as the profile's."),
    Field(
      "roundTrip", \.roundTrip, in: .zero...(.minutes(10)),
      "The round trip to the origin and back, in the mean; null: the profile's, or without one the "
        + "mean of its variance."),
    Field(
      "serverPath", \.serverPath, in: .zero...(.minutes(10)),
      "What comes to it beyond the link; null: nothing, or with the profile's round trip its own."),
    Field(
      "down", \.down, in: rates, orUnlimited: true,
      "The rate towards the device, in the mean; null: the profile's."),
    Field(
      "up", \.up, in: rates, orUnlimited: true,
      "The rate from the device, in the mean; null: the profile's."),
    Field(
      "loss", \.loss, in: 0...1,
      "Share of packets lost, which slows connections down; 1: nothing ever arrives; null: the "
        + "profile's."),
    Field(
      "nameLookupDelay", \.nameLookupDelay, in: .zero...(.minutes(10)),
      "What each name lookup takes on top of its round trips; null: the profile's."),
    Field(
      "lostRequests", \.lostRequests, in: 0...0.99,
      "Share of requests that are lost and sent again, where networks vary; null: the profile's."),
    Field(
      "variance", \.variance,
      "The profile as which round trips and rates vary, or none; null: as its own, or without one "
        + "as is usual for the access."),
    Field(
      "hasJitter", \.hasJitter,
      "Whether servers' times vary on it, and network.jitter acts: not on an ideal link; null: as "
        + "the profile's, or yes."),
  ]

  public static func read(
    _ json: JSON, over base: NetworkDescription, path: String, _ problems: inout Problems
  ) -> NetworkDescription? {
    let network = readGroup(json, over: base, path: path, &problems)
    guard let network, network.preset == nil, network.access == nil else { return network }
    problems.note(at: json.offset, path: path, "the setting 'preset' is missing")
    return nil
  }
}

/// What a device's link is made of; decides which radio it has and whether bytes are metered.
package enum NetworkAccess: String, WordSettingValue {
  /// No interface is up.
  case none
  /// A cable.
  case wired
  /// A wireless local network.
  case wifi
  /// GSM, GPRS, EDGE.
  case cellular2G = "2g"
  /// UMTS, HSPA.
  case cellular3G = "3g"
  /// LTE.
  case cellular4G = "4g"
  /// 5G, with or without LTE as its anchor.
  case cellular5G = "5g"

  /// Whether bytes are counted against a data plan.
  package var isMetered: Bool {
    switch self {
    case .none, .wired, .wifi: false
    case .cellular2G, .cellular3G, .cellular4G, .cellular5G: true
    }
  }
}
