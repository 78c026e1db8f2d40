internal import Measurement

extension Metric {
  /// What became of the user's edits.
  static let edits: [Metric] = [
    edit("made", .made, .neither, "Edits that the user made"),
    edit("synced", .synced, .higher, "Edits that the origin confirmed"),
    edit(
      "refused", .refused, .lower, "Edits that the strategy could not take, and told the user so"),
    edit(
      "superseded", .superseded, .neither,
      "Edits whose place a later edit of the same field took before they were sent"),
    edit("lost", .lost, .lower, "Edits that were taken and are gone; anything but 0 is a fault"),
    edit(
      "overruled", .overruled, .lower,
      "Edits that gave way to a change made elsewhere, by the origin's rule for conflicts"),
    edit("pending", .pending, .lower, "Edits still on their way when the run ended"),
    edit(
      "conflicted", .conflicted, .lower,
      "Edits that met a change made elsewhere which their maker had not seen, however it ended"),
    edit("duplicated", .duplicated, .lower, "Edits that the origin took a second time"),
    edit(
      "reverted", .reverted, .lower,
      "Times that a look for news set back what the user saw of an edit still on its way"),
    Metric(
      "edit_sync_p50_s", .seconds, .lower,
      "Time from an edit's making to the origin's confirmation; median of the confirmed ones."
    ) { $0.edits.syncAges.value(at: .p50).map { $0 / 1e9 } },
    Metric(
      "edit_sync_p95_s", .seconds, .lower,
      "Time from an edit's making to the origin's confirmation; 95th percentile of those confirmed."
    ) { $0.edits.syncAges.value(at: .p95).map { $0 / 1e9 } },
    Metric(
      "outbox_peak", .count, .lower,
      "The most edits that ever waited to be sent; the highest over devices."
    ) { $0.devices.peakOutbox.map { Double($0) } },
  ]

  private static func edit(
    _ word: String, _ stage: EditStage, _ better: Better, _ what: String
  ) -> Metric {
    Metric.sum("edits_\(word)", better, what) { $0.edits.stages[stage] }
  }
}
