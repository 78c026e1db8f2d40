internal import CacheReports
internal import ClientStrategies
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// A file of the checkout that is written, wholly or in a marked part, from what the code says.
struct GeneratedFile: Sendable, CustomTestStringConvertible {
  /// Its path in the checkout.
  var path: String
  /// The text that it should have, given the text that it has.
  var text: @Sendable (String) async throws -> String

  var testDescription: String { path }

  /// Whether files that are out of date are written anew: `make generate` asks for it.
  static let isWritten = ProcessInfo.processInfo.environment["CACHESIM_WRITE_GOLDEN"] == "1"

  static var all: [GeneratedFile] {
    [
      GeneratedFile(path: "Scenarios/scenario.schema.json") { _ in try await printed("schema") },
      GeneratedFile(path: "Scenarios/story.schema.json") { _ in
        try await printed("schema", "story")
      },
      page("Docs/Stories.md", [("events", "events")]),
      GeneratedFile(path: "Docs/Metrics.md") { page in
        let table = try await printed("list", "metrics", "--format", "markdown")
        return try page.replacing(
          between: "<!-- metrics: written by `make generate` -->\n\n", and: nil, by: table)
      },
      GeneratedFile(path: "Docs/Answers.md") { page in
        try page.replacing(
          between: "<!-- answers: written by `make generate` -->\n\n", and: nil,
          by: try AnswersPage.table())
      },
      GeneratedFile(path: "Docs/Questions.md") { _ in try QuestionsPage.text() },
      GeneratedFile(path: FleetPage.path) { try await FleetPage.text($0) },
      GeneratedFile(path: PaperPage.path) { page in
        let end = "\n<!-- end of the table -->"
        return try page.replacing(
          between: "<!-- accuracy: written by `make generate` -->\n\n", and: end,
          by: PaperPage.accuracy()
        ).replacing(
          between: "<!-- reproduced: written by `make generate` -->\n\n", and: end,
          by: PaperPage.reproduced())
      },
      page("Docs/Reading.md", [("library terms", "library-terms")]),
      page(
        "Docs/ClientCaches.md",
        [("client caches", "client-caches"), ("image libraries", "image-libraries")]),
      GeneratedFile(path: "Docs/README.md") { page in
        try page.replacing(
          between: "<!-- strategies: written by `make generate` -->\n\n",
          and: "\n<!-- end of strategies -->",
          by: AnyStrategy.catalog.entries.map {
            "- [\($0.name)](Strategies/\($0.name).md): \($0.summary)\n"
          }.joined())
      },
      figure(in: "README.md", "trade-off") { try $0.tradeOff },
      // A folder deeper than the reports' pictures are named from.
      figure(in: "Docs/Overview.md", "waits") {
        try $0.waits.replacing("](Reports/", with: "](../Reports/")
      },
    ] + strategyPages + libraryPages + pagesWithCode + lists
  }

  /// A page with a figure of the committed result.
  private static func figure(
    in path: String, _ mark: String, _ figure: @escaping @Sendable (ReadmeFigures) throws -> String
  ) -> GeneratedFile {
    GeneratedFile(path: path) { page in
      let result = Checkout.root.appending(path: "Reports/twitter/run.json")
      return try page.replacing(
        between: "<!-- \(mark): written by `make generate` -->\n\n",
        and: "\n<!-- end of the figure -->",
        by: try figure(ReadmeFigures(of: Array(Data(contentsOf: result)))))
    }
  }

  /// A page with lists of the program.
  private static func page(
    _ path: String, _ lists: [(mark: String, topic: String)]
  ) -> GeneratedFile {
    GeneratedFile(path: path) { page in try await page.listing(lists) }
  }

