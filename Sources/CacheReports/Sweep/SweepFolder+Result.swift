extension SweepFolder {
  /// The result of a sweep all of whose cells are there, or in further folders.
  /// - Throws: what is missing. - Complexity: O(cells × seeds × measures).
  package func result(
    of outline: SweepOutline, alsoIn others: [SweepFolder] = []
  ) throws(SweepGap) -> SweepResult {
    var cells: [String: SweepCell] = [:]
    var gap = SweepGap(cellCount: 0, missing: [], broken: [])
    var seen: Set<String> = []
    for row in outline.rows where seen.insert(row.cell).inserted {
      switch find(row.cell, of: outline, alsoIn: others) {
      case .whole(let cell): cells[row.cell] = cell
      case .broken(let path): gap.broken.append(path)
      case .nothing: gap.missing.append("\(outline.title(of: row.point)) \(row.label)")
      }
    }
    gap.cellCount = seen.count
    guard gap.missing.isEmpty, gap.broken.isEmpty,
      let result = SweepResult(outline, cells: cells)
    else { throw gap }
    return result
  }

  /// Looks for a cell in further folders where this one has it not whole.
  private func find(
    _ key: String, of outline: SweepOutline, alsoIn others: [SweepFolder]
  ) -> Found {
    let first = find(key, of: outline)
    if case .whole = first { return first }
    for other in others {
      let found = other.find(key, of: outline)
      if case .whole = found { return found }
    }
    return first
  }
}
