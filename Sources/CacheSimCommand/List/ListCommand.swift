internal import ArgumentParser
internal import CachePolicies
internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Experiments
internal import HTTPCaching
internal import Measurement
internal import SimCore

/// Lists the entries of catalogues: what scenarios can name and what reports contain.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "Lists scenarios, strategies, policies, admissions, workloads, networks, metrics and more.",
    discussion: """
      EXAMPLES
        cachesim list metrics
        cachesim list strategies --format csv
      """)

  /// What can be listed.
  enum Topic: String, CaseIterable, ExpressibleByArgument {
    case scenarios, strategies, presets, policies, admissions, workloads, formats, events
    case networkSchedules = "network-schedules"
    case networks, radios, devices, storage, metrics, charts
    case libraryTerms = "library-terms"
    case httpProfiles = "http-profiles"
    case httpSwitches = "http-switches"

    /// Former names, which are understood for one version.
    static let formerNames: [String: Topic] = [
      "weathers": .networkSchedules, "words": .libraryTerms,
    ]

    init?(argument: String) {
      if let topic = Topic.formerNames[argument] {
        FormerNames.note(argument, isNow: topic.rawValue)
        self = topic
      } else if let topic = Topic(called: argument) {
        self = topic
      } else {
        return nil
      }
    }

    /// The topic of a word: its name, that of one of its entries, or what else people call it.
    init?(called word: String) {
      let topic = Self.allCases.first { topic in
        topic.rawValue == word || topic.singular == word || topic.otherWords.contains(word)
      }
      guard let topic else { return nil }
      self = topic
    }

    /// What one of its entries is.
    var singular: String {
      switch self {
      case .strategies: "strategy"
      case .policies: "policy"
      case .storage: "storage"
      case .httpSwitches: "http-switch"
      default: String(rawValue.dropLast())
      }
    }

    private var otherWords: [String] {
      switch self {
      case .devices: ["phones", "phone"]
      case .libraryTerms: ["words", "word", "terms", "term"]
      case .storage: ["storages"]
      default: []
      }
    }
  }

  @Argument(help: "What to list.")
  var topic: Topic

  @OptionGroup var writing: FormatArguments

  func run() {
    Terminal.write(topic.listing.written(writing.format))
  }
}

extension ListCommand.Topic {
  /// The rows, in the order of their catalogue.
  var listing: Listing {
    switch self {
    case .scenarios:
      Listing(
        ["name", "question"], BundledScenarios.all.map { [$0.name, Self.question($0.bytes)] })
    case .strategies: Listing(of: AnyStrategy.catalog)
    case .presets: Listing.presets
    case .workloads: Listing(of: AnyWorkload.catalog)
    case .formats: Listing.formats
    case .events:
      Listing(
        ["event", "summary", "members"],
        StoryLine.catalog.entries.map { entry in
          [entry.name, entry.summary, entry.settings.map(\.name).joined(separator: ", ")]
        })
    case .networkSchedules: Listing(of: AnyNetworkSchedule.catalog)
    case .policies:
      Listing(
        ["name", "summary", "source"],
        PolicyCatalog.all.map { [$0.name, $0.summary, $0.source] })
    case .admissions: Listing(of: AnyAdmission.catalog)
    case .networks: Listing.networks
    case .radios: Listing.radios
    case .devices: Listing.devices
    case .storage: Listing.storage
    case .metrics:
      Listing(
        ["name", "unit", "better", "definition"],
        MetricCatalog.all.map { [$0.name, $0.unit.rawValue, $0.better.rawValue, $0.definition] })
    case .libraryTerms: Listing.libraryTerms
    case .httpProfiles: Listing.httpProfiles
    case .httpSwitches: Listing.httpSwitches
    case .charts:
      Listing(["name", "caption"], Charts.all.map { [$0.name, $0.caption] })
    }
  }

  private static func question(_ bytes: [UInt8]) -> String {
    (try? JSON.parse(bytes))?["question"]?.string ?? ""
  }
}

