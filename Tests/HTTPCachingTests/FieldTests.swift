internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

/// The values of fields, read.
@Suite struct FieldTests {
  @Test(arguments: [
    ("max-age=5", DeltaSeconds.seconds(5)), ("max-age=\"5\"", .seconds(5)),
    ("max-age=005", .seconds(5)), ("max-age=2147483649", .seconds(2_147_483_648)),
    ("max-age=", .invalid), ("max-age", .invalid), ("max-age= 5", .invalid),
    ("max-age=5.0", .invalid), ("max-age=+5", .invalid), ("max-age=-5", .invalid),
    ("max-age='5'", .invalid), ("max-age=5, max-age=6", .seconds(5)),
    ("x=\"max-age=6\", max-age=5", .seconds(5)), ("max-age=٣", .invalid),
  ]) func aNumberOfSecondsIsDigitsAlone(value: String, seconds: DeltaSeconds) {
    expect(CacheControl([value]).maxAge, is: seconds)
  }

  @Test func directivesThatNameFieldsAreOtherDirectives() {
    let named = CacheControl(["No-Cache=\"Set-Cookie, a\"", "private=b"])
    expect(named.flags.isEmpty)
    expect(named.noCacheFields, is: ["set-cookie", "a"])
    expect(named.privateFields, is: ["b"])
    expect(CacheControl(["no-cache=\"\", private"]).flags, is: [.noCache, .private])
    expect(CacheControl(["no-storex, no store"]).flags.isEmpty)
    expect(CacheControl(["max-stale"]).flags, is: .maxStaleAny)
  }

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("SUN, 06 NOV 1994 08:49:37 gmt", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("sun nov  6 08:49:37 1994", 784_111_777),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 UTC", nil),
      ("Sun, 6 Nov 1994 08:49:37 GMT", nil), ("0", nil), ("", nil),
    ] as [(String, Int64?)]) func datesAreReadStrictlyButForCase(text: String, seconds: Int64?)
  {
    expect(DateField.seconds(text, now: 784_111_777), is: seconds)
  }

  @Test func datesAreWrittenAsTheyAreRead() {
    for seconds in [-86_401, -1, 0, 784_111_777, 951_782_400, 4_102_444_799] as [Int64] {
      let text = DateField.text(seconds)
      expect(text.flatMap { DateField.seconds($0, now: 0) }, is: seconds)
    }
    expect(DateField.text(784_111_777), is: "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test func tagsOfAList() {
    let tags = EntityTag.list(" \"a,b\" ,, W/\"c\"\"d\", e , w/\"f\"")
    expect(tags.map(\.text), is: ["\"a,b\"", "W/\"c\"", "\"d\"", "e", "w/\"f\""])
    expect(tags.map(\.isWeak), is: [false, true, false, true, true])
    expect(EntityTag.list("\"open").map(\.text), is: ["\"open"])
    expect(EntityTag("") == nil)
  }

  @Test func strongTagsMatchStronglyAndAllWeakly() throws {
    let strong = try #require(EntityTag("\"a\""))
    let weak = try #require(EntityTag("W/\"a\""))
    expect(strong.weaklyMatches(weak) && weak.weaklyMatches(weak))
    expect(strong.stronglyMatches(strong))
    expect(!strong.stronglyMatches(weak) && !weak.stronglyMatches(weak))
  }

  @Test(
    arguments: [
      ("bytes=0-1", 0...1), ("bytes=4-", 4...9), ("bytes=-3", 7...9), ("bytes=-30", 0...9),
      ("bytes=8-30", 8...9), ("Bytes=0-0", 0...0), ("bytes=10-", nil), ("bytes=-0", nil),
      ("bytes=0-1, 3-4", nil),
    ] as [(String, ClosedRange<Int64>?)]) func rangesOfTenBytes(
      text: String, positions: ClosedRange<Int64>?
    )
  {
    expect(ByteRange(text)?.resolved(in: 10), is: positions)
  }

  @Test(arguments: ["bytes=", "bytes=-", "bytes=a-b", "bytes=2-1", "lines=0-1", "0-1", "bytes 0-1"])
  func whatIsNoRangeIsPassedOver(text: String) { expect(ByteRange(text) == nil) }

  @Test(arguments: [
    ("bytes 4-9/10", "bytes 4-9/10"), ("Bytes 4-9/*", "bytes 4-9/*"), ("bytes 4-10/10", nil),
    ("bytes 9-4/10", nil), ("bytes */10", nil), ("bytes 4-9", nil), ("lines 4-9/10", nil),
    ("bytes 4-9/x", nil),
  ]) func contentRanges(text: String, read: String?) { expect(ContentRange(text)?.text, is: read) }

  @Test(arguments: [
    ("HTTPS://Example.COM:443/A?b=C#d", "https://example.com/A?b=C"),
    ("http://a:80", "http://a/"), ("http://a:8080/", "http://a:8080/"),
    ("http://a?b", "http://a/?b"), ("/a", "/a"), ("", "/"),
  ]) func targetsHaveOneForm(written: String, form: String) {
    expect(TargetURI(written).text, is: form)
  }

  // The base and the references of RFC 3986 §5.4, with the path of ours.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d?y"),
    ("g?y", "http://a/b/c/g?y"), ("", "http://a/b/c/d?q"), (".", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("#s", "http://a/b/c/d?q"),
  ]) func referencesAreResolved(reference: String, target: String) {
    expect(TargetURI("http://a/b/c/d?q").resolve(reference).text, is: target)
  }

  @Test func originsAreSchemeHostAndPort() {
    let target = TargetURI("http://a/b")
    expect(target.isOfSameOrigin(as: TargetURI("http://A:80/c")))
    expect(!target.isOfSameOrigin(as: TargetURI("https://a/b")))
    expect(!target.isOfSameOrigin(as: TargetURI("http://ab/b")))
  }
}

/// Sets of statuses as scenarios write them.
@Suite struct StatusSetTests {
  @Test(arguments: [("none", "none"), ("404, 200-202,206", "200-202, 206, 404")])
  func statusesAreListsAndRanges(written: String, text: String) {
    var problems = Problems()
    expect(StatusSet.read(JSON(.string(written)), path: "", &problems)?.text, is: text)
  }

  @Test(arguments: ["", "200,", "99", "300-200", "200-202-204", "a"])
  func whatIsNoListOfStatusesIsRefused(text: String) {
    var problems = Problems()
    expect(StatusSet.read(JSON(.string(text)), path: "s", &problems) == nil)
    expect(problems.lines.first?.hasPrefix("s: expected statuses such as"), is: true)
  }
}
