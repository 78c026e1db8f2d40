internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// The workflows for GitHub: this project's own, and the one of the example for a team.
@Suite struct WorkflowTests {
  private static let paths = [
    ".github/workflows/ci.yml", "Examples/CacheBudget/.github/workflows/cache-budget.yml",
    ".github/workflows/evidence.yml", "Examples/ContinuousIntegration/github.yml",
  ]
  private static let python = URL(filePath: "/usr/bin/python3")

  private static func lines(of path: String) throws -> [Substring] {
    try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func indent(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

  /// What every parser of YAML asks of the form, and GitHub of an expression.
  @Test(arguments: paths) func theFormIsThatOfYAML(path: String) throws {
    var block: Int?
    for line in try Self.lines(of: path) where !line.allSatisfy({ $0 == " " }) {
      expect(!line.contains("\t") && line.last != " ", "\(path): \(line)")
      expect(
        line.components(separatedBy: "${{").count, is: line.components(separatedBy: "}}").count,
        "\(path): \(line)")
      // The lines of a script are a text of their own.
      if let start = block, Self.indent(of: line) > start { continue }
      block = line.hasSuffix(": |") ? Self.indent(of: line) : nil
      expect(Self.indent(of: line) % 2, is: 0, "\(path): \(line)")
      let rest = line.drop { $0 == " " }
      expect(
        rest.hasPrefix("#") || rest.hasPrefix("- ") || rest.hasSuffix(":") || rest.contains(": "),
        "\(path): \(line)")
    }
  }

  /// A job without a limit runs for six hours when something hangs; an action without a version is
  /// another one tomorrow; a workflow that says nothing of rights has all of them.
  @Test(arguments: paths) func jobsAreBoundedAndActionsHaveVersions(path: String) throws {
    let lines = try Self.lines(of: path)
    expect(lines.contains("permissions:") && lines.contains("  contents: read"))
    let jobs = lines.drop { $0 != "jobs:" }.dropFirst().filter {
      Self.indent(of: $0) == 2 && $0.hasSuffix(":")
    }
    expect(!jobs.isEmpty)
    for key in ["runs-on:", "timeout-minutes:", "steps:"] {
      expect(lines.count { $0.hasPrefix("    \(key)") }, is: jobs.count, "\(path): \(key)")
    }
    for line in lines where line.contains("uses:") {
      expect(
        line.contains(/uses: (actions\/[a-z-]+@v\d+|OWNER\/cachesim@v[\d.]+)$/), "\(path): \(line)")
    }
  }

  /// The project's own workflow calls what people call, and keeps what is to be looked at.
  @Test func whatIsCalledIsThere() throws {
    let text = try Self.lines(of: Self.paths[0]).joined(separator: "\n")
    let makefile = try Self.lines(of: "Makefile")
    let targets = text.matches(of: /\bmake ([a-z-]+)/).map { String($0.output.1) }
      .filter { $0 != "git" }
    expect(targets.contains("reports") && targets.contains("bench"))
    for target in targets {
      expect(makefile.contains { $0.hasPrefix("\(target):") }, "make \(target)")
    }
    expect(text.contains("run: .ci/run\n"))
    let script = Checkout.root.appending(path: ".ci/run").path
    expect(FileManager.default.isExecutableFile(atPath: script))
    for name in ["reports", "benchmarks", "test-log"] { expect(text.contains("name: \(name)\n")) }
  }

  static var hasYAML: Bool {
    get async {
      guard FileManager.default.isExecutableFile(atPath: python.path) else { return false }
      let program = try? Program(
        arguments: ["-c", "import yaml"], folder: Folder(), executable: python)
      return (try? await program?.run())?.status == 0
    }
  }

  /// A parser that is not ours reads them, and finds the same jobs.
  @Test(arguments: paths) func aParserOfYAMLReadsThem(path: String) async throws {
    guard await Self.hasYAML else { return }
    let script = """
      import json, sys, yaml
      tree = yaml.safe_load(open(sys.argv[1]))
      # YAML 1.1 takes the word "on" for true.
      tree["on"] = tree.pop(True, None) or tree["on"]
      print(json.dumps(tree))
      """
    let program = Program(
      arguments: ["-c", script, Checkout.root.appending(path: path).path], folder: try Folder(),
      executable: Self.python)
    let ended = try await program.run()
    expect(ended.status, is: 0, "\(ended.notes)")
    let tree = try JSON.parse(Array(ended.output.utf8))
    expect(tree["on"]?["pull_request"] != nil)
    let jobs = try #require(tree["jobs"]?.members)
    expect(!jobs.isEmpty)
    for job in jobs {
      let steps = try #require(job.value["steps"]?.elements)
      for step in steps {
        expect((step["run"] == nil) != (step["uses"] == nil), "\(path): \(job.name)")
      }
      expect(steps.contains { $0["uses"]?.string?.hasPrefix("actions/checkout@") == true })
      expect(steps.contains { $0["uses"]?.string?.hasPrefix("actions/upload-artifact@") == true })
    }
  }
}
