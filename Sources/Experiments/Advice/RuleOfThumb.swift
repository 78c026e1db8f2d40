internal import CacheReports

/// The three questions by which people choose a cache without measuring, answered from a scenario,
/// and what they lead to.
///
/// Whose users edit without a network needs records and an outbox. Else, where the server follows
/// HTTP caching and the app shows what it gets, the HTTP cache is enough. Else the app keeps its
/// own models.
package struct RuleOfThumb: Sendable {
  /// A question with its answer.
  package struct Question: Sendable {
    /// The question.
    package var text: String
    /// Yes, no, or in part.
    package var answer: String
    /// The numbers behind it, a sentence.
    package var reason: String
  }

  /// The questions in order.
  package var questions: [Question]
  /// The names of the strategies that the answers lead to, the first one first.
  package var leadsTo: [String]
  /// Why, a sentence.
  package var conclusion: String

  /// From which share on something counts as the rule and not as the exception; a convention.
  private static let majority = 0.5

  init(_ census: WorkloadCensus, deviceDays: Double) {
    let edits = Self.edits(census, deviceDays: deviceDays)
    let caching = Self.caching(census)
    let models = census.opens == 0 ? 0 : Double(census.models) / Double(census.opens)
    let rest = models < 1 ? "; the rest is shown as it comes" : ""
    let decoded = Question(
      text: "Is the data post-processed before it is shown?", answer: Self.word(models),
      reason: "\(Self.share(models)) of the opened screens show a model that the app decodes and "
        + "lays out\(rest).")
    questions = [edits, caching.question, decoded]
    if census.offlineEdits > 0 {
      leadsTo = ["pre-cache"]
      conclusion =
        "Edits without a network have to wait somewhere: a store of records with an "
        + "outbox."
    } else if caching.isFollowed && models < Self.majority {
      leadsTo = ["url-cache"]
      conclusion =
        "The server says how long its answers hold, and they are shown as they come: "
        + "the HTTP cache is enough."
    } else {
      leadsTo = ["on-demand", "memory-tier"]
      conclusion =
        caching.isFollowed
        ? "What is shown has been decoded first: a cache of the app's own models saves that again "
          + "and again."
        : "The server's headers do not let an HTTP cache work: the app keeps its own models."
    }
  }

  private static func edits(_ census: WorkloadCensus, deviceDays: Double) -> Question {
    let text = "Do users edit offline?"
    guard census.edits > 0 else {
      return Question(text: text, answer: "no", reason: "They edit nothing.")
    }
    let each = deviceDays > 0 ? Double(census.edits) / deviceDays : 0
    let rate = "They make \(NumberText.short(each)) edits per device and day"
    guard census.offlineEdits > 0 else {
      return Question(text: text, answer: "no", reason: "\(rate), all of them with a network.")
    }
    let part = Double(census.offlineEdits) / Double(census.edits)
    return Question(
      text: text, answer: "yes", reason: "\(rate), \(share(part)) of them without a network.")
  }

  private static func caching(
    _ census: WorkloadCensus
  ) -> (question: Question, isFollowed: Bool) {
    let free = census.screens.share(.free) ?? 0
    let confirmed = census.screens.share(.confirmed) ?? 0
    let isFollowed = free + confirmed >= majority
    var reason = "Of the screens' own contents \(share(free)) may be reused for a while without "
    reason += "asking, and \(share(confirmed)) once the server confirms them"
    if let parts = census.parts.share(.free) {
      reason += "; of the pictures and other parts \(share(parts)) may be reused without asking"
    }
    return (
      Question(
        text: "Does the server follow HTTP caching?",
        answer: free >= majority ? "yes" : isFollowed ? "in part, it wants to be asked" : "no",
        reason: reason + "."),
      isFollowed
    )
  }

  private static func word(_ share: Double) -> String {
    share >= majority ? "yes" : share > 0 ? "in part" : "no"
  }

  private static func share(_ value: Double) -> String { Display.text(value, .ratio) }
}
