internal import CacheMetrics
internal import Results
internal import SimCore

/// The questions by which a caching technique can be chosen without measuring, answered from a
/// scenario, and what each answer means for it.
///
/// What the app processes after it came, by edits without the server or by rewriting its links to
/// local files, exists nowhere but in the app's own store: then pre-caching is a must. Decoding a
/// model in order to show it is no such processing, and neither is an edit that goes to the server
/// at once, such as a like, or a message that changes no record, such as a check-in. Else the other
/// questions decide: what must be there without a network, what a failed request costs, what
/// changes meanwhile, and what the server lets an HTTP cache do.
package struct RuleOfThumb: Sendable {
  package struct Question: Sendable {
    package var text: String
    /// Yes, no, or in part.
    package var answer: String
    /// The numbers behind it, a sentence.
    package var reason: String
    package var consequence: String
  }

  package var questions: [Question]
  /// Names of strategies, the first one first.
  package var leadsTo: [String]
  package var conclusion: String

  /// From which share on something counts as the rule and not as the exception; a convention.
  static let majority = 0.5
  /// From which share on something is needed though it is an exception; a convention.
  static let notable = 0.05

  init(_ statistics: WorkloadStatistics, deviceDays: Double) {
    let days = max(deviceDays, 0)
    questions = [
      Self.processing(statistics, deviceDays: days), Self.offline(statistics),
      Self.errors(statistics), Self.updates(statistics), Self.server(statistics),
    ]
    (leadsTo, conclusion) = Self.conclusion(statistics)
  }

  /// What the answers lead to, the first one that decides.
  private static func conclusion(_ statistics: WorkloadStatistics) -> ([String], String) {
    if statistics.isPostProcessed {
      return (
        ["pre-cache"],
        "What came is processed further, so that pre-caching is a must: the result exists only in "
          + "the app's own store of records."
      )
    }
    if statistics.unseenOfflineShare >= notable {
      return (
        ["pre-cache"],
        "Pre-caching: screens that were never opened before are wanted without a network: "
          + "only what was fetched ahead can be there."
      )
    }
    let (fresh, revalidated) = (statistics.freshShare, statistics.revalidatedShare)
    if fresh >= majority {
      return (
        ["url-cache"],
        "On-demand caching: the responses are used as they came, and the server says how "
          + "long most of them hold: the HTTP cache is enough."
      )
    }
    if fresh + revalidated >= majority {
      return (
        ["url-cache"],
        "On-demand caching: the responses are used as they came, and the server confirms what is "
          + "stored, with a request for each use: the HTTP cache saves the bodies, not the waits."
      )
    }
    return (
      ["on-demand", "memory-tier"],
      "On-demand caching: the server's headers leave an HTTP cache nothing to reuse for most "
        + "screens: the app stores what it showed, and decides itself how long that holds."
    )
  }

  static func share(_ value: Double) -> String { Display.text(value, .ratio) }
}

// MARK: - As blocks of a document, and as JSON

extension RuleOfThumb {
  var blocks: [Block] {
    let rows = questions.map { question in
      let answer = question.answer.prefix(1).uppercased() + question.answer.dropFirst()
      return [question.text, "\(answer). \(question.reason)", question.consequence].map {
        InlineText(markdown: $0)
      }
    }
    let columns = ["question", "answer for this scenario", "consequence"]
    let names = NameList.text(leadsTo.map(MarkdownTable.code), "or")
    return [
      .table(ResultTable("rules of thumb", columns: columns, rows: rows)),
      .sentence("\(conclusion) That is \(names)."),
    ]
  }

  var json: JSON {
    .object([
      "questions": JSON(
        questions.map { question in
          .object([
            "question": JSON(question.text), "answer": JSON(question.answer),
            "reason": JSON(question.reason), "consequence": JSON(question.consequence),
          ])
        }), "leadsTo": JSON(leadsTo), "conclusion": JSON(conclusion),
    ])
  }
}

// MARK: - The questions

