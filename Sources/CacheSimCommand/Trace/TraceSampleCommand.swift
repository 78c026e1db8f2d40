internal import ArgumentParser
internal import CachePolicies
internal import CacheReports
internal import CacheWorkloads
internal import SimCore

struct TraceSampleCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Writes a sample of a trace: all requests for a share of its objects.",
    discussion: """
      A sample of objects keeps the pattern of reuse: a cache of the same share of the size has \
      about the same miss ratio (SHARDS, FAST 2015). A sample of requests (--by request) does not: \
      it is for looking at sizes and rates.
      EXAMPLES
        cachesim trace sample trace.oracleGeneral.zst --rate 0.01 --output small.csv
        cachesim trace sample access.log --rate 0.1 --by request --seed 7
      """)

  enum Unit: String, CaseIterable, ExpressibleByArgument {
    case object, request
  }

  @OptionGroup var input: TraceArguments

  @Option(help: "The share that is kept, above 0 and at most 1.")
  var rate: Double

  @Option(help: "What is sampled.")
  var by = Unit.object

  @Option(help: "Another seed gives another sample.")
  var seed: UInt64 = 1

  @OptionGroup var destination: TraceDestination
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    guard rate > 0, rate <= 1 else {
      throw ValidationError("--rate: expected a share above 0 and at most 1, found \(rate)")
    }
  }

  func run() throws {
    let reader = try input.open(
      verbosity, keepsNames: true, showsSecrets: destination.privacy.showsAll)
    var writer = try destination.open(verbosity)
    var sample = SpatialSample(rate: rate, seed: seed)
    var random = SeededGenerator(seed: seed, purpose: .policy)
    var count = SampleCount()
    try TracePass.run(reader, verbosity) { block, reader in
      let names = reader.names
      let all = block.count
      switch by {
      case .object:
        sample.meet(names.objectCount, names)
        block.keep(block.keys.indices.filter { sample.contains(block.keys[$0]) })
      case .request: block.keep(block.keys.indices.filter { _ in random.chance(rate) })
      }
      count.add(block, of: all, objects: names.objectCount)
      try writer.write(block, names)
      return true
    }
    try TraceDestination.finish(writer, verbosity)
    verbosity.note(count.note)
  }
}

private struct SampleCount {
  private var requests: (kept: Int, all: Int) = (0, 0)
  private var objects: (kept: Int, all: Int) = (0, 0)
  /// By key.
  private var isKept: [Bool] = []

  /// Counts a block of which the kept requests are left, of `all`; the trace had so many objects so
  /// far. Memory: 1 byte for each object.
  mutating func add(_ block: borrowing RequestBlock, of all: Int, objects objectCount: Int) {
    requests.all += all
    requests.kept += block.count
    objects.all = objectCount
    isKept.append(contentsOf: repeatElement(false, count: max(objectCount - isKept.count, 0)))
    for index in 0..<block.count where !isKept[Int(block.keys[index])] {
      isKept[Int(block.keys[index])] = true
      objects.kept += 1
    }
  }

  var note: String {
    "sampled \(objects.kept) of \(NumberText.counted(objects.all, "object")), "
      + "\(requests.kept) of \(NumberText.counted(requests.all, "request"))"
  }
}

struct TraceGenerateCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generates a trace: popularity by Zipf's law, loops, one-hit objects, sizes, times.",
    discussion: """
      The same settings and seed give the same bytes on any machine.

      SETTINGS
        \(settings)

      EXAMPLES
        cachesim trace generate --set requests=1000000 --set objects=50000
        cachesim trace generate --set zipf=0.8 --set sizes=lognormal --set rate=100
        cachesim trace generate --set loopShare=1 --set loopObjects=1000 --to ids
      """)

  private static var settings: String {
    SyntheticSettings.fields.map { "\($0.name)=\($0.defaultText)  \($0.summary)" }
      .joined(separator: "\n  ")
  }

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A setting; may be repeated.", valueName: "name=value"))
  var settings: [String] = []

  @Option(help: "Another seed gives another trace.")
  var seed: UInt64 = 1

  @OptionGroup var destination: TraceDestination
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws { _ = try chosen() }

  private func chosen() throws -> SyntheticSettings {
    let chosen: SyntheticSettings = try FlagSettings.read(settings, flag: "--set")
    if let mistake = chosen.mistake { throw ValidationError("--set: \(mistake)") }
    return chosen
  }

  func run() throws {
    var requests = SyntheticRequests(try chosen(), seed: seed)
    var writer = try destination.open(verbosity)
    var block = RequestBlock()
    while requests.fill(&block) { try writer.write(block, requests.names) }
    try TraceDestination.finish(writer, verbosity)
  }
}

