internal import ArgumentParser
internal import CachePolicies
internal import CacheReports
internal import Experiments
internal import Results
internal import SimCore

struct MissRatioCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "mrc",
    abstract: "Computes miss-ratio curves of a trace: the miss ratio at every cache size.",
    discussion: """
      LRU's curve is exact, from the stack distances of one pass (Mattson); with --samples or \
      --rate it is SHARDS' estimate from a sample of the objects. Other policies are simulated at \
      each size: in full, or with --samples or --rate scaled down; --samples reads the trace once \
      before to count its objects. Estimates come with the number of sampled objects and their \
      standard error, found by splitting the sample; fewer than \(CurvePlan.minimumSample) objects \
      are refused. --compare adds the exact curves and the estimates' mean absolute error.

      EXAMPLES
        cachesim mrc trace.bin
        cachesim mrc trace.bin --policy lru,sieve --samples 8192 --compare \\
          --chart curves
        cachesim mrc trace.bin --rate 0.01 --csv -
        cachesim mrc ids.txt --ignore-size --every --csv curve.csv
      """)

  @OptionGroup var input: ReplayInput

  @Option(
    name: [.customLong("policy"), .customLong("policies")],
    help: ArgumentHelp("Policies, as for 'cachesim replay'.", valueName: "names"),
    completion: .policies)
  var policy = "lru"

  @Flag(help: "Every object counts 1.")
  var ignoreSize = false

  @Option(help: "The share of objects in the sample, above 0 and at most 1.")
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "The size of the sample in objects: about so many, for LRU at most so many.",
      valueName: "objects"))
  var samples: Int?

  @Flag(help: "Accept a sample of fewer than \(CurvePlan.minimumSample) objects.")
  var force = false

  @Option(help: "The number of sizes, over four decades of the footprint.")
  var points = 65

  @Option(
    name: [.customLong("capacity"), .customLong("capacities")],
    help: ArgumentHelp("The sizes instead, as for 'cachesim replay'.", valueName: "sizes"))
  var capacity: String?

  @Flag(
    help: """
      Only LRU's exact curve, at every size where it falls; the table shows it at --points or \
      --capacity, all other output has every size.
      """)
  var every = false

  @Flag(help: "Add the exact curves, and the mean absolute error of the estimates.")
  var compare = false

  @Option(help: "For the sample, and for policies that draw random numbers.")
  var seed: UInt64 = 1

  @OptionGroup(title: "How it is simulated") var parallel: JobsArguments

  @Option(
    help: ArgumentHelp(
      "Write the curves as CSV to a file; - for standard output, and nothing else.",
      valueName: "file"), completion: .file(extensions: ["csv"]))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Draw the curves as miss-ratio.svg and .png into a folder, with data and script.",
      valueName: "folder"), completion: .directory)
  var chart: String?

  @Option(help: "The output format.")
  var outputFormat = OutputFormat.table

  @OptionGroup(title: "The page") var page: PageArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    if let rate, !(rate > 0 && rate <= 1) {
      throw ValidationError("--rate: expected more than 0 and at most 1, found \(rate)")
    }
    if let samples { try expect("--samples", samples, in: 1...(1 << 30)) }
    if rate != nil, samples != nil {
      throw ValidationError("--rate and --samples are two ways to one sample: leave one out")
    }
    if every, rate != nil || samples != nil || policy != "lru" {
      throw ValidationError(
        "--every is LRU's exact curve: leave --rate, --samples and --policy out")
    }
    try ReplayInput.check(csv: csv, outputFormat)
    try expect("--points", points, in: 2...10_000)
    _ = try plan
  }

  func run() async throws {
    let plan = try plan
    input.report(verbosity, plan.summary, jobs: parallel.width)
    let result = try await verbosity.withProgress { line in
      try await CurveRunner.run(
        plan, over: input.input, jobs: parallel.width, progress: { line.show($0) })
    }
    if !verbosity.quiet { TraceNotes.report(result.issues, emptyCount: result.emptyCount) }
    let table = CurveTable(result)
    for warning in table.warnings { verbosity.note(warning) }
    try input.write(table.listing.csv, to: csv, verbosity) {
      table.sizes.written(outputFormat, text: table.text)
    }
    if outputFormat == .table, csv == nil, let omission = table.omission {
      verbosity.note(omission)
    }
    if let chart { try draw(result, into: chart) }
    try page.write([table.chart], title: input.title, verbosity) { charts in
      var document = Document(
        title: "\(input.title): miss-ratio curves",
        question: "What share of the requests misses, at which size of the cache?")
      document.add("Curves", [.caveats(table.warnings)] + charts.map { .figure($0) })
      document.add("Numbers", [.table(table.table)])
      document.add("How to reproduce", [.command(PageArguments.command)])
      return document
    }
  }

  private var plan: CurvePlan {
    get throws {
      let policies = try ReplayInput.policies(policy)
      var curves = policies.map { CurvePlan.Curve($0, method(of: $0)) }
      if compare, !every {
        for policy in policies {
          curves.append(CurvePlan.Curve(policy, isStack(policy) ? .stack(.all) : .simulation(.all)))
        }
      }
      let sizes = try capacity.map { try ReplayCapacity.list($0, countsObjects: ignoreSize) }
      var plan = CurvePlan(curves, at: sizes ?? ReplayCapacity.curve(points))
      plan.ignoresSizes = ignoreSize
      plan.wantsEverySize = every
      plan.seed = seed
      plan.takesSmallSamples = force
      return plan
    }
  }

  private func isStack(_ policy: Chosen<AnyPolicy>) -> Bool { policy.name == LRU.name }

  private func method(of policy: Chosen<AnyPolicy>) -> CurvePlan.Method {
    let sampling: SHARDSSampling =
      rate.map { $0 < 1 ? .rate($0) : .all } ?? samples.map { .objects($0) } ?? .all
    return isStack(policy) ? .stack(sampling) : .simulation(sampling)
  }

  private func draw(_ result: CurveResult, into folder: String) throws {
    let drawn = try ChartDrawing.draw(
      [CurveTable(result).chart], title: input.title, into: folder, failing: "the curves are there",
      verbosity)
    for each in drawn {
      verbosity.note("The chart is in \(folder): \(each.files.joined(separator: ", "))")
    }
  }
}

