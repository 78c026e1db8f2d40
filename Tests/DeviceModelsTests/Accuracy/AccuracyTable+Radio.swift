internal import DeviceModels
internal import SimCore

extension AccuracyTable {
  static let radio = others + probed + metered

  private static let others = [
    AccuracyCheck("Radio", "ARO's figures for LTE: promotion and tails and one fetch") { errors in
      let fetch = RadioProfiles.lteARO.burst(until: at(560 + 10_120))
      errors.add(fetch.promotion, for: AROTail.promotion)
      errors.add(fetch.tail, for: AROTail.whole)
      errors.add(fetch.total, for: AROTail.fetch)
      for tail in AROTail.all {
        let energy = RadioProfiles.lteARO.burst(until: at(560 + tail.milliseconds)).tail
        errors.add(energy, for: tail.joules)
      }
    },
    AccuracyCheck("Radio", "a rule of thumb: 10 J from idle to connected and back (HPBN)") {
      errors in
      errors.add(RadioProfiles.lteARO.burst(until: at(560 + 10_120)).total, for: 10)
    },
    AccuracyCheck("Radio", "lte-aro against lte-huang2012: the same fetch by two sources") {
      errors in
      let huang = RadioProfiles.lteHuang2012
      let tail = huang.tail.reduce(TimeSpan.zero) { $0 + $1.duration }
      errors.add(
        RadioProfiles.lteARO.burst(until: at(560 + 10_120)).total,
        for: huang.burst(until: at(560) + tail).total)
    },
  ]
  private static let probed = [
    AccuracyCheck("Radio", "RRC-Probe: silence after which radios of 2020 sleep (fitted)") {
      errors in
      for row in ProbedRadio.all {
        guard let radio = RadioProfiles.named(row.radio) else { continue }
        errors.add(radio.sleepsAfter, within: row.sleeps)
      }
      if let standalone = RadioProfiles.named("5g-sa") {
        let whole = standalone.tail.reduce(TimeSpan.zero) { $0 + $1.duration }
        errors.add(whole.seconds, for: ProbedRadio.inactive.until)
        errors.add(standalone.wait(after: 12), within: ProbedRadio.inactive.wakes)
      }
    },
    AccuracyCheck("Radio", "the same of LTE for lte-aro and lte-huang2012") { errors in
      for radio in [RadioProfiles.lteARO, RadioProfiles.lteHuang2012] {
        for row in ProbedRadio.lte { errors.add(radio.sleepsAfter, within: row.sleeps) }
      }
    },
    AccuracyCheck(
      "Radio", "RRC-Probe: the wait after 0.3 s of silence on LTE (not modelled)", .milliseconds
    ) { errors in
      if let radio = RadioProfiles.named("lte-2020-verizon") {
        errors.add((radio.wait(after: 0.4) - ProbedRadio.pause.lowerBound) * 1_000)
      }
    },
  ]

  private static let metered =
    [
      AccuracyCheck("Radio", "a Monsoon meter: radios of 2020 at 1 to 50 Mbit/s (fitted)") {
        errors in
        for row in MeteredRadio.all {
          guard let radio = RadioProfiles.named(row.radio) else { continue }
          for (rate, isUp) in directions {
            let measured = row.watts(at: rate, isUp: isUp)
            errors.add(radio.watts(at: rate, isUp: isUp), for: measured)
          }
        }
      }
    ]
    + [RadioProfiles.lteARO, RadioProfiles.lteHuang2012].flatMap { radio in
      [("receiving", false), ("sending", true)].map { (words: String, isUp: Bool) in
        AccuracyCheck("Radio", "the same meter on LTE: \(radio.name) \(words) at 1 to 50 Mbit/s") {
          errors in
          for rate in MeteredRadio.rates {
            let measured = MeteredRadio.lte.watts(at: rate, isUp: isUp)
            errors.add(radio.watts(at: rate, isUp: isUp), for: measured)
          }
        }
      }
    }

  private static let directions = MeteredRadio.rates.flatMap { [($0, false), ($0, true)] }
}
