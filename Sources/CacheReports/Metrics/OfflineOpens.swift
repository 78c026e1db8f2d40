extension Metric {
  /// How screens fared without a network.
  static let offlineOpens = [
    Metric.sum("offline_opens", .neither, "Screens opened while the device had no network") {
      Int64($0.visits.offlineOpens)
    },
    Metric.ratio(
      "offline_served_ratio", .higher,
      "Screens opened without a network that showed something before they closed, over all screens "
        + "opened without a network.",
      of: { Int64($0.visits.offlineServed) }, in: { Int64($0.visits.offlineOpens) }),
  ]
}
