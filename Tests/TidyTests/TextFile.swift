internal import Foundation

/// One text file of the checkout, or a sample that a rule is tried on.
struct TextFile: Sendable {
  /// Where it stands, from the checkout's root: "Sources/SimCore/Time/Instant.swift".
  let path: String
  /// What it says.
  let text: String
  /// Its lines, without their ends.
  let lines: [Substring]
  /// Its tokens when it is Swift, C++ or a header; else none.
  let tokens: [Token]

  init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isSource = ["swift", "cpp", "h"].contains { path.hasSuffix(".\($0)") }
    tokens = isSource ? Tokenizer.tokens(of: text, skipsDirectives: !path.hasSuffix(".swift")) : []
  }

  var isSwift: Bool { path.hasSuffix(".swift") }
  /// Whether it is Swift, C++ or a header.
  var isSource: Bool { isSwift || path.hasSuffix(".cpp") || path.hasSuffix(".h") }
  /// The name without folders and ending.
  var stem: String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }

  /// The library or the command that it belongs to; nil outside Sources.
  var target: String? {
    let folders = path.split(separator: "/")
    return folders.count > 2 && folders[0] == "Sources" ? String(folders[1]) : nil
  }

  /// Whether the characters stand anywhere in it: most rules look closer at few files only.
  func has(_ characters: String) -> Bool { strstr(text, characters) != nil }

  /// Whether it lies in the folder, or is the file, of that path.
  func isIn(_ place: String) -> Bool { path == place || path.hasPrefix(place + "/") }
}

/// A place where a rule is not kept.
struct Violation: Hashable, CustomStringConvertible {
  let path: String
  /// In which line, from 1.
  let line: Int
  /// What stands there.
  let what: String

  init(_ file: TextFile, _ line: Int, _ what: String) {
    path = file.path
    self.line = line
    self.what = what
  }

  var description: String { "\(path):\(line): \(what)" }
}

/// The text files that people wrote, as they lie on disk.
enum Checkout {
  /// The root: two folders above this one.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where files of people are; what is built or reported is not among them.
  private static let places = [
    "Package.swift", "Makefile", "README.md", "ARCHITECTURE.md",
    "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", ".ci", "Sources",
    "Tests",
    "Scenarios", "Data", "Docs", "Examples", "Benchmarks",
  ]
  /// The endings of texts; a name without an ending is a text as well.
  private static let endings = ["swift", "cpp", "h", "md", "json", "json5", "sh", "py", ""]

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
