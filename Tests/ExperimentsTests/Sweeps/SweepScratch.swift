internal import Foundation

@testable internal import Experiments

/// A folder for the cells of one test, which goes when the test does.
final class SweepScratch: Sendable {
  let url: URL
  let cells: SweepFolder

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "cachesim-sweep-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    cells = SweepFolder(of: url.path)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(cells.path)/\(name)")
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(cells.path)/\(name)"))
  }

  /// The files of the cells, with their texts.
  func files() throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: cells.path) {
      files[name] = try String(contentsOfFile: "\(cells.path)/\(name)", encoding: .utf8)
    }
    return files
  }
}
