internal import Foundation

extension Rule {
  /// Built from halves, so that this file keeps its own rules.
  private static let promises = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
  private static let homes = ["home", "tmp", "work", "root", "Users"].map { "/\($0)" + "/" }
  private static let placeless: Set<String> = [
    "Util", "Utils", "Utilities", "Helper", "Helpers", "Manager", "Common", "Misc",
  ]
  private static let called: [Exception] = [
    Exception("Sources/ClientStrategies", "DownloadManager", because: "the strategy has this name"),
    Exception(
      "Tests/ClientSimulationTests", "DownloadManager", because: "the strategy has this name"),
  ]

  static let wordRules = [
    Rule(
      "Nothing is left to be done later.", in: { !$0.path.hasSuffix(".json") },
      good: [TextFile("A.swift", "// What is to do: nothing."), TextFile("A.md", "MAXXXX")],
      bad: promises.map { TextFile("A.swift", "// \($0): write it") },
      violations: { file in
        lines(of: file) { words(in: $0).contains(where: promises.contains) }
          .map { Violation(file, $0, "a promise") }
      }),
    Rule(
      "Nothing speaks of a folder of one machine.", in: { _ in true },
      good: [
        TextFile("A.md", "See Sources/work/A and https://example.org/home/page, not / home/."),
        TextFile("Makefile", "#!/usr/bin/env bash"),
      ],
      bad: homes.map { TextFile("A.md", "See `\($0)me`.") },
      violations: { file in
        lines(of: file) { line in homes.contains { isPath($0, in: line) } }
          .map { Violation(file, $0, "a machine's folder") }
      }),
    Rule(
      "A file is named after what is in it.", in: \.isSource,
      good: [
        TextFile("Sources/A/CommonRandomNumbers.swift", ""),
        TextFile("Sources/ClientStrategies/Strategies/DownloadManager.swift", ""),
      ],
      bad: [
        TextFile("Sources/A/StringUtils.swift", ""), TextFile("Sources/A/Common.h", ""),
        TextFile("Tests/A/Helpers+More.swift", ""),
      ],
      violations: { file in
        if called.contains(where: { $0.covers(file.stem, in: file) }) { return [] }
        return file.stem.split(separator: "+").filter { placeless.contains(lastWord(of: $0)) }
          .map { Violation(file, 1, "the name '\($0)' says nothing") }
      }),
    Rule(
      "A link leads somewhere.", in: { $0.path.hasSuffix(".md") },
      good: [
        TextFile("Docs/A.md", "[a](../Package.swift), [b](https://example.org), [c](#part)"),
        TextFile("Docs/A.md", "[a](../Tests/TidyTests/Words.swift#L1 \"title\")"),
        TextFile("Docs/A.md", "```\n[a](nowhere)\n```\nand `[a](nowhere)`"),
      ],
      bad: [TextFile("Docs/A.md", "see [a](Package.swift)"), TextFile("A.md", "![a](b.svg)")],
      violations: brokenLinks),
  ]

  static let question = Rule(
    "A scenario asks a question.",
    in: { $0.isIn("Scenarios") && $0.path.hasSuffix(".json") && !$0.path.contains("schema") },
    good: [TextFile("Scenarios/a.json", #"{"question": "Which one?"}"#)],
    bad: [
      TextFile("Scenarios/a.json", #"{"seed": 1}"#),
      TextFile("Scenarios/a.json", #"{"question": ""}"#), TextFile("Scenarios/a.json", "{"),
    ],
    violations: { file in
      let json = try? JSONSerialization.jsonObject(with: Data(file.text.utf8))
      let question = (json as? [String: Any])?["question"] as? String
      return question?.contains("?") == true ? [] : [Violation(file, 1, "asks no question")]
    })

  /// The lines, from 1, of which something is true.
  private static func lines(of file: TextFile, where holds: (Substring) -> Bool) -> [Int] {
    file.lines.enumerated().filter { holds($0.element) }.map { $0.offset + 1 }
  }

  private static func words(in line: Substring) -> [String] {
    line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Whether the folder stands in the line and nothing of a longer path before it.
  private static func isPath(_ folder: String, in line: Substring) -> Bool {
    line.ranges(of: folder).contains { range in
      guard let before = line[..<range.lowerBound].last else { return true }
      return !before.isLetter && !before.isNumber && !"._-~}/)*".contains(before)
    }
  }

  /// The last capitalised word of a name: "Utils" of "StringUtils".
  private static func lastWord(of name: Substring) -> String {
    guard let start = name.lastIndex(where: \.isUppercase) else { return String(name) }
    return String(name[start...])
  }
}
