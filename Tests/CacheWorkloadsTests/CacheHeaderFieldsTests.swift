internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct CacheHeadersFieldsTests {
  static func headers(_ fields: [(String, String)]) -> CacheHeaders {
    CacheHeaders(fields: fields.map { RecordedField($0.0, $0.1) }, receivedSeconds: 784_111_777)
  }

  @Test(arguments: [
    ("max-age=600", 600), ("MAX-AGE=600", 600), ("public, max-age=600", 600),
    (" max-age=600 , private", 600), ("max-age=\"600\"", 600), ("max-age=600, max-age=5", 600),
    ("max-age=000600", 600), ("max-age=", 0), ("max-age", 0), ("max-age=-5", 0),
    ("max-age=1.5", 0), ("max-age=6 0", 0), ("max-age=99999999999999999999", 1 << 31),
    ("max-age=2147483649", 1 << 31), ("max-age=4294967296000", 1 << 31),
    ("extension=\"max-age=5\", max-age=600", 600), ("a=\"x\\\", max-age=5\", max-age=600", 600),
  ])
  func aLifetimeIsRead(_ value: String, _ seconds: Int64) {
    expect(Self.headers([("cache-control", value)]).maxAge, is: .seconds(seconds))
  }

  @Test(arguments: ["", "s-maxage=600", "x-max-age=600", "\"max-age=600\", public", "maxage=5"])
  func otherDirectivesAreNoLifetime(_ value: String) {
    expect(Self.headers([("cache-control", value)]).maxAge == nil)
  }

  @Test func listsGoOverSeveralLines() {
    let headers = Self.headers([
      ("cache-control", "no-cache=\"set-cookie\""), ("cache-control", "No-Store,max-age=1"),
    ])
    expect(headers.noCache && headers.noStore && headers.maxAge == .seconds(1))
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 09:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", 3_600),
    ("Sun, 06 Nov 1994 09:49:37 GMT", "yesterday", 3_600),
    ("Sun, 06 Nov 1994 09:49:37 GMT", "Sun, 06 Nov 1994 09:49:36 GMT", 1),
    ("Sun, 06 Nov 1994 07:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", 0),
    ("0", "Sun, 06 Nov 1994 08:49:37 GMT", 0), ("-1", "", 0), ("", "", 0),
    ("Fri, 31 Dec 9999 23:59:59 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", 1 << 31),
  ])
  func anExpiryIsMeasuredFromTheDate(_ expires: String, _ date: String, _ seconds: Int64) {
    let headers = Self.headers([("expires", expires), ("date", date)])
    expect(headers.expiresAfter, is: .seconds(seconds))
  }

  @Test func validatorsAreSeen() {
    let headers = Self.headers([("etag", "W/\"a\""), ("last-modified", "whenever")])
    expect(headers.hasEntityTag && headers.hasLastModified)
    expect(Self.headers([("etag", "")]), is: CacheHeaders())
  }
}

@Suite struct ISOTimeTests {
  // 1467139377: GNU date -d 2016-06-28T18:42:57Z +%s
  @Test(arguments: [
    ("2016-06-28T18:42:57Z", 1_467_139_377_000_000_000),
    ("2016-06-28T19:42:57.206+01:00", 1_467_139_377_206_000_000),
    ("2016-06-28T14:12:57.2-0430", 1_467_139_377_200_000_000),
    ("2016-06-28t18:42:57.123456789123z", 1_467_139_377_123_456_789),
    ("1970-01-01T00:00:00+00:00", 0),
  ])
  func timesAreRead(_ text: String, _ expected: Int64) {
    expect(ISOTime.nanoseconds(text), is: expected)
  }

  @Test(arguments: [
    "", "2016-06-28", "2016-06-28T18:42:57", "2016-06-28 18:42:57Z", "2016-06-28T18:42:57.Z",
    "2016-06-28T18:42:57.5", "2016-06-28T18:42Z", "2016-06-28T18:42:57+1:00",
    "2016-06-28T18:42:57+24:00", "2016-06-28T18:42:57+01:60", "2016-06-28T18:42:57Z ",
    "2016-06-31T18:42:57Z", "2016-13-01T18:42:57Z", "2016-06-28T25:42:57Z",
    "1969-12-31T23:59:59Z", "2200-01-01T00:00:00Z", "1970-01-01T00:30:00+01:00",
    "-016-06-28T18:42:57Z", "2016-06-28T18:42:57,5Z", "20160628T184257Z      ",
  ])
  func everythingElseIsNone(_ text: String) {
    expect(ISOTime.nanoseconds(text) == nil)
  }
}
