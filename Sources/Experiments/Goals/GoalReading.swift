internal import Measurement
package import Results
package import SimCore

/// Objectives as a scenario has them: one text, or a list of up to three.
struct StatedObjectives: SettingValue {
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
        objectives.all.append(try ObjectiveText.read(text))
      } catch {
        problems.note(at: element.offset, path: place, error.message)
        return nil
      }
    }
    return objectives
  }

  static var schema: JSON {
    let text = JSON.object([("type", "string"), ("pattern", JSON(ObjectiveText.pattern))])
    let list = JSON.object([
      ("type", "array"), ("items", text), ("minItems", JSON(1)),
      ("maxItems", JSON(limit)),
    ])
    return .object([("anyOf", JSON(.array([text, list, .object([("type", "null")])])))])
  }

  static var unit: String { "text, or list of texts" }

  func lines(named name: String, unit: String, _ summary: String) -> [SettingLine] {
    String?.none.lines(named: name, unit: unit, summary)
  }
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

  static var schema: JSON {
    .object([("type", "string"), ("pattern", JSON(ConstraintText.pattern))])
  }
}

/// The text of a constraint: `blank_ratio <= 1 %`.
package enum ConstraintText {
  package static func read(_ text: String) throws(InputError) -> MetricConstraint {
    let trimmed = MetricLimit.trimmed(text)
    let end = trimmed.firstIndex { " <>=".contains($0) } ?? trimmed.endIndex
    let (metric, name) = try GoalMetric.named(String(trimmed[..<end]))
    var problems = Problems()
    let rest = MetricLimit.trimmed(trimmed[end...])
    guard
      let limits = MetricLimit.read(rest, of: metric, at: 0, path: "", &problems),
      limits.count == 1
    else {
      let message = problems.all.first?.message ?? "expected one comparison, found '\(rest)'"
      throw InputError("\(name): \(message)")
    }
    return MetricConstraint(
      metric: metric, comparison: limits[0].comparison, limit: limits[0].limit,
      text: "\(metric.name) \(limits[0].text)")
  }

  static let pattern = "^ *[a-z0-9_]+ *(<=|>=|<|>|=) *[0-9i][^<>=]*$"
}

enum GoalMetric {
  /// A metric by its name; `_per_day` is short for `_per_device_day`.
  static func named(_ name: String) throws(InputError) -> (Metric, String) {
    if let metric = MetricCatalog.metric(named: name) { return (metric, name) }
    let short = "_per_day"
    if name.hasSuffix(short),
      let metric = MetricCatalog.metric(named: name.dropLast(short.count) + "_per_device_day")
    {
      return (metric, metric.name)
    }
    throw InputError(MetricName.unknown(name))
  }
}

extension Scenario {
  /// Nil: the scenario does not say what is wanted.
  package var goal: Goal? {
    guard !objective.all.isEmpty || !constraints.isEmpty else { return nil }
    let standard = MetricObjective(Goal.standardMetric)
    return Goal(
      objectives: objective.all.isEmpty ? [standard] : objective.all,
      constraints: constraints.map(\.constraint), isStated: !objective.all.isEmpty)
  }
}

extension ScenarioFile {
  /// Objectives take the place of the scenario's own, if any are given; constraints are added.
  package func wanting(
    _ objectives: [String], _ constraints: [String]
  ) throws(InputError) -> ScenarioFile {
    guard !objectives.isEmpty || !constraints.isEmpty else { return self }
    func texts(_ texts: [String]) -> JSON { JSON(texts) }
    var members = tree.members ?? []
    if !objectives.isEmpty {
      members.removeAll { $0.name == "objective" }
      members.append(JSON.Member("objective", texts(objectives)))
    }
    let own = tree["constraints"]?.elements ?? []
    members.removeAll { $0.name == "constraints" }
    members.append(
      JSON.Member(
        "constraints", JSON(.array(own + (texts(constraints).elements ?? [])))))
    var problems = Problems()
    let root = JSON(.object(members), offset: tree.offset)
    guard let read = ScenarioFile(tree: root, name: name, folder: folder, &problems) else {
      throw InputError(.argument, lines: problems.lines)
    }
    return read
  }
}
