internal import Foundation
internal import TestCases
internal import Testing

/// Commands and what they answer, to the letter: the files of `Tests/Golden/Commands`.
///
/// The commands of a file run one after the other, in a folder of their own with a small scenario.
/// `# ` begins a comment; `@ ` names a file that is made, whose lines follow two blanks; `$ ` is a
/// command for a shell, in which `cachesim` is the program. What follows is written by
/// `make generate`: the exit status (`= `, left out where it is 0), the lines of standard output
/// (`| `) and of standard error (`! `), and at the end all that is then in the folder (`: `).
enum Transcript {
  private static let place = "Tests/Golden/Commands"

  static let all: [GeneratedFile] = {
    let folder = Checkout.root.appending(path: place).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { name in
      GeneratedFile(path: "\(place)/\(name)") { try await played($0) }
    }
  }()

  /// What a file says when its commands are run anew.
  private static func played(_ page: String) async throws -> String {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    var lines: [String] = []
    var (file, text) = ("", "")
    for line in page.split(separator: "\n").map(String.init)
    where !["= ", "| ", "! ", ": ", "|"].contains(line.prefix(2)) {
      lines.append(line)
      let rest = String(line.dropFirst(2))
      if line.hasPrefix("@ ") {
        (file, text) = (rest, "")
      } else if line.hasPrefix("  ") {
        text += rest + "\n"
        try folder.write(text, to: file)
      } else if line.hasPrefix("$ ") {
        lines += try await answer(to: rest, in: folder)
      }
    }
    lines.append(": " + folder.tree().sorted().joined(separator: " "))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func answer(to command: String, in folder: Folder) async throws -> [String] {
    let ended = try await Program(
      arguments: ["-c", "cachesim() { \"$0\" \"$@\"; }\n\(command)", Program.file.path],
      folder: folder, environment: ["COLUMNS": "100"], executable: URL(filePath: "/bin/sh")
    ).run()
    var output = ended.output.split(separator: "\n", omittingEmptySubsequences: false)
    if output.last?.isEmpty == true { output.removeLast() }
    // The parser's own help follows the texts of options.
    let notes = ended.notes.filter { !$0.hasPrefix("Help:") && !$0.hasPrefix("  See ") }
    let status = ended.status == 0 ? [] : ["= \(ended.status)"]
    return (status + output.map { $0.isEmpty ? "|" : "| \($0)" } + notes.map { "! \($0)" })
      .map {
        $0.replacing(folder.url.path, with: "FOLDER")
          .replacing(/\.\d+-\d+\.partial/, with: ".PROCESS.partial")
      }
  }
}

@Suite struct TranscriptTests {
  @Test(arguments: Transcript.all) func everyAnswerIsTheSame(file: GeneratedFile) async throws {
    try await file.check()
  }

  @Test func thereAreEnough() { expect(Transcript.all.count >= 21) }
}
