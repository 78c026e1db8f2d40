internal import SimCore
internal import Testing

@testable internal import CacheWorkloads

@Suite struct TraceSettingsTests {
  static func read(_ text: String) throws -> (settings: TraceSettings?, problemCount: Int) {
    var problems = Problems()
    let json = try JSON.parse(Array(text.utf8))
    let settings = TraceSettings.read(json, path: "", &problems)
    return (settings, problems.all.count)
  }

  @Test func aScenarioSetsThem() throws {
    let settings = try Self.read(
      """
      {"dwell": "5s", "assumedMaxAge": "10m", "assumedEntityTag": false,
       "bodySize": "transferred", "smallerSizeAnswers": 1}
      """
    ).settings
    #expect(settings?.dwell == .seconds(5) && settings?.assumedHeaders.maxAge == .minutes(10))
    #expect(settings?.assumedHeaders.hasEntityTag == false && settings?.bodySize == .transferred)
    #expect(settings?.smallerSizeAnswers == 1 && settings?.sessionGap == .minutes(30))
  }

  @Test func theDefaultsComeBackFromTheirOwnText() throws {
    #expect(try Self.read(TraceSettings().json.compact).settings == TraceSettings())
  }

  @Test(arguments: [
    "{\"dwell\": \"366d\"}", "{\"dwell\": \"-1s\"}", "{\"assumedMaxAge\": \"-1s\"}",
    "{\"reorderWindow\": -1}", "{\"smallerSizeAnswers\": 0}", "{\"bodySize\": \"huge\"}",
  ])
  func valuesOutOfRangeAreRefused(_ text: String) throws {
    let found = try Self.read(text)
    #expect(found.settings == nil && found.problemCount == 1)
  }
}
