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

  /// Words that the field's own terms replaced: persons, metaphors, and names of former types.
  private static let replaced: Set<String> = [
    "answershelf", "clairvoyance", "curvesampling", "errand", "errands", "flightboard", "itinerary",
    "judgement", "judgements", "keeper", "keepers", "knob", "knobs", "livedstory", "lrucurve",
    "manners", "modelshelf", "newcomer", "newcomers", "nobody", "omnipresence", "requestdesk",
    "reuserules", "storedrules", "storyevent", "stranger", "strangers", "thrift", "thrifty",
    "unitroom", "upheaval", "upheavals", "visitors", "weather", "weathers", "whoever",
  ]

  static let wordRules = [
    Rule(
      "Sources speak of things by the field's terms.", in: { $0.isIn("Sources") },
      good: [
        TextFile("Sources/A/A.swift", "/// A bookkeeper's clairvoyant entry, and its keep rate.")
      ],
      bad: [
        TextFile("Sources/A/A.swift", "/// The keeper of the cache."),
        TextFile("Sources/A/A.swift", "let networkWeather = 1"),
        TextFile("Sources/A/A.swift", "struct FlightBoard {}"),
        TextFile("Sources/A/page.mustache", "<p>Nobody waits.</p>"),
      ],
      violations: { file in
        let text = file.text.lowercased()
        if !replaced.contains(where: { strstr(text, $0) != nil }) { return [] }
        return file.lines.enumerated().flatMap { index, line in
          replacedWords(in: line).map { Violation(file, index + 1, "the replaced word '\($0)'") }
        }
      }),
    Rule(
      "A noun agrees with its number by `NumberText.counted` alone.",
      in: { $0.isIn("Sources") && $0.isSwift },
      good: [TextFile("Sources/A/A.swift", #"NumberText.counted(count, "day")"#)],
      bad: [
        TextFile("Sources/A/A.swift", #""\(count) day\(count == 1 ? "" : "s")""#),
        TextFile("Sources/A/A.swift", #""\(count) \(count == 1 ? "day" : "days")""#),
      ],
      violations: { file in
        if !file.has("== 1 ? \"") { return [] }
        return lines(of: file) { $0.contains(/== 1 \? "(\w*)" : "\1s"/) }
          .map { Violation(file, $0, "a noun of its own") }
      }),
    Rule(
      "What belongs to an item of a list is indented, so that the list goes on.",
      in: { $0.path.hasSuffix(".md") },
      good: [
        TextFile("A.md", "- one:\n\n  ```sh\n  a\n  ```\n- two"),
        TextFile("A.md", "- one:\n- two\n\nNext:\n\n```sh\na\n```"),
      ],
      bad: [TextFile("A.md", "- one: it\n  is this:\n\n```sh\na\n```\n\n- two")],
      violations: brokenLists),
    Rule(
      "Nothing is left to be done later.", in: { !$0.path.hasSuffix(".json") },
      good: [TextFile("A.swift", "// What is to do: nothing."), TextFile("A.md", "MAXXXX")],
      bad: promises.map { TextFile("A.swift", "// \($0): write it") },
      violations: { file in
        if !promises.contains(where: file.has) { return [] }
        return lines(of: file) { words(in: $0).contains(where: promises.contains) }
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
        let homes = homes.filter(file.has)
        if homes.isEmpty { return [] }
        return lines(of: file) { line in homes.contains { isPath($0, in: line) } }
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
    good: [
      TextFile("Scenarios/a.json", #"{"question": "Which one?"}"#),
      TextFile("Scenarios/Published/a.json", "// A comment.\n" + #"{"question": "Which one?"}"#),
    ],
    bad: [
      TextFile("Scenarios/a.json", #"{"seed": 1}"#),
      TextFile("Scenarios/a.json", #"{"question": ""}"#), TextFile("Scenarios/a.json", "{"),
    ],
    violations: { file in
      let lines = file.text.split(separator: "\n").filter { !$0.hasPrefix("//") }
      let text = lines.joined(separator: "\n")
      let json = try? JSONSerialization.jsonObject(with: Data(text.utf8))
      let question = (json as? [String: Any])?["question"] as? String
      return question?.contains("?") == true ? [] : [Violation(file, 1, "asks no question")]
    })

  /// The lines, from 1, of which something is true.
  private static func lines(of file: TextFile, where holds: (Substring) -> Bool) -> [Int] {
    file.lines.enumerated().filter { holds($0.element) }.map { $0.offset + 1 }
  }

  /// The replaced words of a line, also where they are parts of a name. A name is one word too:
  /// `FlightBoard`.
  private static func replacedWords(in line: Substring) -> [String] {
    words(in: line).flatMap { name in
      ([name] + parts(of: name)).map { $0.lowercased() }
    }.reduce(into: []) { found, word in
      if replaced.contains(word), !found.contains(word) { found.append(word) }
    }
  }

  /// The words that a name is made of: "network" and "Weather" of "networkWeather".
  private static func parts(of name: String) -> [String] {
    var parts: [String] = []
    for character in name {
      if parts.isEmpty || character.isUppercase {
        parts.append(String(character))
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
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
