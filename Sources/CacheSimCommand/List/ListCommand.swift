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
