internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import SimCore

/// Tells what the reader of a trace met.
enum TraceNotes {
  /// What is said of a trace that nobody can replay.
  static let noRequests = "there are no requests in it"

  static func tell(_ issues: TraceIssues) {
    tellMalformed(issues)
    if issues.lateCount > 0 {
      Terminal.note("warning: \(issues.lateCount) lines came too late to be put in order")
    }
    for (reason, count) in issues.skipped {
      Terminal.note("note: \(count) items are no opens: \(reason)")
    }
  }

  /// Tells which items could not be read.
  static func tellMalformed(_ issues: TraceIssues) {
    if issues.malformedCount > 0 {
      Terminal.note(
        "warning: \(issues.malformedCount) of \(issues.itemCount) items of the trace are malformed "
          + "and were left out:")
      for example in issues.examples {
        Terminal.note("  \(example.position): \(example.reason): \(example.excerpt)")
      }
      let more = issues.malformedCount - issues.examples.count
      if more > 0 { Terminal.note("  and \(more) more") }
    }
  }

  /// Says that a run measured nothing that people see, since nobody opened a screen.
  static func tellSilence(of result: RunResult) {
    if let warning = Verdict.silence(of: result) { Terminal.note("warning: \(warning)") }
  }

  /// Refuses a trace in which nobody opens anything: its report would be empty.
  static func refuseSilence(of file: ScenarioFile, _ result: RunResult) throws {
    guard result.rows.allSatisfy({ $0.pooled.visits.opens == 0 }) else { return }
    let path = file.scenario.workload.settings["path"]?.string ?? "the trace"
    Terminal.note("error: \(path): nobody opens anything in it")
    throw ExitStatus.badInput.error
  }
}
