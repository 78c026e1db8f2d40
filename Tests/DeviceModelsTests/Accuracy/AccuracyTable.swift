internal import DeviceModels
internal import SimCore

/// Everything that the models are held to, in the order of the page.
enum AccuracyTable {
  static let checks = network + radio + sqlite + files + wear + rest + published
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
        model.memory = device.memoryModel.memory
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
