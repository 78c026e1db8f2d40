internal import TestCases
internal import Testing

/// How far every model is from all that it is held to: a golden file pins it, and a page tells it.
struct AccuracyTests {
  private static let computable = AccuracyTable.checks.filter { $0.measure != nil }

  @Test(.enabled(if: !AccuracyFile.isWanted, "they are being written"), arguments: computable)
  func theErrorIsThatOfTheFile(check: AccuracyCheck) throws {
    let measure = try #require(check.measure)
    let found = AccuracyRow(check, try measure()).line
    let kept = try AccuracyFile.rows().first {
      $0.model == check.model && $0.reference == check.reference
    }
    expect(
      found, is: kept?.line,
      """
      Docs/accuracy.csv
      - \(kept?.line ?? "(no such row)")
      + \(found)
      \(AccuracyFile.advice)
      """)
  }

  @Test(.enabled(if: !AccuracyFile.isWanted, "they are being written"))
  func theFileHasARowForEachCheckInOrder() throws {
    let rows = try AccuracyFile.rows().map { "\($0.model),\($0.reference)" }
    let checks = AccuracyTable.checks.map { "\($0.model),\($0.reference)" }
    let changes = Self.changes(from: rows, to: checks)
    expect(changes.isEmpty, "Docs/accuracy.csv\n\(changes)\n\(AccuracyFile.advice)")
  }

  @Test(.enabled(if: !AccuracyFile.isWanted, "they are being written"))
  func thePageShowsTheFile() throws {
    let page = try AccuracyFile.pageLines()
    let due = try AccuracyFile.lines(page, showing: AccuracyFile.rows())
    let changes = Self.changes(from: page, to: due)
    expect(changes.isEmpty, "Docs/Accuracy.md\n\(changes)\n\(AccuracyFile.advice)")
  }

  /// What lines to take away and to put in, for a person to read.
  private static func changes(from old: [String], to new: [String]) -> String {
    new.difference(from: old).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }.joined(separator: "\n")
  }

  @Test(.enabled(if: AccuracyFile.isWanted, "CACHESIM_WRITE_GOLDEN=1 asks for it"))
  func fileAndPageAreWrittenAnew() throws {
    let kept = (try? AccuracyFile.rows()) ?? []
    let rows = try AccuracyTable.checks.compactMap { check in
      if let measure = check.measure { return AccuracyRow(check, try measure()) }
      return kept.first { $0.model == check.model && $0.reference == check.reference }
    }
    try AccuracyFile.write(rows)
    expect(rows.count, is: AccuracyTable.checks.count, "some cannot be computed here")
    try AccuracyFile.writePage(
      AccuracyFile.lines(AccuracyFile.pageLines(), showing: AccuracyFile.rows()))
  }
}
