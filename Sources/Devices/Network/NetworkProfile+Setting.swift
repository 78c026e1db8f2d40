public import SimCore

/// A scenario says a profile by its name or an alias.
extension NetworkProfile: SettingValue {
  /// Reads a name; notes an unknown one with the nearest known.
  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> NetworkProfile? {
    let names = NetworkProfiles.all.flatMap { [$0.name] + $0.aliases }
    return json.name(of: "network", among: names, path: path, &problems)
      .flatMap(NetworkProfiles.named)
  }

  /// The name.
  public var json: JSON { JSON(.string(name)) }

  /// One of the names.
  public static var schema: JSON {
    .words(NetworkProfiles.all.flatMap { [$0.name] + $0.aliases })
  }
}
