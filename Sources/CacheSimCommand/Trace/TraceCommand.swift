internal import ArgumentParser
internal import CacheWorkloads
internal import Experiments
internal import Measurement
internal import Results
internal import SimCore

struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Inspects, converts and generates traces of requests.",
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
    if !verbosity.quiet { report(reader) }
    atEnd(reader)
  }

  private static func report(_ reader: borrowing RequestReader) {
    TraceNotes.reportMalformed(reader.issues)
    TraceNotes.reportEmpty(reader.emptyCount)
    for (reason, count) in reader.issues.skipped {
      let items = NumberText.counted(count, "item is no request", plural: "items are no requests")
      Terminal.note("note: \(items): \(reason)")
    }
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

  /// Warns of a run without screen views, which measured nothing that users see.
  static func warnOfEmpty(_ result: RunResult) {
    if let warning = ResultCaveats.absenceOfOpens(in: result) {
      Terminal.note("warning: \(warning)")
    }
  }

  /// Refuses a trace without screen views: its report would be empty.
  static func refuseEmpty(_ file: ScenarioFile, _ result: RunResult) throws(CommandError) {
    guard result.rows.allSatisfy({ $0.pooled.views.opens == 0 }) else { return }
    let path = file.scenario.workload.settings["path"]?.string ?? "the trace"
    throw CommandError(.badInput, "\(path): no screen is opened in it")
  }
}