extension RuleOfThumb {
  private static func processing(_ statistics: WorkloadStatistics, deviceDays: Double) -> Question {
    var reasons: [String] = []
    if statistics.isRewritten {
      let part = Double(statistics.rewritable) / Double(max(statistics.opens, 1))
      reasons.append(
        "The links of texts are rewritten to local files, which \(share(part)) of the opened "
          + "screens have")
    }
    if statistics.edits > 0 {
      let each = deviceDays > 0 ? Double(statistics.edits) / deviceDays : 0
      reasons.append(
        "Users make \(NumberText.counted(each, "edit")) per device and day, "
          + "\(share(statistics.offlineEditShare)) of them without a network")
    }
    if statistics.messages > 0 {
      let each = deviceDays > 0 ? Double(statistics.messages) / deviceDays : 0
      reasons.append(
        "Users send \(NumberText.short(each)) messages per device and day, such as check-ins, "
          + "which need a connection and change nothing that is stored")
    }
    let isProcessed = statistics.isPostProcessed
    if !isProcessed {
      reasons.append(
        statistics.edits == 0
          ? "No edits of records and no rewritten links: decoding what came does not count"
          : "Edits go to the server as they are made, and no links are rewritten: decoding what "
            + "came does not count")
    }
    return Question(
      text: "Is what came processed further: edited without the server, or its links rewritten to "
        + "local files?",
      answer: isProcessed ? "yes" : "no", reason: reasons.joined(separator: ". ") + ".",
      consequence: isProcessed
        ? "Pre-caching is a must: an HTTP cache holds what came, and not what became of it."
        : "Responses can be used as they came; the other questions decide.")
  }

  private static func offline(_ statistics: WorkloadStatistics) -> Question {
    let (all, unseen) = (statistics.offlineShare, statistics.unseenOfflineShare)
    let consequence =
      if unseen >= notable {
        "Only what was fetched ahead can be shown there: pre-caching."
      } else if all >= notable {
        "Most of it was seen before: what is stored must be shown without asking first."
      } else {
        "Content need not be there before it is asked for."
      }
    return Question(
      text: "Must it work without a network?",
      answer: all >= notable ? "yes" : all > 0 ? "in part" : "no",
      reason: "\(share(all)) of the screens are opened without a network, \(share(unseen)) for the "
        + "first time on their device.",
      consequence: consequence)
  }

  private static func errors(_ statistics: WorkloadStatistics) -> Question {
    let fails = statistics.failureRate > 0
    let rate =
      fails
      ? "The origin refuses \(share(statistics.failureRate)) of the requests"
      : "The origin answers every request"
    let isSensitive = fails || statistics.offlineShare > 0
    return Question(
      text: "Is it sensitive to errors?", answer: isSensitive ? "yes" : "no",
      reason: "\(rate); \(share(statistics.offlineShare)) of the screens are opened where none can "
        + "be made.",
      consequence: isSensitive
        ? "What is stored should stand in for a request that fails, and requests be made again."
        : "A failed request is rare enough to be shown as one.")
  }

  private static func updates(_ statistics: WorkloadStatistics) -> Question {
    guard let changed = statistics.changedShare else {
      return Question(
        text: "Does content change between openings?", answer: "no",
        reason: "No screen is opened twice.", consequence: "Nothing stored is ever used again.")
    }
    return Question(
      text: "Does content change between openings?",
      answer: changed >= majority ? "yes" : changed >= notable ? "in part" : "no",
      reason: "\(share(changed)) of the screens that are opened again have changed since.",
      consequence: changed >= notable
        ? "What is stored must be refreshed or confirmed, by a short staleAfter or by validation."
        : "What is stored holds: a long staleAfter or max-age costs little freshness.")
  }

  private static func server(_ statistics: WorkloadStatistics) -> Question {
    let (fresh, revalidated) = (statistics.freshShare, statistics.revalidatedShare)
    var reason = "Of the screens' own contents \(share(fresh)) may be reused for a while without "
    reason += "a request, and \(share(revalidated)) once they are revalidated"
    if let parts = statistics.parts.share(.fresh) {
      reason += "; of the pictures and other parts \(share(parts)) may be reused without a request"
    }
    let (answer, consequence) =
      if fresh >= majority {
        ("yes", "The HTTP cache works without code of the app's own.")
      } else if fresh + revalidated >= majority {
        (
          "in part, after revalidation",
          "The HTTP cache asks at each use; a team that controls the server can add max-age."
        )
      } else {
        (
          "no",
          "An app without control of the server has to keep its own models; one with it can add "
            + "headers."
        )
      }
    return Question(
      text: "Does the server follow HTTP caching?", answer: answer, reason: reason + ".",
      consequence: consequence)
  }
}
