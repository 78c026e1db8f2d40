internal import CacheReports
internal import DeviceModels
internal import SimCore

/// What a phone is made of.
extension Listing {
  static var networks: Listing {
    Listing(
      ["name", "round_trip", "down", "up", "loss", "certainty", "source"],
      NetworkProfiles.all.map { profile in
        [
          profile.name, profile.roundTrip.text, profile.down.text, profile.up.text,
          "\(profile.loss)", profile.certainty.rawValue, profile.source,
        ]
      })
  }

  static var radios: Listing {
    Listing(
      ["name", "active_w", "tail_s", "tail_j", "certainty", "source"],
      RadioProfiles.all.map { radio in
        let tail = radio.tail.reduce(TimeSpan.zero) { $0 + $1.duration }
        let joules = radio.tail.reduce(0) { $0 + $1.duration.seconds * $1.power.watts }
        return [
          radio.name, NumberText.decimal(radio.activeWatts, places: 3),
          NumberText.decimal(tail.seconds, places: 3), NumberText.decimal(joules, places: 3),
          radio.certainty.rawValue, radio.source,
        ]
      })
  }

  static var devices: Listing {
    Listing(
      ["name", "memory", "app_limit", "storage", "certainty", "source"],
      DeviceProfiles.all.map { device in
        [
          device.name, megabytes(device.memory), megabytes(device.memoryModel.limit),
          device.storage.name, device.certainty.rawValue, device.source,
        ]
      })
  }

  static var storage: Listing {
    Listing(
      ["name", "read", "write", "flush", "cells", "certainty", "source"],
      StorageProfiles.all.map { storage in
        [
          storage.name, megabytes(storage.timing.readRate) + "/s",
          megabytes(storage.timing.writeRate) + "/s", storage.timing.flush.text, storage.cells,
          storage.rateCertainty.rawValue, storage.source,
        ]
      })
  }

  private static func megabytes(_ bytes: Bytes) -> String {
    NumberText.decimal(Double(bytes.count) / 1e6, places: 0) + " MB"
  }
}
