extension Metric {
  /// The energy of the radio, by state.
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
