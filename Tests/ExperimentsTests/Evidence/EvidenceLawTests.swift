internal import ClientStrategies
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Every setting of every preset of a library has evidence, which holds.
@Suite struct EvidenceLawTests {
  /// Settings that have none yet, as `preset setting`: the list gets shorter and never longer.
  private static let open: [String] = []

  private static let names = Evidence.all.map(\.name)

  private static func evidence(of name: String) throws -> Evidence {
    try #require(Evidence.all.first { $0.name == name }?.evidence)
  }

  private static func file(of name: String) throws -> LibraryFile {
    try #require(LibraryFile.all.first { $0.name == name }?.file)
  }

  @Test func everySettingOfEveryPresetHasEvidence() {
    expect(LibraryFile.all.count >= 25)
    var missing: [String] = []
    for preset in LibraryFile.all.flatMap(\.file.presets) {
      let rules = Evidence.rules(of: preset.name).map(\.rule)
      for path in preset.settings.leaves() where path != "preset" {
        if !rules.contains(where: { $0.covers(path) }) { missing.append("\(preset.name) \(path)") }
      }
    }
    expect(missing, is: Self.open)
  }

  @Test func everyLibraryHasAFileThatTravelsAsItIs() throws {
    expect(Set(Self.names), is: Set(LibraryFile.all.map(\.name)))
    for name in Self.names {
      let path = "Data/Evidence/\(name).json"
      let text = try String(contentsOf: EvidencePlay.root.appending(path: path), encoding: .utf8)
      expect(EmbeddedFile.bytes(of: path), is: Array(text.utf8), "\(path)")
      for line in text.split(separator: "\n") where line.unicodeScalars.count > 140 {
        expect(line.split(separator: " ").count, is: 1, "\(path): more than 140 columns: \(line)")
      }
    }
  }

  /// A preset that starts from another one has its rules, but for those of settings that it says.
  @Test func aPresetHasTheRulesOfTheOneThatItStartsFrom() {
    let (newest, release) = (
      Evidence.rules(of: "nuke-data-cache"), Evidence.rules(of: "nuke-data-cache@13")
    )
    expect(!newest.isEmpty && newest.map(\.rule.setting) == release.map(\.rule.setting))
    expect(Evidence.rules(of: "nothing").isEmpty)
    let twelve = Evidence.rules(of: "nuke-data-cache@12").first?.version
    expect(twelve?.version == "12.8.0" && newest.first?.version?.version != "12.8.0")
  }

  /// A preset's rules, and those that it has from another one, say what its settings are: its own
  /// laid over those of the one that it starts from, group by group.
  @Test(arguments: names) func aRuleSaysWhatThePresetSays(name: String) throws {
    let file = try Self.file(of: name)
    for rule in try Self.evidence(of: name).rules {
      expect(!rule.presets.isEmpty && rule.presets.allSatisfy { file.has($0) }, "\(rule.setting)")
    }
    for preset in file.presets {
      let settings = Self.settings(of: preset.name)
      for rule in Evidence.rules(of: preset.name).map(\.rule) {
        let found = settings.value(at: rule.setting)
        expect(
          found, is: rule.value, "\(preset.name) \(rule.setting): \(found?.compact ?? "nothing")")
      }
    }
  }

  private static func settings(of preset: String) -> JSON {
    let presets = LibraryFile.all.flatMap(\.file.presets)
    guard let own = presets.first(where: { $0.name == preset })?.settings else {
      return .object([])
    }
    return own["preset"]?.string.map { own.laid(over: settings(of: $0)) } ?? own
  }