/// The libraries whose shipped defaults are presets.
extension Listing {
  static var presets: Listing {
    Listing(
      ["name", "strategy", "platform", "library", "version", "confidence", "summary", "sources"],
      AnyStrategy.catalog.entries.flatMap { entry in
        entry.libraries.map { name, library in
          [
            name, entry.name, library.platform.rawValue, library.name, library.version,
            library.confidence.rawValue,
            entry.presets.first { $0.name == name }?.summary ?? "",
            library.sources.joined(separator: "; "),
          ]
        }
      })
  }
}

/// The HTTP clients by whose rules a URL cache can go.
extension Listing {
  static var httpProfiles: Listing {
    Listing(
      ["name", "client", "known", "switches", "source"],
      HTTPProfile.all.map { profile in
        let changes = profile.switches.changes.map { "\($0.description.name) \($0.value)" }
        return [
          profile.name, profile.client, profile.confidence.rawValue,
          changes.isEmpty ? "all as RFC 9111 has them" : changes.joined(separator: "; "),
          profile.source,
        ]
      })
  }

  /// What the switches are, and who turns them.
  static var httpSwitches: Listing {
    Listing(
      ["switch", "rfc9111", "what", "who"],
      HTTPSwitches.list.map { [$0.name, $0.value(HTTPSwitches()), $0.summary, $0.clients] })
  }
}

/// The parts of a device.
extension Listing {
  static var networks: Listing {
    Listing(
      ["name", "round_trip", "down", "up", "loss", "certainty", "source"],
      NetworkProfiles.all.map { profile in
        [
          profile.name, profile.roundTrip.text, profile.down.text, profile.up.text,
          "\(profile.loss)", profile.certainty.rawValue, profile.source,
        ]
      } + recordings)
  }

  /// A row for each bundled recording: its mean rate, and what a simulation takes of a profile.
  private static var recordings: [[String]] {
    BundledRecordings.all.compactMap { name, _ in
      guard let recording = BundledRecordings.recording(named: name),
        let base = NetworkProfiles.named(recording.profile), let down = recording.down
      else { return nil }
      let mean = BitRate(bitsPerSecond: Int64(down.mean.rounded()))
      let length = TimeSpan.seconds(down.period / 1_000_000_000)
      return [
        name, base.roundTrip.text, mean.text, base.up.text, "\(base.loss)",
        Certainty.high.rawValue,
        "recorded rate down, its mean here, \(length.text); \(BundledRecordings.source); "
          + "otherwise \(base.name)",
      ]
    }
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
      [
        "name", "memory", "app_limit", "storage", "processor_scale", "radio", "certainty", "source",
      ],
      DeviceProfiles.all.map { device in
        [
          device.name, megabytes(device.memory), megabytes(device.memoryModel.limit),
          device.storage.name, NumberText.decimal(device.processorScale, places: 1),
          device.lte.name, device.certainty.rawValue,
          device.source + "; storage, processor and radio assumed",
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

/// Formats of traces of requests.
extension Listing {
  static var formats: Listing {
    Listing(
      ["name", "aliases", "endings", "columns", "detection", "summary"],
      TraceFormat.catalog.entries.map { entry in
        let format = TraceFormat.named(entry.name)
        return [
          entry.name, entry.aliases.joined(separator: " "),
          (format?.endings ?? []).map { "." + $0 }.joined(separator: " "), format?.columns ?? "",
          format?.detection ?? "", entry.summary,
        ]
      })
  }
}

extension Listing {
  /// The terms of libraries that a scenario may use for read strategies and request policies.
  static var libraryTerms: Listing {
    Listing(
      ["library", "spelling", "read", "request policy", "remark"],
      RequestPolicy.spellings.filter { ReadStrategy(spelled: $0.text) == nil }.map {
        [$0.library, $0.text, "", $0.word.rawValue, $0.remark ?? ""]
      }
        + ReadStrategy.spellings.map { spelling in
          [
            spelling.library, spelling.text, spelling.word.rawValue,
            RequestPolicy(spelled: spelling.text)?.rawValue ?? "", spelling.remark ?? "",
          ]
        })
  }
}
