internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// The answers of `Docs/Questions.md` are what the commands print.
///
/// One after the other, as what is written anew is one file.
@Suite(.serialized) struct QuestionAnswerTests {
  /// A few that take a second each; `make check` tries all, some for minutes.
  private static let quick = ["why-a-request", "memory-or-disk", "offline-by-http"]

  @Test(
    arguments: Cases.areAll ? QuestionCatalog.bundled.questions.map(\.name) : quick)
  func theAnswerIsWhatTheCommandSays(name: String) async throws {
    let question = try #require(QuestionCatalog.bundled.questions.first { $0.name == name })
    let folder = try Folder()
    let draws = ["run", "sweep", "tune"].contains(question.arguments[0])
    let isDrawn = GeneratedFile.isWritten && draws && !question.chart.isEmpty
    let more = draws && !isDrawn ? ["--no-charts"] : []
    let words = ShellWord.all(in: question.command).dropFirst()
      .map { String($0).replacing("'", with: "") }
    let ended = try await Program(
      arguments: words + more, folder: folder, environment: ["COLUMNS": "120"]
    ).run()
    expect([0, 69].contains(ended.status), "\(question.command): \(ended.notes)")
    let answer = QuestionsPage.answer(in: ended.output)
    expect(answer.count > 20, "\(name)")
    var answers = try QuestionsPage.answers()
    guard GeneratedFile.isWritten else {
      expect(answers[name], is: answer, "\(name): `make generate` writes it anew")
      return
    }
    answers[name] = answer
    try write(answers)
    if isDrawn { try keepChart(of: question, in: folder) }
    try Data(QuestionsPage.text().utf8).write(
      to: Checkout.root.appending(path: "Docs/Questions.md"))
  }

  private func write(_ answers: [String: String]) throws {
    let lines = QuestionCatalog.bundled.questions.compactMap { question in
      answers[question.name].map { "\(question.name): \($0)\n" }
    }
    try Data(lines.joined().utf8).write(to: Checkout.root.appending(path: QuestionsPage.kept))
  }

  private func keepChart(of question: Question, in folder: Folder) throws {
    let drawn = folder.tree().sorted().first { $0.hasSuffix("/\(question.chart).svg") }
    let chart = "\(QuestionsPage.charts)/\(question.name).svg"
    guard let drawn else { return }
    try folder.text(drawn).write(
      to: Checkout.root.appending(path: chart), atomically: true, encoding: .utf8)
  }

  @Test func everyQuestionHasItsAnswer() throws {
    let answers = try QuestionsPage.answers()
    for question in QuestionCatalog.bundled.questions {
      expect(answers[question.name]?.isEmpty, is: false, "\(question.name)")
      let chart = "\(QuestionsPage.charts)/\(question.name).svg"
      let isThere = FileManager.default.fileExists(
        atPath: Checkout.root.appending(path: chart).path)
      expect(isThere, is: !question.chart.isEmpty, "\(chart)")
    }
    expect(answers.count, is: QuestionCatalog.bundled.questions.count)
  }

  @Test func theAnswerOfASearchIsItsFirstPoint() {
    let output = "a table\n\n  - Take 'a':\n    12 ms.\n  - Why: b\n\nThe report is in c\n"
    expect(QuestionsPage.answer(in: output), is: "Take 'a': 12 ms.")
    expect(QuestionsPage.answer(in: "numbers\n\nTake 'b'.\n"), is: "Take 'b'.")
    expect(
      QuestionsPage.answer(in: "numbers\n\n'1h': Take 'b'.\n'1d': Take 'c'.\n"),
      is: "'1h': Take 'b'. '1d': Take 'c'.")
    let suites = "<?xml?>\n<testsuites tests=\"3\">\n</testsuites>\n"
    expect(QuestionsPage.answer(in: suites), is: "testsuites tests=\"3\"")
  }
}
