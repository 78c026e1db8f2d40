internal import ArgumentParser
internal import CacheMetrics
internal import CachePolicies
internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Experiments
internal import HTTPCaching
internal import Results
internal import SimCore

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

  enum Topic: String, CaseIterable, ExpressibleByArgument {
    case scenarios, strategies, presets, policies, admissions, workloads, formats, events
    case networkSchedules = "network-schedules"
    case linkSpreads = "link-spreads"
    case populations, networks, radios, devices, storage, engines, metrics, charts
    case libraryTerms = "library-terms"
    case httpProfiles = "http-profiles"
    case httpSwitches = "http-switches"
    case clientCaches = "client-caches"
    case imageLibraries = "image-libraries"

    init?(argument: String) { self.init(called: argument) }

    /// The topic of a word: its name, that of one of its entries, or what else people call it.
    init?(called word: String) {
      let topic = Self.allCases.first { topic in
        topic.rawValue == word || topic.singular == word || topic.otherWords.contains(word)
      }
      guard let topic else { return nil }
      self = topic
    }

    var singular: String {
      switch self {
      case .strategies: "strategy"
      case .policies: "policy"
      case .storage: "storage"
      case .httpSwitches: "http-switch"
      case .imageLibraries: "image-library"
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

  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func run() {
    let isRead = writing.format == .table || writing.format == .markdown
    Terminal.write(topic.listing(isRead ? .shown : .all).written(writing.format))
  }
}

extension ListCommand.Topic {
  func listing(_ digits: ListedDigits) -> Listing {
    switch self {
    case .scenarios:
      Listing(
        ["name", "question"], BundledScenarios.known.map { [$0.name, Self.question($0.bytes)] })
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
    case .networks: Listing.networks(digits)
    case .radios: Listing.radios(digits)
    case .devices: Listing.devices(digits)
    case .populations: Listing.populations
    case .linkSpreads: Listing.linkSpreads
    case .storage: Listing.storage(digits)
    case .engines: Listing.engines
    case .metrics:
      Listing(
        ["name", "unit", "better", "definition"],
        MetricCatalog.all.map { [$0.name, $0.unit.rawValue, $0.better.rawValue, $0.definition] })
    case .libraryTerms: Listing.libraryTerms
    case .httpProfiles: Listing.httpProfiles
    case .httpSwitches: Listing.httpSwitches
    case .clientCaches: Listing.clientCaches
    case .imageLibraries: Listing.imageLibraries
    case .charts:
      Listing(["name", "caption"], Charts.all.map { [$0.name, $0.caption] })
    }
  }

  private static func question(_ bytes: [UInt8]) -> String {
    (try? JSON.parse(bytes))?["question"]?.string ?? ""
  }
}

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

extension Listing {
  static var httpProfiles: Listing {
    Listing(
      ["name", "client", "known", "switches", "source"],
      HTTPProfile.all.map { profile in
        let changes = profile.switches.changes.map { "\($0.field.name) \($0.value)" }
        return [
          profile.name, profile.client, profile.confidence.rawValue,
          changes.isEmpty ? "all as RFC 9111 has them" : changes.joined(separator: "; "),
          "\(profile.source); limits: \(profile.limits.words) (\(profile.limits.source.text))",
        ]
      })
  }

  static var httpSwitches: Listing {
    Listing(
      ["switch", "rfc9111", "what", "clients"],
      HTTPSwitches.list.map { field in
        [
          field.name, HTTPSwitches.text(of: field, HTTPSwitches()), field.summary,
          HTTPSwitches.clients(of: field),
        ]
      })
  }
}

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
  /// The terms of libraries that a scenario may use for read strategies, for request policies and
  /// for what an image library does with hits.
  static var libraryTerms: Listing {
    func row<Word>(_ spelling: Spelling<Word>) -> [String] {
      let text = spelling.text
      return [
        spelling.library, text, ReadStrategy(spelled: text)?.rawValue ?? "",
        RequestPolicy(spelled: text)?.rawValue ?? "", HitRule(spelled: text)?.rawValue ?? "",
        spelling.remark ?? "",
      ]
    }
    return Listing(
      ["library", "spelling", "read", "request policy", "hits", "remark"],
      RequestPolicy.spellings.filter { ReadStrategy(spelled: $0.text) == nil }.map(row)
        + ReadStrategy.spellings.map(row)
        + HitRule.spellings.filter { ReadStrategy(spelled: $0.text) == nil }.map(row))
  }
}

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
