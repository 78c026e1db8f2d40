package import SimCore

/// A radio as a scenario and the table of radios write it: a named one with some figures changed,
/// or all that it is.
package struct RadioDescription: Settings, Hashable {
  package var preset: String?
  package var name: String?
  package var promotion: TimeSpan?
  package var promotionWatts: Double?
  package var activeWatts: Double?
  package var joulesPerMegabitUp: Double?
  package var joulesPerMegabitDown: Double?
  package var states: [RadioStateDescription]?
  package var tail: TimeSpan?
  package var tailWatts: Double?
  package var idleWatts: Double?
  package var idleCycle: PingCycle?

  package init() {}
  package static let fields: [Field<RadioDescription>] = [
    Field(
      "preset", \.preset,
      "The radio of which all is taken that is not said; see `cachesim list radios`. Without "
        + "one, activeWatts is said."),
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
      "states", \.states,
      "The states after the last packet, in order, before the radio is idle; null: as tail and "
        + "tailWatts say, or as the other one."),
    Field(
      "tail", \.tail, in: .zero...(.hours(1)),
      "How long the radio is awake after the last packet, at one power; null: as the other one."),
    Field(
      "tailWatts", \.tailWatts, in: 0...100,
      "The power of that tail; null: what the active radio takes without bits."),
    Field("idleWatts", \.idleWatts, in: 0...100, "The idle radio's; null: as the other one."),
    Field(
      "idleCycle", \.idleCycle,
      "The same where it sleeps and now and then listens; null: idleWatts, or as the other one."),
  ]

  package static func read(
    _ json: JSON, over base: RadioDescription, path: String, _ problems: inout Problems
  ) -> RadioDescription? {
    let radio = readGroup(json, over: base, path: path, &problems)
    guard let radio, radio.preset == nil, radio.activeWatts == nil else { return radio }
    problems.note(at: json.offset, path: path, "the setting 'preset' is missing")
    return nil
  }
}

/// A state after the last packet, as a radio's description says it.
package struct RadioStateDescription: Settings, Hashable {
  package var name = ""
  package var lasts = TimeSpan.zero
  package var watts: Double?
  package var cycle: PingCycle?
  package var promotion: TimeSpan?
  package var promotionWatts: Double?

  package init() {}
  package static let fields: [Field<RadioStateDescription>] = [
    Field("name", \.name, "What the state is called in the source.", isRequired: true),
    Field(
      "lasts", \.lasts, in: .zero...(.hours(1)), "How long it lasts when no packet comes."),
    Field(
      "watts", \.watts, in: 0...100,
      "Its power; null: by its cycle, or what the active radio takes without bits."),
    Field("cycle", \.cycle, "Its power where it sleeps and now and then listens."),
    Field(
      "promotion", \.promotion, in: .zero...(.minutes(1)),
      "What a packet waits for in this state; null: it goes at once."),
    Field(
      "promotionWatts", \.promotionWatts, in: 0...100,
      "The power meanwhile; null: what the active radio takes without bits."),
  ]

  /// The state of a radio that takes so much while packets flow.
  func state(_ activeWatts: Double) -> RadioTail {
    RadioTail(
      name, lasts,
      watts.map { RadioPower(watts: $0) } ?? cycle?.power
        ?? RadioPower(watts: activeWatts),
      promotion: promotion.map { RadioPromotion($0, watts: promotionWatts ?? activeWatts) })
  }
}

/// A cycle of a radio that sleeps and now and then listens.
package struct PingCycle: Settings, Hashable {
  package var ping = TimeSpan.zero
  package var pingWatts = 0.0
  package var every = TimeSpan.seconds(1)
  package var restWatts = 0.0

  package init() {}
  package static let fields: [Field<PingCycle>] = [
    Field("ping", \.ping, in: .zero...(.minutes(1)), "How long it listens, within its cycle."),
    Field("pingWatts", \.pingWatts, in: 0...100, "The power meanwhile."),
    Field("every", \.every, in: .milliseconds(1)...(.minutes(1)), "How often."),
    Field("restWatts", \.restWatts, in: 0...100, "The power between."),
  ]

  var power: RadioPower {
    RadioPower(ping: min(ping, every), watts: pingWatts, every: every, rest: restWatts)
  }
}
