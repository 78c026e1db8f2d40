internal import FoundationEssentials
internal import Reports

/// The making of a report's folder under the eyes of whoever may interrupt it.
enum ReportMaking {
  /// Says what an interruption before the end leaves.
  static func expect(at path: String) {
    let isThere = FileManager.default.fileExists(atPath: path)
    Interruption.expect {
      isThere ? "nothing was written, \(path) is as it was" : "nothing was written"
    } undo: {
      ResultFolder.discardUnfinished(at: path)
    }
  }

  /// Begins the report.
  static func begin(at path: String) throws(ResultFolderError) -> ResultFolder {
    try Interruption.step { () throws(ResultFolderError) in
      try ResultFolder(replacing: path)
    }
  }

  /// Draws a report's charts, and tells what gnuplot said; nil when they could not be drawn.
  static func drawn(
    _ talk: TalkArguments, _ draw: () throws(ChartError) -> Charts.Drawn
  ) -> Charts.Drawn? {
    do throws(ChartError) {
      let drawn = try draw()
      for warning in drawn.warnings { talk.note("warning: \(warning)") }
      return drawn
    } catch {
      Terminal.note("error: the results are there, the charts are not: \(error.message)")
      return nil
    }
  }

  /// Puts the whole report into its place.
  static func commit(
    _ folder: consuming ResultFolder, at path: String
  ) throws(ResultFolderError) {
    var made: ResultFolder? = folder
    try Interruption.step(kept: "the report in \(path) is whole") {
      () throws(ResultFolderError) in
      try made.take()?.commit()
    }
  }
}
