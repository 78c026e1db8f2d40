internal import ArgumentParser
internal import CachePolicies
internal import CacheReports
internal import Experiments
internal import SimCore

/// Makes miss-ratio curves of a trace.
struct MissRatioCommand: AsyncParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "mrc",
    abstract: "Makes miss-ratio curves of a trace: what every size of cache would miss.",
    discussion: """
      LRU's curve is exact, from one pass over the distances in its stack; with --samples or \
      --rate it is SHARDS' estimate from a sample of the objects. Other policies are simulated at \
      each size: whole, or with --samples or --rate in miniature; --samples reads the trace once \
      before to count its objects. Estimates tell how many objects were sampled and their standard \
      error, found by splitting the sample; fewer than \(CurvePlan.leastSample) objects are \
      refused. --compare tells how far estimates are from the exact curves.

      EXAMPLES
        cachesim mrc trace.bin
        cachesim mrc trace.bin --policy lru,sieve --samples 8192 --compare --chart curves
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

  @Option(help: "The share of the objects that curves are made from, above 0 and at most 1.")
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "Curves from about so many objects, LRU's from at most so many; the rate follows.",
      valueName: "objects"))
  var samples: Int?

  @Option(help: .hidden)
  var sample: Int?

  @Flag(help: "Take a sample of fewer than \(CurvePlan.leastSample) objects.")
  var force = false

  @Option(help: "At how many sizes curves are read, over four decades of the footprint.")
  var points = 65

  @Option(
    name: [.customLong("capacity"), .customLong("capacities")],
    help: ArgumentHelp("At which sizes instead, as for 'cachesim replay'.", valueName: "sizes"))
  var capacity: String?

  @Flag(
    help: """
      LRU's exact curve at every size where it falls, in place of all else; the table for people \
      shows it at --points or --capacity, all other output tells every size.
      """)
  var every = false

  @Flag(help: "Make the exact curves too, and tell the mean absolute error of the others.")
  var compare = false

  @Option(help: "Chooses the sample, and is for policies that toss coins.")
  var seed: UInt64 = 1

  @OptionGroup var simulation: SimulationArguments

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

  @Option(help: "How to write the answer.")
  var outputFormat = OutputFormat.table

  @OptionGroup var talk: TalkArguments

  func validate() throws {
    if let rate, !(rate > 0 && rate <= 1) {
      throw ValidationError("--rate: expected more than 0 and at most 1, found \(rate)")
    }
    if samples != nil, sample != nil {
      throw ValidationError("--sample is the old name of --samples: leave it out")
    }
    if let count = samples ?? sample {
      try expect(samples == nil ? "--sample" : "--samples", count, in: 1...(1 << 30))
    }
    if rate != nil, samples ?? sample != nil {
      throw ValidationError("--rate and --samples are two ways to one sample: leave one out")
    }
    if every, rate != nil || samples ?? sample != nil || policy != "lru" {
      throw ValidationError(
        "--every tells LRU's exact curve: leave --rate, --samples and --policy")
    }
    if csv == "-", outputFormat != .table, outputFormat != .csv {
      throw ValidationError("--csv -: leave --output-format out")
    }
    try expect("--points", points, in: 2...10_000)
    _ = try plan
  }

  func run() async throws {
    let plan = try plan
    if sample != nil { talk.note("note: --sample is called --samples now") }
    input.tell(talk, plan.census, jobs: simulation.width)
    let progress = talk.progress
    let result: CurveResult
    do {
      defer { progress.end() }
      result = try await CurveRunner.run(
        plan, over: input.input, jobs: simulation.width, progress: { progress.show($0) })
    } catch let error as ReplayError {
      throw ReplayInput.told(error).error
    }
    if !talk.quiet { ReplayNotes.tell(result.issues, emptyCount: result.emptyCount) }
    let table = CurveTable(result)
    for warning in table.warnings { talk.note(warning) }
    if let csv, csv != "-" {
      talk.detail("write", csv)
      try OutputFile.write(table.listing.csv, to: csv)
    }
    switch outputFormat {
    case _ where csv == "-": Terminal.write(table.listing.csv)
    case _ where csv != nil && talk.quiet: break
    default: Terminal.write(table.sizes.written(outputFormat, text: table.text))
    }
    if outputFormat == .table, csv == nil, let omission = table.omission { talk.note(omission) }
    if let chart { try draw(result, into: chart) }
  }

  /// The plan that the flags describe.
  private var plan: CurvePlan {
    get throws {
      let policies: [Chosen<AnyPolicy>] = try ChoiceText.list(policy).map {
        try ChoiceText.choice($0, for: "--policy")
      }
      var curves = policies.map { CurvePlan.Curve($0, method(of: $0)) }
      if compare, !every {
        for policy in policies {
          curves.append(
            CurvePlan.Curve(policy, isStack(policy) ? .stack(.all) : .simulation(.all)))
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
      rate.map { $0 < 1 ? .rate($0) : .all } ?? (samples ?? sample).map { .objects($0) } ?? .all
    return isStack(policy) ? .stack(sampling) : .simulation(sampling)
  }

  private func draw(_ result: CurveResult, into folder: String) throws {
    let title = input.trace.trace.split(separator: "/").last.map(String.init) ?? "the trace"
    let drawn = try ChartDrawing.draw(
      [CurveTable(result).chart], title: title, into: folder, failing: "the curves are there", talk)
    for each in drawn {
      talk.note("The chart is in \(folder): \(each.files.joined(separator: ", "))")
    }
  }
}
