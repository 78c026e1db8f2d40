extension Metric {
  /// What the radio took.
  static let radioEnergy =
    Metric.cost(
      "radio_energy_j", .joules,
      "Energy that the radio took for the app's traffic: waking up, packets and tails, without "
        + "what an idle radio takes anyway"
    ) { Double($0.devices.radio.traffic) / 1e6 }
    + Metric.cost(
      "radio_promotion_energy_j", .joules, "Energy that the radio took to wake up"
    ) { Double($0.devices.radio.promotion) / 1e6 }
    + Metric.cost(
      "radio_active_energy_j", .joules, "Energy that the radio took while packets flowed"
    ) { Double($0.devices.radio.active) / 1e6 }
    + Metric.cost(
      "radio_tail_energy_j", .joules,
      "Energy that the radio took after packets, waiting for more of them"
    ) { Double($0.devices.radio.tail) / 1e6 }
    + Metric.cost(
      "radio_idle_energy_j", .joules, "Energy that the idle radio took", better: .neither
    ) { Double($0.devices.radio.idle) / 1e6 }
    + Metric.cost(
      "radio_promotions", .count, "How often the radio woke up"
    ) { Double($0.devices.radio.promotions) }
}
