internal import Measurement
internal import SimCore

extension Goal {
  var json: JSON {
    .object([
      ("isStated", JSON(.bool(isStated))),
      ("objectives", JSON(.array(objectives.map(\.json)))),
      ("constraints", JSON(.array(constraints.map(\.json)))),
    ])
  }

  /// Reads a goal; nil when the text is none, or names unknown metrics.
  init?(_ json: JSON) {
    guard case .bool(let isStated) = json["isStated"]?.value,
      let objectives = json["objectives"]?.elements?.map({ MetricObjective($0) }),
      let constraints = json["constraints"]?.elements?.map({ MetricConstraint($0) }),
      !objectives.isEmpty, !objectives.contains(where: { $0 == nil }),
      !constraints.contains(where: { $0 == nil })
    else { return nil }
    self.init(
      objectives: objectives.compactMap(\.self), constraints: constraints.compactMap(\.self),
      isStated: isStated)
  }
}

extension MetricObjective {
  fileprivate var json: JSON {
    .object([
      ("direction", JSON(.string(direction.rawValue))), ("text", JSON(.string(text))),
      (
        "terms",
        JSON(
          .array(
            terms.map { term in
              .object([
                ("metric", JSON(.string(term.metric.name))), ("weight", JSON(.real(term.weight))),
                ("scale", term.scale.map { JSON(.real($0)) } ?? JSON(.null)),
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
      ("metric", JSON(.string(metric.name))),
      ("comparison", JSON(.string(comparison.rawValue))),
      ("limit", limit.isFinite ? JSON(.real(limit)) : "inf"), ("text", JSON(.string(text))),
    ])
  }

  fileprivate init?(_ json: JSON) {
    guard let metric = json["metric"]?.string.flatMap(MetricCatalog.metric(named:)),
      let comparison = json["comparison"]?.string.flatMap(Comparison.init(rawValue:)),
      let text = json["text"]?.string, let written = json["limit"],
      let limit = written.string == "inf" ? .infinity : written.real
    else { return nil }
    self.init(metric: metric, comparison: comparison, limit: limit, text: text)
  }
}

extension GoalRanking.Place {
  var word: String {
    switch self {
    case .front: "front"
    case .undecided: "undecided"
    case .dominated: "dominated"
    case .infeasible: "infeasible"
    case .undefined: "undefined"
    case .uncached: "uncached"
    }
  }

  /// The candidate that is ahead of it; nil: none is.
  var leader: Int? {
    switch self {
    case .undecided(let leader), .dominated(let leader): leader
    default: nil
    }
  }

  var isFeasible: Bool {
    switch self {
    case .infeasible, .undefined: false
    default: true
    }
  }
}

extension GoalAnswer {
  /// The answer as `run.json` has it: the goal, what to take, and each strategy's place.
  var json: JSON {
    let goal = ranking.goal
    return .object([
      ("varied", varied.map { JSON(.string($0)) } ?? JSON(.null)), ("goal", goal.json),
      ("strategy", choice.map { JSON(.string($0)) } ?? JSON(.null)),
      ("sentences", JSON(.array(sentences.map { JSON(.string($0)) }))),
      (
        "strategies",
        JSON(
          .array(
            zip(ranking.candidates, ranking.places).map { candidate, place in
              var broken: [Int] = []
              if case .infeasible(let places) = place { broken = places }
              let leader = place.leader.map { ranking.candidates[$0].title }
              return .object([
                ("strategy", JSON(.string(candidate.title))), ("place", JSON(.string(place.word))),
                ("behind", leader.map { JSON(.string($0)) } ?? JSON(.null)),
                (
                  "breaks",
                  JSON(.array(broken.map { JSON(.string(goal.constraints[$0].text)) }))
                ),
              ])
            }))
      ),
    ])
  }
}
