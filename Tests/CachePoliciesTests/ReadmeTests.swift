internal import Foundation
internal import Testing

/// What README shows is what is built.
@Suite struct ReadmeTests {
  @Test func thePolicyInFourteenLinesIsTheOneThatIsBuilt() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let source = try String(
      contentsOf: root.appending(path: "Sources/CachePolicies/Policies/LRU.swift"), encoding: .utf8)
    let policy = source.split(separator: "\n").drop {
      $0 != "package struct LRU: EvictionPolicy, ~Copyable {"
    }
    #expect(policy.count == 14)
    #expect(readme.contains(policy.joined(separator: "\n")))
  }
}
