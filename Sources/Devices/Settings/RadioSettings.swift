public import SimCore

/// Which radio carries which kind of link, and whether radios are modelled at all.
public struct RadioSettings: Settings {
  /// Whether radios take energy, and time to wake up.
  public var isModelled = true
  /// The radio of 4G links.
  public var lte = RadioName(RadioProfiles.lteARO)
  /// The radio of 3G and 2G links.
  public var threeG = RadioName(RadioProfiles.threeGARO)
  /// The radio of Wi-Fi.
  public var wifi = RadioName(RadioProfiles.wifiARO)

  public init() {}
  public static let fields: [Field<RadioSettings>] = [
    Field(
      "isModelled", \.isModelled, "Whether radios take energy, and time to wake up."),
    Field("lte", \.lte, "The radio of 4G links; AT&T's, or Huang's of 2012."),
    Field("threeG", \.threeG, "The radio of 3G and 2G links; AT&T's."),
    Field("wifi", \.wifi, "The radio of Wi-Fi; AT&T's."),
  ]

  /// The radio of a kind of link; nil: none is modelled.
  public func profile(for access: NetworkAccess) -> RadioProfile? {
    guard isModelled else { return nil }
    return switch access {
    case .none, .wired: RadioProfiles.none
    case .wifi: wifi.profile
    case .cellular2G, .cellular3G: threeG.profile
    case .cellular4G: lte.profile
    }
  }
}

/// The name of a radio, as a scenario says it.
public struct RadioName: SettingValue {
  /// The radio.
  public let profile: RadioProfile

  /// Names a radio.
  public init(_ profile: RadioProfile) { self.profile = profile }

  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> RadioName? {
    CatalogName.read(
      json, path: path, "radio", among: RadioProfiles.all.map(\.name), &problems
    ).flatMap { RadioProfiles.named($0) }.map { RadioName($0) }
  }
  public var json: JSON { JSON(.string(profile.name)) }
  public static var schema: JSON { CatalogName.schema(RadioProfiles.all.map(\.name)) }
}
