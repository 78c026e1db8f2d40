internal import ClientStrategies
internal import Results
internal import SimCore

/// What is known of the rules of presets: each with its value, the lines that say so and a story
/// that it decides.
struct EvidencePage {
  let title: String
  /// In the order of their file.
  let presets: [String]
  let rules: [CitedRule]

  /// Of a preset alone; nil: no library's file has it.
  init?(preset: String) {
    guard LibraryFile.all.contains(where: { $0.file.has(preset) }) else { return nil }
    (title, presets, rules) = (preset, [preset], Evidence.rules(of: preset))
  }

  /// Of a library's file.
  init(of name: String, _ file: LibraryFile) {
    title = file.library?.name ?? name
    presets = file.presets.map(\.name)
    let evidence = Evidence.all.first { $0.name == name }?.evidence
    rules = evidence.map { evidence in evidence.rules.map { CitedRule($0, in: evidence) } } ?? []
  }

  /// How many rules are known in which way, such as "3 rules: 2 read, 1 assumed".
  var count: String {
    let kinds = Confidence.allCases.compactMap { kind -> String? in
      let count = rules.count { $0.rule.confidence == kind }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    let all = NumberText.counted(rules.count, "rule")
    return kinds.isEmpty ? all : "\(all): \(kinds.joined(separator: ", "))"
  }

  var document: Document {
    var document = Document(
      title: title, question: "What is known of each rule, from where, and what does it decide?")
    document.lead = [.paragraph("\(count)."), .list(versions)]
    document.add(
      "Rules",
      rules.flatMap { cited -> [Block] in
        let rule = cited.rule
        return [
          .heading("\(code: rule.setting): \(code: rule.value.words)"), .list(items(of: cited)),
        ]
      })
    document.add("Releases side by side", releaseTables.map { .table($0) })
    return document
  }

  // MARK: A rule

  private func items(of cited: CitedRule) -> [InlineText] {
    let rule = cited.rule
    var items: [InlineText] = []
    let others = presets.count > 1 ? rule.presets.map { "\(code: $0)" as InlineText } : []
    items.append(
      others.isEmpty ? "\(rule.says)" : "\(rule.says) Of \(Self.joined(others)).")
    items.append(Self.source(of: cited))
    if let noStory = rule.noStory { items.append("No story shows it: \(noStory).") }
    guard let counter = rule.counter else { return items }
    let events = rule.story.map { "\(code: Self.words(of: $0))" as InlineText }
    items.append("Story: \(Self.joined(events, by: "; "))")
    let laid = [("with", rule.with), ("in a world with", rule.world)].filter {
      $0.1.members?.isEmpty == false
    }
    if !laid.isEmpty {
      items.append(
        Self.joined(laid.map { "\($0.0) \(code: $0.1.compact)" as InlineText }))
    }
    items.append("Outcome: \(Self.result(rule.outcome))")
    items.append("With \(code: counter.value.words): \(Self.result(counter.outcome))")
    return items
  }

  /// How it is known.
  private static func source(of cited: CitedRule) -> InlineText {
    let rule = cited.rule
    var text: InlineText = "\(rule.confidence.rawValue)"
    if let why = rule.why { text = "\(text): \(why)" }
    if let ran = rule.ran { text = "\(text): \(code: ran)" }
    let places = rule.places.map { "\(code: $0.name)" as InlineText } + rule.pages.map { "\($0)" }
    if !places.isEmpty { text = "\(text); \(joined(places))" }
    if let version = cited.version, !rule.places.isEmpty { text = "\(text) of \(version.version)" }
    if let since = rule.since { text = "\(text), since \(since)" }
    if let until = rule.until { text = "\(text), until \(until)" }
    return text
  }

  /// An event in the order in which people say it: when, what, of which resource.
  private static func words(of event: JSON) -> String {
    let said = ["at", "event", "resource"]
    let rest = (event.members ?? []).filter { !said.contains($0.name) }
    return
      (said.compactMap { event[$0]?.string }
      + rest.map { "\($0.name) \($0.value.words)" })
      .joined(separator: " ")
  }

  private static func result(_ outcome: JSON) -> InlineText {
    joined(
      (outcome.members ?? []).map { member in
        let values = member.value.elements?.map(\.words)
        let value = values?.joined(separator: ", ") ?? member.value.words
        return "\(code: member.name) \(value)"
      }, by: "; ")
  }

  private static func joined(_ texts: [InlineText], by separator: String = ", ") -> InlineText {
    texts.dropFirst().reduce(texts.first ?? "") { "\($0)\(separator)\($1)" }
  }

  // MARK: Versions

  private var versions: [InlineText] {
    rules.compactMap { cited in
      cited.version.map { version -> InlineText in
        let tree = "https://github.com/\(cited.repository)/tree/\(version.commit)"
        return "\(version.version), \(version.date): \(tree)"
      }
    }.uniqued
  }

  /// Of presets with several releases, the settings in which these differ: the newest, which the
  /// name alone is, and those before it.
  private var releaseTables: [ResultTable] {
    presets.filter { !$0.contains("@") }.compactMap { newest in
      var releases: [(name: String, lines: [SettingLine])] = []
      for name in presets where name == newest || name.hasPrefix("\(newest)@") {
        let entry = AnyStrategy.catalog.resolve(name)?.entry
        let lines = entry?.linesOf(.object(["preset": JSON(name)])) ?? []
        let values = lines.map(\.defaultText)
        // A release may be the newest still.
        if !releases.contains(where: { $0.lines.map(\.defaultText) == values }) {
          releases.append((name, lines))
        }
      }
      guard releases.count > 1, let lines = releases.first?.lines else { return nil }
      let rows = lines.indices.compactMap { index -> [InlineText]? in
        let values = releases.map { index < $0.lines.count ? $0.lines[index].defaultText : "" }
        guard values.contains(where: { $0 != values[0] }) else { return nil }
        return ["\(code: lines[index].name)"] + values.map { "\(code: $0)" }
      }
      return ResultTable("releases", columns: ["setting"] + releases.map(\.name), rows: rows)
    }
  }

  // MARK: For programs

  var listing: Listing {
    Listing(
      ["setting", "value", "confidence", "says", "since", "until", "links", "outcome", "counter"],
      of: rules.map { cited in
        let rule = cited.rule
        return .object([
          "setting": JSON(rule.setting), "value": JSON(rule.value.compact),
          "confidence": JSON(rule.confidence.rawValue), "says": JSON(rule.says),
          "since": JSON(rule.since), "until": JSON(rule.until),
          "links": JSON(cited.links.joined(separator: " ")), "outcome": JSON(rule.outcome.compact),
          "counter": JSON(rule.counter?.outcome.compact),
        ])
      })
  }

  var json: JSON {
    .object([
      "name": JSON(title), "presets": JSON(presets),
      "rules": JSON(
        rules.map { cited in
          let members = cited.rule.json.members ?? []
          return .object(
            members.filter { $0.name == "value" || !$0.value.isNothing }.map { ($0.name, $0.value) }
              + [
                ("repository", JSON(cited.repository)), ("commit", JSON(cited.version?.commit)),
                ("links", JSON(cited.links)),
              ])
        }),
    ])
  }
}

extension JSON {
  /// A text without its quotation marks, or what the value is.
  var words: String { string ?? compact }

  fileprivate var isNothing: Bool {
    if case .null = value { return true }
    return (elements?.isEmpty ?? members?.isEmpty) == true
  }
}
