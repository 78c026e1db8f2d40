internal import ArgumentParser
internal import CacheMetrics
internal import CacheReports
internal import Results
internal import SimCore

struct AskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Finds the command that answers a question about caches, by the words of it.",
    discussion: """
      The questions are those that people ask most, with the threads where they did; without words \
      all are listed. The commands are of bundled scenarios; the second one is the same for a \
      scenario of your own, which 'cachesim init' writes.

      EXAMPLES
        cachesim ask how big should my image cache be
        cachesim ask "staleTime or gcTime"
        cachesim ask ETag or max-age --format json
        cachesim ask
      """)

  @Argument(help: "The question, in any words.")
  var words: [String] = []

  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func run() throws {
    let catalog = QuestionCatalog.bundled
    let text = words.joined(separator: " ").trimmingSpaces
    let found = text.isEmpty ? catalog.questions : catalog.matches(text)
    guard let first = found.first else {
      throw ValidationError(
        "no question has a word of '\(text)'; 'cachesim ask' lists the "
          + "\(catalog.questions.count) that are known")
    }
    let listing = Listing(
      ["name", "question", "command", "own", "threads"],
      found.map {
        [$0.name, $0.question, $0.command, $0.ownCommand ?? "", $0.threads.joined(separator: " ")]
      })
    let document = text.isEmpty ? Self.list(found) : Self.answer(first, found.dropFirst().prefix(2))
    Terminal.write(
      listing.written(
        writing.format, text: TerminalRenderer.text(of: document),
        markdown: MarkdownRenderer.text(of: document)))
  }

  static func list(_ questions: [Question]) -> Document {
    var document = Document(
      title: "Questions", question: "What people ask about the caches of client apps.")
    for question in questions {
      document.add(question.question, [.command(question.command), asked(question)])
    }
    return document
  }

  private static func answer(_ question: Question, _ others: some Sequence<Question>) -> Document {
    // It is not always the one that was meant.
    var document = Document(title: "The nearest question", question: question.question)
    document.lead = [.command(question.command)]
    if let command = question.ownCommand {
      document.lead += [
        .paragraph(
          question.isForOwnScenarios
            ? "With an app of your own, from a capture: cachesim init --har app.har, then"
            : "With a capture of your own:"),
        .command(command),
      ]
    }
    if !question.advice.isEmpty {
      document.lead.append(
        .paragraph(InlineText(markdown: "With an app of your own: \(question.advice)")))
    }
    document.lead += [asked(question)].filter { !$0.isEmpty }
    document.add(
      "Or did you ask this?",
      others.flatMap { other -> [Block] in
        [.paragraph(InlineText(other.question)), .command(other.command)]
      })
    return document
  }

  /// Where it was asked; empty where that is not known.
  private static func asked(_ question: Question) -> Block {
    let places = question.threads.joined(separator: ", ")
    return .paragraph(InlineText(places.isEmpty ? "" : "Asked on GitHub: \(places)."))
  }
}
