extension ReproducedBand {
  /// All numbers, in the order of the page.
  static let all =
    lifetimes + transfers + emptyCaches + caches + feeds + partitions + storage + polling + ages

  private static let lifetimes = [("1h", 0.2), ("1d", 0.6), ("7d", 0.9)].map { varied, share in
    ReproducedBand(
      "A3", "revisits served within \(varied)", of: "cache-lifetimes", share
    ) { $0("url-cache", "opens_from_cache_share", at: varied) }
  }

  private static let transfers = [
    ReproducedBand(
      "B1", "redundant bytes of clients without a cache", of: "redundant-transfers", 0.19
    ) { $0.saving(of: "network_body_bytes", from: "no cache", to: "correct") },
    ReproducedBand(
      "B1", "redundant bytes of clients whose cache is memory", of: "redundant-transfers", 0.19
    ) { $0.saving(of: "network_body_bytes", from: "in memory only", to: "correct") },
    ReproducedBand(
      "B1", "redundant energy over redundant bytes without a cache", of: "redundant-transfers",
      7.0 / 17, .factor
    ) { $0.energyForBytes(from: "no cache") },
    ReproducedBand(
      "B1", "redundant energy over redundant bytes with a cache in memory",
      of: "redundant-transfers",
      7.0 / 17, .factor
    ) { $0.energyForBytes(from: "in memory only") },
    ReproducedBand(
      "B2", "requests that the browser's cache answers", of: "photo-stack", 0.655
    ) { $0("browser", "object_hit_ratio") },
  ]

  private static let emptyCaches = [
    ReproducedBand(
      "B3", "requests with an empty cache on desktops", of: "empty-caches", 0.248
    ) { numbers in numbers("desktop", "opens_from_cache_share").map { 1 - $0 } },
    ReproducedBand(
      "B3", "requests with an empty cache on phones", of: "empty-caches", 0.269
    ) { numbers in numbers("phone", "opens_from_cache_share").map { 1 - $0 } },
    ReproducedBand(
      "B3", "desktops with an empty cache at a later visit", of: "empty-caches", 0.446
    ) { $0("desktop", "empty_cache_devices_share") },
    ReproducedBand(
      "B3", "phones with an empty cache at a later visit", of: "empty-caches", 0.446
    ) { $0("phone", "empty_cache_devices_share") },
    ReproducedBand(
      "B3", "age of half of the answers on desktops; theirs of 42 %", of: "empty-caches", 47, .hours
    ) { numbers in numbers("desktop", "cached_answer_age_p50_s").map { $0 / 3_600 } },
    ReproducedBand(
      "B3", "age of half of the answers on phones", of: "empty-caches", 12, .hours
    ) { numbers in numbers("phone", "cached_answer_age_p50_s").map { $0 / 3_600 } },
  ]

  private static let caches = [
    ReproducedBand(
      "B5", "traffic that one cache saves", of: "one-cache-for-ten-apps", 0.42
    ) { $0.saving(of: "network_body_bytes", from: "no cache", to: "one cache") },
    ReproducedBand(
      "B5", "how many times as fast on 3G", of: "one-cache-for-ten-apps", 2, .factor
    ) { numbers in
      numbers.change(of: "complete_content_shown_mean_ms", from: "one cache", to: "no cache")
        .map { $0 + 1 }
    },
    ReproducedBand(
      "B6", "traffic that packages save", of: "packaged-resources", 0.51
    ) { $0.saving(of: "network_body_bytes", from: "by headers", to: "as they change") },
  ]

  private static let feeds = [
    ReproducedBand(
      "B7", "less delay of feeds fetched ahead", of: "feed-prefetching", 0.62
    ) { $0.saving(of: "fresh_content_shown_mean_ms", from: "when opened", to: "ahead") },
    ReproducedBand(
      "B7", "battery a day for it; theirs is a limit", of: "feed-prefetching", 0.03
    ) { numbers in
      numbers.difference(of: "radio_energy_j_per_device_day", from: "when opened", to: "ahead")
        .map { $0 / 40_000 }
    },
    ReproducedBand(
      "B7", "mobile data a month for it; theirs is a limit", of: "feed-prefetching", 40, .megabytes
    ) { numbers in
      numbers.difference(of: "metered_bytes_per_device_day", from: "when opened", to: "ahead")
        .map { $0 * 30 / 1e6 }
    },
    ReproducedBand(
      "B8", "radio energy that a feed saves when its news wait", of: "held-back-feeds", 0.52
    ) { $0.saving(of: "radio_energy_j", from: "as they come", to: "held back") },
  ]

