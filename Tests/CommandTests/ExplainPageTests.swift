internal import Foundation
internal import Testing

/// The examples of Docs/Explain.md are what the program really prints.
@Suite struct ExplainPageTests {
  private static let page = Result {
    try String(contentsOf: Checkout.root.appending(path: "Docs/Explain.md"), encoding: .utf8)
  }

  /// The texts of the page's blocks of a kind.
  private static func blocks(_ kind: String) throws -> [String] {
    try page.get().components(separatedBy: "\n```\(kind)\n").dropFirst().map {
      $0.components(separatedBy: "\n```\n")[0] + "\n"
    }
  }

  @Test func theExamplesAreTheProgramsOwn() async throws {
    let folder = try Folder()
    try folder.write(try #require(try Self.blocks("json").first), to: "crash.json")
    let examples = try Self.blocks("console")
    #expect(examples.count == 2)
    for example in examples {
      let lines = example.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let words = lines[0].split(separator: " ").map(String.init)
      #expect(words.prefix(2) == ["$", "cachesim"])
      let ended = try await Program(arguments: Array(words.dropFirst(2)), folder: folder).run()
      #expect(ended.status == 0)
      #expect(ended.output == String(lines[1]))
    }
  }
}
