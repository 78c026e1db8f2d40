internal import CacheMetrics
package import Results
package import SimCore

/// What a scenario is to decide: by what, under which constraints, and between what.
struct Decision: Settings {
  var objectives = StatedObjectives()
  var constraints: [StatedConstraint] = []
  var between = StatedChoice()
  var smallestDifference = StatedDifferences()

  init() {}
  static let fields: [Field<Decision>] = [
    Field(
      "objectives", \.objectives,
      "What the answer minimises or maximises: a metric, a weighted sum of several, or a list of "
        + "up to three objectives, of which the Pareto set is shown; null: the shortest wait for "
        + "first content, with few blank screens."),
    Field(
      "constraints", \.constraints,
      "What must hold of what is taken, such as \"blank_ratio <= 1 %\".",
      check: contradiction(in:)),
    Field(
      "between", \.between,
      "What is chosen between: strategies, for each value that is varied; a list of the labels of "
        + "some, beside which the others stand; or values of the varied setting, for each strategy "
        + "that has it. Networks are no choice of an app's."),
    Field(
      "smallestDifference", \.smallestDifference,
      "The smallest difference that matters, by metric, such as \"50 ms\", \"5 %\" of the smaller "
        + "number, or \"20 ms or 10 %\", which it must reach both; of a share, \"5 %\" are five "
        + "points. Others have that of their unit: cachesim list metrics."),
  ]

  private static func contradiction(in stated: [StatedConstraint]) -> String? {
    let all = stated.map(\.constraint)
    for (place, first) in all.enumerated() {
      if let second = all[..<place].first(where: first.contradicts) {
        return "no value keeps both '\(second.text)' and '\(first.text)'"
      }
    }
    return nil
  }
}

/// Objectives as a scenario has them: one text, or a list of up to three.
struct StatedObjectives: NamedUnit {
  var all: [MetricObjective] = []
  var json = JSON(.null)

  /// The most objectives: a Pareto set of more has nearly every choice in it.
  static let limit = 3

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> StatedObjectives? {
    if case .null = json.value { return StatedObjectives() }
    let elements = json.elements ?? [json]
    guard (1...limit).contains(elements.count) else {
      problems.note(
        at: json.offset, path: path, "expected 1 to \(limit) objectives, found \(elements.count)")
      return nil
    }
    var objectives = StatedObjectives(json: json)
    for (index, element) in elements.enumerated() {
      let place = json.elements == nil ? path : "\(path)[\(index)]"
      guard let text = element.string else {
        problems.note(
          at: element.offset, path: place, "expected \(ObjectiveText.form), found \(element.found)")
        return nil
      }
      do throws(InputError) {
        let objective = try ObjectiveText.read(text)
        guard !objectives.all.contains(where: { $0.text == objective.text }) else {
          throw InputError("the objective '\(objective.text)' stands twice")
        }
        objectives.all.append(objective)
      } catch {
        problems.note(at: element.offset, path: place, error.message)
        return nil
      }
    }
    return objectives
  }

  static var schema: JSON {
    let text = JSON.object(["type": "string", "pattern": JSON(ObjectiveText.pattern)])
    let list = JSON.object([
      "type": "array", "items": text, "minItems": JSON(1), "maxItems": JSON(limit),
    ])
    return .object(["anyOf": JSON([text, list, .object(["type": "null"])])])
  }

  static var unit: String { "text, or list of texts" }
}

/// A constraint as a scenario has it: `"blank_ratio <= 1 %"`.
struct StatedConstraint: SettingValue {
  var constraint: MetricConstraint
  var json: JSON

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> StatedConstraint? {
    guard let text = json.string else {
      problems.note(
        at: json.offset, path: path,
        "expected a constraint such as \"blank_ratio <= 1 %\", found \(json.found)")
      return nil
    }
    do throws(InputError) {
      return StatedConstraint(constraint: try ConstraintText.read(text), json: json)
    } catch {
      problems.note(at: json.offset, path: path, error.message)
      return nil
    }
  }

  static var schema: JSON { .object(["type": "string", "pattern": JSON(ConstraintText.pattern)]) }
}

/// What competes, as a scenario has it: a word, or a list of labels.
struct StatedChoice: NamedUnit {
  var choice = Goal.Choice.strategies
  var labels: [String] = []
  var json = JSON(Goal.Choice.strategies.rawValue)

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> StatedChoice? {
    guard json.elements != nil else {
      return Goal.Choice.read(json, path: path, &problems).map {
        StatedChoice(choice: $0, json: json)
      }
    }
    guard let labels = [String].read(json, path: path, &problems) else { return nil }
    guard !labels.isEmpty else {
      problems.note(at: json.offset, path: path, "expected labels of strategies, found none")
      return nil
    }
    for (place, label) in labels.enumerated() where labels[..<place].contains(label) {
      problems.note(
        at: json.elements?[place].offset ?? 0, path: "\(path)[\(place)]",
        "the label '\(label)' stands twice")
      return nil
    }
    return StatedChoice(labels: labels, json: json)
  }

  static var schema: JSON { .object(["anyOf": JSON([Goal.Choice.schema, [String].schema])]) }

  static var unit: String { "strategies, values, or list of labels" }
}

