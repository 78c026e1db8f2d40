internal import Devices
internal import SimCore

extension AccuracyTable {
  static let radio = [
    AccuracyCheck("Radio", "ARO's figures for LTE: promotion and tails and one fetch") {
      var errors = Deviation()
      let fetch = RadioProfiles.lteARO.burst(until: at(560 + 10_120))
      errors.add(fetch.promotion, for: AROTail.promotion)
      errors.add(fetch.tail, for: AROTail.whole)
      errors.add(fetch.total, for: AROTail.fetch)
      for tail in AROTail.all {
        let energy = RadioProfiles.lteARO.burst(until: at(560 + tail.milliseconds)).tail
        errors.add(energy, for: tail.joules)
      }
      return errors
    },
    AccuracyCheck("Radio", "a rule of thumb: 10 J from idle to connected and back (HPBN)") {
      var errors = Deviation()
      errors.add(RadioProfiles.lteARO.burst(until: at(560 + 10_120)).total, for: 10)
      return errors
    },
    AccuracyCheck("Radio", "lte-aro against lte-huang2012: the same fetch by two sources") {
      var errors = Deviation()
      let huang = RadioProfiles.lteHuang2012
      let tail = huang.tail.reduce(TimeSpan.zero) { $0 + $1.duration }
      errors.add(
        RadioProfiles.lteARO.burst(until: at(560 + 10_120)).total,
        for: huang.burst(until: at(560) + tail).total)
      return errors
    },
  ]
}