  private static let partitions = [
    ReproducedBand(
      "B10", "more misses when partitioned", of: "partitioned-cache", 0.036
    ) { $0.change(of: "answers_from_network_share", from: "one cache", to: "partitioned") },
    ReproducedBand(
      "B10", "more bytes when partitioned", of: "partitioned-cache", 0.04
    ) { $0.change(of: "network_body_bytes", from: "one cache", to: "partitioned") },
    ReproducedBand(
      "B10", "later paint when partitioned", of: "partitioned-cache", 0.003
    ) { $0.change(of: "complete_content_shown_mean_ms", from: "one cache", to: "partitioned") },
  ]

  private static let ages = [
    ReproducedBand(
      "B14", "less that the 95th percentile of people stores when entries leave for their age",
      of: "time-aware-cache", 50, .megabytes
    ) { numbers in
      numbers.difference(of: "flash_in_use_p95_bytes", from: "tlru", to: "lru").map { $0 / 1e6 }
    },
    ReproducedBand(
      "B14", "points of the hit ratio that it costs; theirs is a limit", of: "time-aware-cache",
      0.03
    ) { $0.difference(of: "object_hit_ratio", from: "tlru", to: "lru") },
  ]

  private static let insertion = "model sqlite --mode delete --operation insert --bytes 100"

  private static let storage = [
    ReproducedBand(
      "B11", "writes of the device for an insertion; theirs is a minimum", by: insertion, 11, .count
    ) { $0.numbers["device_writes"] },
    ReproducedBand(
      "B11", "bytes of it that are the file system's; theirs is a minimum", by: insertion, 0.5
    ) { numbers in
      guard let all = numbers.numbers["file_system_bytes"], let own = numbers.numbers["bytes"]
      else { return nil }
      return 1 - own / all
    },
  ]

  /// By their reports, 55.84 GB in 94,373 s; and the report's own rate.
  private static let polling =
    [
      ("two computers, in pages of 16 KiB that become dirty", "251 kB", 16_384.0),
      ("two computers, in bytes", "251 kB", 1), ("one computer, in bytes", "127 kB", 1),
    ].map { what, varied, page in
      ReproducedBand(
        "B12", "writes of an app that polls twice a second; \(what)", of: "polled-cluster", 592,
        .kilobytesPerSecond
      ) { $0.writes(of: "shared session", every: 0.5, at: varied, page: page) }
    } + [
      ReproducedBand(
        "B13", "writes of a dashboard while it is open, in pages of 16 KiB that become dirty",
        of: "polled-home", 13.7, .kilobytesPerSecond
      ) { $0.writes(of: "default session", every: 2.5, page: 16_384) },
      ReproducedBand(
        "B13", "the same in bytes", of: "polled-home", 13.7, .kilobytesPerSecond
      ) { $0.writes(of: "default session", every: 2.5) },
    ]
}

extension RunNumbers {
  /// Kilobytes a second that a strategy writes while its app polls.
  /// - Parameter page: the size of pages that count whole: a write of so many bytes in one go
  ///   touches one more in the mean than it fills; 1: bytes count.
  fileprivate func writes(
    of strategy: String, every seconds: Double, at varied: String = "", page: Double = 1
  ) -> Double? {
    guard let bytes = self(strategy, "flash_write_bytes", at: varied),
      let runs = self(strategy, "flash_write_ops", at: varied),
      let polls = self(strategy, "opens", at: varied), polls > 0
    else { return nil }
    return (bytes + runs * (page - 1)) / polls / seconds / 1_000
  }

  /// Which share of the radio's energy a correct cache saves, for each share of the bytes.
  fileprivate func energyForBytes(from base: String) -> Double? {
    guard let energy = saving(of: "radio_energy_j", from: base, to: "correct"),
      let bytes = saving(of: "network_down_bytes", from: base, to: "correct"), bytes > 0
    else { return nil }
    return energy / bytes
  }
}
