internal import Experiments
internal import Foundation
internal import Results
internal import SimCore

/// The table of `Docs/Answers.md`: what each bundled scenario asks, decides by and answers.
enum AnswersPage {
  static func table() throws -> String {
    let others = try? String(
      contentsOf: Checkout.root.appending(path: "Reports/answers"), encoding: .utf8)
    let rows = try BundledScenarios.known.map { name, bytes in
      let scenario = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name).scenario
      let answers = try stored(name)
      let line = (others ?? "").split(separator: "\n").first { $0.hasPrefix("\(name): ") }
      let sentences =
        answers.map { answers -> [String] in
          answers.compactMap { answer -> String? in
            answer["sentences"]?.elements?.first?.string.map { text in
              (answer["varied"]?.string.map { "\(MarkdownTable.code($0)): " } ?? "") + text
            }
          }
        } ?? line.map { [MarkdownTable.plain(String($0.dropFirst(name.count + 2)))] } ?? []
      let turns = (answers ?? []).flatMap { answer in
        answer["hangsOn"]?.elements?.compactMap(\.string) ?? []
      }
      return [
        MarkdownTable.code(name), MarkdownTable.plain(scenario.question),
        MarkdownTable.code(decision(of: scenario)), sentences.joined(separator: " "),
        turns.joined(separator: "; "),
      ].map { MarkdownTable.escaped($0.isEmpty ? "–" : $0) }
    }
    let head = ["scenario", "question", "decision", "answer", "what turns it"]
    return ([head, head.map { _ in "---" }] + rows)
      .map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  private static func decision(of scenario: Scenario) -> String {
    guard let goal = scenario.goal else { return "" }
    let between =
      goal.choice == .values
      ? ", between values" : goal.labels.isEmpty ? "" : ", between \(goal.labels.count) strategies"
    return goal.text + between
  }

  /// The answers of the report that the project keeps; nil: it keeps none.
  private static func stored(_ name: String) throws -> [JSON]? {
    let file = Checkout.root.appending(path: "Reports/\(name)/run.json")
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try JSON.parse(Array(data))["answers"]?.elements
  }
}
