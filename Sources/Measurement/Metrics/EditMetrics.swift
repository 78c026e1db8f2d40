internal import SimCore

extension Metric {
  /// The user's edits by the stages that they reached.
  static let edits: [Metric] = [
    edit("made", .made, .neither, "Edits that the user made"),
    edit("synced", .synced, .higher, "Edits that the origin confirmed"),
    edit(
      "refused", .refused, .lower, "Edits that the strategy refused, with a message to the user"),
    edit(
      "superseded", .superseded, .neither,
      "Edits replaced by a later edit of the same field before they were sent"),
    edit("lost", .lost, .lower, "Edits that were accepted and are gone; anything but 0 is a fault"),
    edit(
      "overruled", .overruled, .lower,
      "Edits rejected in favour of a change made elsewhere, by the origin's rule for conflicts"),
    edit("pending", .pending, .lower, "Edits not yet sent or confirmed when the run ended"),
    edit(
      "conflicted", .conflicted, .lower,
      "Edits in conflict with an unseen change made elsewhere, however the conflict was resolved"
    ),
    edit("duplicated", .duplicated, .lower, "Edits that the origin applied a second time"),
    edit(
      "reverted", .reverted, .lower,
      "Times that a poll reverted what the user saw of an edit not yet confirmed"),
    Metric(
      "edit_sync_p50_s", .seconds, .lower,
      "Time from an edit to the origin's confirmation; median of the confirmed ones."
    ) { $0.edits.syncAges.value(at: .p50).map { $0 / 1e9 } },
    Metric(
      "edit_sync_p95_s", .seconds, .lower,
      "Time from an edit to the origin's confirmation; 95th percentile of the confirmed ones."
    ) { $0.edits.syncAges.value(at: .p95).map { $0 / 1e9 } },
    Metric(
      "outbox_peak", .count, .lower,
      "The maximum number of edits that waited to be sent; the highest over devices."
    ) { $0.devices.peakOutbox.map { Double($0) } },
  ]

  private static func edit(
    _ word: String, _ stage: EditStage, _ better: Better, _ what: String
  ) -> Metric {
    Metric.sum("edits_\(word)", better, what) { $0.edits.stages[stage] }
  }
}
