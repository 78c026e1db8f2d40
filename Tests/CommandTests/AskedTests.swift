internal import Foundation
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// How many questions are found that were put in other words than the program's.
@Suite struct AskedTests {
  private struct Asked {
    var names: [String]
    var text: String
    var isTitle: Bool
  }

  /// Paraphrases, and titles of public issues as people filed them.
  private static let asked = Result {
    let file = Checkout.root.appending(path: "Tests/Data/asked.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let cells = line.split(separator: "\t").map(String.init)
      return Asked(
        names: cells[1].split(separator: ",").map(String.init), text: cells[2],
        isTitle: cells[0] == "title")
    }
  }

  /// The share of questions whose answer is among the first ones that are found.
  private static func share(of asked: [Asked], first count: Int) -> Double {
    let found = asked.filter { each in
      let names = QuestionCatalog.bundled.matches(each.text).prefix(count).map(\.name)
      return names.contains { each.names.contains($0) }
    }
    return Double(found.count) / Double(asked.count)
  }

  @Test func paraphrasesAreFound() throws {
    let own = try Self.asked.get().filter { !$0.isTitle }
    expect(own.count >= 430)
    expect(Self.share(of: own, first: 1) >= 0.93)
    expect(Self.share(of: own, first: 3) >= 0.97)
  }

  /// An answer names three questions: the nearest, and two others that may be meant.
  @Test func titlesOfIssuesAreAmongTheThreeThatAreNamed() throws {
    let titles = try Self.asked.get().filter(\.isTitle)
    expect(titles.count >= 50)
    expect(Self.share(of: titles, first: 1) >= 0.8)
    expect(Self.share(of: titles, first: 3) >= 0.95)
  }

  @Test func theNamesAreThoseOfQuestions() throws {
    let known = QuestionCatalog.bundled.questions.map(\.name)
    for name in try Self.asked.get().flatMap(\.names) { expect(known.contains(name), "\(name)") }
  }
}
