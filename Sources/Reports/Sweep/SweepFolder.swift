public import SimCore

/// Where the finished cells of a sweep lie, each in a file of its own, within the report's folder.
///
/// A file appears whole, by renaming, so that a sweep can be stopped at any time and several
/// processes can fill one folder. Its name is the digest of everything that its numbers depend on:
/// a file that is there and whole need not be made again, whoever made it.
public struct SweepFolder: Sendable {
  /// What became of looking for a cell.
  public enum Found: Hashable, Sendable {
    /// Nobody finished it.
    case nothing
    /// There is a file, torn or altered.
    case broken(path: String)
    /// The numbers.
    case whole(SweepCell)
  }

  /// The folder with the cells.
  public let path: String
  /// A word that no other process uses in this folder.
  private let writer: String

  private static let name = ".cells"
  private static let outlineName = "outline.json"
  private static let unfinished = ".part"

  /// The cells of a report's folder, which need not be there yet.
  public init(of report: String) {
    var report = report
    while report.count > 1 && report.last == "/" { report.removeLast() }
    path = "\(report)/\(Self.name)"
    writer = Disk.processName
  }

  /// What is said of the sweep whose cells these are; nil: nothing, or nothing that can be read.
  public var outline: SweepOutline? {
    Disk.bytes(of: "\(path)/\(Self.outlineName)").flatMap { SweepOutline($0) }
  }

  /// Whether there are any cells.
  public var isThere: Bool { Disk.isFolder(path) }

  /// Says whose cells these are, and makes the folder.
  public func begin(_ outline: SweepOutline) throws(ResultFolderError) {
    try Disk.makeFolder(path)
    let text = outline.json.text + "\n"
    guard Disk.bytes(of: "\(path)/\(Self.outlineName)") != Array(text.utf8) else { return }
    try put(text, at: Self.outlineName)
  }

  /// Looks for a cell. - Complexity: O(seeds × measures).
  public func find(_ key: String, of outline: SweepOutline) -> Found {
    let file = "\(path)/\(key).json"
    guard let bytes = Disk.bytes(of: file) else { return .nothing }
    return SweepCell(bytes, key: key, of: outline).map { .whole($0) } ?? .broken(path: file)
  }

  /// Keeps a finished cell.
  public func keep(_ cell: SweepCell, of outline: SweepOutline) throws(ResultFolderError) {
    try put(cell.text(outline), at: "\(cell.key).json")
  }

  /// Copies the cells of a sweep that this folder lacks from another one.
  public func gather(
    _ outline: SweepOutline, from other: SweepFolder
  ) throws(ResultFolderError) {
    guard Disk.resolved(other.path) != Disk.resolved(path) else { return }
    for key in outline.cells {
      if case .whole = find(key, of: outline) { continue }
      if case .whole(let cell) = other.find(key, of: outline) { try keep(cell, of: outline) }
    }
  }

  /// Whether a folder has the report of a run, which a sweep must not replace.
  public static func isReportOfRun(_ path: String) -> Bool {
    Disk.exists("\(path)/\(RunFile.name)") && !Disk.exists("\(path)/\(SweepDescriptionFile.name)")
  }

  /// Removes what writers that were stopped left unfinished; nobody may be writing.
  public func removeUnfinished() throws(ResultFolderError) {
    for name in try Disk.names(in: path) where name.hasSuffix(Self.unfinished) {
      try Disk.remove("\(path)/\(name)")
    }
  }

  /// Removes what this process has not finished, and leaves that of others.
  public func discardOwnUnfinished() {
    guard let names = try? Disk.names(in: path) else { return }
    for name in names where name.hasSuffix(".\(writer)\(Self.unfinished)") {
      try? Disk.remove("\(path)/\(name)")
    }
  }

  /// Removes all cells, and what is said of them.
  public func clear() throws(ResultFolderError) {
    guard isThere else { return }
    for name in try Disk.names(in: path) { try Disk.remove("\(path)/\(name)") }
    try Disk.remove(path)
  }

  /// A digest of a file's bytes; nil when it cannot be read.
  public static func fingerprint(ofFile path: String) -> Fingerprint? {
    var fingerprint = Fingerprint()
    return Disk.read(path) { fingerprint.add($0) } ? fingerprint : nil
  }

  private func put(_ text: String, at name: String) throws(ResultFolderError) {
    let part = "\(path)/.\(name).\(writer)\(Self.unfinished)"
    do throws(ResultFolderError) {
      try Disk.write(Array(text.utf8), to: part)
      try Disk.move(part, to: "\(path)/\(name)")
    } catch {
      try? Disk.remove(part)
      throw error
    }
  }
}
