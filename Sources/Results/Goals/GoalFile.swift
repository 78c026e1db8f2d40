internal import CacheMetrics
package import SimCore

extension Goal {
  package var json: JSON {
    .object([
      "isStated": JSON(isStated), "objectives": JSON(objectives.map(\.json)),
      "constraints": JSON(constraints.map(\.json)),
      "between": labels.isEmpty ? JSON(choice.rawValue) : JSON(labels),
      "smallestDifferences": JSON(ownDifferences.map(\.json)),
    ])
  }

  /// Reads a goal; nil when the text is none, or names unknown metrics.
  package init?(_ json: JSON) {
    guard let isStated = json["isStated"]?.flag,
      let objectives = json["objectives"]?.list(MetricObjective.init(json:)), !objectives.isEmpty,
      let constraints = json["constraints"]?.list(MetricConstraint.init(json:))
    else { return nil }
    self.init(objectives: objectives, constraints: constraints, isStated: isStated)
    labels = json["between"]?.elements?.compactMap(\.string) ?? []
    choice = json["between"]?.string.flatMap(Choice.init(rawValue:)) ?? .strategies
    ownDifferences = (json["smallestDifferences"]?.elements ?? []).compactMap(
      OwnDifference.init(json:))
  }
}

extension Goal.OwnDifference {
  fileprivate var json: JSON {
    .object([
      "metric": JSON(metric.name), "absolute": JSON(smallest.absolute),
      "relative": JSON(smallest.relative),
    ])
  }

  fileprivate init?(json: JSON) {
    guard let metric = json["metric"]?.metric, let absolute = json["absolute"]?.real,
      let relative = json["relative"]?.real
    else { return nil }
    self.init(metric: metric, absolute: absolute, relative: relative)
  }
}

extension MetricObjective {
  fileprivate var json: JSON {
    .object([
      "direction": JSON(direction.rawValue), "text": JSON(text), "terms": JSON(terms.map(\.json)),
    ])
  }

  fileprivate init?(json: JSON) {
    guard let direction = json["direction"]?.string.flatMap(Direction.init(rawValue:)),
      let text = json["text"]?.string, let terms = json["terms"]?.list(Term.init(json:)),
      !terms.isEmpty
    else { return nil }
    self.init(direction: direction, terms: terms, text: text)
  }
}

extension MetricObjective.Term {
  fileprivate var json: JSON {
    .object(["metric": JSON(metric.name), "weight": JSON(weight), "scale": JSON(scale)])
  }

  fileprivate init?(json: JSON) {
    guard let metric = json["metric"]?.metric, let weight = json["weight"]?.real else { return nil }
    self.init(metric: metric, weight: weight, scale: json["scale"]?.real)
  }
}

extension MetricConstraint {
  fileprivate var json: JSON {
    .object([
      "metric": JSON(metric.name), "comparison": JSON(comparison.rawValue), "limit": JSON(limit),
      "text": JSON(text),
    ])
  }

  fileprivate init?(json: JSON) {
    guard let metric = json["metric"]?.metric,
      let comparison = json["comparison"]?.string.flatMap(Comparison.init(rawValue:)),
      let text = json["text"]?.string, let limit = json["limit"]?.number
    else { return nil }
    self.init(metric: metric, comparison: comparison, limit: limit, text: text)
  }
}

extension GoalAnswer {
  /// As `run.json` has it: the goal, what to take, and the place of each that competes.
  package var json: JSON {
    let candidates = zip(ranking.candidates, ranking.places).map { candidate, place in
      var broken: [Int] = []
      if case .infeasible(let places) = place { broken = places }
      let leader = place.leader.map { ranking.candidates[$0].title }
      return JSON.object([
        "name": JSON(candidate.title), "place": JSON(place.kind.rawValue), "behind": JSON(leader),
        "breaks": JSON(broken.map { goal.constraints[$0].text }),
      ])
    }
    return .object([
      "varied": JSON(varied), "of": JSON(subject), "goal": goal.json, "choice": JSON(choice),
      "alike": JSON(choices.count > 1 ? choices : []), "sentences": JSON(sentences),
      "hangsOn": JSON(hangsOn), "candidates": JSON(candidates),
    ])
  }
}
