internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

/// A response that came by a pattern is the response with its lines written out.
@Suite struct ResponsePatternTests {
  private static let request = HTTPRequest(
    "GET", "/page", headers: ["Accept-Language": "en"])

  static let headers: [HeaderLines] = [
    [:], ["Cache-Control": "max-age=60"], ["Cache-Control": "no-store"],
    ["Cache-Control": "no-cache"], ["Cache-Control": "max-age=10, stale-while-revalidate=40"],
    ["Cache-Control": "max-age=10, stale-if-error=40, must-revalidate", "Age": "7"],
    ["Cache-Control": "max-age=1000, immutable", "ETag": "\"a\""],
    ["Vary": "Accept-Language", "Cache-Control": "max-age=60"], ["Vary": "*"],
    ["Cache-Control": "max-age=60", "Age": "59", "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT"],
    ["Connection": "close", "Cache-Control": "public"],
  ]

  /// Both ways in, at the same instants.
  private struct Pair {
    var written = HTTPCache()
    var stamped = HTTPCache()

    mutating func receive(
      _ lines: HeaderLines, by pattern: ResponsePattern, expires: Int64?, modified: Int64?,
      tag: String?
    ) {
      let start = written.options.secondsAtStart
      let (sent, came) = (Instant.start + .seconds(5_000), Instant.start + .milliseconds(5_001_700))
      let date = start + 5_001
      var all = lines
      if let tag { all.append("etag", tag) }
      if let modified { all.append("last-modified", DateField.text(modified) ?? "") }
      all.append("date", DateField.text(date) ?? "")
      if let expires { all.append("expires", DateField.text(date + expires) ?? "") }
      let outcome = written.received(
        HTTPResponse(200, headers: all, body: MessageBody(count: 99)), for: request,
        after: written.decide(request, at: sent), requestTime: sent, responseTime: came)
      let other = stamped.received(
        pattern,
        ResponseStamp(
          date: date, lastModified: modified, entityTag: tag.flatMap(EntityTag.init), count: 99),
        for: request, after: stamped.decide(request, at: sent), requestTime: sent,
        responseTime: came)
      expect(outcome.reason, is: other.reason)
      expect(outcome.stored?.stored, is: other.stored)
    }
  }

  @Test(arguments: headers)
  func bothWaysInDecideAlike(lines: HeaderLines) {
    checkBothWays(lines) { ResponsePattern(headers: lines, expiresAfter: $0) }
  }

  /// Values of a header, and its lines as an origin would write them.
  struct TypedHeader: Sendable {
    var control = CacheControl()
    var age: Int64?
    var vary: [String] = []
    var lines: HeaderLines

    init(_ lines: HeaderLines, age: Int64? = nil, vary: [String] = []) {
      self.age = age
      self.vary = vary
      self.lines = lines
    }

    func with(
      _ flags: CacheControl.Flags, maxAge: Int64? = nil, whileRevalidating: Int64? = nil,
      ifError: Int64? = nil
    ) -> TypedHeader {
      var copy = self
      copy.control.flags = flags
      copy.control.maxAge = maxAge.map(DeltaSeconds.init(clamping:))
      copy.control.staleWhileRevalidate = whileRevalidating.map(DeltaSeconds.init(clamping:))
      copy.control.staleIfError = ifError.map(DeltaSeconds.init(clamping:))
      return copy
    }
  }

  static let typed = [
    TypedHeader([:]),
    TypedHeader(["Cache-Control": "no-store"]).with(.noStore),
    TypedHeader(["Cache-Control": "no-cache"]).with(.noCache),
    TypedHeader(["Cache-Control": "max-age=60"]).with([], maxAge: 60),
    TypedHeader(["Cache-Control": "max-age=0"]).with([], maxAge: -5),
    TypedHeader(["Cache-Control": "max-age=2147483648"]).with([], maxAge: .max),
    TypedHeader(["Cache-Control": "max-age=10, stale-while-revalidate=40"])
      .with([], maxAge: 10, whileRevalidating: 40),
    TypedHeader(
      ["Cache-Control": "must-revalidate, max-age=10, stale-if-error=40", "Age": "7"], age: 7
    ).with(.mustRevalidate, maxAge: 10, ifError: 40),
    TypedHeader(["Cache-Control": "immutable, max-age=1000"]).with(.immutable, maxAge: 1_000),
    TypedHeader(
      ["Cache-Control": "max-age=60", "Vary": "Accept, Accept-Language"],
      vary: ["Accept", "Accept-Language"]
    ).with([], maxAge: 60),
    TypedHeader(["Cache-Control": "max-age=60", "Vary": "*"], vary: ["*"]).with([], maxAge: 60),
  ]

