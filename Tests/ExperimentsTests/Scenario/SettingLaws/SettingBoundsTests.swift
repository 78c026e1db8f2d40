internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// All settings of everything have bounds that are documented and hold: what lies beyond is refused
/// with words that name the setting, what was found and the range; what lies within runs.
@Suite struct SettingBoundsTests {
  @Test(arguments: SettingSubject.all)
  func everySizeHasBoundsThatAllPlacesShow(_ subject: SettingSubject) throws {
    for line in subject.lines where line.hasSize && line.name != "schemaVersion" {
      let bounds = try #require(line.bounds, "\(line.name) has no bounds")
      let range = "\(SettingTry.word(bounds.least)) to \(SettingTry.word(bounds.most))"
      expect(line.unit.contains(range), "\(line.name): \(line.unit)")
      let isUnlimited = bounds.others.contains("unlimited")
      expect(line.unit.contains("unlimited"), is: isUnlimited, "\(line.name): \(line.unit)")
      var schema = try #require(subject.schema(of: line.name), "\(line.name)")
      if bounds.isList { schema = try #require(schema["items"]) }
      if bounds.least.real != nil {
        expect(schema["minimum"], is: bounds.least, "\(line.name)")
        expect(schema["maximum"], is: bounds.most, "\(line.name)")
      } else {
        let pattern = try #require(schema["pattern"]?.string, "\(line.name)")
        expect(pattern.contains("unlimited"), is: isUnlimited, "\(line.name)")
      }
    }
  }

  @Test(arguments: SettingSubject.all)
  func whatLiesBeyondIsRefusedInWords(_ subject: SettingSubject) throws {
    for line in subject.lines {
      guard let bounds = line.bounds else { continue }
      let ends = [bounds.least, bounds.most].map(\.compact).joined(separator: " to ")
      for value in SettingTry.beyond(bounds) {
        let problems = try subject.problems(line.name, bounds.isList ? [value] : value)
        let problem = try #require(problems.first, "\(line.name) takes \(value.compact)")
        expect(problem.path.hasPrefix(line.name), "\(line.name): \(problem.path)")
        let words = ["expected ", ends, ", found "]
        expect(words.allSatisfy(problem.message.contains), "\(line.name): \(problem.message)")
        let suggests = problem.message.prefix { $0 != "," }.contains("unlimited")
        expect(!suggests || bounds.others.contains("unlimited"), "\(problem.message)")
      }
    }
  }

  /// Each setting at its least and its most, at null and "unlimited" where it takes them, and next
  /// to zero: a trap here ends the whole test run.
  @Test(arguments: SettingSubject.all)
  func whatLiesWithinRuns(_ subject: SettingSubject) throws {
    for line in subject.lines {
      guard let bounds = line.bounds else { continue }
      for value in SettingTry.within(bounds, of: line.name) {
        let value = bounds.isList ? [value] : value
        guard try subject.problems(line.name, value).isEmpty else {
          expect(SettingTry.needsOthers.contains(line.name), "\(line.name): \(value.compact)")
          continue
        }
        try subject.run(try subject.settings(line.name, value))
      }
    }
  }

  /// All sizes of bodies at their most together: their sums and products fit as well.
  @Test(
    arguments: SettingSubject.all.filter {
      $0.name.hasPrefix("workload")
        && !["workload app", "workload story", "workload short-video"].contains($0.name)
    }
  )
  func theLargestSizesRunTogether(_ subject: SettingSubject) throws {
    var large = subject
    for line in subject.lines {
      guard let bounds = line.bounds, Bytes(json: bounds.most) != nil else { continue }
      large.base = try large.settings(line.name, bounds.most)
    }
    expect(large.base != subject.base)
    try large.run(large.base)
  }
}

/// The values that are tried of a setting.
enum SettingTry {
  /// Settings whose bounds depend on others, so that an end of their range may be refused.
  static let needsOthers: Set<String> = ["rate", "requests", "oneHitShare", "loopShare"]

  /// Counts and rates whose work is in proportion to them, which takes long in a build for tests:
  /// the most that is tried here. Sizes and times, whose sums and products could overflow, are all
  /// tried at their ends.
  private static let mostTried: [String: JSON] = [
    "devices": 3, "duration": "10d", "friends": 100, "postsPerHour": 50, "postsOnPage": 50,
    "changesPerDay": 200, "places": 50, "neighbourhoods": 50, "items": 50, "editsPerDay": 100,
    "savedPerDay": 20, "savedBefore": 50, "correctionsPerDay": 10, "pictures": 10,
    "use.sessionsPerDay": 20, "liftsPerDay": 100, "objects": 100_000, "requests": 100_000,
    "incidents.memoryWarningsPerDay": 200, "incidents.spaceShortagesPerDay": 100,
    "incidents.remoteEditsPerDay": 200,
  ]
  /// The shortest that is tried of an interval with work at each of its ends.
  private static let leastTried: [String: JSON] = [
    "interval": "1m", "backgroundFetchInterval": "1m",
  ]

  /// A bound as documentation writes it.
  static func word(_ value: JSON) -> String { value.string ?? value.compact }

  /// Values outside of the bounds.
  static func beyond(_ bounds: SettingBounds) -> [JSON] {
    var values: [JSON]
    if let least = Bytes(json: bounds.least), let most = Bytes(json: bounds.most) {
      values = ["-1 B", "1000000000 GB", "9223372036854775807 B", (most + Bytes(1)).json, 5]
      if least > .zero { values += ["0 B", (least - Bytes(1)).json] }
      if !bounds.others.contains("unlimited") { values.append("unlimited") }
    } else if let least = TimeSpan(json: bounds.least), let most = TimeSpan(json: bounds.most) {
      values = ["-1s", "106751d", "999999999999999d", (most + TimeSpan(nanoseconds: 1)).json]
      if least > .zero { values += ["0s", (least - TimeSpan(nanoseconds: 1)).json] }
      values += ["unlimited", 5]
    } else if let least = bounds.least.integer, let most = bounds.most.integer,
      case .integer = bounds.least.value
    {
      values = [JSON(.real(1e300)), JSON(.real(1e-300)), JSON(.integer(least - 1)), "unlimited"]
      if most < .max { values += [JSON(.integer(most + 1)), JSON(.integer(.max))] }
      if most < 1_000_000_000_000_000_000 { values.append(1_000_000_000_000_000_000) }
    } else {
      let least = bounds.least.real ?? 0
      values = [JSON(.real(1e300)), JSON(.integer(.max)), JSON(.real(least - 1)), "unlimited"]
      values.append(JSON(.real(least > 0 ? 1e-300 : -1e-300)))
      values.append(JSON(.real((bounds.most.real ?? 0).nextUp)))
    }
    return values
  }

  /// The ends of the bounds, what is taken beside them, zero and next to zero.
  static func within(_ bounds: SettingBounds, of name: String) -> [JSON] {
    var values = [leastTried[name] ?? bounds.least, mostTried[name] ?? bounds.most]
    values += bounds.others
    if case .real = bounds.least.value, bounds.least.real == 0 {
      values.append(JSON(.real(1e-300)))
    }
    if bounds.least == "0s" { values.append("1ns") }
    if bounds.least == "0 B" { values.append("1 B") }
    return values
  }
}
