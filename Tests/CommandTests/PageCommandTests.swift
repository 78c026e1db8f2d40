internal import ArgumentParser
internal import Foundation
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// Every command that a page shows is one, and was run: here, or by the suite that
/// `Tests/Data/page-commands.json` names.
@Suite struct PageCommandTests {
  /// All pages of the project, by their path in the checkout.
  static let pages: [String] = {
    let below = ["Docs", "Examples", "Packaging", "Sources/CacheSimKit"].flatMap { folder in
      let tree = FileManager.default.enumerator(
        atPath: Checkout.root.appending(path: folder).path)
      let names = tree?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".md") && !$0.contains(".build") }
        .map { "\(folder)/\($0)" }
    }
    return ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md"]
      + below.sorted()
  }()

  /// Those with a command.
  private static let shown = pages.filter {
    ((try? PageCommand.all(of: $0)) ?? []).isEmpty == false
  }

  @Test func thePagesAreFound() throws {
    expect(Self.shown.count >= 30 && Self.shown.contains("README.md"))
    try expect(Self.shown.map { try PageCommand.all(of: $0).count }.reduce(0, +) >= 200)
  }

  /// Commands, options and values are known.
  @Test(arguments: shown) func everyCommandIsUnderstood(page: String) throws {
    for command in try PageCommand.all(of: page) where !command.isPattern {
      #expect(throws: Never.self, "\(page): \(command.text)") {
        try UnknownCommand.check(command.arguments)
        _ = try CacheSim.parseAsRoot(command.arguments)
      }
    }
  }

  /// What a sentence names is a command, and has the options.
  @Test(arguments: pages) func whatASentenceNamesIsThere(page: String) throws {
    for command in try PageCommand.named(in: page) {
      let known = CacheSim.helpMessage(for: try UnknownCommand.check(command.arguments))
      for option in command.arguments where option.hasPrefix("--") {
        let name = option.prefix { $0 != "=" }
        expect(known.contains(name), "\(page): \(command.text)")
      }
    }
  }

  /// What another suite runs is said to be run by one that there is.
  @Test func theSuitesAreThere() throws {
    let table = try PageCommandTable.known.get()
    let tests = Checkout.root.appending(path: "Tests")
    let files = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String }
    let sources = try (files ?? []).filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: tests.appending(path: $0), encoding: .utf8)
    }
    for suite in Set((table.pages + table.commands).map(\.value)).sorted() {
      expect(sources.contains { $0.contains("struct \(suite) ") }, "\(suite)")
    }
    for row in table.files {
      let path = Checkout.root.appending(path: row.value).path
      expect(FileManager.default.fileExists(atPath: path), "\(row.name): \(row.value)")
    }
  }

  /// In the page's order and in one folder, as a reader would type them.
  @Test(arguments: Cases.some(shown, oneIn: 15)) func everyCommandRuns(page: String) async throws {
    let table = try PageCommandTable.known.get()
    let folder = try Folder()
    try table.prepare(folder, for: page)
    for command in try PageCommand.all(of: page)
    where !command.isPattern && table.suite(of: command, in: page) == nil {
      let arguments = try command.arguments(in: folder)
      let ended = try await Program(arguments: arguments, folder: folder).run()
      // What short runs find need not be what a page's run finds.
      expect(
        [0, 1, 2, 69].contains(ended.status),
        "\(page): \(command.text) ends with \(ended.status): \(ended.notes.prefix(4))")
    }
  }
}
