internal import CacheWorkloads
internal import Experiments

/// Tells what the reader of a trace met.
enum ReplayNotes {
  static func tell(_ result: ReplayResult) {
    tell(result.issues, emptyCount: result.emptyCount)
  }

  static func tell(_ issues: TraceIssues, emptyCount: Int64) {
    TraceNotes.tell(issues)
    if emptyCount > 0 {
      Terminal.note("note: \(emptyCount) requests of no bytes were left out")
    }
  }
}
