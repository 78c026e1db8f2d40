internal import Foundation

/// A file of one test, which goes when the test does.
enum Scratch {
  static func with(_ name: String, _ text: String, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cachesim-law-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    try body(file.path)
  }
}
