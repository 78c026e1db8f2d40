internal import Foundation

/// A folder for one test, which goes when the test does.
final class Folder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "cachesim-tests-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { remove() }

  /// Removes the folder with all that is in it, before the last reference goes.
  func remove() { try? FileManager.default.removeItem(at: url) }

  func url(_ path: String) -> URL { url.appending(path: path) }

  /// Writes a file, and makes the folders above it.
  func write(_ text: String, to path: String) throws {
    let file = url(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Writes a script that can be started.
  func writeProgram(_ text: String, to path: String) throws {
    try write(text, to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url(path).path)
  }

  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: url(path)), as: UTF8.self)
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }

  /// The names in a folder, hidden ones too, sorted.
  func names(in path: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url(path).path).sorted()
  }

  /// The ways of all files and folders below this one, hidden ones too.
  func tree() -> [String] {
    FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
  }

  func files(in path: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try names(in: path) { files[name] = try Data(contentsOf: url("\(path)/\(name)")) }
    return files
  }
}
