internal import Foundation

/// The text files that people wrote, as they lie on disk.
enum Checkout {
  /// The root: two folders above this one.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where files of people are; what is built or reported is not among them.
  private static let places = [
    "Package.swift", "Makefile", "README.md", "ARCHITECTURE.md",
    "CONTRIBUTING.md", "CHANGELOG.md", ".ci", "Sources", "Tests",
    "Scenarios", "Data", "Docs", "Examples", "Benchmarks",
  ]
  /// The endings of texts; a name without an ending is a text as well.
  private static let endings = ["swift", "cpp", "h", "md", "json", "json5", "sh", "py", ""]

  /// The files in order of their paths.
  static let files: [TextFile] = places.flatMap(paths).sorted().compactMap { path in
    guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else {
      return nil
    }
    return TextFile(path, text)
  }

  /// Whether a file or a folder is there.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  private static func paths(of place: String) -> [String] {
    let start = root.appending(path: place).path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: start, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else { return [place] }
    let below = FileManager.default.enumerator(atPath: start)?.compactMap { $0 as? String } ?? []
    return below.filter(isText).map { "\(place)/\($0)" }
  }

  private static func isText(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last, !parts.dropLast().contains(where: { $0.hasPrefix(".") }) else {
      return false
    }
    return endings.contains(URL(filePath: String(name)).pathExtension)
  }
}
