package import SimCore

/// An HTTP client's cache, as it is known: a name and the client's switches.
///
/// A profile is data. What the switches do stands in the engine, once.
package struct HTTPProfile: Hashable, Sendable {
  /// Its name in a scenario.
  package let name: String
  /// The client and its release.
  package let client: String
  /// How it is known.
  package let confidence: Confidence
  /// Where its rules stand: files of the client's source, or how it was measured.
  package let source: String
  /// What it does.
  package let switches: HTTPSwitches
  /// The profile some of whose switches it turns; nil: it is that of a client.
  private let base: String?

  /// How much it stores.
  package var limits: HTTPStoreLimits { switches.limits }

  fileprivate init(_ entry: DataEntry, _ switches: HTTPSwitches) {
    name = entry.name
    client = entry.summary.text
    confidence = entry.confidence
    source = entry.source.text
    self.switches = switches
    base = nil
  }

  private init(turning switches: HTTPSwitches, of base: HTTPProfile) {
    name = "\(base.name), changed"
    client = "\(base.client), changed"
    confidence = .assumed
    source = "as the scenario says; otherwise \(base.source)"
    self.switches = switches
    self.base = base.name
  }
}

extension HTTPProfile {
  /// Every profile, in the order in which listings show them: `Data/http-profiles.json`.
  package static let all: [HTTPProfile] = {
    var presets: [Preset<HTTPSwitches>] = []
    return DataTable.bundled("http-profiles") { entry, path, problems in
      let switches = HTTPSwitches.readGroup(
        entry.settings, among: presets, path: "\(path).settings", &problems)
      guard let switches else { return nil }
      presets.append(Preset(entry.name, "") { $0 = switches })
      return HTTPProfile(entry, switches)
    }
  }()

  /// The profile of that name; nil: there is none.
  package static func named(_ name: String) -> HTTPProfile? { all.first { $0.name == name } }

  /// A private cache by RFC 9111, RFC 5861 and RFC 8246: the default.
  package static let rfc9111 = all[0]

  /// The profile that the settings of a URL cache say.
  package static func said(in settings: JSON) -> HTTPProfile? {
    var problems = Problems()
    return settings["profile"].flatMap { read($0, path: "", &problems) }
  }
}

/// Written by its name, or as an object that turns some switches of the profile that it names as
/// its preset.
extension HTTPProfile: SettingValue {
  package static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> HTTPProfile? {
    guard json.members != nil else {
      return CatalogName.read(json, path: path, "HTTP profile", among: all.map(\.name), &problems)
        .flatMap(named)
    }
    let base = json["preset"]?.string.flatMap(named) ?? rfc9111
    return HTTPSwitches.read(json, path: path, &problems).map { switches in
      HTTPProfile(turning: switches, of: base)
    }
  }
  package var json: JSON {
    guard let base = base.flatMap(Self.named) else { return JSON(name) }
    let turned = switches.withoutDefaults(over: base.switches).members ?? []
    return JSON(.object([JSON.Member("preset", JSON(base.name))] + turned))
  }
  package static var schema: JSON {
    .object(["anyOf": [CatalogName.schema(all.map(\.name)), HTTPSwitches.schema]])
  }
  package static var unit: String { "name, or an object of switches" }
}
