internal import Measurement
internal import Testing

@testable internal import Results

/// The smallest changes that mean something.
@Suite struct SmallestChangeTests {
  @Test(arguments: Unit.allCases) func everyUnitHasOneAndItsReason(unit: Unit) {
    let change = unit.smallestChange
    #expect(change.absolute > 0 && change.relative >= 0 && change.relative < 0.01)
    #expect(change.reason.count > 20)
    // What nobody can see is no less than what files write.
    #expect(change.absolute >= (unit.places == 6 ? 1e-6 : 1e-3))
    #expect(change.size(from: 0) == change.absolute && change.size(from: -1e9) >= change.absolute)
  }

  @Test func shareOfOpensAreToldToATenthOfAPoint() {
    #expect(Unit.ratio.smallestChange.size(from: 0.9) == 0.001)
    #expect(Unit.milliseconds.smallestChange.size(from: 100) == 1)
    #expect(Unit.milliseconds.smallestChange.size(from: 4_000) == 20)
  }
}
