internal import CacheWorkloads
internal import DeviceModels
internal import Experiments
internal import Results
internal import SimCore

/// The digits of quantities in lists: all of them for programs; as every table has them for people.
enum ListedDigits {
  case all, shown

  func text(_ rate: BitRate) -> String { self == .all ? rate.text : Display.text(rate) }

  func text(_ span: TimeSpan) -> String { self == .all ? span.text : Display.text(span) }

  func share(_ value: Double) -> String { self == .all ? "\(value)" : Display.share(value) }

  func text(_ bytes: Bytes) -> String {
    self == .all
      ? NumberText.decimal(Double(bytes.count) / 1e6, places: 0) + " MB" : Display.text(bytes)
  }

  func number(_ value: Double) -> String {
    self == .all ? NumberText.decimal(value, places: 3) : NumberText.short(value)
  }
}

extension Listing {
  static func networks(_ digits: ListedDigits) -> Listing {
    Listing(
      ["name", "round_trip", "down", "up", "loss", "certainty", "source"],
      NetworkProfiles.all.map { profile in
        [
          profile.name, digits.text(profile.roundTrip), digits.text(profile.down),
          digits.text(profile.up), digits.share(profile.loss), profile.certainty.rawValue,
          profile.source,
        ]
      } + recordings(digits))
  }

  /// A row for each bundled recording: its mean rate, and what a simulation takes of a profile.
  private static func recordings(_ digits: ListedDigits) -> [[String]] {
    BundledRecordings.all.compactMap { name, _ in
      guard let recording = BundledRecordings.recording(named: name),
        let base = NetworkProfiles.named(recording.profile), let down = recording.down
      else { return nil }
      let mean = BitRate(bitsPerSecond: Int64(down.mean.rounded()))
      let length = TimeSpan.seconds(down.period / 1_000_000_000)
      return [
        name, digits.text(base.roundTrip), digits.text(mean), digits.text(base.up),
        digits.share(base.loss),
        Certainty.high.rawValue,
        "recorded rate down, its mean here, \(length.text); \(BundledRecordings.source); "
          + "otherwise \(base.name)",
      ]
    }
  }

  static func radios(_ digits: ListedDigits) -> Listing {
    Listing(
      ["name", "active_w", "tail_s", "tail_j", "certainty", "source"],
      RadioProfiles.all.map { radio in
        let tail = radio.tail.reduce(TimeSpan.zero) { $0 + $1.duration }
        let joules = radio.tail.reduce(0) { $0 + $1.duration.seconds * $1.power.watts }
        return [
          radio.name, digits.number(radio.activeWatts),
          digits.number(tail.seconds), digits.number(joules),
          radio.certainty.rawValue, radio.source,
        ]
      })
  }

  static var populations: Listing {
    Listing(
      ["name", "summary", "groups", "certainty", "source"],
      Populations.all.map { population in
        [
          population.name, population.summary, population.groups.joined(separator: "; "),
          population.certainty.rawValue, population.source,
        ]
      })
  }

  static var linkSpreads: Listing {
    Listing(
      ["name", "down", "up", "round_trip", "certainty", "source"],
      LinkSpreads.all.map { spread in
        [spread.name]
          + ["down", "up", "roundTrip"].map { spread.settings[$0]?.compact ?? "" }
          + [spread.certainty.rawValue, "\(spread.source). \(spread.note)"]
      })
  }

  static func devices(_ digits: ListedDigits) -> Listing {
    Listing(
      [
        "name", "memory", "app_limit", "storage", "processor_scale", "radio", "certainty", "source",
      ],
      DeviceProfiles.all.map { device in
        [
          device.name, digits.text(device.memoryModel.memory), digits.text(device.appLimit),
          device.storage.name, NumberText.decimal(device.processorScale, places: 1),
          device.lte.name, device.certainty.rawValue,
          device.source + "; processor: \(device.processorSource); storage: "
            + "\(device.storageCertainty.rawValue); radio assumed",
        ]
      })
  }

  static var engines: Listing {
    func word(_ isSo: Bool) -> String { isSo ? "yes" : "no" }
    return Listing(
      ["name", "writes at hits", "reads single attributes", "summary"],
      FlashEngines.all.map { engine in
        [
          engine.type.name, word(engine.type.recordsHits), word(engine.type.readsAttributes),
          engine.summary,
        ]
      })
  }

  static func storage(_ digits: ListedDigits) -> Listing {
    Listing(
      ["name", "read", "write", "flush", "cells", "certainty", "source"],
      StorageProfiles.all.map { storage in
        [
          storage.name, digits.text(storage.timing.readRate) + "/s",
          digits.text(storage.timing.writeRate) + "/s", digits.text(storage.timing.flush),
          storage.cells,
          storage.rateCertainty.rawValue, storage.source,
        ]
      })
  }
}