/// Smallest differences as a scenario has them, by metric.
struct StatedDifferences: NamedUnit {
  var all: [Goal.OwnDifference] = []
  var json = JSON.object([])

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> StatedDifferences? {
    guard let members = json.members else {
      problems.note(
        at: json.offset, path: path,
        "expected an object such as {\"first_content_p95_ms\": \"50 ms\"}, found \(json.found)")
      return nil
    }
    var differences = StatedDifferences(json: json)
    for member in members {
      do throws(InputError) {
        let metric = try GoalMetric.named(member.name)
        differences.all.append(
          try DifferenceText.read(member.value.string ?? member.value.compact, metric))
      } catch {
        problems.note(at: member.value.offset, path: "\(path).\(member.name)", error.message)
        return nil
      }
    }
    return differences
  }

  static var schema: JSON {
    let value = JSON.object(["type": JSON(["string", "number"])])
    return .object(["type": "object", "additionalProperties": value])
  }

  static var unit: String { "differences by metric" }
}

/// The text of a smallest difference: `50 ms`, `5 %`, `20 ms or 10 %`.
enum DifferenceText {
  static func read(_ text: String, _ metric: Metric) throws(InputError) -> Goal.OwnDifference {
    var (absolute, relative): (Double?, Double?)
    for part in text.split(separator: " or ", omittingEmptySubsequences: false) {
      let part = part.trimmingSpaces
      let share = metric.unit == .ratio ? nil : LimitValue.read(part, .ratio)
      if part.hasSuffix("%"), let share, share > 0, share.isFinite, relative == nil {
        relative = share
      } else if let amount = LimitValue.read(part, metric.unit), amount > 0, amount.isFinite,
        absolute == nil
      {
        absolute = amount
      } else {
        throw InputError(
          "expected \(LimitValue.form(metric.unit)) above 0"
            + (metric.unit == .ratio ? "" : ", a share such as \"5 %\", or both with 'or' between")
            + ", found '\(text)'")
      }
    }
    return Goal.OwnDifference(metric: metric, absolute: absolute ?? 0, relative: relative ?? 0)
  }
}

extension Scenario {
  /// Nil: the scenario does not say what is wanted.
  package var goal: Goal? {
    guard let decide else { return nil }
    let standard = MetricObjective(Goal.standardMetric)
    var goal = Goal(
      objectives: decide.objectives.all.isEmpty ? [standard] : decide.objectives.all,
      constraints: decide.constraints.map(\.constraint),
      isStated: !decide.objectives.all.isEmpty)
    goal.choice = decide.between.choice
    goal.labels = decide.between.labels
    goal.ownDifferences = decide.smallestDifference.all
    return goal
  }

  /// Notes a choice between values where none could be chosen, and between unknown strategies.
  func noteUnknownChoice(in tree: JSON, _ problems: inout Problems) {
    let stated = tree["decide"]?["between"]
    if decide?.between.choice == .values, vary == nil {
      problems.note(
        at: stated?.offset ?? 0, path: "decide.between",
        networks == nil
          ? "expected \"strategies\", as the scenario varies no setting, found \"values\""
          : "expected \"strategies\": which network there is no app chooses, found \"values\"")
    }
    let known = strategies.map(\.label)
    for (place, label) in (decide?.between.labels ?? []).enumerated() where !known.contains(label) {
      problems.note(
        at: stated?.elements?[place].offset ?? 0, path: "decide.between[\(place)]",
        "no strategy is called '\(label)'\(Suggestion.hint(for: label, among: known))")
    }
  }
}

extension JSON {
  /// A decision without the strategies that are left out; between all others where none is left.
  func deciding(betweenSome labels: [String]) -> JSON {
    guard let chosen = self["between"]?.elements else { return self }
    let kept = chosen.filter { label in label.string.map(labels.contains) ?? true }
    var members = members?.filter { $0.name != "between" } ?? []
    if !kept.isEmpty { members.append(JSON.Member("between", JSON(kept))) }
    return JSON(.object(members), offset: offset)
  }
}

extension ScenarioFile {
  /// The scenario with what a command line decides by: objectives take the place of the scenario's
  /// own, if any are given; constraints are added to them.
  package func deciding(by texts: [String]) throws(InputError) -> ScenarioFile {
    guard !texts.isEmpty else { return self }
    var members = tree["decide"]?.members ?? []
    let objectives = texts.filter { !ConstraintText.isMeant($0) }
    if !objectives.isEmpty {
      members.removeAll { $0.name == "objectives" }
      members.append(JSON.Member("objectives", JSON(objectives)))
    }
    let own = tree["decide"]?["constraints"]?.elements ?? []
    members.removeAll { $0.name == "constraints" }
    members.append(
      JSON.Member("constraints", JSON(own + texts.filter(ConstraintText.isMeant).map { JSON($0) })))
    let others = tree.members?.filter { $0.name != "decide" } ?? []
    let root = JSON(
      .object(others + [JSON.Member("decide", JSON(.object(members)))]), offset: tree.offset)
    return try reading(root) { "--decide: \($0.message)" }
  }
}

/// The texts of a command line that say what is to be decided.
package enum DecisionText {
  /// Reads one, so that its mistakes are those of the command line.
  package static func check(_ text: String) throws(InputError) {
    if ConstraintText.isMeant(text) {
      _ = try ConstraintText.read(text)
    } else if ObjectiveText.isMeant(text) {
      _ = try ObjectiveText.read(text)
    } else {
      throw InputError(
        "expected an objective (\"minimise stale_share\") or a constraint "
          + "(\"stale_share <= 5 %\"), found \(JSON(text).found)")
    }
  }
}
