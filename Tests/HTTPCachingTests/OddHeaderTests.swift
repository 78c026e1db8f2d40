internal import SimCore
internal import TestCases
internal import Testing

@testable internal import HTTPCaching

/// Headers that clients read each in its own way: what the third schedule of captures showed.
@Suite struct OddHeaderTests {
  private static func maxAge(
    _ value: String, _ change: (inout DirectiveSyntax) -> Void = { _ in }
  ) -> Int64? {
    var syntax = DirectiveSyntax()
    change(&syntax)
    return CacheControl([value], syntax).maxAge?.orZero
  }

  @Test func directivesAreReadAsTheClientDoes() {
    expect(Self.maxAge("public max-age=60") == nil)
    expect(Self.maxAge("public max-age=60") { $0.splitsBlanks = true }, is: 60)
    let spaced = Self.maxAge("public max-age = 60") {
      $0.splitsBlanks = true
      $0.readsSpaced = true
    }
    expect(spaced, is: 60)
    expect(Self.maxAge("max-age=6e1"), is: 0)
    expect(Self.maxAge("max-age=6e1") { $0.readsExponents = true }, is: 60)
    expect(Self.maxAge("public,,max-age=60"), is: 60)
    expect(Self.maxAge("public,,max-age=60") { $0.endsAtEmpty = true } == nil)
    expect(Self.maxAge("private=\"a\", max-age=60") { $0.endsAtEmpty = true } == nil)
    expect(Self.maxAge("max-age=60, public") { $0.endsAtEmpty = true }, is: 60)
    let huge = "max-age=99999999999999999999"
    expect(Self.maxAge(huge), is: HeaderLimits.seconds)
    expect(Self.maxAge(huge) { $0.largest = .max }, is: 0)
  }

  @Test func noStoreMayNameFields() {
    var syntax = DirectiveSyntax()
    expect(CacheControl(["no-store=\"a\""], syntax).flags.contains(.noStore))
    syntax.qualifiedNoStore = false
    expect(!CacheControl(["no-store=\"a\""], syntax).flags.contains(.noStore))
    expect(CacheControl(["no-store"], syntax).flags.contains(.noStore))
  }

  @Test func datesNearlyAreOnes() {
    let noon: Int64 = 784_123_200  // 6 November 1994
    func read(_ text: String, _ dates: DirectiveSyntax.Dates) -> Int64? {
      DateField.seconds(text, now: noon, reading: dates)
    }
    expect(read("Sun, 06 Nov 1994 07:00:00 EST", .lenient), is: noon - 18_000)
    expect(read("Sun, 06 Nov 1994 07:00:00 EST", .zoned), is: noon)
    expect(read("Sun, 06 Nov 1994 14:30:00 +0230", .zoned), is: noon)
    expect(read("Sun, 06-Nov-94 12:00:00", .zoned), is: noon)
    expect(read("1994-11-06T12:00:00Z", .zoned) == nil)
    expect(read("1994-11-06T12:00:00Z", .any), is: noon)
  }

  @Test func agesAreReadAsTheClientDoes() {
    func age(_ values: String..., change: (inout DirectiveSyntax) -> Void = { _ in }) -> Int64? {
      var syntax = DirectiveSyntax()
      change(&syntax)
      return AgeField.seconds(HeaderLines(values.map { HeaderLine("Age", $0) }), syntax)
    }
    expect(age("57.5") == nil && age("-5") == nil)
    expect(age("57.5") { $0.readsPrefix = true }, is: 57)
    expect(age("-5") { $0.readsPrefix = true }, is: HeaderLimits.seconds)
    expect(age("57.5") { $0.cutsFractions = true }, is: 57)
    expect(age("0", "90") == 0 && age("0", "90") { $0.repeatedExpires = .last } == 90)
  }

  /// What becomes of an answer, by the reason.
  private static func reason(
    _ lines: HeaderLines, size: Int64 = 100, _ change: (inout HTTPSwitches) -> Void
  ) -> StoreChangeReason {
    var options = HTTPCacheOptions()
    change(&options.switches)
    var cache = HTTPCache(options)
    let request = HTTPRequest("GET", "https://a.test/x")
    let decision = cache.decide(request, at: .start)
    let answer = HTTPResponse(200, headers: lines, body: MessageBody(count: size))
    return cache.received(
      answer, for: request, after: decision, requestTime: .start, responseTime: .start
    ).reason
  }

  @Test func oddAnswersAreNotStored() {
    let fresh: HeaderLines = ["Cache-Control": "max-age=60"]
    expect(Self.reason(fresh, size: 0) { _ in }, is: .stored)
    expect(Self.reason(fresh, size: 0) { $0.storesEmpty = false }, is: .noContent)
    let bare: HeaderLines = ["Cache-Control": "max-age=60", "Vary": ""]
    expect(Self.reason(bare) { _ in }, is: .stored)
    expect(Self.reason(bare) { $0.storesEmptyVary = false }, is: .refusedVary)
    let among: HeaderLines = ["Cache-Control": "max-age=60", "Vary": "Accept, *"]
    expect(Self.reason(among) { _ in }, is: .varyStar)
    expect(Self.reason(among) { $0.varyStar = .notStoredAlone }, is: .stored)
    let never: HeaderLines = ["Expires": "never"]
    expect(Self.reason(never) { _ in }, is: .stored)
    expect(Self.reason(never) { $0.invalidExpires = .notStored }, is: .malformed)
    expect(Self.reason(["Expires": "-1"]) { $0.invalidExpires = .notStored }, is: .stored)
    let past: HeaderLines = [
      "Date": "Sun, 06 Nov 1994 12:00:00 GMT", "Expires": "Sun, 06 Nov 1994 11:00:00 GMT",
    ]
    expect(Self.reason(past) { _ in }, is: .stored)
    expect(Self.reason(past) { $0.storesExpired = false }, is: .noFreshness)
  }
}
