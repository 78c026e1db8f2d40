internal import SimCore

extension Metric {
  static let memoryPeak = Metric.peaks(
    "memory_peak", "The peak of memory that a device's app used"
  ) { $0.devices.peakMemory }

  static let limitOvershoot = [
    Metric(
      "limit_overshoot_bytes", .bytes, .lower,
      "The most that counted against a tier's limit of bytes or costs above that limit, where "
        + "limits are hints as NSCache's are, or kept by sweeps; the highest over devices."
    ) { $0.devices.overshoot?.bytes.map { Double($0.count) } },
    Metric(
      "limit_overshoot_share", .ratio, .lower,
      "The most by which a tier held more than a limit that is a hint or kept by sweeps, of costs "
        + "or of entries, as a share of that limit; the highest over devices."
    ) { $0.devices.overshoot?.share },
  ]

  static let evictions =
    Metric.cost("memory_evictions", .count, "Entries evicted from a memory tier to make space") {
      Double($0.memory.evictions[.memory])
    }
    + Metric.cost("flash_evictions", .count, "Entries evicted from a flash tier to make space") {
      Double($0.memory.evictions[.flash])
    }

  static let memoryPressure =
    Metric.cost("memory_warnings", .count, "Warnings of the system that memory is short") {
      Double($0.memory.warnings)
    }
    + Metric.cost("memory_kills", .count, "Kills of the app for its memory") {
      Double($0.memory.kills)
    }
}

extension Metric {
  static let lostEntries = Metric.cost(
    "lost_entries", .count,
    "Entries lost with the app's process because they were not yet on flash; it ends with the "
      + "workload, too"
  ) { Double($0.memory.lostEntries) }.harmful

  static let brokenEntries = Metric.cost(
    "broken_entries", .count,
    "Entries of the app's own index that were found without their file, and fetched again"
  ) { Double($0.lifecycle.brokenEntries) }.harmful

  static let lifecycle =
    Metric.cost(
      "decode_failures", .count,
      "Stored models that could not be decoded because another release of the app had written them"
    ) { Double($0.lifecycle.decodeFailures) }.harmful
    + Metric.cost(
      "wrong_user_shown", .count,
      "Contents shown to another user than the one they had been fetched for"
    ) { Double($0.lifecycle.exposures) }.harmful
    + Metric.cost(
      "purged_by_system_bytes", .bytes,
      "Bytes that the system removed from the caches' folder to have space"
    ) { Double($0.lifecycle.purgedBytes.count) }
    + Metric.peaks(
      "backed_up", "Bytes at the end in folders that the user's backup includes"
    ) { $0.devices.backedUp }
}

extension Metric {
  static let radioEnergy =
    Metric.cost(
      "radio_energy_j", .joules,
      "Energy of the radio for the app's traffic: promotions, packets and tails, without "
        + "the energy of the idle radio"
    ) { Double($0.devices.radio.traffic) / 1e6 }
    + Metric.cost(
      "radio_promotion_energy_j", .joules, "Energy of the radio for promotions"
    ) { Double($0.devices.radio.promotion) / 1e6 }
    + Metric.cost(
      "radio_active_energy_j", .joules, "Energy of the radio while packets flowed"
    ) { Double($0.devices.radio.active) / 1e6 }
    + Metric.cost(
      "radio_tail_energy_j", .joules,
      "Energy of the radio in tails: after packets, waiting for more of them"
    ) { Double($0.devices.radio.tail) / 1e6 }
    + Metric.cost(
      "radio_idle_energy_j", .joules, "Energy of the idle radio", better: .neither
    ) { Double($0.devices.radio.idle) / 1e6 }
    + Metric.cost(
      "radio_promotions", .count, "Promotions of the radio"
    ) { Double($0.devices.radio.promotions) }
}

extension Metric {
  static let edits: [Metric] = [
    edit("made", .made, .neither, "Edits that the user made"),
    edit("synced", .synced, .higher, "Edits that the origin confirmed"),
    edit(
      "refused", .refused, .lower, "Edits that the strategy refused, with a message to the user"),
    edit(
      "superseded", .superseded, .neither,
      "Edits replaced by a later edit of the same field before they were sent"),
    edit("lost", .lost, .lower, "Edits that were accepted and are gone; anything but 0 is a fault")
      .harmful,
    edit(
      "overruled", .overruled, .lower,
      "Edits rejected in favour of a change made elsewhere, by the origin's rule for conflicts"),
    edit("pending", .pending, .lower, "Edits not yet sent or confirmed when the run ended"),
    edit(
      "conflicted", .conflicted, .lower,
      "Edits in conflict with an unseen change made elsewhere, however the conflict was resolved"
    ),
    edit("duplicated", .duplicated, .lower, "Edits that the origin applied a second time").harmful,
    edit(
      "reverted", .reverted, .lower,
      "Times that a poll reverted what the user saw of an edit not yet confirmed"),
    edit(
      "seen_elsewhere", .seenElsewhere, .higher,
      "Times that another device of the same person was told of an edit"),
    Metric(
      "edit_sync_p50_s", .seconds, .lower,
      "Time from an edit to the origin's confirmation; median of the confirmed ones."
    ) { $0.edits.syncAges.value(at: .p50).map { $0 / 1e9 } },
    Metric(
      "edit_sync_p95_s", .seconds, .lower,
      "Time from an edit to the origin's confirmation; 95th percentile of the confirmed ones."
    ) { $0.edits.syncAges.value(at: .p95).map { $0 / 1e9 } },
    spread("p50", .p50), spread("p90", .p90),
    Metric(
      "outbox_peak", .count, .lower,
      "The maximum number of edits that waited to be sent; the highest over devices."
    ) { $0.devices.peakOutbox.map { Double($0) } },
  ]

  private static func spread(_ name: String, _ percentile: Percentile) -> Metric {
    Metric(
      "edit_spread_\(name)_s", .seconds, .lower,
      "Time from an edit until another device of the same person was told of it; the \(name) over "
        + "all edits made and all other devices, of which those are infinitely late that were not "
        + "told, or only of a later edit of the same field. With several devices of a person "
        + "(devicesOfPerson) alone."
    ) { aggregates in
      let ages = aggregates.edits.spreadAges
      let missing = max(0, Int(aggregates.edits.stages[.awaitedElsewhere]) - ages.count)
      return ages.value(at: percentile, missing: missing).map { $0 / 1e9 }
    }
  }

  private static func edit(
    _ word: String, _ stage: EditStage, _ better: Better, _ what: String
  ) -> Metric {
    Metric.sum("edits_\(word)", better, what) { $0.edits.stages[stage] }
  }
}
