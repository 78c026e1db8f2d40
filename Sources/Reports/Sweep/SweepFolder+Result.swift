extension SweepFolder {
  /// The result of a sweep all of whose cells are there.
  /// - Throws: what is missing. - Complexity: O(cells × seeds × measures).
  public func result(of outline: SweepOutline) throws(SweepGap) -> SweepResult {
    var cells: [String: SweepCell] = [:]
    var gap = SweepGap(cellCount: 0, missing: [], broken: [])
    var seen: Set<String> = []
    for row in outline.rows where seen.insert(row.cell).inserted {
      switch find(row.cell, of: outline) {
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
}
