internal import ArgumentParser
internal import CacheReports
internal import FoundationEssentials

/// The making of a report's folder, which may be interrupted, and whose charts may fail.
///
/// The report gets its place first without charts, so that nothing that befalls gnuplot can take
/// the results; with them it is put there once more.
struct ReportMaking {
  /// Where the report shall be.
  var path: String
  /// Whether a folder with files that is no report is replaced as well.
  var force: Bool
  var talk: TalkArguments

  /// What a report has, and how its charts are drawn.
  struct Content {
    /// The tables and pages, for what was drawn.
    var files: (Charts.Drawn) -> [ReportFile]
    /// The names of the files that redraw the charts.
    var recipes: [String]
    /// Writes those files into a folder.
    var writeRecipes: (String) throws(ChartError) -> Void
    /// Draws the charts into a folder; nil: none are wanted.
    var draw: ((String) throws(ChartError) -> Charts.Drawn)?
    /// Adds what is no file of the report to its folder.
    var gather: (String) throws(ResultFolderError) -> Void = { _ in }
  }

  /// Says what an interruption before the end leaves.
  func expect() {
    let path = path
    let isThere = FileManager.default.fileExists(atPath: path)
    Interruption.expect {
      isThere ? "nothing was written, \(path) is as it was" : "nothing was written"
    }
  }

  /// Refuses a folder that the report must not replace, before any work.
  /// - Throws: an exit code, after telling why.
  func check() throws {
    guard !force else { return }
    do throws(ResultFolderError) {
      try ResultFolder.check(path)
    } catch {
      throw Self.refused(error)
    }
  }

  /// Writes the report.
  /// - Returns: nil, or how the command ends because charts are missing, after telling why.
  /// - Throws: an exit code, after telling why there is no report.
  func write(_ content: Content) throws -> ExitStatus? {
    do throws(ResultFolderError) {
      try writeWithoutCharts(content)
    } catch {
      throw Self.refused(error)
    }
    guard let draw = content.draw else { return nil }
    do throws(ChartError) {
      try addCharts(content, draw)
      return nil
    } catch {
      Terminal.note("error: the results are there, the charts are not: \(error.message)")
      return error.ofDisk != nil ? .inputOutput : .chartsUnavailable
    }
  }

  private func writeWithoutCharts(_ content: Content) throws(ResultFolderError) {
    let folder = try begin()
    var undrawn = Charts.Drawn()
    if content.draw != nil {
      undrawn.others = content.recipes
      do throws(ChartError) {
        try content.writeRecipes(folder.path)
      } catch {
        throw error.ofDisk
          ?? ResultFolderError(
            action: "write", path: folder.path, reason: error.message)
      }
    }
    for file in content.files(undrawn) { try folder.write(file) }
    try content.gather(folder.path)
    let lack = content.draw == nil ? "" : ", its charts were not drawn"
    try commit(folder, kept: "the report in \(path) is whole\(lack)")
  }

  private func addCharts(
    _ content: Content, _ draw: (String) throws(ChartError) -> Charts.Drawn
  ) throws(ChartError) {
    let folder: ResultFolder
    do throws(ResultFolderError) { folder = try begin() } catch { throw ChartError(error) }
    let drawn = try draw(folder.path)
    for warning in drawn.warnings { talk.note("warning: \(warning)") }
    do throws(ResultFolderError) {
      for file in content.files(drawn) { try folder.write(file) }
      try commit(folder, kept: "the report in \(path) is whole")
    } catch {
      throw ChartError(error)
    }
  }

  private func begin() throws(ResultFolderError) -> ResultFolder {
    try ResultFolder(replacing: path, force: force)
  }

  /// Puts the whole report into its place.
  private func commit(
    _ folder: consuming ResultFolder, kept: String
  ) throws(ResultFolderError) {
    var made: ResultFolder? = folder
    try Interruption.step(kept: kept) { () throws(ResultFolderError) in
      try made.take()?.commit()
    }
  }

  private static func refused(_ error: ResultFolderError) -> ExitCode {
    Terminal.note("error: \(error)")
    return ExitStatus.inputOutput.error
  }
}