struct TraceHeadCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Prints the first requests of a trace, as rows, a table or objects of JSON.",
    discussion: """
      EXAMPLES
        cachesim trace head 5 trace.oracleGeneral.bin
        cachesim trace head 100 access.log.gz --format jsonl
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, jsonl, table, json, markdown
  }

  @Argument(help: "How many requests.")
  var count: Int

  @OptionGroup var input: TraceArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments
  @OptionGroup(title: "Privacy") var privacy: PrivacyArguments

  @Option(help: "The output format.")
  var format = Format.csv

  @Flag(help: TraceDestination.guardHelp)
  var forSpreadsheets = false

  func validate() throws {
    try expect("the number of requests", count, in: 1...RequestBlock.capacity)
  }

  func run() throws {
    let reader = try input.open(
      verbosity, keepsNames: true, limit: count, showsSecrets: privacy.showsAll)
    if let form = TraceForm(rawValue: format.rawValue) { return try write(reader, form) }
    try list(reader, OutputFormat(rawValue: format.rawValue) ?? .table)
  }

  private func write(_ reader: consuming RequestReader, _ form: TraceForm) throws {
    var writer = try TraceWriter(
      path: "-", form: form, guardsFormulas: forSpreadsheets, hiding: privacy.hiding)
    try TracePass.run(reader, verbosity) { block, reader in
      try writer.write(block, reader.names)
      return false
    }
    try TraceDestination.finish(writer, verbosity)
  }

  private func list(_ reader: consuming RequestReader, _ format: OutputFormat) throws {
    var objects: [JSON] = []
    let hiding = privacy.hiding
    try TracePass.run(reader, verbosity) { block, reader in
      objects = TraceWriter.objects(of: block, reader.names, hiding: hiding)
      return false
    }
    let columns = objects.first?.members?.map(\.name) ?? []
    Terminal.write(Listing(columns, of: objects).written(format, json: JSON(objects)))
    PrivacyArguments.note(hiding, verbosity)
  }
}

struct TraceStatsCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Prints the statistics of a trace: popularity, sizes, reuse, rate, working set.",
    discussion: """
      EXAMPLES
        cachesim trace stats requests.csv
        cachesim trace stats trace.oracleGeneral.zst --format json
        cachesim trace stats access.log.gz --charts charts
      """)

  @OptionGroup var input: TraceArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments
  @OptionGroup(title: "Privacy") var privacy: PrivacyArguments

  @OptionGroup(title: "What is printed") var writing: FormatArguments

  @Option(
    help: ArgumentHelp("Draw charts into this folder, as SVG and PNG.", valueName: "folder"),
    completion: .directory)
  var charts: String?

  func run() throws {
    var statistics = TraceStatistics()
    var stack = StackDistances()
    var distances = PowerHistogram()
    var summary = TraceSummary()
    var name = ""
    let hiding = privacy.hiding
    try TracePass.run(try input.open(verbosity, showsSecrets: privacy.showsAll), verbosity) {
      block, _ in
      statistics.add(block)
      let keys = ContiguousArray(block.keys)
      stack.measure(keys.span) { distances.add(Int64($0)) }
      return true
    } atEnd: { reader in
      summary = statistics.summary(
        operations: reader.operationNames, tenants: reader.names.writtenTenants(hiding))
      summary.stackDistances = distances
      name = reader.format.name
    }
    guard summary.requests > 0 else { throw TraceNotes.noRequests(in: input.trace) }
    Terminal.write(summary.facts(format: name).written(writing.format))
    PrivacyArguments.note(hiding, verbosity)
    if let charts { try draw(summary, into: charts) }
  }

  private func draw(_ summary: TraceSummary, into folder: String) throws {
    guard Gnuplot.isBuiltIn else {
      throw CommandError(.chartsUnavailable, "this build cannot draw charts")
    }
    let drawn = try ChartDrawing.draw(
      TraceCharts.all(of: summary), title: input.trace, into: folder,
      failing: "the statistics are there", verbosity)
    for chart in drawn { verbosity.note("\(folder)/\(chart.files[0])") }
  }
}
