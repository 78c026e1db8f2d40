internal import ClientStrategies
internal import Foundation
internal import SimCore
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
    #expect(LibraryFile.all.count >= 25)
    var missing: [String] = []
    for preset in LibraryFile.all.flatMap(\.file.presets) {
      let rules = Evidence.rules(of: preset.name).map(\.rule)
      for path in preset.settings.leaves() where path != "preset" {
        if !rules.contains(where: { $0.covers(path) }) { missing.append("\(preset.name) \(path)") }
      }
    }
    #expect(missing == Self.open)
  }

  @Test func everyLibraryHasAFileThatTravelsAsItIs() throws {
    #expect(Set(Self.names) == Set(LibraryFile.all.map(\.name)))
    for name in Self.names {
      let path = "Data/Evidence/\(name).json"
      let text = try String(contentsOf: EvidencePlay.root.appending(path: path), encoding: .utf8)
      #expect(EmbeddedFile.bytes(of: path) == Array(text.utf8), "\(path)")
      for line in text.split(separator: "\n") where line.unicodeScalars.count > 140 {
        #expect(line.split(separator: " ").count == 1, "\(path): more than 140 columns: \(line)")
      }
    }
  }

  /// A preset that starts from another one has its rules, but for those of settings that it says.
  @Test func aPresetHasTheRulesOfTheOneThatItStartsFrom() {
    let (newest, release) = (
      Evidence.rules(of: "nuke-data-cache"), Evidence.rules(of: "nuke-data-cache@13")
    )
    #expect(!newest.isEmpty && newest.map(\.rule.setting) == release.map(\.rule.setting))
    #expect(Evidence.rules(of: "nothing").isEmpty)
    let twelve = Evidence.rules(of: "nuke-data-cache@12").first?.version
    #expect(twelve?.version == "12.8.0" && newest.first?.version?.version != "12.8.0")
  }

  @Test(arguments: names) func aRuleSaysWhatThePresetSays(name: String) throws {
    let file = try Self.file(of: name)
    for rule in try Self.evidence(of: name).rules {
      #expect(!rule.presets.isEmpty, "\(rule.setting)")
      for preset in rule.presets {
        #expect(file.has(preset), "\(name) has no \(preset)")
        let found = Self.value(of: rule.setting, in: preset, file)
        #expect(found == rule.value, "\(preset) \(rule.setting): \(found?.compact ?? "nothing")")
      }
    }
  }

  /// As the preset's file says it, or the one that it starts from; or what it is by default.
  private static func value(of path: String, in preset: String, _ file: LibraryFile) -> JSON? {
    var next = file.presets.first { $0.name == preset }
    while let present = next {
      if let value = present.settings.value(at: path) { return value }
      let start = present.settings["preset"]?.string
      next = LibraryFile.all.flatMap(\.file.presets).first { $0.name == start }
    }
    let strategy = JSON.object([
      "name": JSON(file.strategy), "settings": .object(["preset": JSON(preset)]),
    ])
    var problems = Problems()
    return AnyStrategy.catalog.read(strategy, path: "", &problems)?.settings.value(at: path)
  }

  @Test(arguments: names) func aRuleIsWrittenShortAndSaysItsSource(name: String) throws {
    let evidence = try Self.evidence(of: name)
    let versions = evidence.versions.map(\.version)
    #expect(!versions.isEmpty && Set(versions).count == versions.count)
    for rule in evidence.rules {
      let title = Comment(rawValue: "\(name) \(rule.presets) \(rule.setting)")
      #expect(rule.says.count <= 120 && rule.says.hasSuffix("."), title)
      let version = try #require(evidence.version(of: rule), title)
      if !rule.places.isEmpty {
        #expect(version.commit.wholeMatch(of: /[0-9a-f]{40}/) != nil, title)
      }
      #expect(rule.places.count <= 6, title)
      #expect(rule.places.flatMap(\.tokens).allSatisfy { $0.count <= 40 }, title)
      #expect(rule.pages.allSatisfy { $0.contains("://") }, title)
      switch rule.confidence {
      case .read: #expect(!rule.places.isEmpty || !rule.pages.isEmpty, title)
      case .assumed: #expect(rule.why?.isEmpty == false, title)
      case .measured:
        let path = EvidencePlay.root.appending(path: rule.ran ?? "").path
        #expect(rule.ran != nil && FileManager.default.fileExists(atPath: path), title)
      }
      if let reason = rule.noStory {
        #expect(!reason.isEmpty && reason.count <= 140, title)
        #expect(rule.story.isEmpty && rule.counter == nil, title)
      }
    }
  }

  /// The rule alone decides: under another value of it the same story ends otherwise.
  @Test(arguments: names) func aStoryTurnsWithItsRuleAlone(name: String) throws {
    for rule in try Self.evidence(of: name).rules where rule.noStory == nil {
      let title = "\(name) \(rule.setting)"
      let counter = try #require(rule.counter, Comment(rawValue: title))
      #expect((1...10).contains(rule.story.count), Comment(rawValue: title))
      #expect(counter.value != rule.value, Comment(rawValue: title))
      #expect(counter.outcome != rule.outcome, Comment(rawValue: title))
      #expect(rule.with.value(at: rule.setting) == nil, Comment(rawValue: title))
      let changed = try #require(SettingPath(rule.setting)?.set(counter.value, in: .object([])))
      for preset in rule.presets {
        for (value, settings, outcome) in [
          (rule.value, rule.with, rule.outcome),
          (counter.value, changed.laid(over: rule.with), counter.outcome),
        ] {
          #expect(outcome.members?.isEmpty == false, Comment(rawValue: title))
          let play = try EvidencePlay(rule, preset, settings, outcome)
          let wrong = play.differences(from: outcome)
          #expect(wrong == [], "\(preset) \(rule.setting) \(value.compact)")
        }
      }
    }
  }

  /// What people call a preset is no name of another thing, and leads to it.
  @Test func anAliasLeadsToItsPresets() throws {
    let catalog = AnyStrategy.catalog
    #expect(!catalog.libraryAliases.isEmpty)
    for (name, preset) in catalog.libraryAliases {
      #expect(catalog.resolve(name) == nil && catalog.libraryNames.contains(preset), "\(name)")
      #expect(catalog.presets(called: name.uppercased()).contains(preset))
      var problems = Problems()
      let chosen = catalog.read(.object(["name": JSON(name)]), path: "", &problems)
      #expect(chosen == nil && problems.lines.first?.contains("did you mean '") == true)
    }
  }
}
