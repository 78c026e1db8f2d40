internal import ArgumentParser
internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Inspects, converts and generates traces of requests.",
    discussion: """
      Sixteen formats are read, packed with gzip or zstd or not; see 'cachesim list
      formats'. The trace - is standard input.

      EXAMPLES
        cachesim trace stats requests.csv
        cachesim trace head 5 trace.oracleGeneral.zst
        cachesim trace convert access.log --to csv --output requests.csv
        cachesim trace generate --set zipf=0.9 --output made.csv
      """,
    subcommands: [
      TraceStatsCommand.self, TraceHeadCommand.self, TraceConvertCommand.self,
      TraceFilterCommand.self, TraceSampleCommand.self, TraceGenerateCommand.self,
      TraceCheckCommand.self,
    ])
}

enum TracePass {
  /// Passes each block to a body until that returns false, and then reports what was left out.
  static func run(
    _ reader: consuming RequestReader, _ verbosity: VerbosityArguments,
    _ body: (inout RequestBlock, borrowing RequestReader) throws -> Bool,
    atEnd: (borrowing RequestReader) -> Void = { _ in }
  ) throws {
    let progress = verbosity.progress
    defer { progress.end() }
    var block = RequestBlock()
    while try reader.fill(&block) {
      if try !body(&block, reader) { break }
      if let read = reader.bytesRead { progress.show(read.count, of: read.all, "bytes") }
    }
    progress.end()
    if !verbosity.quiet {
      TraceNotes.reportMalformed(reader.issues)
      TraceNotes.reportEmpty(reader.emptyCount)
      for (reason, count) in reader.issues.skipped {
        let items = NumberText.counted(count, "item is no request", plural: "items are no requests")
        Terminal.note("note: \(items): \(reason)")
      }
    }
    atEnd(reader)
  }
}

/// Notes and warnings about what the reader of a trace could not use.
enum TraceNotes {
  static func noRequests(in path: String) -> CommandError {
    CommandError(.badInput, "\(path): there are no requests in it")
  }

  static func report(_ issues: TraceIssues, emptyCount: Int64 = 0) {
    reportMalformed(issues)
    if issues.lateCount > 0 {
      let lines = NumberText.counted(issues.lateCount, "line")
      Terminal.note("warning: \(lines) came too late to be put in order")
    }
    for (reason, count) in issues.skipped {
      let items = NumberText.counted(count, "item opens", plural: "items open")
      Terminal.note("note: \(items) no screen: \(reason)")
    }
    reportEmpty(emptyCount)
  }

  static func reportEmpty(_ count: Int64) {
    guard count > 0 else { return }
    let requests = NumberText.counted(
      count, "request of no bytes was", plural: "requests of no bytes were")
    Terminal.note("note: \(requests) left out")
  }

  static func reportMalformed(_ issues: TraceIssues) {
    if issues.malformedCount > 0 {
      Terminal.note(
        "warning: \(issues.malformedCount) of "
          + "\(NumberText.counted(issues.itemCount, "item")) of the trace "
          + "\(issues.malformedCount == 1 ? "is malformed and was" : "are malformed and were") "
          + "left out:")
      for example in issues.examples {
        Terminal.note("  \(example.position): \(example.reason): \(example.excerpt)")
      }
      let more = issues.malformedCount - issues.examples.count
      if more > 0 { Terminal.note("  and \(more) more") }
    }
  }

  /// Refuses a trace without screen views: its report would be empty.
  static func refuseEmpty(_ file: ScenarioFile, _ result: RunResult) throws(CommandError) {
    guard result.rows.allSatisfy({ $0.pooled.views.opens == 0 }) else { return }
    let path = file.scenario.workload.settings["path"]?.string ?? "the trace"
    throw CommandError(.badInput, "\(path): no screen is opened in it")
  }
}

struct TraceProblems {
  private var format = ""
  private var requests: Int64 = 0
  private var objects = 0
  private var empty: Int64 = 0
  private var sizes: [Int64] = []
  private var sizeChanges: Int64 = 0
  private var timesBack: Int64 = 0
  private var lastTime = Int64.min
  /// By key: the number of the next request as recorded, `Int64.max` for none.
  private var expectedNext: [Int64] = []
  private var wrongNext: Int64 = 0
  private var hasNext = false
  private var issues = TraceIssues()

