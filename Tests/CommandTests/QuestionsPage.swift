internal import Experiments
internal import Foundation
internal import Results

@testable internal import CacheSimCommand

/// `Docs/Questions.md`: each question with its command, what that answers, a chart, and how to ask
/// the same of one's own app.
///
/// The answers are what the commands print: `Reports/questions` keeps them, a line each, which
/// `AskTests` compares with what the commands print now.
enum QuestionsPage {
  /// The answers, by the question's name.
  static let kept = "Reports/questions"
  /// The charts, as the commands drew them.
  static let charts = "Docs/Questions"

  static func answers() throws -> [String: String] {
    let text = (try? String(contentsOf: Checkout.root.appending(path: kept), encoding: .utf8)) ?? ""
    return Dictionary(
      text.split(separator: "\n").compactMap { line in
        line.firstRange(of: ": ").map {
          (String(line[..<$0.lowerBound]), String(line[$0.upperBound...]))
        }
      }, uniquingKeysWith: { $1 })
  }

  /// The sentence of a command's output that answers: the first point of a search's list, which may
  /// go on over lines; of other commands the last line, or those of several values; of JUnit's XML
  /// how many tests there are.
  static func answer(in output: String) -> String {
    let lines = output.split(separator: "\n").map(String.init)
    if let suites = lines.first(where: { $0.hasPrefix("<testsuites ") }) {
      return String(suites.dropFirst().dropLast())
    }
    if let first = lines.firstIndex(where: { $0.hasPrefix("  - ") }) {
      let rest = lines[(first + 1)...].prefix { $0.hasPrefix("    ") }
      return ([lines[first].dropFirst(4)] + rest.map { $0.drop { $0 == " " } })
        .joined(separator: " ")
    }
    let isOfValue = { (line: String) in line.hasPrefix("'") && line.contains("': ") }
    let values = lines.reversed().prefix { isOfValue($0) }.reversed()
    return values.isEmpty ? lines.last ?? "" : values.joined(separator: " ")
  }

  static func text() throws -> String {
    let answers = try answers()
    let parts = QuestionCatalog.bundled.questions.map { question in
      var blocks = ["## " + MarkdownTable.plain(question.question), shell(question.command)]
      if let answer = answers[question.name] {
        blocks.append("**What it answers:** " + MarkdownTable.plain(answer, startsLine: false))
      }
      let chart = "\(charts)/\(question.name).svg"
      if FileManager.default.fileExists(atPath: Checkout.root.appending(path: chart).path) {
        let title = MarkdownTable.plain(question.question)
        blocks.append("![\(title)](Questions/\(question.name).svg)")
      }
      if let command = question.ownCommand {
        blocks += ["In your own app, from a capture:", shell("\(initialising)\n\(command)")]
      }
      if !question.advice.isEmpty { blocks.append("In your own app: " + question.advice) }
      if !question.threads.isEmpty { blocks.append(asked(question)) }
      return blocks.joined(separator: "\n\n") + "\n"
    }
    return beginning + parts.joined(separator: "\n")
  }

  private static let initialising = "cachesim init --har app.har --output app.json"

  private static let beginning = """
    # Questions

    What people ask about the caches of client apps: \(QuestionCatalog.bundled.questions.count) \
    questions, each with a command on a bundled scenario, the sentence that the command ends with,
    and how to ask it of your own app, from a capture of its traffic
    ([YourOwnApp.md](YourOwnApp.md)). `cachesim ask` finds a question by your words. The answers are
    those of the bundled scenarios, and hang on them: on how often people open what, and over which
    networks. This page is written by `make generate` from what the commands print.


    """

  private static func shell(_ command: String) -> String { "```sh\n\(command)\n```" }

  private static func asked(_ question: Question) -> String {
    let links = question.threads.map { thread in
      let parts = thread.split(separator: "#")
      return "[\(MarkdownTable.plain(thread))](https://github.com/\(parts[0])/issues/\(parts[1]))"
    }
    return "Asked in \(links.joined(separator: ", "))."
  }
}
