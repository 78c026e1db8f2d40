internal import SimCore

/// `sweep.json`: what was asked, with what is needed to ask it again, and which files answer.
enum SweepDescriptionFile {
  static let name = "sweep.json"

  static func text(of result: SweepResult, files: [String]) -> String {
    let outline = result.outline
    return JSON.object(
      outline.description + [
        ("points", JSON(.integer(Int64(outline.pointCount)))),
        ("lines", JSON(.integer(Int64(outline.rows.count)))),
        ("cells", JSON(.integer(Int64(outline.cells.count)))),
        ("measures", JSON(.array(outline.measures.map(\.json)))),
        (RunFile.filesMember, JSON(.array(files.map { JSON(.string($0)) }))),
      ]
    ).text + "\n"
  }
}
