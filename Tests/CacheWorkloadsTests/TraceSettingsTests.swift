internal import SimCore
internal import TestCases
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
    expect(settings?.dwell == .seconds(5) && settings?.assumedHeaders.maxAge == .minutes(10))
    expect(settings?.assumedHeaders.hasEntityTag == false && settings?.bodySize == .transferred)
    expect(settings?.smallerSizeAnswers == 1 && settings?.sessionGap == .minutes(30))
  }

  @Test func theDefaultsComeBackFromTheirOwnText() throws {
    try expect(Self.read(TraceSettings().json.compact).settings, is: TraceSettings())
  }

  @Test(arguments: [
    "{\"dwell\": \"366d\"}", "{\"dwell\": \"-1s\"}", "{\"assumedMaxAge\": \"-1s\"}",
    "{\"reorderWindow\": -1}", "{\"smallerSizeAnswers\": 0}", "{\"bodySize\": \"huge\"}",
  ])
  func valuesOutOfRangeAreRefused(_ text: String) throws {
    let found = try Self.read(text)
    expect(found.settings == nil && found.problemCount == 1)
  }

  /// What a path has no ending for is told by a setting: the first that matches counts.
  @Test(arguments: [
    ("/api/v1/timeline", ResourceKind.model), ("/api/v1/timeline?page=2", .model),
    ("/api/v1/images/7", .image), ("/api/", .model), ("/apis", .document), ("/a.png", .image),
    ("/page/12.html", .other), ("https://example.org/api/me", .model),
  ])
  func aSettingTellsKindsThatEndingsDoNot(url: String, kind: ResourceKind) throws {
    let settings = try #require(
      try Self.read(
        """
        {"kinds": [
          {"path": "/api/*/images/*", "kind": "image"}, {"path": "/api/*", "kind": "model"},
          {"path": "/page/*.html", "kind": "other"}]}
        """
      ).settings)
    expect((settings.kind(of: url.utf8) ?? ResourceKind(path: Array(url.utf8))), is: kind)
  }

  @Test(arguments: [
    #"{"kinds": [{"path": "api", "kind": "model"}]}"#, #"{"kinds": [{"path": "/api"}]}"#,
    #"{"kinds": [{"path": "/api", "kind": "modle"}]}"#,
  ])
  func aKindNeedsAPathAndAKnownName(_ text: String) throws {
    let found = try Self.read(text)
    expect(found.settings == nil && found.problemCount == 1)
  }
}

/// Sizes of texts, drawn apart from all else.
@Suite struct TextSizeTests {
  /// The mean stays, and the logarithms have the sigma: e^σ = 1.6 for items of a feed.
  @Test func sizesSpreadAroundTheirMean() {
    var sizes = TextSizes(sigma: TextSizes.itemSigma, seed: 1, device: 0)
    let drawn = (0..<20_000).map { _ in Double(sizes.draw(mean: Bytes(2_500)).count) }
    let mean = drawn.reduce(0, +) / 20_000
    expect(abs(mean / 2_500 - 1) < 0.02)
    let logs = drawn.map { DeterministicMath.log($0) }
    let middle = logs.reduce(0, +) / 20_000
    let variance = logs.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / 20_000
    expect(abs(variance - 0.47 * 0.47) < 0.01)
    var constant = TextSizes(sigma: 0, seed: 1, device: 0)
    expect(constant.draw(mean: Bytes(2_500)), is: Bytes(2_500))
  }

  /// Only sizes differ with a spread: the same events at the same instants.
  @Test func aSpreadMovesNothingButSizes() throws {
    func events(_ sigma: Double) throws -> [String] {
      var options = Timelines.Options()
      options.postSigma = sigma
      var source = GeneratedWorkload<Timelines>(options, WorkloadOpening(1, .days(1), 3))
      let recorded = try RecordedEvents(&source)
      return recorded.events.map { event in
        let words = event.split(separator: " ")
        return words.indices.filter { $0 + 1 >= words.count || words[$0 + 1] != "B" }
          .map { words[$0] }.joined(separator: " ")
      }
    }
    try expect(events(0), is: events(0.47))
  }
}
