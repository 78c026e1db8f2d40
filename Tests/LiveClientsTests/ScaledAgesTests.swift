internal import CacheWorkloads
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import LiveClients

/// Ages at a speed.
@Suite struct ScaledAgesTests {
  private static func headers(maxAge: TimeSpan?, _ change: (inout CacheHeaders) -> Void = { _ in })
    -> CacheHeaders
  {
    var headers = CacheHeaders()
    headers.maxAge = maxAge
    change(&headers)
    return headers
  }

  @Test func agesAreCollectedOnceInOrder() {
    let headers = [
      Self.headers(maxAge: .hours(1)) { $0.staleIfError = .days(1) },
      Self.headers(maxAge: .hours(1)) { $0.expiresAfter = .minutes(5) },
      Self.headers(maxAge: nil) {
        $0.recorded = [
          RecordedField("cache-control", "public, Max-Age=\"60\", s-maxage = 600, no-cache"),
          RecordedField("age", "7"), RecordedField("etag", "\"max-age=1\""),
        ]
      },
    ]
    let ages = ScaledAges.ages(in: headers).map { "\($0.name) \($0.seconds)" }
    expect(
      ages,
      is: [
        "Age 7", "max-age 60", "Expires 300", "s-maxage 600", "max-age 3600",
        "stale-if-error 86400",
      ])
  }

  /// 60 s and 90 s: at 60 both are 1 s, at 30 they are 2 s and 3 s, at 61 the first is 0 s.
  @Test func aSpeedIsRefusedAtWhichAgesFallTogether() throws {
    let headers = [Self.headers(maxAge: .seconds(60)), Self.headers(maxAge: .seconds(90))]
    expect(ScaledAges.mistake(at: 1, in: headers) == nil)
    expect(ScaledAges.mistake(at: 30, in: headers) == nil)
    let both = try #require(ScaledAges.mistake(at: 60, in: headers))
    expect(both.contains("max-age of 60 s and max-age of 90 s would both become 1 s"))
    expect(both.hasSuffix("at most 30"))
    let none = try #require(ScaledAges.mistake(at: 61, in: headers))
    expect(none.contains("max-age of 60 s would become 0 s"))
    expect(ScaledAges.mistake(at: 0, in: headers), is: "expected a speed of 1 or more, found 0")
  }

  @Test func noAgeAndEqualAgesBearAnySpeed() {
    expect(ScaledAges.mistake(at: 1_000_000, in: [CacheHeaders()]) == nil)
    let zero = [Self.headers(maxAge: .zero), Self.headers(maxAge: .zero)]
    expect(ScaledAges.mistake(at: 1_000_000, in: zero) == nil)
    // The same age under two names is one age.
    let same = [Self.headers(maxAge: .hours(1)) { $0.expiresAfter = .hours(1) }]
    expect(ScaledAges.mistake(at: 3_600, in: same) == nil)
    expect(ScaledAges.mistake(at: 3_601, in: same) != nil)
  }

  @Test func recordedLinesAreDivided() {
    let line = RecordedField("cache-control", "public, max-age=3600, s-maxage=\"7200\", max-stale")
    expect(ScaledAges.scaled(line, by: 60), is: "public, max-age=60, s-maxage=\"120\", max-stale")
    expect(ScaledAges.scaled(RecordedField("age", " 120"), by: 60), is: " 2")
    expect(ScaledAges.scaled(RecordedField("etag", "max-age=3600"), by: 60), is: "max-age=3600")
  }
}
