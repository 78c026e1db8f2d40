internal import SimCore

extension Metric {
  static let opens = [
    Metric.sum("opens", .neither, "Screens opened") { Int64($0.views.opens) }
  ]

  static let opensFromCache = [
    Metric.ratio(
      "opens_from_cache_share", .higher,
      "Share of all opens whose first content came from a memory or flash tier without asking the "
        + "origin first: opens_from_memory_share plus opens_from_flash_share.",
      of: { $0.views.firstSources[.memory] + $0.views.firstSources[.flash] },
      in: { Int64($0.views.opens) })
  ]

  /// The sources of first contents; the five shares add up to 1.
  static let firstSourceShares = Source.allCases.map { source in
    Metric.ratio(
      "opens_from_\(source.word)_share", source.better,
      "Share of all opens whose first content \(source.meaning). The five shares add up to 1.",
      of: { $0.views.firstSources[source] }, in: { Int64($0.views.opens) })
  }

  static let blankRatio = [
    Metric.ratio(
      "blank_ratio", .lower,
      "Share of all opens that were blank until they closed; equals opens_from_nothing_share.",
      of: { Int64($0.views.blanks) }, in: { Int64($0.views.opens) })
  ]

  static let givenUpShare = [
    Metric.ratio(
      "given_up_share", .lower,
      "Share of all opens that the user gave up waiting for; zero without the setting patience.",
      of: { Int64($0.views.givenUp) }, in: { Int64($0.views.opens) })
  ]

  /// What users did in reaction to what screens showed, beside the views of the workload.
  static let reactions = [
    Metric.sum(
      "reopens", .lower,
      "Screens that were opened again after they had been given up; no opens, and in no ratio of "
        + "opens"
    ) { Int64($0.reactions.reopened) },
    Metric.ratio(
      "reopens_shown_ratio", .higher, "Share of reopens that showed something.", trials: "reopens",
      of: { Int64($0.reactions.reopenedShown) }, in: { Int64($0.reactions.reopened) }),
    Metric.sum(
      "pull_refreshes", .lower,
      "Times that a screen showed what it had shown before, and was pulled to refresh it"
    ) { Int64($0.reactions.refreshed) },
    Metric.sum(
      "edits_not_made", .lower,
      "Edits that the workload intended and that were not made, because the record's screen had "
        + "stayed blank, or of messages because there was no connection"
    ) { Int64($0.reactions.editsNotMade) },
  ]

  /// Screens opened without a network, and the share that showed something.
  static let offlineOpens = [
    Metric.sum("offline_opens", .neither, "Screens opened while the device had no network") {
      Int64($0.views.offlineOpens)
    },
    Metric.ratio(
      "offline_served_ratio", .higher,
      "Screens opened without a network that showed something before they closed, over all screens "
        + "opened without a network.", trials: "offline_opens",
      of: { Int64($0.views.offlineServed) }, in: { Int64($0.views.offlineOpens) }
    ).harmful,
  ]
}

extension Metric {
  static let staleShare = [
    Metric.ratio(
      "stale_share", .lower,
      "Share of all opens whose first content was older than the origin's version; blank opens "
        + "count among all, so compare blank_ratio.",
      of: { Int64($0.views.staleAge.count) }, in: { Int64($0.views.opens) })
  ]

  static let olderThanSeenShare = [
    Metric.ratio(
      "older_than_seen_share", .lower,
      "Share of all opens whose first content had something that its user had seen in a newer "
        + "version before, on whichever screen: the main content itself, or an item of a list. "
        + "Without any, reads are monotonic (Terry et al., Session Guarantees for Weakly "
        + "Consistent Replicated Data, 1994).",
      of: { Int64($0.views.olderThanSeen) }, in: { Int64($0.views.opens) })
  ]

  static let stalePartsShare = [
    Metric.ratio(
      "stale_parts_share", .lower,
      "Share of the subresources that screens showed, pictures among them, whose version was older "
        + "than the origin's when it was painted first; stale_share is about main contents.",
      of: { $0.answers.outdatedParts }, in: { $0.answers.parts })
  ]

  static let staleAge = [
    Metric(
      "stale_age_mean_s", .seconds, .lower,
      "For how long the first content had been outdated when it was painted; mean over the opens "
        + "whose first content was."
    ) { $0.views.staleAge.mean.map { $0 / 1e9 } },
    Metric(
      "stale_age_p95_s", .seconds, .lower,
      "For how long the first content had been outdated when it was painted; p95 by nearest rank "
        + "over the opens whose first content was."
    ) { $0.views.staleAge.value(at: .p95).map { $0 / 1e9 } },
  ]

