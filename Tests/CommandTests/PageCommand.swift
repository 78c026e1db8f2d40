internal import Foundation
internal import SimCore

/// A command for this program that a page shows to be typed.
struct PageCommand: Sendable {
  /// The line without prompt, comment and what a shell does behind the program.
  var text: String
  /// What stands behind the program's name.
  var arguments: [String]
  /// Whether its answer stands below it.
  var isAnswered: Bool
  /// Whether a part is for the reader to fill in, such as `$part` or `…`.
  var isPattern: Bool

  /// The commands in a page's blocks for shells and consoles, in their order.
  static func all(of page: String) throws -> [PageCommand] {
    var commands: [PageCommand] = []
    var kind: String?
    let text = try Page(page).text.replacing(#/ *\\\n */#, with: " ")
    for line in text.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("```") {
        kind = kind == nil ? String(words.dropFirst(3)) : nil
      } else if let kind, ["sh", "console"].contains(kind) {
        let isTyped = words.hasPrefix("$ ") || kind == "sh"
        let command = words.hasPrefix("$ ") ? words.dropFirst(2) : words
        if isTyped, command.hasPrefix("cachesim ") {
          commands.append(PageCommand(command, isAnswered: kind == "console"))
        }
      }
    }
    return commands
  }

  /// What a page's sentences name: a command by its first words, with options that matter there.
  static func named(in page: String) throws -> [PageCommand] {
    let text = try Page(page).text.replacing(#/```(?s:.*?)```/#, with: "")
    return text.matches(of: #/`(cachesim [a-z](?s:[^`]*))`/#).map { found in
      PageCommand(found.output.1.replacing("\n", with: " ")[...], isAnswered: false)
    }
  }

  private init(_ line: Substring, isAnswered: Bool) {
    self.isAnswered = isAnswered
    let words = Self.words(of: line)
    let own = words.prefix { !["|", ">", "<", "&&", "&", ";", "||"].contains($0) }
    text = own.map(ShellWord.quoted).joined(separator: " ")
    arguments = Array(own.dropFirst())
    isPattern = own.contains { $0.contains("$") || $0.contains("…") }
  }

  /// The words as a shell has them, up to a comment.
  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if character == " " {
        if let word { words.append(word) }
        word = nil
      } else if character == "#", word == nil {
        break
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// What a shell makes of the arguments there: a folder's files for `folder/*`.
  func arguments(in folder: Folder) throws -> [String] {
    try shortened.flatMap { word in
      guard word.hasSuffix("/*") else { return [word] }
      let path = word.dropLast(2)
      return try FileManager.default.contentsOfDirectory(atPath: folder.url(String(path)).path)
        .sorted().map { "\(path)/\($0)" }
    }
  }

  /// The arguments of a run as short as shows that all is understood: one device for two days under
  /// one seed, where nothing else is said, and without charts.
  private var shortened: [String] {
    let simulating = ["run", "sweep", "tune", "compare", "sensitivity", "plan"]
    guard let first = arguments.first, simulating.contains(first), arguments.count > 1,
      !arguments.contains("--cells"), !arguments.contains("--baseline"),
      !arguments[1].hasSuffix(".jsonl"), !arguments[1].hasSuffix(".gz")
    else { return arguments }
    let isPaired = ["plan", "sensitivity"].contains(first)
    let isRecorded =
      arguments.contains("--trace") || ["capture", "access-log"].contains(arguments[1])
    let options: [(String, String)] =
      (isRecorded ? [] : [("--devices", "1"), ("--duration", "2d")])
      + (isPaired ? [] : [("--seeds", "1")])
    let more = options.filter { option in
      !arguments.contains(option.0)
        && !arguments.contains { $0.hasPrefix("\(option.0.dropFirst(2))=") }
    }.flatMap { [$0.0, $0.1] }
    let draws = ["run", "sweep", "tune"].contains(first) && !arguments.contains("--charts")
    return arguments + more + (draws ? ["--no-charts"] : [])
  }
}

/// What the pages' commands need and which tests of their own they have:
/// `Tests/Data/page-commands.json`.
struct PageCommandTable {
  struct Row {
    var name: String
    var value: String
  }

  /// By the name in the commands: the checkout's file.
  let files: [Row]
  /// By a page's path, or the beginning of those whose answered commands alone are meant: the suite
  /// that runs them.
  let pages: [Row]
  /// By the beginning of a command: the suite that runs it.
  let commands: [Row]

  static let known = Result { try PageCommandTable() }

  private init() throws {
    let file = Checkout.root.appending(path: "Tests/Data/page-commands.json")
    let json = try JSON.parse(Array(Data(contentsOf: file)))
    func rows(_ name: String) -> [Row] {
      json[name]?.members?.map { Row(name: $0.name, value: $0.value.string ?? "") } ?? []
    }
    (files, pages, commands) = (rows("files"), rows("pages"), rows("commands"))
  }

  /// The suite that runs a page's command instead; nil: none does.
  func suite(of command: PageCommand, in page: String) -> String? {
    let whole = pages.first {
      page == $0.name || command.isAnswered && page.hasPrefix($0.name)
    }
    return (whole ?? commands.first { command.text.hasPrefix("cachesim \($0.name)") })?.value
  }

  /// Puts the files that a page's commands name into a folder. Where a folder is about its
  /// README.md, readers are in it.
  func prepare(_ folder: Folder, for page: String) throws {
    let own = Checkout.root.appending(path: page).deletingLastPathComponent()
    if page.hasSuffix("/README.md") {
      let files = try FileManager.default.contentsOfDirectory(
        at: own, includingPropertiesForKeys: [.isRegularFileKey])
      for file in files
      where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
        try FileManager.default.copyItem(at: file, to: folder.url(file.lastPathComponent))
      }
    }
    for row in files where !FileManager.default.fileExists(atPath: folder.url(row.name).path) {
      let place = folder.url(row.name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: Checkout.root.appending(path: row.value), to: place)
    }
  }
}
