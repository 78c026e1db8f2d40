internal import CacheMetrics
internal import Experiments
internal import Foundation
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// The words of tables and of the field that `cachesim describe` knows.
@Suite struct FieldWordTests {
  @Test func everyHeadingOfATableIsAMetric() {
    for headline in Headline.standard + Headline.flashWear + Headline.ofParts {
      let things = DescribedThings.named(headline.title)
      expect(things.contains { $0.name == headline.metric.name }, "\(headline.title)")
    }
  }

  /// What a word leads to is there, and is not another word.
  @Test(arguments: FieldWord.all.indices) func aWordLeadsToSettingsAndMetrics(index: Int) throws {
    let word = FieldWord.all[index]
    expect(!word.meaning.isEmpty && !word.source.isEmpty && !word.see.isEmpty)
    for name in word.see {
      let things = DescribedThings.named(name)
      expect(things.contains { $0.kind != "word of the field" }, "\(word.name): \(name)")
    }
    for name in [word.name] + word.aliases {
      expect(!DescribedThings.named(name).isEmpty, "\(name)")
      expect(FieldWord.named(name).count, is: 1, "\(name)")
    }
  }

  @Test func capitalsAndHyphensDoNotCount() {
    for name in ["ttl", "Time-to-live", "stale time", "etag", "max age"] {
      expect(FieldWord.named(name).count, is: 1, "\(name)")
    }
    expect(FieldWord.named("").isEmpty && FieldWord.named("-").isEmpty)
  }

  /// The paths of a schema's members, through lists and what may be null.
  private static func members(of schema: JSON, at path: String = "") -> [String] {
    let forms = [schema] + (schema["anyOf"]?.elements ?? [])
    return forms.flatMap { form in
      (form["properties"]?.members ?? []).flatMap { member -> [String] in
        let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
        guard member.value["description"]?.string?.hasPrefix("The same as") != true else {
          return []
        }
        return (member.value["description"] == nil ? [] : [inner])
          + members(of: member.value, at: inner)
      } + (form["items"].map { members(of: $0, at: path + "[]") } ?? [])
    }
  }

  /// Defect: what `decide`, `vary` and `origin.edge` can have was told by the schema alone, as
  /// they are null where nothing is said.
  @Test func everyMemberOfAScenarioIsDescribed() {
    // The rules of an HTTP profile have a list of their own.
    let chosen = ["$schema", "workload", "networkSchedule", "origin.edge.profile"]
    let paths = Self.members(of: Scenario.schema).filter { path in
      !chosen.contains { path == $0 || path.hasPrefix("\($0).") } && !path.hasSuffix(".preset")
    }
    expect(paths.count >= 100)
    for path in paths { expect(!DescribedThings.named(path).isEmpty, "\(path)") }
  }
}