  static let missing = [
    Metric(
      "stale_versions_mean", .count, .lower,
      "Versions that the origin had published beyond the first content when it was painted, 0 for "
        + "a current one; mean over the opens that showed something. In timelines and lists of "
        + "articles each version has one item more."
    ) { aggregates in
      let views = aggregates.views
      return views.shown == 0 ? nil : Double(views.versionsBehind) / Double(views.shown)
    },
    Metric(
      "missing_parts_mean", .count, .lower,
      "Subresources that the origin's version listed and the first content, when it was painted, "
        + "did not; mean over the opens that showed something."
    ) { aggregates in
      let views = aggregates.views
      return views.shown == 0 ? nil : Double(views.partsBehind) / Double(views.shown)
    },
  ]

  static let outdatedTimeShare = [
    Metric(
      "outdated_time_share", .ratio, .lower,
      "Time that outdated main content was on screen over the time that any was, summed over all "
        + "opens."
    ) { aggregates in
      aggregates.views.timeWithContent == 0
        ? nil : Double(aggregates.views.timeOutdated) / Double(aggregates.views.timeWithContent)
    }
  ]
}

extension Metric {
  static let population =
    [
      Metric.sum("devices", .neither, "Devices simulated; one under three seeds counts three times")
      {
        Int64($0.devices.count)
      },
      Metric(
        "virtual_days", .days, .neither,
        "Virtual time simulated, without the warm-up; sum over all devices and seeds."
      ) { $0.devices.days }.summed,
    ].knownToOrigin + [
      Metric.sum(
        "events", .neither, "Events simulated, of the workload and of the devices themselves"
      ) { Int64($0.devices.events) }
    ]

  static let lawViolations = [
    Metric.sum(
      "law_violations", .lower,
      "Conservation laws that the simulation broke; anything but 0 is a fault of the program, or "
        + "of a strategy of one's own"
    ) { Int64($0.devices.violationCount) }.harmful
  ]
}

extension Metric {
  /// Rows of screens that were scrolled into view; see the setting `scrolling`.
  static let rows = [
    Metric.sum(
      "rows_scrolled", .neither,
      "Rows, pictures that a screen's main content lists, that were scrolled into view; none "
        + "without the setting scrolling.rows. Nothing is scrolled while nothing is on the screen, "
        + "so that a strategy that is late has fewer: read it beside first_content"
    ) { Int64($0.rows.count) },
    Metric.ratio(
      "row_blank_share", .lower,
      "Share of the rows scrolled into view that were blank there for more than 0.1 s, or until "
        + "they left view before they had come.", trials: "rows_scrolled",
      of: { $0.rows.blank }, in: { Int64($0.rows.count) }),
    Metric(
      "row_wait_p95_ms", .milliseconds, .lower,
      "Time from a row's coming into view by scrolling until it was painted; p95 by nearest rank "
        + "over all rows scrolled into view, of which those that left view blank were infinitely "
        + "late."
    ) { aggregates in
      let rows = aggregates.rows
      return rows.waits.value(at: .p95, missing: rows.count - rows.waits.count).map { $0 / 1e6 }
    },
  ]
}

extension Metric {
  /// Of screens whose main content is a segment of media; the time to their first frame is their
  /// time to first content.
  static let media =
    [
      Metric.sum(
        "media_views", .neither,
        "Screens on which media were played: the first segment came before they closed"
      ) { Int64($0.playback.views) },
      Metric.sum(
        "rebuffers", .lower,
        "Times that playing media stopped because the next segment had not come"
      ) { Int64($0.playback.stalls) },
    ]
    + Metric.cost(
      "rebuffer_ms", .milliseconds, "Time that media had stopped and waited for the next segment"
    ) { Double($0.playback.stallTime) / 1e3 } + [
      Metric.ratio(
        "rebuffer_ratio", .lower,
        "Time that media had stopped and waited for the next segment, over that and the time that "
          + "they were played.", trials: "media_views",
        of: { $0.playback.stallTime }, in: { $0.playback.stallTime + $0.playback.playTime }),
      Metric.ratio(
        "rebuffered_share", .lower,
        "Share of the screens on which media were played that had to wait for a further segment.",
        trials: "media_views",
        of: { Int64($0.playback.stalledViews) }, in: { Int64($0.playback.views) }),
      Metric.ratio(
        "bit_rate_ratio", .higher,
        "Bytes of the segments that were played, over what they weigh in the highest of "
          + "media.bitRates.", trials: "media_views",
        of: { $0.playback.bytes.count }, in: { $0.playback.fullBytes.count }),
    ]
}