  @Test(arguments: names) func aRuleIsWrittenShortAndSaysItsSource(name: String) throws {
    let evidence = try Self.evidence(of: name)
    let versions = evidence.versions.map(\.version)
    expect(!versions.isEmpty && Set(versions).count == versions.count)
    for rule in evidence.rules {
      let title = Comment(rawValue: "\(name) \(rule.presets) \(rule.setting)")
      expect(rule.says.count <= 120 && rule.says.hasSuffix("."), title)
      let version = try #require(evidence.version(of: rule), title)
      if !rule.places.isEmpty {
        expect(version.commit.wholeMatch(of: /[0-9a-f]{40}/) != nil, title)
      }
      expect(rule.places.count <= 6, title)
      expect(rule.places.flatMap(\.tokens).allSatisfy { $0.count <= 40 }, title)
      expect(rule.pages.allSatisfy { $0.contains("://") }, title)
      switch rule.confidence {
      case .read: expect(!rule.places.isEmpty || !rule.pages.isEmpty, title)
      case .assumed: expect(rule.why?.isEmpty, is: false, title)
      case .measured:
        let path = EvidencePlay.root.appending(path: rule.ran ?? "").path
        expect(rule.ran != nil && FileManager.default.fileExists(atPath: path), title)
      }
      if let reason = rule.noStory {
        expect(!reason.isEmpty && reason.count <= 140, title)
        expect(rule.story.isEmpty && rule.counter == nil, title)
      }
    }
  }

  /// The rules that have a story, each with the name of its file.
  private static let told = Evidence.all.flatMap { name, evidence in
    evidence.rules.filter { $0.noStory == nil }.map { (name: name, rule: $0) }
  }

  /// What comes of a story under the rule cannot come of it under the other value as well.
  @Test func aStoryAndItsCounterHaveNothingInCommon() throws {
    for (name, rule) in Self.told {
      let title = Comment(rawValue: "\(name) \(rule.presets) \(rule.setting)")
      let counter = try #require(rule.counter, title)
      expect((1...10).contains(rule.story.count), title)
      expect(counter.value != rule.value, title)
      expect(rule.with.value(at: rule.setting) == nil, title)
      let (mine, other) = try (
        EvidenceOutcome(rule.outcome), EvidenceOutcome(counter.outcome)
      )
      expect(mine.excludes(other) && mine.overlaps(other) == [], title)
    }
  }

  @Test(arguments: [
    (">= 256 ms", "<= 256 ms", false), ("> 256 ms", "<= 256 ms", true),
    (">= 256 ms", "< 0.256 s", true), (">= 256 ms", "< 300 ms", false),
    ("= 256 ms", "> 256 ms", true), ("= 256 ms", "= 256 ms", false),
  ])
  func limitsThatMeetExcludeEachOtherWhereOneIsStrict(
    left: String, right: String, isExcluded: Bool
  ) throws {
    let (left, right) = try (
      EvidenceOutcome(.object(["complete_content_shown_max_ms": JSON(left)])),
      EvidenceOutcome(.object(["complete_content_shown_max_ms": JSON(right)]))
    )
    expect(left.excludes(right) == isExcluded && right.excludes(left) == isExcluded)
  }

  /// The rule alone decides: under another value of it the same story ends otherwise.
  @Test(arguments: Cases.some(told.indices, oneIn: 6))
  func aStoryTurnsWithItsRuleAlone(place: Int) throws {
    let rule = Self.told[place].rule
    let counter = try #require(rule.counter)
    let changed = try #require(SettingPath(rule.setting)?.set(counter.value, in: .object([])))
    for preset in rule.presets {
      for (value, settings, outcome) in [
        (rule.value, rule.with, rule.outcome),
        (counter.value, changed.laid(over: rule.with), counter.outcome),
      ] {
        let play = try EvidencePlay(rule, preset, settings, outcome)
        let wrong = play.differences(from: outcome)
        expect(wrong, is: [], "\(preset) \(rule.setting) \(value.compact)")
      }
    }
  }

  /// What people call a preset is no name of another thing, and leads to it.
  @Test func anAliasLeadsToItsPresets() throws {
    let catalog = AnyStrategy.catalog
    expect(!catalog.libraryAliases.isEmpty)
    for (name, preset) in catalog.libraryAliases {
      expect(catalog.resolve(name) == nil && catalog.libraryNames.contains(preset), "\(name)")
      expect(catalog.presets(called: name.uppercased()).contains(preset))
      var problems = Problems()
      let chosen = catalog.read(.object(["name": JSON(name)]), path: "", &problems)
      expect(chosen == nil && problems.lines.first?.contains("did you mean '") == true)
    }
  }
}
