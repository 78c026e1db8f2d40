internal import FoundationEssentials

/// The folder in which the program was started.
enum WorkingFolder {
  /// Whether a report can take the place of what is at a path.
  ///
  /// A report appears by renaming, which would pull the working folder, and those above it, from
  /// under the shell's feet.
  static func canMake(aReportAt path: String) -> Bool {
    guard !path.isEmpty else { return false }
    let files = FileManager.default
    let here = URL(filePath: files.currentDirectoryPath).resolvingSymlinksInPath()
    let target = URL(filePath: path, relativeTo: here).standardizedFileURL
      .resolvingSymlinksInPath()
    return !here.pathComponents.starts(with: target.pathComponents)
  }
}
