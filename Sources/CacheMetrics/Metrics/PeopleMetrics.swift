internal import SimCore

/// A number of a person, from which metrics over people are made, and by which two strategies are
/// compared person by person.
package struct PersonQuantity: Sendable {
  /// With `ending`, the metric of all views and devices that is the same.
  private let name: String
  private let ending: String
  private let unit: MetricUnit
  private let better: Better
  private let meaning: String
  /// What one does whose number is better, as in "for 34 of 40 people it waits less than".
  package let advantage: String
  package let value: @Sendable (Person) -> Double?

  private init(
    _ name: String, _ ending: String, _ unit: MetricUnit, better: Better = .lower,
    _ meaning: String,
    _ advantage: String, _ value: @escaping @Sendable (Person) -> Double?
  ) {
    (self.name, self.ending, self.unit, self.better) = (name, ending, unit, better)
    (self.meaning, self.advantage, self.value) = (meaning, advantage, value)
  }

  package static let all: [PersonQuantity] =
    waits("first_content", "time to first content", "") { $0.firstContent }
    + waits("open_to_content", "time from the tap to first content", " from the tap on") {
      $0.openToContent
    }
    + [
      PersonQuantity(
        "first_content_p95_worst_day", "_ms", .milliseconds,
        "p95 of time to first content over all opens of the worst day, days counted from the start",
        "waits less at the p95 of the worst day"
      ) { $0.worstDayFirstContent },
      PersonQuantity(
        "stale", "_share", .ratio, "stale_share of all opens",
        "shows less that is outdated"
      ) { $0.share($0.stale) },
      PersonQuantity(
        "blank", "_ratio", .ratio, "blank_ratio of all opens", "leaves fewer screens blank"
      ) { $0.share($0.opens - $0.shown) },
      PersonQuantity(
        "opens_from_cache", "_share", .ratio, better: .higher,
        "opens_from_cache_share of all opens",
        "shows more from its cache"
      ) { $0.share($0.fromCache) },
    ] + amounts

  private static let amounts = [
    PersonQuantity(
      "flash_write", "_bytes_per_device_day", .bytesPerDay,
      "flash_write_bytes for each day", "writes less to flash"
    ) { $0.daily($0.flashBytes.count) },
    PersonQuantity(
      "flash_write_worst_day", "_bytes", .bytes,
      "flash_write_bytes of the worst day, days counted from the start, an incomplete one too",
      "writes less to flash on the worst day"
    ) { Double($0.worstDayFlashBytes.count) },
    PersonQuantity(
      "network", "_bytes_per_device_day", .bytesPerDay,
      "network_up_bytes and network_down_bytes for each day", "sends and receives less"
    ) { $0.daily($0.networkBytes.count) },
    PersonQuantity(
      "metered", "_bytes_per_device_day", .bytesPerDay,
      "metered_bytes for each day", "sends and receives less over metered links"
    ) { $0.daily($0.meteredBytes.count) },
    PersonQuantity(
      "radio_energy", "_j_per_device_day", .joulesPerDay,
      "radio_energy_j for each day", "takes less energy of the radio"
    ) { person in person.daily(person.radioEnergy).map { $0 / 1e6 } },
  ]

  private static func waits(
    _ name: String, _ meaning: String, _ since: String,
    _ waits: @escaping @Sendable (Person) -> Person.Waits
  ) -> [PersonQuantity] {
    [
      PersonQuantity(
        "\(name)_p95", "_ms", .milliseconds,
        "p95 of \(meaning) over all opens, infinite where it falls on one that stayed blank",
        "waits less at the p95\(since)"
      ) { waits($0).p95 },
      PersonQuantity(
        "\(name)_shown_mean", "_ms", .milliseconds,
        "mean of \(meaning) over the opens that showed something",
        "waits less on average\(since)"
      ) { waits($0).mean },
    ]
  }

  /// The number by person of a metric of all views and devices, or of one over people; nil: there
  /// is none.
  package init?(of metric: Metric) {
    let found = Self.all.first { quantity in
      metric.name == quantity.name + quantity.ending
        || quantity.metrics.contains { $0.name == metric.name }
    }
    guard let found else { return nil }
    self = found
  }

  /// Of the bad tenth, and of the worst.
  fileprivate var metrics: [Metric] {
    let isLess = better == .lower
    let tenth: Percentile = isLess ? .p90 : .p10
    let worst = Percentile(basisPoints: isLess ? 10_000 : 0)
    // The worst day is one already.
    let infix = name.hasSuffix("_worst_day") ? "" : "_people_worst"
    return [
      metric(
        "\(name)_people_\(tenth.name)\(ending)", at: tenth,
        "the \(isLess ? 90 : 10)th percentile over people by nearest rank"),
      metric(name + infix + ending, at: worst, "the worst person's"),
    ]
  }

  private func metric(_ name: String, at percentile: Percentile, _ which: String) -> Metric {
    Metric(
      name, unit, better,
      "Of each person, a device under a seed: \(meaning); \(which).", trials: "devices"
    ) { [value] in $0.people.value(at: percentile, of: value) }
  }
}

extension Metric {
  /// Over people, not over views: the bad tenth of all views is not that of the people.
  static let people = PersonQuantity.all.flatMap(\.metrics)
}
