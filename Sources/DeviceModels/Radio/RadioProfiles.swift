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

  /// Makes a profile; powers in watts, energies in joules for each million bits.
  package init(
    _ name: String, aliases: [String] = [], promotion: RadioPromotion? = nil,
    activeWatts: Double, joulesPerMegabitUp: Double = 0, joulesPerMegabitDown: Double = 0,
    tail: [RadioTail] = [], idle: RadioPower, source: String, certainty: Certainty
  ) {
    precondition(
      activeWatts >= 0 && joulesPerMegabitUp >= 0 && joulesPerMegabitDown >= 0,
      "a radio gives no energy back")
    self.name = name
    self.aliases = aliases
    self.promotion = promotion
    self.activeWatts = activeWatts
    self.joulesPerMegabitUp = joulesPerMegabitUp
    self.joulesPerMegabitDown = joulesPerMegabitDown
    self.tail = tail
    self.idle = idle
    self.source = source
    self.certainty = certainty
  }
}

/// The catalogue of radios: powers in watts, energies in joules for each million bits.
///
/// ARO is AT&T's Application Resource Optimizer (VideoOptimizer), configuration files and
/// `ProfileFactoryImpl`; Huang is J. Huang et al., "A Close Examination of Performance and Power
/// Characteristics of 4G LTE Networks", MobiSys 2012, tables 3 and 4.
package enum RadioProfiles {
  /// Every profile, in the order in which a list shows them.
  package static let all =
    [none, lteARO, lteHuang2012, threeGARO, wifiARO] + Radios2020.all

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
    case .cellular4G: Radios2020.verizon4G
    case .cellular5G: Radios2020.nonStandalone
    }
  }

  /// No radio, or one that costs nothing.
  package static let none = RadioProfile(
    "none", aliases: ["wired"], activeWatts: 0, idle: RadioPower(watts: 0), source: "definition",
    certainty: .high)

  /// LTE as ARO's `lte.conf` has it.
  ///
  /// Continuous reception goes on 100 ms after the last packet; then one short cycle of
  /// discontinuous reception (DRX), then ten seconds of long ones.
  package static let lteARO = RadioProfile(
    "lte-aro", aliases: ["lte"], promotion: RadioPromotion(.milliseconds(260), watts: 1.21),
    activeWatts: 1.2, joulesPerMegabitUp: 0.43839, joulesPerMegabitDown: 0.05197,
    tail: [
      RadioTail("continuous-reception", .milliseconds(100), RadioPower(watts: 1.2)),
      RadioTail("short-drx", .milliseconds(20), drx(every: .milliseconds(20))),
      RadioTail("long-drx", .seconds(10), drx(every: .milliseconds(40))),
    ],
    idle: ltePaging, source: "AT&T ARO lte.conf", certainty: .high)

  /// LTE as measured by Huang: a tail of 11.576 s at one power; paging as ARO has it.
  package static let lteHuang2012 = RadioProfile(
    "lte-huang2012", promotion: RadioPromotion(.milliseconds(260), watts: 1.21),
    activeWatts: 1.28804, joulesPerMegabitUp: 0.43839, joulesPerMegabitDown: 0.05197,
    tail: [RadioTail("tail", .milliseconds(11_576), RadioPower(watts: 1.06))],
    idle: ltePaging, source: "Huang et al. 2012, tables 3 and 4 (recalled); paging of ARO",
    certainty: .low)

  /// UMTS as ARO's `i997.conf` has it, with the mean promotion times.
  ///
  /// DCH stays four seconds after the last packet, FACH ten more. A packet in FACH always
  /// promotes to DCH: ARO asks whether the queue passes 543 bytes up or 475 down, which a request
  /// with its headers nearly always does. ARO charges no energy for bits. That an idle radio
  /// takes no power is an assumption.
  package static let threeGARO = RadioProfile(
    "3g-aro", aliases: ["3g"], promotion: RadioPromotion(.seconds(2), watts: 0.65),
    activeWatts: 1.3,
    tail: [
      RadioTail("dch", .seconds(4), RadioPower(watts: 1.3)),
      RadioTail(
        "fach", .seconds(10), RadioPower(watts: 0.3),
        promotion: RadioPromotion(.milliseconds(1_500), watts: 0.8)),
    ],
    idle: RadioPower(watts: 0), source: "AT&T ARO i997.conf (idle power assumed)",
    certainty: .medium)

  /// Wi-Fi as ARO's `WiFi.conf` has it: active power through a tail of 250 ms, then standby.
  package static let wifiARO = RadioProfile(
    "wifi-aro", aliases: ["wifi"], activeWatts: 0.403,
    tail: [RadioTail("tail", .milliseconds(250), RadioPower(watts: 0.403))],
    idle: RadioPower(watts: 0.02), source: "AT&T ARO WiFi.conf", certainty: .medium)

  /// An LTE page: 43 ms at 0.594 W in every 1.28 s, nothing between (ARO `lte.conf`).
  static let ltePaging = RadioPower(
    ping: .milliseconds(43), watts: 0.594, every: .milliseconds(1_280), rest: 0)

  /// A DRX cycle of LTE: 2 ms at 1.68 W, the rest at 1.06 W (ARO `lte.conf`).
  private static func drx(every cycle: TimeSpan) -> RadioPower {
    RadioPower(ping: .milliseconds(2), watts: 1.68, every: cycle, rest: 1.06)
  }
}

