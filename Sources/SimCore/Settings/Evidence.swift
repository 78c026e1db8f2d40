/// What is known of the rules of a library's presets, and from where: a file of `Data/Evidence`,
/// called as the library's file of `Data/Libraries`.
package struct Evidence: Settings {
  package private(set) var repository = ""
  package private(set) var versions: [ReadVersion] = []
  package private(set) var rules: [EvidenceRule] = []

  package init() {}
  package static let fields: [Field<Evidence>] = [
    Field(
      "repository", \.repository, "Where its source is, as owner/name, or who says what it does.",
      isRequired: true),
    Field(
      "read", \.versions, "What was read, first what rules cite that name no other.",
      isRequired: true),
    Field("rules", \.rules, "The rules, in the order in which pages show them.", isRequired: true),
  ]

  /// The files that travel inside the program, by the name of the library's file.
  package static let all = EmbeddedFile.all(in: "Data/Evidence", ending: ".json").map {
    (name: $0.name, evidence: DataTable.read(Evidence.self, $0.bytes, of: $0.name))
  }

  /// The rules of a preset: its own, then those of the preset that it starts from, of settings that
  /// its own do not say. Empty: it has none, or no file has such a preset.
  /// - Complexity: O(rules²).
  package static func rules(of preset: String) -> [CitedRule] {
    guard let (name, file) = LibraryFile.all.first(where: { $0.file.has(preset) }) else {
      return []
    }
    let own = (all.first { $0.name == name }?.evidence).map { evidence in
      evidence.rules.filter { $0.presets.contains(preset) }.map { CitedRule($0, in: evidence) }
    }
    let start = file.presets.first { $0.name == preset }?.settings[PresetMember.name]?.string
    let inherited = start.map(rules) ?? []
    let said = own ?? []
    return said
      + inherited.filter { rule in !said.contains { $0.rule.covers(rule.rule.setting) } }
  }

  /// What a rule cites; nil: it names a version that was not read.
  package func version(of rule: EvidenceRule) -> ReadVersion? {
    guard let name = rule.version else { return versions.first }
    return versions.first { $0.version == name }
  }
}

/// A version of a library whose source was read.
package struct ReadVersion: Settings, Equatable {
  package private(set) var version = ""
  package private(set) var commit = ""
  package private(set) var date = ""
  package private(set) var repository: String?

  package init() {}
  package static let fields: [Field<ReadVersion>] = [
    Field("version", \.version, "What rules call it: its release.", isRequired: true),
    Field("commit", \.commit, "Its commit; of pages, when they were read.", isRequired: true),
    Field("date", \.date, "The commit's day.", isRequired: true),
    Field("repository", \.repository, "Where it is; null: in the file's repository."),
  ]
}

/// A setting of presets, with what shows that the library does so.
package struct EvidenceRule: Settings, Equatable {
  package private(set) var presets: [String] = []
  package private(set) var setting = ""
  package private(set) var value = JSON(.null)
  package private(set) var says = ""
  package private(set) var places: [CitedPlace] = []
  package private(set) var pages: [String] = []
  package private(set) var version: String?
  package private(set) var since: String?
  package private(set) var until: String?
  package private(set) var confidence = Confidence.assumed
  package private(set) var ran: String?
  package private(set) var why: String?
  package private(set) var with = JSON(.object([]))
  package private(set) var world = JSON(.object([]))
  package private(set) var story: [JSON] = []
  package private(set) var outcome = JSON(.object([]))
  package private(set) var counter: EvidenceCounter?
  package private(set) var noStory: String?

  package init() {}
  package static let fields: [Field<EvidenceRule>] = [
    Field("presets", \.presets, "The presets that have it with this value.", isRequired: true),
    Field("setting", \.setting, "The setting, or the group of them, as a path.", isRequired: true),
    Field("value", \.value, "Its value, as the preset's file says it.", isRequired: true),
    Field("says", \.says, "What that is, in a sentence.", isRequired: true),
    Field("places", \.places, "The lines that say so, in the version that is cited."),
    Field("pages", \.pages, "The pages that say so."),
    Field("in", \.version, "Which version is cited; null: the first that was read."),
    Field("since", \.since, "The first release that has it; null: not known."),
    Field("until", \.until, "The last release that has it; null: the newest has, or not known."),
    Field("confidence", \.confidence, "How it is known.", isRequired: true),
    Field("ran", \.ran, "Of what was measured, the file here that shows it."),
    Field("why", \.why, "Why it is assumed."),
    Field("with", \.with, "Settings laid over the preset, so that the rule shows alone."),
    Field("world", \.world, "Members of a scenario laid over the world of the stories."),
    Field("story", \.story, "A story that shows it, line by line, without its head."),
    Field("outcome", \.outcome, "What becomes of the story under the preset."),
    Field("counter", \.counter, "What becomes of it under another value."),
    Field("noStory", \.noStory, "Why no story shows it."),
  ]

  /// Whether it is about a setting: that one, or a group that has it.
  package func covers(_ path: String) -> Bool {
    path == setting || path.hasPrefix("\(setting).")
  }
}

/// Another value of a rule's setting, under which the same story ends otherwise.
package struct EvidenceCounter: Settings, Equatable {
  package private(set) var value = JSON(.null)
  package private(set) var outcome = JSON(.object([]))

  package init() {}
  package static let fields: [Field<EvidenceCounter>] = [
    Field("value", \.value, "The value.", isRequired: true),
    Field("outcome", \.outcome, "What becomes of the story.", isRequired: true),
  ]
}

/// A line of a source with literals that stand on it: `Cache.swift:74 costLimit 0.15`.
package struct CitedPlace: ScalarSettingValue, NamedUnit, Hashable {
  package let path: String
  package let line: Int
  package let tokens: [String]

  package init?(json: JSON) {
    let words = json.string?.split(separator: " ").map(String.init) ?? []
    guard words.count > 1, let colon = words[0].lastIndex(of: ":"), colon > words[0].startIndex,
      let line = Int(words[0][words[0].index(after: colon)...]), line > 0
    else { return nil }
    path = String(words[0][..<colon])
    self.line = line
    tokens = Array(words.dropFirst())
  }

  package var json: JSON { JSON(([name] + tokens).joined(separator: " ")) }
  package static var form: String { "a line and what stands on it, such as \"a/b.c:12 limit\"" }
  package static var schema: JSON { String.schema }
  package static var unit: String { "path:line and literals" }

  /// The line without its literals.
  package var name: String { "\(path):\(line)" }
}

/// A rule with the version that it cites.
package struct CitedRule: Sendable {
  package let rule: EvidenceRule
  package let repository: String
  package let version: ReadVersion?

  package init(_ rule: EvidenceRule, in evidence: Evidence) {
    self.rule = rule
    version = evidence.version(of: rule)
    repository = version?.repository ?? evidence.repository
  }

  /// Where its lines and pages can be read.
  package var links: [String] {
    rule.places.map { place in
      "https://github.com/\(repository)/blob/\(version?.commit ?? "")/\(place.path)#L\(place.line)"
    } + rule.pages
  }
}
