internal import HTTPCaching
internal import SimCore
internal import Testing

/// Caches as they are known to behave, beside the RFCs.
@Suite struct ProfileTests {
  private static let page = HTTPRequest("GET", "https://a.test/page")

  private static func outcome(_ response: HTTPResponse, diskCapacity: Bytes) -> StoreChangeReason {
    var cache = HTTPCache(.apple(diskCapacity: diskCapacity))
    return cache.received(
      response, for: page, after: cache.decide(page, at: .start), requestTime: .start,
      responseTime: .start
    ).reason
  }

  // Apple's documentation of willCacheResponse: 200 to 299, no larger than about 5 % of the disk.
  @Test func appleStoresSuccessesUpToATwentiethOfTheDisk() {
    let headers: HeaderLines = ["Cache-Control": "max-age=60"]
    let size = Bytes.megabytes(1).count
    for (status, count, reason) in [
      (200, size, StoreChangeReason.stored), (200, size + 1, .bodyTooLarge), (404, 9, .onlySuccess),
    ] {
      let response = HTTPResponse(status, headers: headers, body: MessageBody(count: count))
      #expect(Self.outcome(response, diskCapacity: .megabytes(20)) == reason)
    }
  }

  // The unique request_key of its database; mzsanford.com, 2013.
  @Test func appleKeepsOneAnswerOfAURLWhateverVarySays() {
    var cache = HTTPCache(.apple())
    for language in ["de", "en"] {
      let request = HTTPRequest(
        "GET", "https://a.test/page", headers: ["Accept-Language": language])
      let decision = cache.decide(request, at: .start)
      #expect(decision.action == (language == "de" ? .forward : .useStored))
      _ = cache.received(
        HTTPResponse(200, headers: ["Cache-Control": "max-age=60", "Vary": "Accept-Language"]),
        for: request, after: decision, requestTime: .start, responseTime: .start)
    }
    #expect(cache.stored(for: Self.page.target).count == 1)
  }
}
