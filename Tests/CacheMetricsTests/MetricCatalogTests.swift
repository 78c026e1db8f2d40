internal import TestCases
internal import Testing

@testable internal import CacheMetrics

/// Laws that every metric obeys the moment its line is added.
@Suite struct MetricCatalogTests {
  @Test func namesAreUnique() {
    let names = MetricCatalog.all.map(\.name)
    expect(Set(names).count, is: names.count)
  }

  @Test(arguments: MetricCatalog.all.map(\.name))
  func namesAreSnakeCase(name: String) {
    let isSnake = name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    expect(isSnake && !name.contains("__") && !name.hasPrefix("_") && !name.hasSuffix("_"))
  }

  @Test(arguments: MetricCatalog.all.map(\.name))
  func theUnitEndsTheName(name: String) throws {
    let metric = try #require(MetricCatalog.metric(named: name))
    let suffix = "_per_device_day"
    let isPerDay = name.hasSuffix(suffix)
    let stem = isPerDay ? String(name.dropLast(suffix.count)) : name
    let expected: [MetricUnit] =
      if stem.hasSuffix("_ms") {
        [.milliseconds]
      } else if stem.hasSuffix("_bytes") {
        [.bytes]
      } else if stem.hasSuffix("_s") {
        [.seconds]
      } else if stem.hasSuffix("_ratio") || stem.hasSuffix("_share") {
        [.ratio]
      } else if stem.hasSuffix("_days") {
        [.days]
      } else if stem.hasSuffix("_years") {
        [.years]
      } else if stem.hasSuffix("_factor") {
        [.factor]
      } else if stem.hasSuffix("_j") {
        [.joules]
      } else if stem.contains("_per_second_") {
        [.countPerSecond]
      } else if stem.hasSuffix("_usd") {
        [.dollars]
      } else if stem.hasSuffix("_ppm") {
        [.millionths]
      } else {
        [.count, .score]
      }
    expect(isPerDay ? metric.unit == expected[0].perDay : expected.contains(metric.unit))
  }

  @Test(arguments: MetricCatalog.all.map(\.name))
  func definitionsAreShortSentences(name: String) throws {
    let metric = try #require(MetricCatalog.metric(named: name))
    expect(!metric.definition.isEmpty)
    expect(metric.definition.count <= 300)
    expect(metric.definition.hasSuffix("."))
    expect(metric.definition.first?.isUppercase, is: true)
  }
}