struct CurveTable {
  private let result: CurveResult

  init(_ result: CurveResult) { self.result = result }

  private var curves: [CurveResult.Curve] { result.curves }

  /// The points of each curve, at every size where that was requested.
  private var points: [[MissRatioPoint]] { curves.map { $0.everyPoint ?? $0.points } }

  private var estimates: [CurveResult.Curve] { curves.filter(\.isEstimate) }

  /// A row for each point of each curve; where one is an estimate, also from how many objects and
  /// with which standard error.
  var listing: Listing {
    let points = points
    let heads = curves.map { ($0.policy, $0.method, NumberText.decimal($0.rate, places: 9)) }
    var columns = ["policy", "method", "rate", "capacity_bytes", "miss_ratio", "byte_miss_ratio"]
    let hasEstimates = !estimates.isEmpty
    if hasEstimates { columns += ["miss_ratio_error", "sampled_objects", "objects"] }
    return Listing(columns, count: points.reduce(0) { $0 + $1.count }) { index, row in
      var (curve, index) = (0, index)
      while index >= points[curve].count {
        index -= points[curve].count
        curve += 1
      }
      row.add(heads[curve].0)
      row.add(heads[curve].1)
      row.add(heads[curve].2)
      row.add(points[curve][index].capacity.count)
      row.add(ratio: points[curve][index].missRatio)
      row.add(ratio: points[curve][index].byteMissRatio)
      if hasEstimates {
        row.add(ratio: points[curve][index].missRatioError)
        row.add(curves[curve].sampledObjects)
        row.add(result.objects)
      }
    }
  }

  /// For people: a row for each size of the plan and a column for each curve, then the samples of
  /// the estimates and their errors. Sizes at which all curves read the same are one row.
  var text: String {
    let samples = estimates.map { "\(label($0)): \(sample($0))\n" }.joined()
    return TerminalRenderer.text(of: table) + samples + errors
  }

