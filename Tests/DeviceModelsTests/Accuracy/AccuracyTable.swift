internal import DeviceModels
internal import SimCore

/// Everything that the models are held to, in the order of the page.
enum AccuracyTable {
  static let checks = network + radio + sqlite + files + wear + rest + published
}

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

extension AccuracyTable {
  static let rest = [
    AccuracyCheck("Codecs", "200 records on one core of a server: times and sizes") {
      var errors = Deviation()
      for row in MeasuredCodec.all {
        errors.add(row.codec.encode(Bytes(row.bytes)).milliseconds, for: row.encode)
        errors.add(row.codec.decode(Bytes(row.bytes)).milliseconds, for: row.decode)
        let size = row.codec.size(ofJSON: Bytes(MeasuredCodec.json))
        errors.add(Double(size.count), for: Double(row.bytes))
      }
      return errors
    },
    AccuracyCheck("Memory", "limits of 7 iPhones that people measured (a table of a forum)") {
      var errors = Deviation()
      for device in DeviceProfiles.all where device.certainty != .assumption {
        var model = MemoryModel()
        model.memory = device.memory
        errors.add(Double(model.limit.count), for: Double(device.appLimit.count))
      }
      return errors
    },
    // Computed beside the scores, in ReportsTests.
    AccuracyCheck("Scores", "Lighthouse's curves at 12 waits", .score, isPossible: false) {
      Deviation()
    },
  ]
}