  /// Checks the next requests. Memory: 16 bytes for each object.
  mutating func check(_ block: borrowing RequestBlock) {
    hasNext = hasNext || !block.nextAccesses.isEmpty
    for index in 0..<block.count {
      let key = Int(block.keys[index])
      if !block.sizes.isEmpty { check(size: block.sizes[index], of: key) }
      if !block.times.isEmpty {
        if block.times[index] < lastTime { timesBack += 1 }
        lastTime = block.times[index]
      }
      if !block.nextAccesses.isEmpty { check(next: block.nextAccesses[index], of: key) }
      requests += 1
    }
  }

  private mutating func check(size: Int64, of key: Int) {
    while sizes.count <= key { sizes.append(-1) }
    if sizes[key] >= 0, sizes[key] != size { sizeChanges += 1 }
    sizes[key] = size
  }

  /// A request must be the one that the object's previous request has as its next access.
  private mutating func check(next: Int64, of key: Int) {
    if key < expectedNext.count {
      if expectedNext[key] != requests { wrongNext += 1 }
    } else {
      while expectedNext.count <= key { expectedNext.append(.max) }
    }
    expectedNext[key] = next
  }

  mutating func end(_ reader: borrowing RequestReader) {
    format = reader.format.name
    objects = reader.objectCount
    empty = reader.emptyCount
    issues = reader.issues
    wrongNext += Int64(expectedNext.count { $0 != .max })
  }

  var malformed: Int { issues.malformedCount }

  /// Whether there is no request, so that nothing can be replayed.
  var isEmpty: Bool { requests == 0 }

  private var counts: [(name: String, count: Int64, words: String)] {
    var counts: [(String, Int64, String)] = [
      ("requests", requests, "requests"), ("objects", Int64(objects), "objects"),
      ("malformed", Int64(malformed), "malformed items"),
      ("empty", empty, "requests of no bytes, which are left out"),
      ("times_back", timesBack, "requests before the one before"),
      ("size_changes", sizeChanges, "requests of another size than the object had"),
      ("skipped", Int64(issues.skippedCount), "items that are no requests"),
    ]
    if hasNext { counts.append(("wrong_next", wrongNext, "next accesses that are wrong")) }
    return counts
  }

  var listing: Listing {
    Listing(
      ["name", "value", "words"],
      [["format", format, ""]] + counts.map { [$0.name, "\($0.count)", $0.words] })
  }

  var text: String {
    var text = "format  \(format)\n"
    text += AlignedText.table(counts.map { [Display.count($0.count), $0.words] }, .right, .left)
    for example in issues.examples {
      text += "  \(example.position): \(example.reason): \(example.excerpt)\n"
    }
    let more = malformed - issues.examples.count
    return more > 0 ? text + "  and \(Display.count(Int64(more))) more\n" : text
  }

  var json: JSON {
    let examples = issues.examples.map { example -> JSON in
      .object([
        "position": JSON(example.position), "reason": JSON(example.reason),
        "excerpt": JSON(example.excerpt),
      ])
    }
    return .object(
      [("format", JSON(format))] + counts.map { ($0.name, JSON($0.count)) }
        + [("examples", JSON(examples))])
  }
}

struct TraceCheckCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reads a whole trace and reports what is wrong with it.",
    discussion: """
      Malformed items are an error (exit code 65), and so is a trace without requests; everything \
      else is reported only.

      EXAMPLES
        cachesim trace check requests.csv
        cachesim trace check access.log.gz --format json
      """)

  @OptionGroup var input: TraceArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  @Flag(
    inversion: .prefixedNo, help: "Hide in malformed items what may be a secret or a person.")
  var redact = true

  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func run() throws {
    // Every item is checked, whatever is wrong with those before.
    var lenient = input
    lenient.reading.skipMalformed = true
    var reader = try lenient.open(
      verbosity, columns: input.trace == "-" ? .onePass : .all, showsSecrets: !redact)
    var problems = TraceProblems()
    var block = RequestBlock()
    while try reader.fill(&block) { problems.check(block) }
    problems.end(reader)
    Terminal.write(
      problems.listing.written(writing.format, text: problems.text, json: problems.json))
    if problems.isEmpty { throw TraceNotes.noRequests(in: input.trace) }
    if problems.malformed > 0 { throw CommandError(.badInput) }
  }
}
