internal import CacheMetrics
package import SimCore

extension Goal {
  package var json: JSON {
    .object([
      ("isStated", JSON(isStated)),
      ("objectives", JSON(.array(objectives.map(\.json)))),
      ("constraints", JSON(.array(constraints.map(\.json)))),
      ("between", labels.isEmpty ? JSON(choice.rawValue) : JSON(labels)),
      ("smallestDifferences", JSON(.array(ownDifferences.map(\.json)))),
    ])
  }

  /// Reads a goal; nil when the text is none, or names unknown metrics.
  package init?(_ json: JSON) {
    guard case .bool(let isStated) = json["isStated"]?.value,
      let objectives = json["objectives"]?.elements?.map({ MetricObjective($0) }),
      let constraints = json["constraints"]?.elements?.map({ MetricConstraint($0) }),
      !objectives.isEmpty, !objectives.contains(where: { $0 == nil }),
      !constraints.contains(where: { $0 == nil })
    else { return nil }
    self.init(
      objectives: objectives.compactMap(\.self), constraints: constraints.compactMap(\.self),
      isStated: isStated)
    labels = json["between"]?.elements?.compactMap(\.string) ?? []
    choice = json["between"]?.string.flatMap(Choice.init(rawValue:)) ?? .strategies
    ownDifferences = (json["smallestDifferences"]?.elements ?? []).compactMap { OwnDifference($0) }
  }
}

extension Goal.OwnDifference {
  fileprivate var json: JSON {
    .object([
      ("metric", JSON(metric.name)), ("absolute", JSON(smallest.absolute)),
      ("relative", JSON(smallest.relative)),
    ])
  }

  fileprivate init?(_ json: JSON) {
    guard let metric = json["metric"]?.string.flatMap(MetricCatalog.metric(named:)),
      let absolute = json["absolute"]?.real, let relative = json["relative"]?.real
    else { return nil }
    self.init(metric: metric, absolute: absolute, relative: relative)
  }
}

extension MetricObjective {
  fileprivate var json: JSON {
    .object([
      ("direction", JSON(direction.rawValue)), ("text", JSON(text)),
      (
        "terms",
        JSON(
          .array(
            terms.map { term in
              .object([
                ("metric", JSON(term.metric.name)), ("weight", JSON(term.weight)),
                ("scale", JSON(term.scale)),
              ])
            }))
      ),
    ])
  }

  fileprivate init?(_ json: JSON) {
    guard let direction = json["direction"]?.string.flatMap(Direction.init(rawValue:)),
      let text = json["text"]?.string, let parts = json["terms"]?.elements, !parts.isEmpty
    else { return nil }
    var terms: [Term] = []
    for part in parts {
      guard let metric = part["metric"]?.string.flatMap(MetricCatalog.metric(named:)),
        let weight = part["weight"]?.real
      else { return nil }
      terms.append(Term(metric: metric, weight: weight, scale: part["scale"]?.real))
    }
    self.init(direction: direction, terms: terms, text: text)
  }
}

extension MetricConstraint {
  fileprivate var json: JSON {
    .object([
      ("metric", JSON(metric.name)),
      ("comparison", JSON(comparison.rawValue)),
      ("limit", JSON(limit)), ("text", JSON(text)),
    ])
  }

  fileprivate init?(_ json: JSON) {
    guard let metric = json["metric"]?.string.flatMap(MetricCatalog.metric(named:)),
      let comparison = json["comparison"]?.string.flatMap(Comparison.init(rawValue:)),
      let text = json["text"]?.string, let limit = json["limit"]?.number
    else { return nil }
    self.init(metric: metric, comparison: comparison, limit: limit, text: text)
  }
}

extension GoalRanking.Place {
  package var word: String {
    switch self {
    case .front: "front"
    case .undecided: "undecided"
    case .alike: "alike"
    case .dominated: "dominated"
    case .infeasible: "infeasible"
    case .harmful: "harmful"
    case .undefined: "undefined"
    case .uncached: "uncached"
    }
  }
}

extension GoalAnswer {
  /// As `run.json` has it: the goal, what to take, and the place of each that competes.
  package var json: JSON {
    let goal = ranking.goal
    return .object([
      ("varied", JSON(varied)), ("of", JSON(subject)), ("goal", goal.json),
      ("choice", JSON(choice)), ("alike", JSON(choices.count > 1 ? choices : [])),
      ("sentences", JSON(sentences)), ("hangsOn", JSON(hangsOn)),
      (
        "candidates",
        JSON(
          .array(
            zip(ranking.candidates, ranking.places).map { candidate, place in
              var broken: [Int] = []
              if case .infeasible(let places) = place { broken = places }
              let leader = place.leader.map { ranking.candidates[$0].title }
              return .object([
                ("name", JSON(candidate.title)), ("place", JSON(place.word)),
                ("behind", JSON(leader)),
                (
                  "breaks",
                  JSON(.array(broken.map { JSON(goal.constraints[$0].text) }))
                ),
              ])
            }))
      ),
    ])
  }
}
