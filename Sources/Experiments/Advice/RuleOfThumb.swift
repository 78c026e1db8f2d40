internal import CacheReports
internal import Measurement
internal import SimCore

/// Three questions by which a cache can be chosen without measuring, answered from a scenario, and
/// what the answers lead to.
///
/// An app whose users edit without a network needs records and an outbox. Else, where the server
/// follows HTTP caching and the app shows what it gets, the HTTP cache is enough. Else the app
/// keeps its own models.
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

  init(_ statistics: WorkloadStatistics, deviceDays: Double) {
    let edits = Self.edits(statistics, deviceDays: deviceDays)
    let caching = Self.caching(statistics)
    let models = statistics.opens == 0 ? 0 : Double(statistics.models) / Double(statistics.opens)
    let rest = models < 1 ? "; the rest is shown as it comes" : ""
    let decoded = Question(
      text: "Is the data post-processed before it is shown?", answer: Self.word(models),
      reason: "\(Self.share(models)) of the opened screens show a model that the app decodes and "
        + "lays out\(rest).")
    questions = [edits, caching.question, decoded]
    if statistics.offlineEdits > 0 {
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

  private static func edits(_ statistics: WorkloadStatistics, deviceDays: Double) -> Question {
    let text = "Do users edit offline?"
    guard statistics.edits > 0 else {
      return Question(text: text, answer: "no", reason: "They edit nothing.")
    }
    let each = deviceDays > 0 ? Double(statistics.edits) / deviceDays : 0
    let rate = "They make \(NumberText.short(each)) edits per device and day"
    guard statistics.offlineEdits > 0 else {
      return Question(text: text, answer: "no", reason: "\(rate), all of them with a network.")
    }
    let part = Double(statistics.offlineEdits) / Double(statistics.edits)
    return Question(
      text: text, answer: "yes", reason: "\(rate), \(share(part)) of them without a network.")
  }

  private static func caching(
    _ statistics: WorkloadStatistics
  ) -> (question: Question, isFollowed: Bool) {
    let fresh = statistics.screens.share(.fresh) ?? 0
    let revalidated = statistics.screens.share(.revalidated) ?? 0
    let isFollowed = fresh + revalidated >= majority
    var reason = "Of the screens' own contents \(share(fresh)) may be reused for a while without "
    reason += "a request, and \(share(revalidated)) once they are revalidated"
    if let parts = statistics.parts.share(.fresh) {
      reason += "; of the pictures and other parts \(share(parts)) may be reused without a request"
    }
    return (
      Question(
        text: "Does the server follow HTTP caching?",
        answer: fresh >= majority ? "yes" : isFollowed ? "in part, after revalidation" : "no",
        reason: reason + "."),
      isFollowed
    )
  }

  private static func word(_ share: Double) -> String {
    share >= majority ? "yes" : share > 0 ? "in part" : "no"
  }

  private static func share(_ value: Double) -> String { Display.text(value, .ratio) }
}
