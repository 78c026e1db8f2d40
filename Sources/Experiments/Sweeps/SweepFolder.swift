package import Results
package import SimCore

/// The folder of a sweep's finished cells, one file each, within the report's folder.
///
/// A file appears complete, by renaming, so that a sweep can be stopped at any time and several
/// processes can fill one folder. Its name is the digest of everything that its numbers depend on:
/// a complete file need not be computed again, whichever process wrote it.
package struct SweepFolder: Sendable {
  package enum Found: Hashable, Sendable {
    /// No process has finished it.
    case nothing
    /// There is a file, torn or altered.
    case broken(path: String)
    case whole(SweepCell)
  }

  package let path: String

  private static let outlineName = "outline.json"

  package init(of report: String) {
    var report = report
    while report.count > 1 && report.last == "/" { report.removeLast() }
    path = "\(report)/\(SweepSchema.cellsFolder)"
  }

  /// Nil: there is none, or none that can be read.
  package var outline: SweepOutline? {
    Disk.bytes(of: "\(path)/\(Self.outlineName)").flatMap { SweepOutline($0) }
  }

  package var isThere: Bool { Disk.isFolder(path) }

  package func begin(_ outline: SweepOutline) throws(FileError) {
    try Disk.makeFolder(path)
    let (text, file) = (Array("\(outline.json.text)\n".utf8), "\(path)/\(Self.outlineName)")
    if Disk.bytes(of: file) != text { try Disk.putWhole(text, at: file) }
  }

  /// - Complexity: O(seeds × measures).
  package func find(_ key: String, of outline: SweepOutline) -> Found {
    let file = "\(path)/\(key).json"
    guard let bytes = Disk.bytes(of: file) else { return .nothing }
    return SweepCell(bytes, key: key, of: outline).map { .whole($0) } ?? .broken(path: file)
  }

  package func keep(_ cell: SweepCell, of outline: SweepOutline) throws(FileError) {
    try Disk.putWhole(Array(cell.text(outline).utf8), at: "\(path)/\(cell.key).json")
  }

  /// Copies the cells of a sweep into this folder from those of several that have them, as far as
  /// a folder lacks them that this one's cells will be added to.
  package func gather(
    _ outline: SweepOutline, from others: [SweepFolder], lackedBy target: SweepFolder
  ) throws(FileError) {
    let others = others.filter { Disk.resolved($0.path) != Disk.resolved(target.path) }
    guard !others.isEmpty else { return }
    try begin(outline)
    for key in outline.cells {
      if case .whole = target.find(key, of: outline) { continue }
      let found = others[0].find(key, of: outline, alsoIn: Array(others.dropFirst()))
      if case .whole(let cell) = found { try keep(cell, of: outline) }
    }
  }

  /// Removes what writers that ended left unfinished, and leaves what others are writing.
  package func removeUnfinished() { UnfinishedEntry.removeAbandoned(in: path) }

  package func clear() throws(FileError) {
    guard isThere else { return }
    let code = FolderTree.remove(path)
    if code != 0 { throw Disk.error("remove", path, code) }
  }

  /// A digest of a file's bytes; nil when it cannot be read.
  package static func fingerprint(ofFile path: String) -> Fingerprint? {
    var fingerprint = Fingerprint()
    return Disk.read(path) { fingerprint.add($0) } ? fingerprint : nil
  }
}

extension SweepFolder {
  /// The result of a sweep all of whose cells are there, or in further folders; nil: some are not.
  /// - Complexity: O(cells × seeds × measures).
  package func result(
    of outline: SweepOutline, alsoIn others: [SweepFolder] = []
  ) -> (SweepResult?, SweepGap) {
    var cellsByKey: [String: SweepCell] = [:]
    var gap = SweepGap(cellCount: 0, missing: [], broken: [])
    var seen: Set<String> = []
    for row in outline.rows where seen.insert(row.cell).inserted {
      switch find(row.cell, of: outline, alsoIn: others) {
      case .whole(let cell): cellsByKey[row.cell] = cell
      case .broken(let path): gap.broken.append(path)
      case .nothing: gap.missing.append("\(outline.title(of: row.point)) \(row.label)")
      }
    }
    gap.cellCount = seen.count
    let isWhole = gap.missing.isEmpty && gap.broken.isEmpty
    return (isWhole ? SweepResult(outline, cells: cellsByKey) : nil, gap)
  }

  /// Looks for a cell in further folders where this one does not have it completely.
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

/// What a sweep's folders lack of its cells.
package struct SweepGap: Hashable, Sendable {
  package var cellCount: Int
  /// The lines of unfinished cells, each cell once: the point and the strategy.
  package var missing: [String]
  package var broken: [String]
}
