package import SimCore

/// A radio as a small machine: idle, promotion, active, and the tail states back to idle.
package struct RadioProfile: Hashable, Sendable {
  /// The name by which a scenario asks for it.
  package var name: String
  /// Other names it is found by.
  package var aliases: [String]
  /// What a packet waits for when the radio is idle; nil: it goes at once.
  package var promotion: RadioPromotion?
  /// Power in watts while packets flow, without their bits.
  package var activeWatts: Double
  /// Joules for each million bits sent: watts for each Mbit/s.
  package var joulesPerMegabitUp: Double
  /// Joules for each million bits received: watts for each Mbit/s.
  package var joulesPerMegabitDown: Double
  /// The states after the last packet, in order; after them the radio is idle.
  package var tail: [RadioTail]
  /// The power of the idle radio, which listens for pages.
  package var idle: RadioPower
  /// Where the numbers are from.
  package var source: String
  /// How sure they are.
  package var certainty: Certainty

  /// The radio of a description.
  /// - Parameters:
  ///   - name: the name by which a scenario asks for it.
  ///   - base: the radio of which everything is taken that is not said; nil: there is none.
  package init(
    _ name: String, aliases: [String] = [], _ radio: RadioDescription,
    over base: RadioProfile? = nil, source: String, certainty: Certainty = .assumption
  ) {
    self.name = name
    self.aliases = aliases
    activeWatts = radio.activeWatts ?? base?.activeWatts ?? 0
    joulesPerMegabitUp = radio.joulesPerMegabitUp ?? base?.joulesPerMegabitUp ?? 0
    joulesPerMegabitDown = radio.joulesPerMegabitDown ?? base?.joulesPerMegabitDown ?? 0
    promotion = base?.promotion
    if radio.promotion != nil || radio.promotionWatts != nil {
      promotion = RadioPromotion(
        radio.promotion ?? promotion?.duration ?? .zero,
        watts: radio.promotionWatts ?? promotion?.watts ?? activeWatts)
    }
    let states = radio.states.map { [activeWatts] in $0.map { $0.state(activeWatts) } }
    tail = states ?? base?.tail ?? []
    if radio.tail != nil || radio.tailWatts != nil {
      let length = radio.tail ?? tail.reduce(.zero) { $0 + $1.duration }
      let power = RadioPower(watts: radio.tailWatts ?? activeWatts)
      tail = length > .zero ? [RadioTail("tail", length, power)] : []
    }
    let idle = radio.idleWatts.map { RadioPower(watts: $0) } ?? radio.idleCycle?.power
    self.idle = idle ?? base?.idle ?? RadioPower(watts: 0)
    self.source = source
    self.certainty = certainty
  }
}

/// The catalogue of radios: `Data/radios.json`.
package enum RadioProfiles {
  /// Every profile, in the order in which a list shows them.
  package static let all = DataTable.bundled("radios") { entry, path, problems in
    RadioDescription.read(entry.settings, path: "\(path).settings", &problems).map { radio in
      RadioProfile(
        entry.name, aliases: entry.aliases, radio, source: entry.source.text,
        certainty: entry.certainty)
    }
  }

  /// The profile with that name or alias; nil: there is none.
  /// - Complexity: O(profiles).
  package static func named(_ name: String) -> RadioProfile? {
    all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
  }

  /// The radio that usually carries such a link; 2G takes the machine of 3G, an assumption.
  package static func suggested(for access: NetworkAccess) -> RadioProfile {
    switch access {
    case .none, .wired: none
    case .wifi: wifiARO
    case .cellular2G, .cellular3G: threeGARO
    case .cellular4G: verizon4G
    case .cellular5G: nonStandalone
    }
  }

  /// No radio, or one that costs nothing.
  package static let none = known("none")
  package static let lteARO = known("lte-aro")
  package static let lteHuang2012 = known("lte-huang2012")
  package static let threeGARO = known("3g-aro")
  /// Wi-Fi as ARO has it.
  package static let wifiARO = known("wifi-aro")
  static let verizon4G = known("lte-2020-verizon")
  /// 5G of 2020 in a low band beside LTE.
  static let nonStandalone = known("5g-nsa")

  private static func known(_ name: String) -> RadioProfile {
    guard let radio = named(name) else { preconditionFailure("no radio is called \(name)") }
    return radio
  }
}

/// Which radio carries which kind of link, and whether radios are modelled at all.
package struct RadioSettings: Settings {
  /// Whether radios take energy, and time to wake up.
  package var isModelled = true
  package var lte = RadioName(RadioProfiles.verizon4G)
  package var fiveG = RadioName(RadioProfiles.nonStandalone)
  package var threeG = RadioName(RadioProfiles.threeGARO)
  /// The radio of Wi-Fi.
  package var wifi = RadioName(RadioProfiles.wifiARO)

  package init() {}
  package static let fields: [Field<RadioSettings>] = [
    Field(
      "isModelled", \.isModelled, "Whether radios take energy, and time to wake up."),
    Field("lte", \.lte, "The radio of 4G links; Verizon's of 2020."),
    Field("fiveG", \.fiveG, "The radio of 5G links; non-standalone of 2020."),
    Field("threeG", \.threeG, "The radio of 3G and 2G links; AT&T's."),
    Field("wifi", \.wifi, "The radio of Wi-Fi; AT&T's."),
  ]

  /// The radio of a kind of link; nil: none is modelled.
  package func profile(for access: NetworkAccess) -> RadioProfile? {
    guard isModelled else { return nil }
    return switch access {
    case .none, .wired: RadioProfiles.none
    case .wifi: wifi.profile
    case .cellular2G, .cellular3G: threeG.profile
    case .cellular4G: lte.profile
    case .cellular5G: fiveG.profile
    }
  }
}

/// A radio, as a scenario says it: a name, or an object that changes a named one.
package struct RadioName: SettingValue {
  package let profile: RadioProfile
  private var own: RadioDescription?

  package init(_ profile: RadioProfile) { self.profile = profile }

  package static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> RadioName? {
    guard json.members != nil else {
      return named(json, path: path, &problems).map { RadioName($0) }
    }
    guard let own = RadioDescription.read(json, path: path, &problems) else { return nil }
    var base: RadioProfile?
    if let preset = json["preset"], own.preset != nil {
      base = named(preset, path: "\(path).preset", &problems)
      if base == nil { return nil }
    }
    let source = base.map { "as the scenario says; otherwise \($0.name)" }
    var radio = RadioName(
      RadioProfile(
        own.name ?? base.map { "\($0.name), changed" } ?? "a radio of one's own", own, over: base,
        source: source ?? "as the scenario says"))
    radio.own = own
    return radio
  }

  private static func named(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> RadioProfile? {
    CatalogName.read(
      json, path: path, "radio", among: RadioProfiles.all.map(\.name), &problems
    ).flatMap { RadioProfiles.named($0) }
  }
  package var json: JSON { own?.json ?? JSON(profile.name) }
  /// A reference: its forms stand once in a scenario's schema.
  package static var schema: JSON { .reference(to: definition.name) }

  /// What the schema of a scenario defines for all that name a radio.
  package static var definition: (name: String, schema: JSON) {
    let names = CatalogName.schema(RadioProfiles.all.map(\.name))
    return ("radio", .object([("anyOf", JSON(.array([names, RadioDescription.schema])))]))
  }
}

extension RadioName: WrittenBySettings {
  package var withoutDefaults: JSON { own?.withoutDefaults() ?? json }
}