  /// The strategies' pages: their settings' tables come from the catalogue.
  private static var strategyPages: [GeneratedFile] {
    AnyStrategy.catalog.entries.map { entry in
      GeneratedFile(path: "Docs/Strategies/\(entry.name).md") { page in
        let described = Description(entry, of: "strategy", page: page).markdown
        guard entry.name == "url-cache" else { return described }
        return try await described.listing(
          [("profiles", "http-profiles"), ("switches", "http-switches")])
      }
    }
  }

  /// What is known of each library's presets, and the list of these pages.
  private static var libraryPages: [GeneratedFile] {
    let pages = LibraryFile.all.map { (name: $0.name, page: EvidencePage(of: $0.name, $0.file)) }
    return pages.map { name, page in
      GeneratedFile(path: "Docs/Libraries/\(name).md") { _ in
        MarkdownRenderer.text(of: page.document)
      }
    } + [
      GeneratedFile(path: "Docs/Libraries/README.md") { page in
        try page.replacing(
          between: "<!-- libraries: written by `make generate` -->\n\n", and: nil,
          by: "| library | presets | evidence |\n| --- | --- | --- |\n"
            + pages.map { name, page in
              let presets = page.presets.map { "`\($0)`" }.joined(separator: ", ")
              return "| [\(page.title)](\(name).md) | \(presets) | \(page.count) |\n"
            }.joined())
      }
    ]
  }

  /// Pages that show code of the examples, each block behind a comment that names the file.
  private static var pagesWithCode: [GeneratedFile] {
    let articles = "Sources/CacheSimKit/CacheSimKit.docc"
    let names = names(in: articles, ending: ".md").map { "\(articles)/\($0).md" }
    return (["Docs/Overview.md"] + names).map { path in
      GeneratedFile(path: path) { page in try withCode(page) }
    }
  }

  /// A page whose blocks behind `<!-- code: FILE -->` are what the files say: a file without
  /// its imports, or, of `FILE#NAME`, its part between the comments `// NAME` and `// end`.
  private static func withCode(_ page: String) throws -> String {
    var text = ""
    var rest = Substring(page)
    while let mark = rest.firstMatch(of: /<!-- code: (\S+?)(?:#(\S+))? -->\n\n```swift\n/) {
      guard let end = rest[mark.range.upperBound...].range(of: "```") else { break }
      let source = try String(
        contentsOf: Checkout.root.appending(path: String(mark.1)), encoding: .utf8)
      text += rest[..<mark.range.upperBound] + code(of: source, part: mark.2.map(String.init))
      rest = rest[end.lowerBound...]
    }
    return text + rest
  }

  private static func code(of source: String, part: String?) -> String {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard let part else {
      return lines.drop { $0.hasPrefix("import ") || $0.isEmpty }.joined(separator: "\n")
    }
    let from = lines.drop { $0.trimmingCharacters(in: .whitespaces) != "// \(part)" }.dropFirst()
    let taken = from.prefix { $0.trimmingCharacters(in: .whitespaces) != "// end" }
    let indent = taken.first?.prefix { $0 == " " }.count ?? 0
    return taken.map { $0.dropFirst(min(indent, $0.prefix { $0 == " " }.count)) + "\n" }.joined()
  }

  /// The list of what travels inside the program: the files of some folders, new ones last.
  private static var lists: [GeneratedFile] {
    let folders = [
      ("Scenarios", ".json"), ("Scenarios/Published", ".json"), ("Docs/Strategies", ".md"),
      ("Data", ".json"), ("Data/Libraries", ".json"), ("Data/Evidence", ".json"),
      ("Sources/CacheWorkloads/NetworkRecordings/Norway", ".tsv"),
      ("Sources/CacheWorkloads/Samples", ".log"), ("Sources/CacheWorkloads/Samples", ".har"),
      ("Sources/CacheWorkloads/HTTPTraces", ".txt"),
      ("Sources/CacheReports/Web", ".css"), ("Sources/CacheReports/Web", ".js"),
    ]
    let embedded = folders.flatMap { paths(in: $0, ending: $1) }.filter {
      !$0.hasSuffix(".schema.json")
    }
    return [
      GeneratedFile(path: embedding) { text in
        let data = embedded.map { path in
          "static const unsigned char \(identifier(of: path))[] = {\n"
            + "#embed \"../../\(path)\"\n};\n"
        }
        let rows = embedded.map { path in
          "  {\"\(path)\", \(identifier(of: path)), sizeof \(identifier(of: path))},\n"
        }
        return try text.replacing(
          between: "// Written by `make generate`.\n", and: "// End of what is written.\n",
          by: data.joined() + "\nstatic const embedded_file files[] = {\n" + rows.joined()
            + "};\n")
      }
    ]
  }

  /// The file that embeds others.
  private static let embedding = "Sources/EmbeddedFiles/EmbeddedFiles.c"

  /// The name of a file's bytes in C. Evidence is called as the library's file.
  private static func identifier(of path: String) -> String {
    let name = (path.split(separator: "/").last ?? "").map { $0.isLetter || $0.isNumber ? $0 : "_" }
    return (path.hasPrefix("Data/Evidence/") ? "evidence_" : "") + String(name)
  }

  /// The paths of a folder's files, in the order in which they are embedded, new ones last.
  private static func paths(in folder: String, ending: String) -> [String] {
    let embedded = (try? Page(embedding).text) ?? ""
    func place(_ path: String) -> String.Index {
      embedded.range(of: "{\"\(path)\",")?.lowerBound ?? embedded.endIndex
    }
    return names(in: folder, ending: ending).map { "\(folder)/\($0)\(ending)" }
      .sorted { (place($0), $0) < (place($1), $1) }
  }

  private static func names(in folder: String, ending: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appending(path: folder).path)
    return (files ?? []).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
      .sorted()
  }

