package import SimCore

/// An exercise whose answers the program grades: a scenario with a place for what students hand in,
/// and how many points its metrics earn.
package struct Assignment: Sendable {
  package let name: String
  package let title: String
  /// What students are told, in lines.
  package let task: [String]
  package let form: Form
  /// The metrics that a submission predicts; empty: none.
  package let predictions: [String]
  package let criteria: [Criterion]
  /// Values of settings that a search for a good answer tries; empty: there is none.
  package let search: [(setting: String, values: [JSON])]
  let scenario: JSON

  /// What students hand in.
  package enum Form: Sendable {
    /// A strategy with settings, one of these.
    case strategy([String])
    /// Headers of the origin's answers, by name: where each stands in the scenario.
    case headers([(name: String, path: String)])
    /// A story of at most so many lines.
    case story(lines: Int)

    var isStory: Bool { if case .story = self { true } else { false } }

    package var member: String {
      switch self {
      case .strategy: "strategy"
      case .headers: "headers"
      case .story: "story"
      }
    }
  }

  /// A metric and the points that it earns, in proportion between two values.
  package struct Criterion: Sendable {
    package var metric: String
    /// The label of the strategy whose metric counts.
    package var strategy: String
    /// The label of the strategy by whose value it is divided; nil: it counts as it is.
    package var reference: String?
    /// From which value on there is no point, and from which on all; the same: a limit.
    package var none: Double
    package var full: Double
    package var points: Double
    /// What it asks for, in words.
    package var why: String
  }

  package static let predictionPoints = 2.0

  package var points: Double {
    criteria.reduce(0) { $0 + $1.points } + Double(predictions.count) * Self.predictionPoints
  }

  /// What the submission's strategy is called in results.
  package static let label = "yours"

  package static let all: [Assignment] = {
    let bytes = EmbeddedFile.bytes(of: "Data/assignments.json") ?? []
    let json = (try? JSON.parse(bytes)) ?? .object([])
    return (json["assignments"]?.elements ?? []).map(Assignment.init)
  }()

  package static func named(_ name: String) -> Assignment? { all.first { $0.name == name } }

  /// It travels inside the program, and tests read it.
  init(_ json: JSON) {
    func texts(_ name: String) -> [String] {
      json[name]?.elements?.compactMap(\.string) ?? []
    }
    name = json["name"]?.string ?? ""
    title = json["title"]?.string ?? ""
    task = texts("task")
    predictions = texts("predict")
    scenario = json["scenario"] ?? .object([])
    if let lines = json["story"]?.integer {
      form = .story(lines: Int(lines))
    } else if let places = json["headers"]?.members {
      form = .headers(places.map { ($0.name, $0.value.string ?? "") })
    } else {
      form = .strategy(texts("strategies"))
    }
    search = (json["search"]?.members ?? []).map { ($0.name, $0.value.elements ?? []) }
    criteria = (json["criteria"]?.elements ?? []).map { entry in
      Criterion(
        metric: entry["metric"]?.string ?? "", strategy: entry["of"]?.string ?? Self.label,
        reference: entry["per"]?.string, none: entry["none"]?.real ?? 0,
        full: entry["full"]?.real ?? 0,
        points: entry["points"]?.real ?? 0, why: entry["why"]?.string ?? "")
    }
  }
}

/// The seeds under which submissions are graded: they follow from a key.
package enum HiddenSeeds {
  /// Five of a key for an assignment; FNV-1a of both is the seed of the draw. A key that can be
  /// guessed tells them.
  package static func of(_ key: [UInt8], for assignment: String) -> [Int] {
    var spread = Fingerprint()
    spread.add(key + [0] + Array(assignment.utf8))
    var generator = SeededGenerator(seed: spread.value, purpose: .workload)
    var seeds: [Int] = []
    while seeds.count < 5 {
      let seed = Int(generator.next() >> 33)
      if !seeds.contains(seed) { seeds.append(seed) }
    }
    return seeds
  }
}