/// Which radio carries which kind of link, and whether radios are modelled at all.
package struct RadioSettings: Settings {
  /// Whether radios take energy, and time to wake up.
  package var isModelled = true
  /// The radio of 4G links.
  package var lte = RadioName(Radios2020.verizon4G)
  /// The radio of 5G links.
  package var fiveG = RadioName(Radios2020.nonStandalone)
  /// The radio of 3G and 2G links.
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
  /// The radio.
  package let profile: RadioProfile
  private let own: OwnRadio?

  /// Names a radio.
  package init(_ profile: RadioProfile) {
    self.profile = profile
    own = nil
  }

  private init(_ own: OwnRadio) {
    profile = own.profile
    self.own = own
  }

  package static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> RadioName? {
    if json.members != nil {
      return OwnRadio.read(json, path: path, &problems).map { RadioName($0) }
    }
    return named(json, path: path, &problems).map { RadioName($0) }
  }

  /// The radio of a name.
  fileprivate static func named(
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
    return ("radio", .object([("anyOf", JSON(.array([names, OwnRadio.schema])))]))
  }
}

/// A radio of one's own: a named one with some figures changed.
private struct OwnRadio: Settings {
  var preset = BaseRadio(profile: Radios2020.verizon4G)
  var name: String?
  var promotion: TimeSpan?
  var promotionWatts: Double?
  var activeWatts: Double?
  var joulesPerMegabitUp: Double?
  var joulesPerMegabitDown: Double?
  var tail: TimeSpan?
  var tailWatts: Double?
  var idleWatts: Double?

  static let fields: [Field<OwnRadio>] = [
    Field(
      "preset", \.preset, "The radio of which everything is taken that is not said.",
      isRequired: true, check: { _ in nil }),
    Field("name", \.name, "What it is called; null: as the other one, changed."),
    Field(
      "promotion", \.promotion, in: .zero...(.minutes(1)),
      "How long a packet waits for an idle radio; null: as the other one."),
    Field(
      "promotionWatts", \.promotionWatts, in: 0...100,
      "The power of a promotion; null: as the other one."),
    Field(
      "activeWatts", \.activeWatts, in: 0...100,
      "The power while packets flow, without their bits; null: as the other one."),
    Field(
      "joulesPerMegabitUp", \.joulesPerMegabitUp, in: 0...100,
      "Joules for each million bits sent; null: as the other one."),
    Field(
      "joulesPerMegabitDown", \.joulesPerMegabitDown, in: 0...100,
      "Joules for each million bits received; null: as the other one."),
    Field(
      "tail", \.tail, in: .zero...(.hours(1)),
      "How long the radio is awake after the last packet, at one power; null: as the other one."),
    Field(
      "tailWatts", \.tailWatts, in: 0...100,
      "The power of that tail; null: what the active radio takes without bits."),
    Field("idleWatts", \.idleWatts, in: 0...100, "The idle radio's; null: as the other one."),
  ]

  var profile: RadioProfile {
    var radio = preset.profile
    radio.name = name ?? "\(radio.name), changed"
    radio.aliases = []
    radio.source = "as the scenario says; otherwise \(preset.profile.name)"
    radio.certainty = .assumption
    if let activeWatts { radio.activeWatts = activeWatts }
    if let joulesPerMegabitUp { radio.joulesPerMegabitUp = joulesPerMegabitUp }
    if let joulesPerMegabitDown { radio.joulesPerMegabitDown = joulesPerMegabitDown }
    if promotion != nil || promotionWatts != nil {
      radio.promotion = RadioPromotion(
        promotion ?? radio.promotion?.duration ?? .zero,
        watts: promotionWatts ?? radio.promotion?.watts ?? radio.activeWatts)
    }
    if tail != nil || tailWatts != nil {
      let length = tail ?? radio.tail.reduce(.zero) { $0 + $1.duration }
      let power = RadioPower(watts: tailWatts ?? radio.activeWatts)
      radio.tail = length > .zero ? [RadioTail("tail", length, power)] : []
    }
    if let idleWatts { radio.idle = RadioPower(watts: idleWatts) }
    return radio
  }
}

/// The name of the radio that another one is made of.
private struct BaseRadio: SettingValue {
  var profile: RadioProfile

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> BaseRadio? {
    RadioName.named(json, path: path, &problems).map { BaseRadio(profile: $0) }
  }
  var json: JSON { JSON(profile.name) }
  static var schema: JSON { CatalogName.schema(RadioProfiles.all.map(\.name)) }
}

extension RadioName: WrittenBySettings {
  package var withoutDefaults: JSON { own?.withoutDefaults() ?? json }
}
