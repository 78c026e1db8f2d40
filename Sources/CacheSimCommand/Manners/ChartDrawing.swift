internal import ArgumentParser
internal import CacheReports

/// Charts that a person asked for by a folder's name, apart from any report.
enum ChartDrawing {
  /// Draws charts; the folder gets them when all are drawn, or what would redraw them when gnuplot
  /// fails.
  /// - Parameter failing: what is there when charts are not.
  /// - Throws: an exit code, after telling what is wrong.
  static func draw(
    _ charts: [any Chart], title: String, into folder: String, failing: String,
    _ talk: TalkArguments
  ) throws -> [DrawnChart] {
    talk.detail("write", folder)
    Interruption.expect { "no chart was written" }
    let outcome: Result<[DrawnChart], ChartError>
    do throws(ResultFolderError) {
      var room: ChartFolder? = try ChartFolder(in: folder)
      outcome = drawn(charts, title: title, into: room?.path ?? folder)
      try Interruption.step(kept: "what is in \(folder) is whole") {
        () throws(ResultFolderError) in
        try room.take()?.commit()
      }
    } catch {
      Terminal.note("error: \(error)")
      throw ExitStatus.inputOutput.error
    }
    return try told(outcome, failing, talk)
  }

  private static func drawn(
    _ charts: [any Chart], title: String, into folder: String
  ) -> Result<[DrawnChart], ChartError> {
    Result { () throws(ChartError) in
      var drawn: [DrawnChart] = []
      for chart in charts {
        drawn.append(
          try ChartRenderer().draw(
            chart, ChartData(scenario: title, strategies: []), into: folder))
      }
      return drawn
    }
  }

  private static func told(
    _ outcome: Result<[DrawnChart], ChartError>, _ failing: String, _ talk: TalkArguments
  ) throws -> [DrawnChart] {
    switch outcome {
    case .success(let drawn):
      for chart in drawn where !chart.warning.isEmpty { talk.note("warning: \(chart.warning)") }
      return drawn
    case .failure(let error):
      Terminal.note("error: \(failing), the chart is not: \(error.message)")
      throw (error.ofDisk == nil ? ExitStatus.chartsUnavailable : .inputOutput).error
    }
  }
}