  /// What the program prints.
  fileprivate static func printed(_ arguments: String...) async throws -> String {
    let ended = try await Program(arguments: arguments, folder: try Folder()).run()
    expect(ended.status, is: 0, "\(arguments): \(ended.notes)")
    return ended.output
  }

  /// Compares the file with what it should be, or writes it.
  func check() async throws {
    let file = Checkout.root.appending(path: path)
    // A page of a new library is not there yet.
    let found = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let wanted = try await text(found)
    guard found != wanted else { return }
    if Self.isWritten {
      try Data(wanted.utf8).write(to: file)
    } else {
      let (was, now) = (
        found.components(separatedBy: "\n"), wanted.components(separatedBy: "\n")
      )
      let place = zip(was, now).prefix { $0 == $1 }.count
      Issue.record(
        """
        \(path) is out of date from line \(place + 1) on, now \
        '\(now.dropFirst(place).first ?? "")'; `make generate` writes it anew
        """)
    }
  }
}

extension String {
  /// The text with a list of the program between each pair of marks.
  fileprivate func listing(_ lists: [(mark: String, topic: String)]) async throws -> String {
    var text = self
    for (mark, topic) in lists {
      text = try text.replacing(
        between: "<!-- \(mark): written by `make generate` -->\n\n",
        and: "\n<!-- end of \(mark) -->",
        by: try await GeneratedFile.printed("list", topic, "--format", "markdown"))
    }
    return text
  }

  /// The text with what stands between two marks replaced.
  func replacing(
    between start: String, and end: String?, by part: String
  ) throws -> String {
    let from = try #require(range(of: start)?.upperBound, "there is no '\(start)'")
    guard let end else { return self[..<from] + part }
    let to = try #require(self[from...].range(of: end)?.lowerBound, "there is no '\(end)'")
    return self[..<from] + part + self[to...]
  }
}

/// Every file that is written from the code is what the code says.
@Suite(.serialized) struct GeneratedFileTests {
  @Test(arguments: GeneratedFile.all) func theFileIsUpToDate(file: GeneratedFile) async throws {
    try await file.check()
  }
}
