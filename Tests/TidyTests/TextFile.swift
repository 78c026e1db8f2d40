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

  /// Whether it is Swift.
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
  /// Where.
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
