internal import ClientStrategies
internal import Foundation
internal import Testing

/// Other libraries' words in the documentation are those that are understood.
@Suite struct WordListTests {
  @Test func thePageHasTheTableThatIsPrinted() async throws {
    let ended = try await Program.run(
      "list", "words", "--format", "markdown", in: try Folder())
    let page = try String(
      contentsOf: Checkout.root.appending(path: "Docs/Reading.md"), encoding: .utf8)
    let part = page.components(separatedBy: "<!-- words: written by ").last?
      .components(separatedBy: "<!-- end of words -->").first?
      .components(separatedBy: "-->\n").last
    #expect(
      part?.trimmingCharacters(in: .newlines)
        == ended.output.trimmingCharacters(in: .newlines),
      "write the part anew: cachesim list words --format markdown")
    for spelling in ReadStrategy.spellings {
      #expect(ended.output.contains("| \(spelling.library) | \(spelling.text) |"))
    }
  }
}
