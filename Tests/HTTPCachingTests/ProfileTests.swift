internal import HTTPCaching
internal import SimCore
internal import Testing

/// Caches as they are known to behave, beside the RFCs.
@Suite struct ProfileTests {
  private static let page = HTTPRequest("GET", "https://a.test/page")

  private static func outcome(_ response: HTTPResponse, diskCapacity: Bytes) -> OutcomeReason {
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
      (200, size, OutcomeReason.stored), (200, size + 1, .bodyTooLarge), (404, 9, .onlySuccess),
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

  // zhuk.fi and Apple's forums, thread 724332.
  @Test func appleEmptiesTheDiskWhenItIsFull() {
    var tiers = AppleTiers(memoryCapacity: .megabytes(1), diskCapacity: .megabytes(10))
    for number in 1...9 as ClosedRange<UInt64> {
      let change = tiers.store(number, size: .megabytes(1))
      #expect((change.form, change.gone) == (.file, []))
    }
    let before = [9, 3, 3].map { tiers.find($0) }
    #expect(before == [.memory, .disk, .memory])
    let change = tiers.store(10, size: .megabytes(2))
    #expect(change.gone == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    let after = [3, 10].map { tiers.find($0) }
    #expect(after == [nil, .disk])
  }

  // Apple's forums, thread 751827: below 5 MB the disk holds nothing. Memory is lost on a warning.
  @Test func appleKeepsNothingOnASmallDisk() {
    var tiers = AppleTiers(memoryCapacity: .kilobytes(10), diskCapacity: .megabytes(4))
    let changes = [1, 2].map { tiers.store($0, size: .kilobytes(6)) }
    #expect(changes.map(\.form) == [.nowhere, .nowhere])
    #expect(changes.map(\.gone) == [[], [1]])
    let before = tiers.find(2)
    let lost = tiers.emptyMemory()
    let after = tiers.find(2)
    #expect((before, after) == (.memory, nil))
    #expect(lost == [2])
  }

  // isDataOnFS of the database; the limit itself is unsourced.
  @Test func smallAnswersLieWithinTheDatabase() {
    var tiers = AppleTiers(memoryCapacity: .zero, diskCapacity: .megabytes(20))
    let forms = [16_383, 16_384].map { tiers.store(UInt64($0), size: Bytes($0)).form }
    #expect(forms == [.inline, .file])
  }

  @Test func memoryKeepsWhatWasUsedLast() {
    var tiers = AppleTiers(memoryCapacity: Bytes(3), diskCapacity: .megabytes(20))
    for number in 1...3 as ClosedRange<UInt64> { _ = tiers.store(number, size: Bytes(1)) }
    let before = (0..<1_000).map { _ in tiers.find(1) }
    #expect(before.allSatisfy { $0 == .memory })
    _ = tiers.store(4, size: Bytes(1))
    // 2 left for 4, 3 leaves for 2, and 1 was used all the while.
    let after = [2, 1, 3].map { tiers.find($0) }
    #expect(after == [.disk, .memory, .disk])
  }

  // §4: requests may be collapsed.
  @Test func identicalRequestsWaitForTheFirstInTheirOrder() {
    var board = FlightBoard<Int>()
    let other = HTTPRequest("GET", "https://a.test/page", headers: ["Accept": "a/b"])
    let post = HTTPRequest("POST", "https://a.test/page")
    let requests = [Self.page, Self.page, other, Self.page, post, post]
    let isSent = requests.enumerated().map { board.join($0.element, $0.offset) }
    #expect(isSent == [true, false, true, false, true, true])
    let landed = [Self.page, Self.page, other].map { board.land($0) }
    #expect(landed == [[1, 3], [], []])
    let isSentAgain = board.join(Self.page, 7)
    #expect(isSentAgain)
  }
}
