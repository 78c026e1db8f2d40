internal import Client

extension Metric {
  /// What became of the user's edits.
  static let edits = [
    edit("made", .made, .neither, "Edits that the user made"),
    edit("synced", .synced, .higher, "Edits that the origin confirmed"),
    edit(
      "refused", .refused, .lower, "Edits that the strategy could not take, and told the user so"),
    edit(
      "superseded", .superseded, .neither,
      "Edits whose place a later edit of the same field took before they were sent"),
    edit("lost", .lost, .lower, "Edits that were taken and are gone; anything but 0 is a fault"),
    edit("pending", .pending, .lower, "Edits still on their way when the run ended"),
  ]

  private static func edit(
    _ word: String, _ stage: EditStage, _ better: Better, _ what: String
  ) -> Metric {
    Metric.sum("edits_\(word)", better, what) { $0.edits.stages[stage] }
  }
}
