internal import ArgumentParser
internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import Results
internal import SimCore

struct ExplainCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explains single screen views: what happened, when and why.",
    discussion: """
      Each line has the time of day, the time since the view opened, the event, and its reason; \
      below them stands what the first content and each part waited for, as bars from the tap on. \
      Days are counted from 1; the first begins at midnight, with the scenario. Without a strategy \
      the same views, found with the scenario's first strategy, are explained under each.

      --format perfetto writes what the device of the views did as Trace Event JSON, for \
      ui.perfetto.dev and speedscope.app: its screens, main thread, connections, radio and flash, \
      a process for each strategy. --format har writes what one strategy requested as HAR 1.2. \
      Both have the day of the view, or what --span says.

      EXAMPLES
        cachesim explain twitter --strategy on-demand
        cachesim explain twitter --strategy url-cache --worst latency 5
        cachesim explain news --worst blank 3 --screen article
        cachesim explain twitter --at '2d 09:06'
        cachesim explain menus --strategy memory-tier --view 3 --parts
        cachesim explain twitter --format perfetto > day.json
        cachesim explain twitter --strategy url-cache --format har > day.har
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: ArgumentHelp(
      "The strategy, by its label in the scenario or its name; by default all of the scenario.",
      valueName: "name"), completion: .strategy)
  var strategy: String?

  @OptionGroup var opens: OpenArguments
  @OptionGroup var cell: CellArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  @Flag(help: "List each subresource of a screen by itself.")
  var parts = false

  enum Format: String, FormatName {
    case table, csv, json, markdown, perfetto, har
  }

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: "The output format; perfetto and har are files for other tools.")
  var format = Format.table

  @Option(help: "How much perfetto and har have: the view, its day, or all of its device.")
  var span = RecordedSpan.day

  @OptionGroup(title: "The page") var page: PageArguments

  @Option(help: "Colours in the text.")
  var color = ColorChoice.auto

  func validate() throws {
    guard isForOtherTools else { return }
    if parts { throw ValidationError("--parts: not with --format \(format.rawValue)") }
    if page.output != nil {
      throw ValidationError("--output: not with --format \(format.rawValue); redirect the output")
    }
  }

  func run() throws {
    let file = try input.read(verbosity)
    let scenario = try cell.scenario(of: file)
    let seed = cell.seed(of: scenario)
    let chosen =
      try strategy.map { [try scenario.strategy(named: $0, flag: "--strategy")] }
      ?? scenario.strategies
    verbosity.detail("run", "\(chosen.map(\.label).joined(separator: ", ")), seed \(seed)")
    if format == .har, chosen.count > 1 {
      throw ValidationError(
        "--format har: expected one strategy, by --strategy; the scenario has \(chosen.count)")
    }
    let explainer = Explainer(of: scenario, seed: seed)
    let progress = verbosity.progress
    defer { progress.end() }
    let runs = Int64(chosen.count + 1)
    progress.show(0, of: runs, "runs")
    let views = try views(chosen, explainer)
    func note(_ done: Int) { progress.show(Int64(done + 1), of: runs, "runs") }
    if isForOtherTools {
      // What one device did around the first view, under each strategy.
      guard let view = views.first else { return }
      let recordings = try explainer.recordings(around: view, span, of: chosen, note: note)
      progress.end()
      return Terminal.write(
        format == .har
          ? RecordedFile.archive(of: recordings[0]) : RecordedFile.traceEvents(of: recordings))
    }
    let explained = ExplainedScenario(
      name: file.name, seed: seed, varied: cell.varied ?? file.variants[0].value,
      strategies: try chosen.enumerated().map { done, strategy in
        note(done)
        return ExplainedStrategy(
          label: strategy.label,
          explanations: try explainer.explain(
            views.map(\.id), of: strategy.product, partByPart: parts))
      })
    progress.end()
    func document(_ figures: [Figure]) -> Document {
      var document = Document(
        title: "\(scenario.title ?? file.name): single views",
        question: "What happened in these views, when and why?")
      for section in explained.sections(figures) { document.add(section) }
      document.add("How to reproduce", [.command(PageArguments.command)])
      return document
    }
    Terminal.write(
      explained.listing.written(
        format.usual, text: explained.text(.terminal(color)),
        json: explained.json,
        markdown: MarkdownRenderer.text(of: document([]))))
    try page.write(explained.charts, title: file.name, verbosity, document)
  }

  private var isForOtherTools: Bool { format == .perfetto || format == .har }

  private func views(
    _ strategies: [Chosen<AnyStrategy>], _ explainer: Explainer
  ) throws -> [ViewRecord] {
    guard let first = strategies.first else { return [] }
    let choice = try opens.choice(among: explainer.names)
    let found = try explainer.find(
      choice, device: opens.device, screen: opens.screen, of: first.product)
    guard !found.views.isEmpty else {
      throw CommandError(.badInput, found.absence(of: choice, opens))
    }
    return found.views
  }
}

extension Explainer.Found {
  fileprivate func absence(of choice: ViewSelection, _ opens: OpenArguments) -> String {
    let device = opens.device
    if count == 0 {
      return "no screen\(opens.screen.map { " '\($0)'" } ?? "") is opened"
        + (device.map { " on device \($0)" } ?? "")
    }
    switch choice {
    case .view(let resource, _):
      return "screen \(opens.view ?? "\(resource)") is never opened"
        + (device.map { " on device \($0)" } ?? "")
    case .at(let time):
      let near = nearest.map { open in
        "; the nearest is on screen from \(open.view.openedAt.clockText) to "
          + "\(open.view.closedAt.clockText), on device \(open.id.device)"
      }
      return "no screen is open at \(time.start.clockText)\(near ?? "")"
    case .worst(let measure, _):
      return switch measure {
      case .blank: "no view stayed blank"
      case .stale: "no view showed outdated content"
      case .latency, .flash: "no screen view is bad by \(measure.rawValue)"
      }
    }
  }
}

struct OpenArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The first views of a screen, by its number or its name as in 'model 3' or in a story.",
      valueName: "name"))
  var view: String?

  @Option(
    help: ArgumentHelp(
      """
      The view that begins then, or the one on screen: 09:14 of the first day, '2d 09:14:30' of \
      the second.
      """, valueName: "time"))
  var at: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The worst views by latency, blank, stale or flash, and how many; by default 1.",
      valueName: "measure> <count"))
  var worst: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only views of the screens that metrics call so, as in blank_ratio{screen=article}.",
      valueName: "name"))
  var screen: String?

  @Option(help: "How many views of --view are explained; by default 1.")
  var count: Int?

  @Option(help: "The device; by default any.")
  var device: UInt32?

  func validate() throws {
    if [view != nil, at != nil, !worst.isEmpty].count(where: { $0 }) > 1 {
      throw ValidationError("expected one of --view, --at and --worst")
    }
    if let count, count < 1 { throw ValidationError("--count: expected 1 or more, found \(count)") }
    if count != nil && view == nil {
      throw ValidationError("--count: expected with --view; --worst takes its count behind it")
    }
    if view == nil { _ = try choice(among: StoryNames()) }
  }

  /// By default the one with the longest wait; `names` are those of a story's screens.
  func choice(among names: StoryNames) throws -> ViewSelection {
    if let view {
      if let named = names.resource(named: view, on: device) { return .view(named, count ?? 1) }
      guard let last = view.split(whereSeparator: { " -".contains($0) }).last,
        let number = ResourceIndex(last)
      else {
        let all = names.all
        throw ValidationError(
          all.isEmpty
            ? "--view: expected a screen's number such as 3 or 'model 3', found '\(view)'"
            : "--view: no screen is called '\(view)'\(Suggestion.hint(for: view, among: all))")
      }
      return .view(number, count ?? 1)
    }
    if let at {
      guard let time = ClockTime(at) else {
        throw ValidationError(
          "--at: expected a time such as 09:14, 09:14:30 or '2d 09:14', found '\(at)'")
      }
      return .at(time)
    }
    return try worstChoice
  }

  private var worstChoice: ViewSelection {
    get throws {
      guard let name = worst.first else { return .worst(.latency, 1) }
      guard let measure = ViewSelection.Measure(named: name) else {
        let names = ViewSelection.Measure.allCases.map(\.rawValue)
        throw ValidationError("--worst", unknown: "measure", name, among: names)
      }
      guard worst.count > 1 else { return .worst(measure, 1) }
      guard worst.count == 2, let count = Int(worst[1]), (1...1_000).contains(count) else {
        throw ValidationError(
          "--worst: expected a measure and a count from 1 to 1000, found "
            + "'\(worst.joined(separator: " "))'")
      }
      return .worst(measure, count)
    }
  }
}
