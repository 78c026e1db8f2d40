internal import ClientStrategies
internal import Foundation
internal import Testing

/// Other libraries' terms in the documentation are those that are understood.
@Suite struct LibraryTermTests {
  @Test func theTableHasEverySpelling() async throws {
    let ended = try await Program.run(
      "list", "library-terms", "--format", "markdown", in: try Folder())
    for spelling in ReadStrategy.spellings {
      #expect(ended.output.contains("| \(spelling.library) | \(spelling.text) |"))
    }
    for spelling in HitRule.spellings {
      let line = ended.output.split(separator: "\n").first {
        $0.hasPrefix("| \(spelling.library) | \(spelling.text) |")
      }
      #expect(line?.contains(" \(spelling.word.rawValue) |") == true)
    }
  }
}
