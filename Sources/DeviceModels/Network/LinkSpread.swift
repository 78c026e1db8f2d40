package import SimCore

/// How links of a kind differ between people: each person's own mean rates and mean round trip.
///
/// How a link varies with time is told by `LinkVariance`, around these means.
package struct LinkSpread: Settings {
  package var down: Drawn<BitRate>?
  package var up: Drawn<BitRate>?
  package var roundTrip: Drawn<TimeSpan>?
  package var rates: Drawn<RateVariance>?

  package init() {}
  package static var isWrittenByName: Bool { true }
  package static let presets = LinkSpreads.all.map { entry in
    Preset<LinkSpread>(entry.name, entry.summary, reading: entry.settings)
  }
  package static let fields: [Field<LinkSpread>] = [
    Field(
      "down", \.down, "A person's mean rate towards the device; null: the network's.",
      check: { $0?.mistake(in: rates) }),
    Field(
      "up", \.up,
      "A person's mean rate from the device; null: the network's. Who is fast in one direction is "
        + "so in the other: an assumption.", check: { $0?.mistake(in: rates) }),
    Field(
      "roundTrip", \.roundTrip,
      "A person's mean round trip to the origin and back; null: the network's. Independent of the "
        + "rates: an assumption.", check: { $0?.mistake(in: roundTrips) }),
    Field(
      "rates", \.rates,
      "How a person's rates vary around these means; of several, the first is the slowest "
        + "people's; null: as the network's."),
  ]

  private static let rates =
    BitRate(bitsPerSecond: 1_000)...BitRate(bitsPerSecond: 1_000_000_000_000)
  private static let roundTrips = TimeSpan.milliseconds(1)...TimeSpan.minutes(1)

  /// A network with a person's own means; a recording, and what is no link, stays as it is.
  /// - Parameters:
  ///   - rate: where the rates lie among all people's, 0 to 1.
  ///   - delay: where the round trip lies.
  package func applied(to profile: NetworkProfile, rate: Double, delay: Double) -> NetworkProfile {
    guard profile.recording == nil, !profile.isOffline else { return profile }
    var profile = profile
    if let down { profile.down = down.value(at: rate, in: Self.rates) }
    if let up { profile.up = up.value(at: rate, in: Self.rates) }
    if let rates { profile.variance?.rates = rates.value(at: rate) }
    if let roundTrip {
      profile.linkRoundTrip = roundTrip.value(at: delay, in: Self.roundTrips)
      profile.serverPath = .zero
    }
    return profile
  }
}

/// The spreads of links that scenarios can name: `Data/link-spreads.json`.
package enum LinkSpreads {
  package static let all = DataTable.bundled("link-spreads") { entry, path, problems in
    let summary = "\(entry.summary.text) Source: \(entry.source.text)."
    return LinkSpread.readGroup(
      entry.settings, among: [], path: "\(path).settings", &problems
    ).map { _ in
      (
        name: entry.name, summary: summary, settings: entry.settings, certainty: entry.certainty,
        source: entry.source.text, note: entry.note.text
      )
    }
  }
}
