internal import ArgumentParser
internal import CacheReports
internal import Results
internal import SimCore

/// The writing of a report's folder, which may be interrupted, and whose charts may fail.
///
/// The report is written first without charts, so that no failure of gnuplot can affect the
/// results; with charts it is written once more.
struct ReportMaking {
  var path: String
  /// Whether a folder with files that is no report is replaced as well.
  var force: Bool
  var verbosity: VerbosityArguments

  struct Content {
    var files: (Charts.Drawn) -> [ReportFile]
    var charts: Charts
    /// Whether they are wanted and can be drawn.
    var isDrawn: Bool
    var gather: (String) throws(FileError) -> Void = { _ in }
  }

  /// Registers what an interruption before the end leaves.
  func expect() {
    let path = path
    let isThere = FileKind(of: path) != nil
    Interruption.expect {
      isThere ? "nothing was written, \(path) is as it was" : "nothing was written"
    }
  }

  /// Refuses a folder that the report must not replace, before any work.
  func check() throws {
    try WorkingFolder.check(path)
    if !force { try ResultFolder.check(path) }
  }

  /// Gives back why charts are missing, which has been reported: the command ends with it, unless
  /// something else is worse.
  func write(_ content: Content) throws(FileError) -> CommandError? {
    try writeWithoutCharts(content)
    guard content.isDrawn else { return nil }
    do {
      try addCharts(content)
      return nil
    } catch {
      Terminal.note("error: the results are there, the charts are not: \(error)")
      return CommandError(error is FileError ? .inputOutput : .chartsUnavailable)
    }
  }

  private func writeWithoutCharts(_ content: Content) throws(FileError) {
    let folder = try ResultFolder(replacing: path, force: force)
    var undrawn = Charts.Drawn()
    if content.isDrawn {
      undrawn.others = content.charts.recipes
      try content.charts.writeRecipes(into: folder.path)
    }
    for file in content.files(undrawn) { try folder.write(file) }
    try content.gather(folder.path)
    let missing = content.isDrawn ? ", its charts were not drawn" : ""
    try commit(folder, kept: "the report in \(path) is whole\(missing)")
  }

  private func addCharts(_ content: Content) throws {
    let folder = try ResultFolder(replacing: path, force: force)
    let drawn = try content.charts.draw(into: folder.path)
    for warning in drawn.warnings { verbosity.note("warning: \(warning)") }
    for file in content.files(drawn) { try folder.write(file) }
    try commit(folder, kept: "the report in \(path) is whole")
  }

  private func commit(_ folder: consuming ResultFolder, kept: String) throws(FileError) {
    var made: ResultFolder? = folder
    try Interruption.step(kept: kept) { () throws(FileError) in try made.take()?.commit() }
  }
}

extension ReportMaking {
  /// `isDrawn`: charts are wanted and can be drawn; `more` are files beside those of every report.
  /// Gives back why charts are missing, which has been reported.
  func write(
    _ result: RunResult, isDrawn: Bool, more: [ReportFile] = []
  ) throws(FileError) -> CommandError? {
    try write(
      Content(
        files: { drawn in
          ReportFile.all(
            of: result, charts: drawn.figures, others: drawn.others + more.map(\.name)) + more
        },
        charts: Charts(of: result), isDrawn: isDrawn))
  }
}

extension OutputFormat {
  /// A run's result in the format that was asked for, alone; nil: the table, with what follows it.
  func text(of result: RunResult) -> TextPieces? {
    switch self {
    case .table: nil
    case .csv: TextPieces(ReportFile.summary(of: result).text)
    case .json: TextPieces(ReportFile.run(of: result).text)
    case .markdown: TextPieces(ReportFile.page(of: result).text)
    }
  }
}

struct ReportFlags: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Draw charts.")
  var charts = true

  @Flag(
    help: "Write the report also into a folder that has other files and no report.")
  var force = false

  static let discussion = """
    A report appears whole and replaces the one before; your own files in it stay. A folder that \
    was there without one is written into, and stays what it is. When several \
    processes write one folder, the last one's report stays, whole. A chart that takes gnuplot \
    more than \(Int(Gnuplot.defaultLimit)) s is given up; \
    \(Gnuplot.limitVariable) sets another limit.
    """

  /// Whether charts are drawn: they are requested, and this build can draw.
  var wantsCharts: Bool { charts && Gnuplot.isBuiltIn }

  func making(at path: String, _ verbosity: VerbosityArguments) -> ReportMaking {
    ReportMaking(path: path, force: force, verbosity: verbosity)
  }
}
