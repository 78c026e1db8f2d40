internal import ArgumentParser
internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import Experiments
internal import HTTPCaching
internal import Results
internal import SimCore

struct RevisitCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "revisit",
    abstract: "Answers what the second visit to a HAR capture takes, with a warm HTTP cache.",
    discussion: """
      The first visit fills a client's HTTP cache by the capture's own headers. The same requests \
      come again after each time of --after: what the cache answers, what is validated, what is \
      loaded again and why, bytes, waits, and which headers cost most. Each second visit follows \
      the first one by itself. The cache goes by the rules of a client (--profile; \
      'cachesim list http-profiles' has their names); without it by those of the client that the \
      capture names, else by RFC 9111.

      --format har, or --har FILE, writes both visits as HAR 1.2, answers of the cache included.

      EXAMPLES
        cachesim revisit app.har
        cachesim revisit bundled:shop.har --after 1h,1d,7d --profile chromium
        cachesim revisit app.har --after 1d --all-profiles --format csv
        cachesim revisit app.har --after 10s --navigation reload --profile firefox
        cachesim revisit app.har --after 1d --changed '*/index.html'
        cachesim revisit app.har --after 1d --har second.har --output Reports/second

      EXIT CODES
        65   the file is no capture, is empty, or has nothing to visit again
        66   there is no such file
      """)

  @Argument(help: "A HAR capture.", completion: .file(extensions: ["har", "json"]))
  var file: String

  @Option(
    help: ArgumentHelp(
      "How long after the end of the first visit the second one begins; several with commas.",
      valueName: "times"))
  var after = "1h,1d,7d"

  @Option(
    help: ArgumentHelp(
      "By whose rules the cache goes; several with commas. By default the capture's client, or "
        + "RFC 9111.", valueName: "names"), completion: .list(HTTPProfile.all.map(\.name)))
  var profile: String?

  @Flag(help: "By the rules of each client.")
  var allProfiles = false

  @Option(
    help: ArgumentHelp(
      "The network of both visits; several with commas. See 'cachesim list networks'.",
      valueName: "names"), completion: .networks)
  var network = "lte-wpt"

  @Option(
    help: ArgumentHelp(
      "How the second visit is come to: link, reload or back.", valueName: "kind"),
    transform: { try FlagValue.word($0, "navigation") })
  var navigation = PageNavigation.link

  @Option(
    help: ArgumentHelp(
      "Addresses of which the origin has a new version at the second visit, as '*/feed*'; may be "
        + "repeated. By default nothing has changed.", valueName: "pattern"))
  var changed: [String] = []

  @Option(help: "How many rows the lists of addresses have.")
  var top = 10

  enum Format: String, FormatName {
    case table, csv, json, markdown, har
  }

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: "The output format; har is a file for other tools.")
  var format = Format.table

  @Option(
    help: ArgumentHelp("Write both visits as HAR into a file.", valueName: "file"),
    completion: .file(extensions: ["har"]))
  var har: String?

  @OptionGroup var page: PageArguments
  @OptionGroup var privacy: PrivacyArguments
  @OptionGroup var verbosity: VerbosityArguments

  func validate() throws {
    _ = try afters
    _ = try profiles
    _ = try networks
    try expect("--top", top, in: 1...10_000)
    if format == .har, page.output != nil || har != nil {
      throw ValidationError("--format har: expected without --output and --har")
    }
  }

  func run() throws {
    let log = try HTTPCheckInput(file, verbosity).capture(file)
    let path = ScenarioLocator.existingPath(file) ?? file
    let profiles = try profiles ?? [HTTPProfile.ofCapture(log) ?? .rfc9111]
    let (afters, networks) = (try afters, try networks)
    let count = profiles.count * networks.count * afters.count
    if format == .har || har != nil, count > 1 {
      throw ValidationError(
        "\(har == nil ? "--format har" : "--har"): expected one second visit; --after, --profile "
          + "and --network make \(count)")
    }
    var report = RevisitReport(file: file, navigation: navigation, changed: changed, top: top)
    let progress = verbosity.progress
    defer { progress.end() }
    for profile in profiles {
      for network in networks {
        for after in afters {
          progress.show(Int64(report.visits.count), of: Int64(count), "visits")
          var revisit = Revisit(of: path, after: after, by: profile, over: network)
          revisit.navigation = navigation
          revisit.changed = changed
          report.visits.append(
            RevisitReport.Second(
              profile: profile, network: network, after: after, outcome: try revisit.run()))
        }
      }
    }
    progress.end()
    try write(report)
  }

  private func write(_ report: RevisitReport) throws {
    if format == .har {
      return Terminal.write(RecordedFile.archive(of: report.visits[0].outcome.recording))
    }
    let hiding = privacy.hiding
    let tables = RevisitTables(report, hiding)
    Terminal.write(
      tables.listing.written(
        format.usual, document: tables.document(), json: tables.json))
    if let har {
      try OutputFile.write(
        RecordedFile.archive(of: report.visits[0].outcome.recording), to: har)
      verbosity.note("Both visits are in \(har)")
    }
    try page.write(tables.charts, title: file, verbosity) { figures in
      var document = tables.document(figures)
      document.add("How to reproduce", [.command(PageArguments.command)])
      return document
    }
    PrivacyArguments.note(hiding, verbosity)
  }
}

// MARK: - What the options say

extension RevisitCommand {
  /// What stands between commas.
  private static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
  }

  private var afters: [TimeSpan] {
    get throws {
      let spans: [TimeSpan] = try Self.words(after).map { word in
        do { return try FlagValue.setting(word) } catch let error as ValidationError {
          throw ValidationError("--after: \(error.message)")
        }
      }
      guard !spans.isEmpty else { throw ValidationError("--after: expected a time such as 1h") }
      for span in spans where !(TimeSpan.zero...TimeSpan.days(3_650)).contains(span) {
        throw ValidationError("--after: expected 0s to 3650d, found \(span.text)")
      }
      return spans.uniqued
    }
  }

  /// Nil: the capture says it.
  private var profiles: [HTTPProfile]? {
    get throws {
      if allProfiles {
        guard profile == nil else {
          throw ValidationError("--profile and --all-profiles exclude one another")
        }
        return HTTPProfile.all
      }
      return try profile.map { text in
        try Self.words(text).map { name in
          if let profile = HTTPProfile.named(name) { return profile }
          let known = HTTPProfile.all.map(\.name)
          throw ValidationError("--profile", unknown: "HTTP profile", name, among: known)
        }.uniqued
      }
    }
  }

  private var networks: [String] {
    get throws { try Self.words(network).map { try FlagValue.network($0).name }.uniqued }
  }
}
