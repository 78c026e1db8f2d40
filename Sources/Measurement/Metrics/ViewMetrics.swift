extension Metric {
  /// How many screens were opened.
  static let opens = [
    Metric.sum("opens", .neither, "Screens opened") { Int64($0.views.opens) }
  ]

  /// The sources of first contents; the five shares add up to 1.
  static let firstSourceShares = Source.allCases.map { source in
    Metric.ratio(
      "opens_from_\(source.word)_share", source.better,
      "Share of all opens whose first content \(source.meaning). The five shares add up to 1.",
      of: { $0.views.firstSources[source] }, in: { Int64($0.views.opens) })
  }

  /// The share of screens that stayed blank.
  static let blankRatio = [
    Metric.ratio(
      "blank_ratio", .lower,
      "Share of all opens that were blank until they closed; equals opens_from_nothing_share.",
      of: { Int64($0.views.blanks) }, in: { Int64($0.views.opens) })
  ]

  /// The share of screens that users gave up.
  static let givenUpShare = [
    Metric.ratio(
      "given_up_share", .lower,
      "Share of all opens that the user gave up waiting for; zero without the setting patience.",
      of: { Int64($0.views.givenUp) }, in: { Int64($0.views.opens) })
  ]

  /// Screens opened without a network, and the share that showed something.
  static let offlineOpens = [
    Metric.sum("offline_opens", .neither, "Screens opened while the device had no network") {
      Int64($0.views.offlineOpens)
    },
    Metric.ratio(
      "offline_served_ratio", .higher,
      "Screens opened without a network that showed something before they closed, over all screens "
        + "opened without a network.",
      of: { Int64($0.views.offlineServed) }, in: { Int64($0.views.offlineOpens) }),
  ]
}
