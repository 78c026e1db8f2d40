internal import Results
internal import SimCore

/// How a report comes into a folder that the program did not make, or that cannot be moved.
extension ResultFolder {
  /// Whether a new report may take the folder's place as a whole.
  ///
  /// It may where the folder is a report and nothing else: not one with hidden files that the
  /// program did not make, as a home folder or a checkout has, nor the home folder, the working
  /// folder, or one above them, which processes would go on using under another name.
  static func isReplaceable(_ folder: String) -> Bool {
    guard isReport(folder), let names = try? Disk.names(in: folder) else { return false }
    let own = descriptions.flatMap { files(in: "\(folder)/\($0)") } + [SweepSchema.cellsFolder]
    let places = ["."] + (Disk.home.map { [$0] } ?? [])
    return !names.contains { $0.hasPrefix(".") && !own.contains($0) }
      && !places.contains { FolderTree.isAbove(folder, $0) }
  }

  /// Moves a report's files into a folder that stays: each takes the place of a file of its name,
  /// descriptions come last, and then what a report before listed and this one lacks is removed.
  static func fill(_ folder: String, from report: String) throws(FileError) {
    let former = descriptions.flatMap { files(in: "\(folder)/\($0)") }
    let names = try Disk.names(in: report)
    try pour(report, into: folder)
    for name in try Disk.names(in: folder) where former.contains(name) && !names.contains(name) {
      try Disk.remove("\(folder)/\(name)")
    }
  }

  private static func pour(_ report: String, into folder: String) throws(FileError) {
    let names = try Disk.names(in: report)
    for name in names.filter({ !descriptions.contains($0) }) + names.filter(descriptions.contains) {
      let (source, place) = ("\(report)/\(name)", "\(folder)/\(name)")
      if FolderTree.isFolder(source), FolderTree.isFolder(place) {
        try pour(source, into: place)
      } else {
        try Disk.move(source, to: place)
      }
    }
  }
}