  /// A row for each size of the plan and a column for each curve.
  var table: ResultTable {
    ResultTable(
      "miss ratios", columns: [result.countsObjects ? "objects" : "capacity"] + curves.map(label),
      rows: rows, textColumns: 0)
  }

  private var rows: [[String]] {
    let sizes = curves.first?.points.map(\.capacity) ?? []
    let texts =
      result.countsObjects ? sizes.map { Display.count($0.count) } : Display.column(of: sizes)
    return FoldedRows.folded(
      texts.indices.map { index in
        [texts[index]] + curves.map { Display.share($0.points[index].missRatio) }
      })
  }

  /// The same with all digits: a row for each size, every one where that was requested; of
  /// estimates also the standard error and the size of the sample.
  var sizes: Listing {
    let points = points
    let samples = curves.indices.filter { curves[$0].isEstimate }
    let columns =
      [result.countsObjects ? "objects" : "bytes"] + curves.map(label)
      + samples.flatMap { index in
        ["error", "sampled objects", "of objects"].map { "\(label(curves[index])) \($0)" }
      }
    return Listing(columns, count: points.first?.count ?? 0, numbers: Set(columns)) { index, row in
      row.add(points[0][index].capacity.count)
      for curve in points { row.add(ratio: curve[index].missRatio) }
      for curve in samples {
        row.add(ratio: points[curve][index].missRatioError)
        row.add(curves[curve].sampledObjects)
        row.add(result.objects)
      }
    }
  }

  private func sample(_ curve: CurveResult.Curve) -> String {
    "\(NumberText.grouped(curve.sampledObjects)) of "
      + "\(NumberText.counted(result.objects, "object")) sampled, standard error "
      + Display.points(curve.standardError)
  }

  var warnings: [String] {
    estimates.filter {
      $0.standardError > Self.maximumError || $0.sampledObjects < Self.smallSample
    }
    .map {
      "warning: \(label($0)) is an estimate from few objects: \(sample($0)); "
        + "four times as many objects halve it"
    }
  }

  /// The SHARDS paper finds errors below 0.01 at sizes in equal steps (its section 5.2); over
  /// decades of sizes, where small ones count as much as large ones, about twice that is usual.
  private static let maximumError = 0.02
  /// Below this many objects the standard error itself is not certain.
  private static let smallSample: Int64 = 1_000

  /// A note on the sizes that the table for a terminal leaves out; nil: none.
  var omission: String? {
    guard let curve = curves.first, let all = curve.everyPoint?.count else { return nil }
    return all > curve.points.count
      ? "the table shows \(NumberText.counted(curve.points.count, "size")); "
        + "the curve falls at \(all): --csv and --output-format csv, json or markdown have them"
      : nil
  }

  private func label(_ curve: CurveResult.Curve) -> String {
    curve.method == "exact" || curve.method == "simulation"
      ? curve.policy : "\(curve.policy) (\(curve.method))"
  }

  private var errors: String {
    estimates.compactMap { curve in
      guard let truth = curves.first(where: { $0.policy == curve.policy && $0.rate == 1 }) else {
        return nil
      }
      let error = MissRatioPoint.meanAbsoluteError(curve.points, truth.points)
      return "mean absolute error of \(label(curve)) at rate "
        + "\(Display.share(curve.rate)): \(Display.points(error))\n"
    }.joined()
  }

  /// The samples of all estimates, those of one size named once; nil: there is no estimate.
  private var chartSample: String? {
    let texts = estimates.map(sample).uniqued
    guard let first = texts.first else { return nil }
    // A chart has one line for it.
    guard texts.count > 1 else { return first }
    let counts = estimates.map(\.sampledObjects)
    let error = estimates.map(\.standardError).max() ?? 0
    return "\(NumberText.grouped(counts.min() ?? 0)) or more of "
      + "\(NumberText.counted(result.objects, "object")) sampled, standard errors up to "
      + Display.points(error)
  }

  var chart: LineChart {
    LineChart(
      missRatios: zip(curves, points).map { curve, points in
        LineChart.Line(
          label: label(curve),
          points: points.filter { $0.capacity > .zero }.map {
            (Double($0.capacity.count), $0.missRatio)
          })
      }, countsObjects: result.countsObjects, sample: chartSample)
  }
}
