internal import ArgumentParser
internal import CachePolicies
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

struct ReplayCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Replays a trace of requests against eviction policies.",
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

  @OptionGroup(title: "How it is simulated") var parallel: JobsArguments

  @Option(help: "The output format.")
  var outputFormat = OutputFormat.table

  @Option(
    help: ArgumentHelp(
      "Write the result as CSV to a file; - for standard output, and nothing else.",
      valueName: "file"), completion: .file(extensions: ["csv"]))
  var csv: String?

  @OptionGroup(title: "The page") var page: PageArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    _ = try plan
    _ = try tracePart
    try ReplayInput.check(csv: csv, outputFormat)
  }

  func run() async throws {
    let plan = try plan
    input.report(verbosity, plan.summary, jobs: parallel.width)
    var trace = try input.input
    trace.options.shard = try tracePart
    let result = try await verbosity.withProgress { [trace] line in
      try await ReplayRunner.run(
        plan, over: trace, jobs: parallel.width, progress: { line.show($0) })
    }
    if !verbosity.quiet { TraceNotes.report(result.issues, emptyCount: result.emptyCount) }
    let table = ReplayTable(result)
    try input.write(table.listing.csv, to: csv, verbosity) {
      table.listing.written(outputFormat, table: table.table)
    }
    let title = input.title + (shard.map { ", part \($0)" } ?? "")
    try page.write([table.chart], title: title, verbosity) { charts in
      var document = Document(
        title: "\(title): a replay", question: "How many requests does each policy miss?")
      document.add("Curves", charts.map { .figure($0) })
      document.add("Numbers", [.table(table.table)])
      document.add("How to reproduce", [.command(PageArguments.command)])
      return document
    }
  }

  private var tracePart: TraceShard? {
    get throws {
      guard let shard else { return nil }
      guard let part = TraceShard(shard) else {
        throw ValidationError("--shard: expected a part such as 2/8, found '\(shard)'")
      }
      guard interval == nil, ttl == nil else {
        throw ValidationError("--shard: leave out --interval and --ttl")
      }
      return part
    }
  }

  private var plan: ReplayPlan {
    get throws {
      let policies = try ReplayInput.policies(policy)
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
      let check: Expiry.Check? = try ttlCheck.map {
        try FlagValue.word($0, "word", for: "--ttl-check")
      }
      if check != nil, ttl == nil {
        throw ValidationError("--ttl-check: expected --ttl as well, the time that copies live")
      }
      plan.expiry = try ttl.map { try ReplayExpiry.read($0, check: check) }
      plan.seed = seed
      return plan
    }
  }
}

struct ReplayInput: ParsableArguments {
  @OptionGroup var trace: TraceArguments

  @Option(
    help: ArgumentHelp(
      "The same as --trace-format; settings may follow as in name:setting=value.",
      valueName: "format"), completion: .traceFormat)
  var format: String?

  @Option(help: "The expected number of objects: saves time, changes nothing.")
  var objects = 0

  func validate() throws {
    try expect("--objects", objects, in: 0...(1 << 31))
    if format != nil, trace.reading.traceFormat != nil {
      throw ValidationError("--format and --trace-format are the same: leave one out")
    }
    _ = try chosenFormat
  }

  private var chosenFormat: TraceFormat? {
    get throws {
      guard let format else { return try trace.reading.format() }
      let chosen: Chosen<TraceFormat> = try ChoiceText.choice(format, for: "--format")
      return chosen.product
    }
  }

  var input: TraceInput {
    get throws {
      var input = TraceInput(path: trace.trace, format: try chosenFormat)
      input.options.skipsMalformed = trace.reading.skipMalformed
      input.options.expectedObjects = objects
      return input
    }
  }

  func report(_ verbosity: VerbosityArguments, _ summary: String, jobs: Int) {
    verbosity.detail("read", trace.trace)
    verbosity.detail("run", "\(summary), \(jobs) at once")
  }

  /// The name of the trace without its folder.
  var title: String { trace.trace.isEmpty ? "the trace" : Disk.name(of: trace.trace) }

  static func check(csv: String?, _ format: OutputFormat) throws {
    if csv == "-", format != .table, format != .csv {
      throw ValidationError("--csv -: leave --output-format out")
    }
  }

  static func policies(_ names: String) throws -> [Chosen<AnyPolicy>] {
    try ChoiceText.list(names).map { try ChoiceText.choice($0, for: "--policy") }
  }

  /// Writes the file that was asked for, and to standard output what is shown.
  func write(
    _ rows: TextPieces, to csv: String?, _ verbosity: VerbosityArguments,
    _ shown: () -> TextPieces
  ) throws {
    guard csv != "-" else { return Terminal.write(rows) }
    if let csv {
      verbosity.detail("write", csv)
      try OutputFile.write(rows, to: csv)
      if verbosity.quiet { return }
    }
    Terminal.write(shown())
  }
}

extension ReplayCapacity {
  static func list(_ text: String, countsObjects: Bool) throws -> [ReplayCapacity] {
    var all: [ReplayCapacity] = []
    for part in ChoiceText.list(text) {
      guard let sizes = read(part, countsObjects: countsObjects) else {
        let amount = countsObjects ? "a number of objects such as 1000" : "bytes such as 64MiB"
        throw ValidationError(
          "--capacity: expected \(amount), a share such as 1%, or auto, all more than nothing; "
            + "found '\(part)'")
      }
      all += sizes.filter { !all.contains($0) }
    }
    return all
  }
}

enum ReplayExpiry {
  /// Without `check` copies are checked when they are looked up.
  static func read(_ text: String, check: Expiry.Check? = nil) throws -> Expiry {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let rule = parts.first.flatMap(Expiry.Rule.init(rawValue:))
    let rest = rule == nil ? text : parts.count == 2 ? parts[1] : "trace"
    var expiry = Expiry(rule ?? .absolute)
    if let check { expiry.check = check }
    if rest == "trace" { return expiry }
    guard let span = TimeSpan(json: JSON(rest)), span > .zero else {
      let expected =
        TimeSpan.excess(in: rest) ?? "expected a time such as 1h, absolute:1h, sliding:1h, or trace"
      throw ValidationError("--ttl: \(expected), found '\(text)'")
    }
    expiry.timeToLive = span
    return expiry
  }
}

extension ReplaySpan {
  static func read(_ text: String, for flag: String) throws -> ReplaySpan {
    if let span = read(text) { return span }
    let expected =
      TimeSpan.excess(in: text)
      ?? "expected a number of requests, a time such as 1h or a share such as 10%"
    throw ValidationError("\(flag): \(expected), found '\(text)'")
  }
}

extension ReplayPlan {
  var summary: String {
    "policies \(policies.count) × capacities \(capacities.count), seed \(seed)"
  }
}

extension CurvePlan {
  var summary: String {
    let words = wantsEverySize ? "LRU at every size" : "curves \(curves.count)"
    return "\(words) × sizes \(capacities.count), seed \(seed)"
  }
}
