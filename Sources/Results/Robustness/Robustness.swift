package import SimCore

/// What an answer hangs on: which uncertain settings give another one, within the values that are
/// plausible for them.
///
/// It is found on devices whose answer does not contradict the run's, by the rules of
/// `GoalRanking`.
package struct Robustness: Sendable {
  /// A setting, with the values that were tried in place of its own.
  package struct Trial: Sendable {
    package var path: String
    package var value: JSON
    /// The ends of its range, or all of its other values.
    package var tried: [JSON]
    /// Whether what lies between was searched for where the answer turns.
    package var isRange: Bool
    /// Who says that these are plausible; nil: no source does, they are half and double.
    package var source: String?
    package var turns: [Turn]
    /// Whether it was simulated on `least` alone, where it came nowhere near to another answer.
    package var isWeak = false

    package init(
      path: String, value: JSON, tried: [JSON], isRange: Bool, source: String?, turns: [Turn] = []
    ) {
      self.path = path
      self.value = value
      self.tried = tried
      self.isRange = isRange
      self.source = source
      self.turns = turns
    }

    /// Of the smallest change that turns the answer; infinite: none does.
    package var smallestFactor: Double { turns.map(\.factor).min() ?? .infinity }

    package var range: String {
      let texts = tried.map(Robustness.text)
      return texts.joined(separator: isRange ? " to " : ", ")
    }

    fileprivate var json: JSON {
      .object([
        "setting": JSON(path), "value": value, "tried": JSON(tried), "source": JSON(source),
        "isWeakOnOneDevice": JSON(isWeak),
        "turns": JSON(
          turns.map { turn in
            .object(["at": turn.value, "keptAt": turn.kept, "answer": JSON(turn.answer)])
          }),
      ])
    }
  }

  /// A value at which the answer is another.
  package struct Turn: Sendable {
    /// The nearest to the scenario's at which it is.
    package var value: JSON
    /// The farthest towards it at which it is not yet.
    package var kept: JSON
    /// Whether the value lies above the scenario's; without a meaning for words.
    package var isAbove: Bool
    /// By how large a factor the value differs from the scenario's.
    package var factor: Double
    /// What is taken then; empty: nothing keeps the constraints.
    package var answer: [String]
    /// Whether the search came to its end: the answer turns at `value`, not far before it.
    package var isNarrow: Bool

    package init(
      value: JSON, kept: JSON, isAbove: Bool, factor: Double, answer: [String],
      isNarrow: Bool = true
    ) {
      self.isNarrow = isNarrow
      self.value = value
      self.kept = kept
      self.isAbove = isAbove
      self.factor = factor
      self.answer = answer
    }
  }

  /// The varied value, or the strategy, of the answer; nil: there is one answer.
  package var title: String?
  /// What was tried, what turns the answer first, by the smallest change.
  package var trials: [Trial]
  /// How many uncertain settings there are.
  package var count: Int
  /// What it was tried on, such as "2 devices for 7 days under 5 seeds".
  package var base: String
  /// The least that anything was tried on: one device, or all devices of one person.
  package var least: String
  /// Whether that is less than the run was of.
  package var isReduced: Bool
  /// Why nothing was tried; nil: something was.
  package var obstacle: String?

  package init(
    title: String?, trials: [Trial], count: Int, base: String, least: String = "one device",
    isReduced: Bool = false, obstacle: String? = nil
  ) {
    self.title = title
    self.trials = trials.enumerated().sorted {
      ($0.element.smallestFactor, $0.offset) < ($1.element.smallestFactor, $1.offset)
    }.map(\.element)
    self.count = count
    self.base = base
    self.least = least
    self.isReduced = isReduced
    self.obstacle = obstacle
  }

  /// What turns the answer, by the smallest change.
  package var turning: [Trial] { trials.filter { !$0.turns.isEmpty } }

  /// How many were tried on `base`, where the others were not worth it.
  package var triedCount: Int { trials.count { !$0.isWeak } }

  /// A value as sentences and tables have it: a network of one's own by its name, a number's
  /// fraction as far as three digits need it.
  package static func text(of value: JSON) -> String {
    guard let text = value.string ?? value["name"]?.string ?? value["preset"]?.string else {
      return short(value.compact)
    }
    return short(text)
  }

  private static func short(_ text: String) -> String {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard number.contains("."), let value = Double(number) else { return text }
    var (places, size) = (2, abs(value))
    while size >= 10, places > 0 { (places, size) = (places - 1, size / 10) }
    while size < 1, size > 0, places < 9 { (places, size) = (places + 1, size * 10) }
    let short = NumberText.decimal(value, places: places)
    return short.count < number.count ? short + text.dropFirst(number.count) : text
  }

  /// What the assumption is called that everything goes over one of the schedule's networks.
  package static let everyNetwork = "every network"

  private static let mostTurns = 2

  /// Parts of the sentence that answers, without a full stop.
  package var clauses: [String] {
    if let obstacle { return ["what it hangs on was not tried: \(obstacle)"] }
    let turning = turning
    guard !turning.isEmpty else {
      guard !trials.isEmpty else { return [] }
      return [holding]
    }
    // That other people have another network is told in any case.
    let told =
      turning.filter { $0.path != Self.everyNetwork }.prefix(Self.mostTurns)
      + turning.filter { $0.path == Self.everyNetwork }
    let named = told.flatMap { trial in trial.turns.prefix(1).map { clause(of: trial, $0) } }
    let more = turning.count - told.count
    return named
      + (more > 0
        ? [
          "\(NumberText.counted(more, "further assumption")) of \(count) "
            + (more == 1 ? "turns it too" : "turn it too")
        ] : []) + (isReduced ? ["\(triedCount) of \(count) were tried on \(base)"] : [])
  }

  /// That nothing turns the answer, and how much was simulated to say so.
  private var holding: String {
    let all = NumberText.counted(count, "assumption")
    let weak = trials.count - triedCount
    let known =
      trials.count == count
      ? count == 1 ? "the one assumption" : "all \(all)"
      : "the \(trials.count) of \(all) that were looked at"
    let range =
      trials.allSatisfy { $0.source == nil } ? "from half to double" : "within what is plausible"
    let tried = triedCount > 0 && weak > 0 ? ["\(triedCount) tried on \(base)"] : []
    let rest = weak > 0 ? ["\(weak) too weak on \(least) to turn it"] : []
    let parts = (tried + rest).joined(separator: ", ")
    return "it holds for \(known) \(range)"
      + (weak > 0 ? ": \(parts)" : isReduced ? ", on \(base)" : "")
  }

  /// Of all that turns the answer, or that nothing does.
  package var sentences: [String] {
    let turns = turning.flatMap { trial in
      trial.turns.prefix(trial.path == Self.everyNetwork ? 1 : trial.turns.count).map {
        clause(of: trial, $0)
      }
    }
    return turns.isEmpty
      ? clauses.map { "The answer: \($0)." } : turns.map { "The answer holds \($0)." }
  }

  private func clause(of trial: Trial, _ turn: Turn) -> String {
    let name = MarkdownTable.code(trial.path)
    let present = MarkdownTable.plain(Self.text(of: trial.value))
    var value = MarkdownTable.plain(Self.text(of: turn.value))
    if !turn.isNarrow {
      value = "a limit between \(MarkdownTable.plain(Self.text(of: turn.kept))) and \(value)"
    }
    if trial.path == Self.everyNetwork {
      let answers = trial.turns.map {
        "on \(MarkdownTable.code(Self.text(of: $0.value))) alone \(answer($0))"
      }
      return "not for every network: \(NameList.text(answers))"
    }
    guard trial.isRange else {
      return "only while \(name) is not \(MarkdownTable.code(Self.text(of: turn.value)))"
        + ", else \(answer(turn))"
    }
    return "only while \(name) is \(turn.isAbove ? "below" : "above") \(value)"
      + " (here \(present)), else \(answer(turn))"
  }

  package func answer(_ turn: Turn) -> String {
    turn.answer.isEmpty
      ? "nothing keeps the constraints" : NameList.text(turn.answer.map(MarkdownTable.code))
  }

  package var json: JSON {
    .object([
      "of": JSON(title), "base": JSON(base), "assumptions": JSON(count), "tried": JSON(triedCount),
      "weakOnOneDevice": JSON(trials.count - triedCount), "notTriedBecause": JSON(obstacle),
      "trials": JSON(trials.map(\.json)),
    ])
  }
}
