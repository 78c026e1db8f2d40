/// A hidden folder within one that a person named, in which charts are drawn; they move up when
/// all are there.
public struct ChartFolder: ~Copyable, Sendable {
  /// Where the charts are drawn.
  public let path: String
  private let target: String

  private static let name = ".charts.partial"

  /// Makes the folder, and the one that a person named where it is missing.
  public init(in target: String) throws(ResultFolderError) {
    self.target = Disk.resolved(target)
    path = Self.path(in: self.target)
    Self.discardUnfinished(in: target)
    try Disk.makeFolder(path)
  }

  /// Moves what was drawn into the folder that a person named.
  public consuming func commit() throws(ResultFolderError) {
    for name in try Disk.names(in: path) {
      try Disk.move("\(path)/\(name)", to: "\(target)/\(name)")
    }
    try Disk.remove(path)
  }

  /// Removes what a drawing that was interrupted left; gnuplot may still be at it.
  public static func discardUnfinished(in target: String) {
    let path = path(in: Disk.resolved(target))
    for _ in 0..<100 where Disk.exists(path) {
      for name in (try? Disk.names(in: path)) ?? [] { try? Disk.remove("\(path)/\(name)") }
      try? Disk.remove(path)
    }
  }

  private static func path(in target: String) -> String { "\(target)/\(name)" }
}