  @Test(arguments: typed)
  func valuesDecideAsTheLinesThatAnOriginWrites(header: TypedHeader) {
    checkBothWays(header.lines) {
      ResponsePattern(
        control: header.control, age: header.age, vary: header.vary, expiresAfter: $0)
    }
    expect(header.control.text, is: header.lines["cache-control"])
    expect(CacheControl([header.control.text ?? ""]), is: header.control)
  }

  private func checkBothWays(
    _ lines: HeaderLines, _ pattern: (_ expiresAfter: Int64?) -> ResponsePattern
  ) {
    for expires in [nil, 0, 30] as [Int64?] {
      for modified in [nil, 1_767_225_600] as [Int64?] {
        for tag in [nil, "\"1\""] as [String?] {
          var pair = Pair()
          pair.receive(
            lines, by: pattern(expires), expires: expires, modified: modified, tag: tag)
          for second in [5_002, 5_015, 5_031, 5_050, 5_100, 5_600, 9_000] as [Int64] {
            let now = Instant.start + .seconds(second)
            let (left, right) = (
              pair.written.decide(Self.request, at: now), pair.stamped.decide(Self.request, at: now)
            )
            expect(left, is: right, "\(second)")
            let failed = pair.written.failed(Self.request, after: left, at: now).reason
            let permitted = pair.stamped.permitStale(for: Self.request, after: right, at: now)
            expect((failed == .disconnected ? nil : failed), is: permitted)
            guard left.action == .validate else { continue }
            let (out, same) = (
              pair.written.outgoing(for: Self.request, by: left),
              pair.stamped.outgoing(for: Self.request, by: right)
            )
            expect(out.headers, is: same.headers)
          }
        }
      }
    }
  }

  @Test func aResponseIsWrittenOutWhenItIsRead() {
    var cache = HTTPCache()
    let decision = cache.decide(Self.request, at: .start)
    _ = cache.received(
      ResponsePattern(headers: ["Cache-Control": "max-age=60"], expiresAfter: 60),
      ResponseStamp(date: 1_767_225_600, entityTag: EntityTag(strong: "1"), count: 3),
      for: Self.request,
      after: decision, requestTime: .start, responseTime: .start)
    let later = Instant.start + .seconds(9)
    let response = cache.makeResponse(
      to: Self.request, by: cache.decide(Self.request, at: later), at: later)
    expect(response.headers["date"], is: "Thu, 01 Jan 2026 00:00:00 GMT")
    expect(response.headers["expires"], is: "Thu, 01 Jan 2026 00:01:00 GMT")
    expect(response.headers["etag"] == "\"1\"" && response.headers["age"] == "9")
    expect(response.body.count, is: 3)
  }

  @Test(arguments: [false, true])
  func aConfirmationRenewsUnlessItIsSaidNotTo(isIgnored: Bool) {
    var options = HTTPCacheOptions()
    options.switches.confirmationRenews = !isIgnored
    var cache = HTTPCache(options)
    let pattern = ResponsePattern(headers: ["Cache-Control": "max-age=60", "ETag": "\"1\""])
    let start = options.secondsAtStart
    _ = cache.received(
      pattern, ResponseStamp(date: start, count: 3), for: Self.request,
      after: cache.decide(Self.request, at: .start), requestTime: .start, responseTime: .start)
    let later = Instant.start + .seconds(90)
    let decision = cache.decide(Self.request, at: later)
    expect(decision.action, is: .validate)
    let outcome = cache.confirmed(
      by: pattern, ResponseStamp(date: start + 90, count: 3), for: Self.request, after: decision,
      requestTime: later, responseTime: later)
    expect(outcome.reason == .validated && outcome.stored == decision.stored)
    let next = cache.decide(Self.request, at: later + .seconds(30))
    expect(next.action, is: isIgnored ? .validate : .useStored)
  }

  @Test func whatNamesRequestFieldsIsRefusedWhereItIsSaidSo() {
    var options = HTTPCacheOptions()
    options.switches.variants = .refused
    var cache = HTTPCache(options)
    let outcome = cache.received(
      ResponsePattern(headers: ["Cache-Control": "max-age=60", "Vary": "Accept"]),
      ResponseStamp(date: options.secondsAtStart, count: 3), for: Self.request,
      after: cache.decide(Self.request, at: .start), requestTime: .start, responseTime: .start)
    expect(outcome.reason == .refusedVary && outcome.stored == nil)
  }
}
