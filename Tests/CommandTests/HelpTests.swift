internal import ArgumentParser
internal import Experiments
internal import Foundation
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

@Suite struct HelpTests {
  @Test func theHelpListsHowTheCommandEnds() async throws {
    let ended = try await Program.run("--help", in: try Folder())
    expect(ended.status, is: 0)
    let lines = ended.output.split(separator: "\n")
    for status in ["0", "1", "2", "64", "65", "66", "69", "74", "130"] {
      expect(lines.contains { $0.hasPrefix("  \(status) ") }, "\(status)")
    }
    expect(lines.allSatisfy { $0.count <= 80 })
    expect(!ended.output.contains("\u{1B}"))
  }

  /// A command, and the words that name it.
  private struct Named {
    var words: [String]
    var command: any ParsableCommand.Type
  }

  private static func commands(
    _ words: [String] = [], _ command: any ParsableCommand.Type = CacheSim.self
  ) -> [Named] {
    [Named(words: words, command: command)]
      + command.configuration.subcommands.flatMap { inner in
        commands(words + [inner.configuration.commandName ?? ""], inner)
      }
  }

  /// Defect: examples were broken within commands, so that they could not be copied.
  @Test func everyExampleIsPrintedAsItIsWritten() {
    for each in Self.commands() {
      let written = each.command.configuration.discussion.split(separator: "\n")
        .filter { $0.hasPrefix("  cachesim ") || $0.hasPrefix("    --") }
      let printed = Set(CacheSim.helpMessage(for: each.command, columns: 80).split(separator: "\n"))
      for line in written {
        expect(printed.contains(line), "\(each.words.joined(separator: " ")): \(line)")
      }
    }
  }

  @Test func everyCommandGivesAnExample() {
    for each in Self.commands().dropFirst() where each.words != ["manual"] {
      let words = each.words.joined(separator: " ")
      expect(each.command.configuration.discussion.contains("  cachesim \(words)"), "\(words)")
    }
  }

  /// Defect: a mistyped command was called an unexpected argument, without what was meant.
  @Test func aMistypedCommandIsToldTheNearest() throws {
    for each in Self.commands().dropFirst() {
      let (name, above) = (try #require(each.words.last), each.words.dropLast())
      #expect(throws: Never.self) { try UnknownCommand.check(each.words + ["--help"]) }
      let swapped =
        String(name.prefix(1) + name.dropFirst(2).prefix(1) + name.dropFirst().prefix(1))
        + name.dropFirst(3)
      guard above.count == each.words.count - 1, swapped != name, name.count > 3,
        !each.words.contains("http-check")
      else { continue }
      for arguments in [above + [swapped], ["help"] + above + [swapped]] {
        let error = #expect(throws: CommandError.self) { try UnknownCommand.check(arguments) }
        expect(
          error?.lines[0].contains("'\(swapped)' (did you mean '\(name)'?)"), is: true, "\(name)")
      }
    }
    let run = #expect(throws: CommandError.self) { try UnknownCommand.check(["rnu"]) }
    expect(
      run?.lines[0].hasPrefix("Error: unknown command 'rnu' (did you mean 'run'?)\n"), is: true)
  }

  /// What most people never call stands behind what they do.
  @Test func commandsForTracesAloneAreAdvanced() throws {
    let text = CacheSim.helpMessage(columns: 80)
    let parts = text.components(separatedBy: "ADVANCED SUBCOMMANDS:")
    expect(parts.count, is: 2)
    let names = ["replay", "mrc", "trace", "http-check", "model", "merge", "drive", "schema"]
    for name in names {
      expect(parts.last?.contains("\n  \(name) "), is: true, "\(name)")
      try expect(
        #require(parts[0].components(separatedBy: "SUBCOMMANDS:").last)
          .contains("\n  \(name) "), is: false, "\(name)")
    }
  }

  /// Options that many commands share stand under titles, behind those of the command.
  @Test func sharedOptionsHaveATitle() {
    let text = CacheSim.helpMessage(for: RunCommand.self, columns: 80)
    for title in ["THE REPORT:", "HOW IT IS SIMULATED:", "PROGRESS:"] {
      expect(text.contains("\n\(title)\n"), "\(title)")
    }
  }

  @Test func theVersionIsThatOfTheReports() async throws {
    let ended = try await Program.run("--version", in: try Folder())
    expect(ended.status, is: 0)
    // A build by `make` says its commit, too.
    let words = ended.output.split(whereSeparator: \.isWhitespace)
    expect(words.first.map(String.init), is: ProgramVersion.text)
    expect(words.count <= 2 && ended.output.hasSuffix("\n"))
  }
}
