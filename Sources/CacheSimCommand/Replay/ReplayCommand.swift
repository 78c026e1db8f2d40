internal import ArgumentParser
internal import CachePolicies
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

struct ReplayCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays a trace of requests against eviction policies.",
    discussion: """
      Every policy replays every request at every capacity; a missed object is inserted. The \
      trace is read in blocks, so that memory does not grow with it.

      A capacity is an amount of bytes (64MiB, 1000000), a share of the trace's footprint (1%), or \
      auto: 0.1%, 1% and 10%. With --ignore-size every object counts 1, and a capacity is a number \
      of objects or a share of them. Shares, and policies that need next accesses on a trace \
      without them, read the trace twice.

      With --ttl copies expire, and the number of entries is reported too: the largest, and the \
      mean over the requests. A copy that is due at the second of its next request is a miss by \
      one rule and a hit by another, so --ttl-check says which.

      EXAMPLES
        cachesim replay trace.bin --policy lru,sieve --capacity 1%,10%
        cachesim replay trace.csv --format csv --capacity 64MiB --csv misses.csv
        cachesim replay - --format ids --ignore-size --capacity 1000 < ids.txt
        cachesim replay trace.bin --policy s3-fifo:rule=libcachesim --capacity auto
        cachesim replay trace.csv --policy lru --ttl sliding:1h --ttl-check after
        cachesim replay trace.bin --shard 2/8 --capacity 8GiB \\
          --output-format json > part-2.json
      """)

  @OptionGroup var input: ReplayInput

  @Option(
    name: [.customLong("policy"), .customLong("policies")],
    help: ArgumentHelp(
      "Policies, as 'cachesim list policies' shows them, with settings as in "
        + "name:setting=value.", valueName: "names"), completion: .policies)
  var policy = "lru,fifo,sieve,s3-fifo"

  @Option(
    name: [.customLong("capacity"), .customLong("capacities")],
    help: ArgumentHelp("Amounts, shares such as 1%, or auto.", valueName: "sizes"))
  var capacity = "auto"

  @Option(
    help: ArgumentHelp(
      "Replay one part of the trace, such as 2/8: all requests for the objects whose hash falls to "
        + "it, in its part of the capacity. 'cachesim merge' adds up the parts.",
      valueName: "number/count"))
  var shard: String?

  @Flag(help: "Every object counts 1.")
  var ignoreSize = false

  @Option(
    help: ArgumentHelp(
      "The first requests, which are not counted: 10%, 1h or a number of requests; 0 leaves out "
        + "nothing.", valueName: "extent"))
  var warmup: String?

  @Option(
    help: ArgumentHelp(
      "Report each interval of the trace as well: 1h, 5% or a number of requests.",
      valueName: "extent"))
  var interval: String?

  @Option(
    help: "The admission policy for missed objects; see 'cachesim list admissions'.",
    completion: .admission)
  var admission: String?

  @Option(
    help: ArgumentHelp(
      "The time to live of copies: 1h, absolute:1h, sliding:1h, or trace for the trace's own.",
      valueName: "rule"))
  var ttl: String?

  @Option(
    help: ArgumentHelp(
      "When --ttl is checked: lookup, of a copy that is looked up; before, of all copies before "
        + "each request; after, of all after it, so that what is just due may be hit once more.",
      valueName: "when"), completion: .list(Expiry.Check.allCases.map(\.rawValue)))
  var ttlCheck: String?

  @Option(help: "For policies and filters that draw random numbers.")
  var seed: UInt64 = 1

  @OptionGroup var parallel: JobsArguments

  @Option(help: "The output format.")
  var outputFormat = OutputFormat.table

  @Option(
    help: ArgumentHelp(
      "Write the result as CSV to a file; - for standard output, and nothing else.",
      valueName: "file"), completion: .file(extensions: ["csv"]))
  var csv: String?

  @OptionGroup var page: PageArguments
  @OptionGroup var verbosity: VerbosityArguments

  func validate() throws {
    _ = try plan
    _ = try tracePart
    if csv == "-", outputFormat != .table, outputFormat != .csv {
      throw ValidationError("--csv -: leave --output-format out")
    }
  }

  func run() async throws {
    let plan = try plan
    input.report(verbosity, plan.summary, jobs: parallel.width)
    let progress = verbosity.progress
    let result: ReplayResult
    do {
      defer { progress.end() }
      result = try await ReplayRunner.run(
        plan, over: shardInput, jobs: parallel.width, progress: { progress.show($0) })
    }
    if !verbosity.quiet { TraceNotes.report(result.issues, emptyCount: result.emptyCount) }
    let table = ReplayTable(result)
    try write(table)
    let name = input.trace.trace.split(separator: "/").last.map(String.init) ?? "the trace"
    let title = name + (shard.map { ", part \($0)" } ?? "")
    try page.write([table.chart], title: title, verbosity) { charts in
      var document = Document(
        title: "\(title): a replay", question: "How many requests does each policy miss?")
      document.add("Curves", charts.map { .figure($0) })
      document.add("Numbers", [.table(table.table)])
      document.add("How to reproduce", [.command(PageArguments.command)])
      return document
    }
  }

  private func write(_ table: ReplayTable) throws {
    if let csv, csv != "-" {
      verbosity.detail("write", csv)
      try OutputFile.write(table.listing.csv, to: csv)
    }
    switch outputFormat {
    case _ where csv == "-": Terminal.write(table.listing.csv)
    case _ where csv != nil && verbosity.quiet: break
    default:
      Terminal.write(
        table.listing.written(outputFormat, table: table.table))
    }
  }

  private var tracePart: TraceShard? {
    get throws {
      guard let shard else { return nil }
      guard let part = TraceShard(shard) else {
        throw ValidationError(
          "--shard: expected a part such as 2/8, found '\(shard)'")
      }
      guard interval == nil, ttl == nil else {
        throw ValidationError("--shard: leave out --interval and --ttl")
      }
      return part
    }
  }

  private var shardInput: TraceInput {
    get throws {
      var trace = try input.input
      trace.options.shard = try tracePart
      return trace
    }
  }

  private var plan: ReplayPlan {
    get throws {
      let policies: [Chosen<AnyPolicy>] = try ChoiceText.list(policy).map {
        try ChoiceText.choice($0, for: "--policy")
      }
      var plan = ReplayPlan(
        policies: policies, capacities: try ReplayCapacity.list(capacity, countsObjects: ignoreSize)
      )
      plan.ignoresSizes = ignoreSize
      plan.warmUp = try warmup.map { try ReplaySpan.read($0, for: "--warmup") }
      plan.interval = try interval.map { try ReplaySpan.read($0, for: "--interval") }
      let gate: Chosen<AnyAdmission>? = try admission.map {
        try ChoiceText.choice($0, for: "--admission")
      }
      plan.admission = gate?.product
      let check = try ttlCheck.map { try ReplayExpiry.check($0, for: "--ttl-check") }
      if check != nil, ttl == nil {
        throw ValidationError("--ttl-check: expected --ttl as well, the time that copies live")
      }
      plan.expiry = try ttl.map { try ReplayExpiry.read($0, check: check) }
      plan.seed = seed
      return plan
    }
  }
}
