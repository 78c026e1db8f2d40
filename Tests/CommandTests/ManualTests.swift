internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// The manual, the completions and the installation, which all come from the built program.
@Suite struct ManualTests {
  private func manual(in folder: Folder) async throws -> String {
    let ended = try await Program.run("manual", "--date", "2026-01-31", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    return ended.output
  }

  @Test func theManualHasEverySubcommandExitCodeAndVariable() async throws {
    let folder = try Folder()
    let text = try await manual(in: folder)
    expect(text.contains(#".TH "CACHESIM" "1" "2026\-01\-31""#))
    let dump = try await Program.run("--experimental-dump-help", in: folder)
    let tree = try JSON.parse(Array(dump.output.utf8))
    var count = 0
    func visit(_ command: JSON, _ path: String) {
      for subcommand in command["subcommands"]?.elements ?? [] {
        let word = subcommand["commandName"]?.string ?? ""
        if word == "help" || word == "manual" { continue }
        let name = "\(path) \(word)"
        expect(text.contains(".SS \"\(name.replacing("-", with: #"\-"#))\"\n"), "\(name)")
        count += 1
        visit(subcommand, name)
      }
    }
    visit(try #require(tree["command"]), "cachesim")
    expect(count > 25)
    for status in ExitStatus.allCases {
      expect(text.contains("\n\(status.rawValue) "), "\(status)")
    }
    for variable in EnvironmentVariable.allCases {
      expect(text.contains(".B \"\(variable.rawValue)\"\n"))
    }
  }

  @Test func everyVariableThatIsReadIsInTheManual() throws {
    let sources = Checkout.root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var names: Set<String> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for match in text.matches(of: /(?:environment|variable|getenv)\("([A-Z_]+)"\)/) {
        names.insert(String(match.1))
      }
    }
    expect(names.count >= 5)
    expect(names.isSubset(of: EnvironmentVariable.allCases.map(\.rawValue)), "\(names)")
  }

  /// Nothing between `.nf` and `.fi` is filled, so an example is there as a whole line.
  @Test func examplesStandInLinesOfTheirOwn() async throws {
    let lines = try await manual(in: try Folder()).split(separator: "\n")
    var isLiteral = false
    var examples = 0
    for line in lines {
      if line == ".nf" { isLiteral = true }
      if line == ".fi" { isLiteral = false }
      guard line.hasPrefix("cachesim "), !line.contains(#"\- "#) else { continue }
      expect(isLiteral, "\(line)")
      examples += 1
    }
    expect(examples > 60)
    expect(lines.contains(#"cachesim run twitter \-\-baseline Reports/twitter \-\-tolerance 1%"#))
  }

  @Test(.enabled(if: Tool.path("groff") != nil, "there is no groff"))
  func groffHasNothingToSayAgainstIt() async throws {
    let folder = try Folder()
    try folder.write(try await manual(in: folder), to: "cachesim.1")
    var groff = Program(arguments: ["-ww", "-man", "-Tutf8", "cachesim.1"], folder: folder)
    groff.executable = URL(filePath: try #require(Tool.path("groff")))
    let ended = try await groff.run()
    expect(ended.status == 0 && ended.notes.isEmpty, "\(ended.notes)")
    expect(ended.output.contains("cachesim sweep"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func scriptsKnowNames(_ shell: String) async throws {
    let ended = try await Program.run("--generate-completion-script", shell, in: try Folder())
    expect(ended.status, is: 0)
    for name in ["url-cache", "slow-4g", "first_content_p95_ms", "tinylfu", "oracle-general"] {
      expect(ended.output.contains(name), "\(name)")
    }
    expect(ended.output.contains("---completion"))
  }

  /// `make install` with a compiler that only counts: the built program is installed as it is.
  @Test(.enabled(if: Tool.path("make") != nil, "there is no make"))
  func installingBuildsOnceAndInstallsWhatWasBuilt() async throws {
    let folder = try Folder()
    let files = FileManager.default
    for name in ["Makefile", ".ci"] {
      try files.copyItem(at: Checkout.root.appending(path: name), to: folder.url(name))
    }
    try folder.write(
      """
      #!/bin/sh
      echo "$@" >>calls
      case "$1" in
        build) mkdir -p .build/release && cp '\(Program.file.path)' .build/release/cachesim ;;
      esac
      """, to: "swift")
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url("swift").path)
    var make = Program(
      arguments: [
        "install", "CHARTS=0", "SWIFT=./swift", "PREFIX=\(folder.url("usr").path)", "DESTDIR=",
      ], folder: folder)
    make.executable = URL(filePath: try #require(Tool.path("make")))
    let ended = try await make.run()
    expect(ended.status, is: 0, "\(ended.notes)")
    let calls = try folder.text("calls").split(separator: "\n")
    expect(calls.count { $0.hasPrefix("build") }, is: 1, "\(calls)")
    expect(!calls.contains { $0.hasPrefix("package") && $0.contains("manual") })
    try expect(
      Data(contentsOf: folder.url("usr/bin/cachesim")), is: Data(contentsOf: Program.file))
    try expect(folder.text("usr/share/man/man1/cachesim.1").contains(".SH \"EXIT STATUS\""))
    for path in ["bash-completion/completions/cachesim", "zsh/site-functions/_cachesim"] {
      expect(folder.exists("usr/share/\(path)"))
    }
  }

  @Test func theVersionsOfPackagesAreReadWhereTheyWereResolved() async throws {
    let folder = try Folder()
    try folder.write(
      """
      { "pins" : [
          { "identity" : "a-package", "state" : { "revision" : "12", "version" : "1.2.3" } },
          { "identity" : "b", "state" : { "version" : "0.1.0" } } ],
        "version" : 3 }
      """.replacing(",", with: ",\n").replacing("{ ", with: "{\n"), to: "Package.resolved")
    var script = Program(arguments: [], folder: folder)
    script.executable = Checkout.root.appending(path: ".ci/dependencies")
    try await expect(script.run().output, is: "a-package@1.2.3,b@0.1.0")
    expect(Version.record(of: "a@1.2,b@0.1").hasSuffix("with the packages\n  a 1.2\n  b 0.1\n"))
    expect(Version.record(of: "").contains("were not recorded"))
    expect(Version.record(askedBy: ["--version"]) == nil)
    let ended = try await Program.run("--version", "--verbose", in: folder)
    // The program may be another build, with its commit behind the number.
    let number = try #require(Version.text.split(separator: " ").first)
    let line = try #require(ended.output.split(separator: "\n").first)
    expect(ended.status == 0 && (line == number || line.hasPrefix("\(number) ")))
  }

  @Test func whatTestsLeaveBehindIsFound() async throws {
    let folder = try Folder()
    try folder.write("", to: "scratch/left")
    var script = Program(arguments: ["scratch"], folder: folder)
    script.executable = Checkout.root.appending(path: ".ci/nothing-left")
    let ended = try await script.run()
    expect(ended.status == 1 && ended.notes.contains("left"))
    try FileManager.default.removeItem(at: folder.url("scratch/left"))
    try await expect(script.run().status, is: 0)
  }
}

/// Programs that some tests use where the system has them.
enum Tool {
  static func path(_ name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
