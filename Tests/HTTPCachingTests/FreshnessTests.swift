internal import HTTPCaching
internal import SimCore
internal import Testing

/// Freshness as RFC 9111 has it; each case names its paragraph.
@Suite struct FreshnessTests {
  @Test func maxAgeCountsBeforeExpiresAndBothBeforeTheHeuristic() {
    // §4.2.1: the first of them that is there.
    let all = FreshnessFields(
      maxAge: .seconds(60), expiresAfter: .seconds(3_600), unmodifiedFor: .days(10))
    #expect(Freshness.lifetime(of: all) == .seconds(60))
    let expires = FreshnessFields(expiresAfter: .seconds(3_600), unmodifiedFor: .days(10))
    #expect(Freshness.lifetime(of: expires) == .seconds(3_600))
  }

  @Test func withoutALifetimeATenthOfTheTimeSinceTheLastChangeIsFresh() {
    // §4.2.2: "a typical setting of this fraction might be 10%".
    let fields = FreshnessFields(unmodifiedFor: .days(10), hasValidator: true)
    #expect(Freshness.lifetime(of: fields) == .days(1))
    #expect(Freshness.isFresh(fields, age: .hours(23)))
    #expect(!Freshness.isFresh(fields, age: .days(1)))
  }

  @Test func anAnswerIsFreshWhileItsLifetimeExceedsItsAge() {
    // §4.2: response_is_fresh = (freshness_lifetime > current_age).
    let fields = FreshnessFields(maxAge: .seconds(60))
    #expect(Freshness.isFresh(fields, age: .milliseconds(59_999)))
    #expect(!Freshness.isFresh(fields, age: .seconds(60)))
  }

  @Test func anExpiryInThePastMeansStaleAtOnce() {
    // §5.3: an Expires in the past, or an invalid one, is already expired.
    #expect(Freshness.lifetime(of: FreshnessFields(expiresAfter: .seconds(-1))) == .zero)
    #expect(Freshness.lifetime(of: FreshnessFields(unmodifiedFor: .seconds(-5))) == .zero)
  }

  @Test func noCacheIsStoredAndNeverFresh() {
    // §5.2.2.4.
    let fields = FreshnessFields(noCache: true, maxAge: .days(1), hasValidator: true)
    #expect(!Freshness.isFresh(fields, age: .zero))
    #expect(Freshness.isWorthStoring(fields))
  }

  @Test func noStoreIsNotStoredAndNeitherIsWhatCanNeverBeUsed() {
    // §5.2.2.5, and nothing to reuse it by.
    #expect(!Freshness.isWorthStoring(FreshnessFields(noStore: true, maxAge: .days(1))))
    #expect(!Freshness.isWorthStoring(FreshnessFields()))
    #expect(Freshness.isWorthStoring(FreshnessFields(hasValidator: true)))
  }
}
