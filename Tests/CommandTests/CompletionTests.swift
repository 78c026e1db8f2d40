internal import Foundation
internal import TestCases
internal import Testing

/// What TAB inserts: the names of files as they are, of which no shell executes anything.
@Suite struct CompletionTests {
  /// One in each folder, so that TAB behind `zz` has one name to insert.
  private static let names = [
    "zz$(touch X).json", "zz`touch X`.json", "zz;touch X.json", "zz&&touch X.json",
    "zz|touch X.json", "zz<(touch X).json", "zz>X.json", "zz it's.json", "zz\"touch X.json",
    "zz\\touch X.json", "zz:touch X.json", "zz$HOME.json", "zz~.json", "zz*.json", "zz[a].json",
    "zz{a,b}.json", "zz!!.json", "zz#.json", "zzgröße.json",
  ]

  /// Names that would be several for every shell: they are left out.
  private static let unwritable = ["zz\n$(touch X).json", "zz\t$(touch X).json"]

  /// A shell at a terminal, which is told to complete each name and to run the program with it.
  /// - Parameters:
  ///   - part: every so many of the names are tried.
  ///   - mark: what a name must not have to be completed.
  private static func check(
    _ shell: String, _ preparation: String, oneIn part: Int = 1, without mark: String? = nil
  ) async throws {
    let folder = try Folder()
    let names = Cases.some(names, oneIn: part)
    let all = names + unwritable
    for (place, name) in all.enumerated() {
      try FileManager.default.createDirectory(
        at: folder.url("n\(place)"), withIntermediateDirectories: true)
      try Data().write(to: folder.url("n\(place)").appending(path: name))
    }
    let kind = shell.prefix { $0 != " " }
    let completions = try await Program.run("--generate-completion-script", "\(kind)", in: folder)
    try folder.write(completions.output, to: "completions")
    let visits = all.indices.map { "cd ../n\($0)\ncachesim run zz\t\n" }.joined()
    let path = Program.file.deletingLastPathComponent().path
    var environment: [String: String?] = [
      "PATH": "\(path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "TERM": "xterm",
      "COLUMNS": nil,
    ]
    // What a shell keeps between its runs goes with the test: fish leaves a folder where it may.
    let kept = try Folder()
    for variable in [
      "HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
      "XDG_STATE_HOME",
    ] {
      environment[variable] = kept.url.path
    }
    let terminal = Program(
      arguments: ["-qec", shell, "/dev/null"], folder: folder, environment: environment,
      executable: URL(filePath: Self.script))
    let ended = try await terminal.run(
      input: "\(preparation)\ncd n0\n\(visits)exit\n")
    // The program's message has the name without what the shell escapes in it.
    for name in names where mark.map({ !name.contains($0) }) ?? true {
      expect(ended.output.contains("\(name):1:1: "), "\(shell): \(name)")
    }
    expect(!folder.tree().contains { $0.hasSuffix("X") }, "\(folder.tree())")
    kept.remove()
  }

  private static let script = "/usr/bin/script"

  private static func isThere(_ shell: String) -> Bool {
    #if os(Linux)
    return ["/usr/bin/\(shell)", script].allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    #else
    // Elsewhere 'script' takes other options.
    return false
    #endif
  }

  @Test(.enabled(if: isThere("bash"), "bash or script is not installed"))
  func bashExecutesNothing() async throws {
    try await Self.check("bash --norc --noprofile -i", "source ./completions")
  }

  @Test(.enabled(if: isThere("zsh"), "zsh or script is not installed"))
  func zshExecutesNothing() async throws {
    try await Self.check(
      "zsh -f -i", "autoload -U compinit; compinit -u -D; source ./completions", without: "!")
  }

  @Test(.enabled(if: isThere("fish"), "fish or script is not installed"))
  func fishExecutesNothing() async throws {
    // It takes a second for each, as it asks a condition of each option of each command.
    try await Self.check("fish --no-config -i", "source ./completions", oneIn: 3)
  }
}
