internal import CacheWorkloads
internal import SimCore
internal import Testing

@testable internal import Experiments
@testable internal import Results

@Suite struct CalibrationTests {
  private static let text = """
    {"question": "?", "seeds": [1], "duration": "5d", "devices": 8,
     "workload": {"name": "timelines", "settings": {"friends": 4, "postsPerHour": 1}},
     "networkSchedule": {"name": "always", "settings": {"profile": "lte-wpt"}},
     "strategies": [{"name": "url-cache"}]}
    """

  private func file() throws -> ScenarioFile {
    try ScenarioFile(bytes: Array(Self.text.utf8), file: "x.json", name: "x")
  }

  /// A log-normal population, drawn by key: values of people who differ by `between`.
  private func population(
    _ quantity: FieldQuantity, people: Int, values: Int, mean: Double, between: Double,
    within: Double
  ) -> FieldData {
    var data = FieldData()
    for person in 0..<people {
      var random = SeededGenerator(seed: 7, purpose: .policy, entity: UInt64(person))
      let own = random.logNormal(mean: mean, sigma: between)
      for _ in 0..<values {
        data.add(
          FieldData.Observation(
            quantity, random.logNormal(mean: own, sigma: within), person: UInt32(person)))
      }
    }
    return data
  }

  @Test func hiddenSettingsAreFoundWithinTheirIntervals() async throws {
    let file = try file()
    let trials = try await CalibrationTrials.run(
      file, file.scenario.strategies[0], count: 4, people: 12, days: 4, jobs: 2)
    let told = trials.found.filter { $0.told > 0 }
    print(trials.found.map { "\($0.path) \($0.told) \($0.covered) \($0.errors)" })
    print(trials.compared.map { "\($0.quantity) \($0.trials) \($0.notToldApart) \($0.distances) \($0.spreads)" })
    #expect(told.count >= 10)
    for setting in told { #expect(setting.isRight, "\(setting.path)") }
    // All settings of all trials together, of which one in twenty may be missed.
    let (covered, all) = told.reduce((0, 0)) { ($0.0 + $1.covered, $0.1 + $1.told) }
    #expect(covered >= CalibrationTrials.leastCovered(of: all))
  }

  @Test func theLeastThatChanceCovers() {
    // Binomial(40, 0.95): P(X ≤ 33) = 0.0034, P(X ≤ 34) = 0.0139; of one trial none is excluded.
    #expect(CalibrationTrials.leastCovered(of: 40) == 34)
    #expect(CalibrationTrials.leastCovered(of: 1) == 0)
  }
}
