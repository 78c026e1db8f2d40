internal import Foundation
internal import TestCases
internal import Testing

/// What is run elsewhere, in simulated environments: jobs of continuous integration, and engines
/// that start many tasks. Each script says what it compares.
@Suite struct OtherServiceTests {
  private static let python = URL(filePath: "/usr/bin/python3")

  private static func check(_ script: String, _ name: String) async throws -> Program.Ended {
    try await Program(
      arguments: [Checkout.root.appending(path: script).path, Program.file.path, name],
      folder: try Folder(), executable: python
    ).run()
  }

  /// The steps of `action.yml` and the snippets of Examples/ContinuousIntegration: on the main
  /// branch, and of a change that is warned of first and refused later.
  @Test(arguments: Cases.some(["github", "gitlab", "jenkins"], oneIn: 2))
  func aJobWarnsFirstAndEnforcesLater(service: String) async throws {
    guard await WorkflowTests.hasYAML else { return }
    let ended = try await Self.check("Packaging/ci/check", service)
    expect(ended.status, is: 0, "\(ended.notes.suffix(8))")
    expect(ended.output, is: "\(service): warned, then enforced, against the main branch\n")
  }

  /// The commands of Docs/Kubernetes.md and Docs/Parallel.md.
  @Test(.enabled(if: LivePython.path != nil, "python3 is not installed"))
  func shardsOfKubernetesMergeToTheSameBytes() async throws {
    let ended = try await Self.check("Examples/Engines/check", "kubernetes")
    expect(ended.status, is: 0, "\(ended.notes.suffix(8))")
    expect(ended.output, is: "kubernetes: 1 merged as in one piece\n")
  }

  @Test(.enabled(if: LivePython.path != nil, "python3 is not installed"))
  func shardsOfParallelMergeToTheSameBytes() async throws {
    let ended = try await Self.check("Examples/Engines/check", "parallel")
    expect(ended.status, is: 0, "\(ended.notes.suffix(8))")
    expect(ended.output, is: "parallel: 2 merged as in one piece\n")
  }

  /// What a page quotes of a file stands there.
  @Test(arguments: [
    ("Docs/Kubernetes.md", "yaml", "Examples/Kubernetes/sweep.yaml"),
    ("Docs/ContinuousIntegration.md", "groovy", "Examples/ContinuousIntegration/Jenkinsfile"),
    ("Docs/ContinuousIntegration.md", "yaml", "Examples/ContinuousIntegration/github.yml"),
  ])
  func aPageQuotesItsFile(page: String, kind: String, file: String) throws {
    let text = try String(contentsOf: Checkout.root.appending(path: file), encoding: .utf8)
    let blocks = try Page(page).blocks(kind)
    let block = try #require(blocks.last)
    for line in block.split(separator: "\n") {
      expect(text.contains(line), "\(line)")
    }
  }
}
