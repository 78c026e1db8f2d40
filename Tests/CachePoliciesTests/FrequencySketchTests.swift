internal import SimCore
internal import Testing

@testable internal import CachePolicies

struct FrequencySketchTests {
  @Test func fewObjectsAreCountedExactlyUpToFifteen() {
    var sketch = FrequencySketch()
    sketch.reserve(1_024)
    for key in 1...20 as ClosedRange<ObjectKey> {
      for _ in 0..<key { sketch.record(key) }
    }
    let counts = (1...20 as ClosedRange<ObjectKey>).map { sketch.frequency(of: $0) }
    #expect(counts == (1...20).map { min($0, 15) })
    #expect(sketch.frequency(of: 999) == 0)
  }

  @Test func growingKeepsTheCounts() {
    var sketch = FrequencySketch()
    for _ in 0..<5 { sketch.record(7) }
    sketch.reserve(100_000)
    #expect(sketch.frequency(of: 7) == 5)
  }

  @Test func countsAreHalvedAfterTenTimesAsManyRequestsAsWords() {
    var sketch = FrequencySketch()
    sketch.reserve(1_024)
    for _ in 0..<12 { sketch.record(5) }
    for key in 10..<10_237 as Range<ObjectKey> { sketch.record(key) }
    #expect(sketch.frequency(of: 5) >= 12)
    sketch.record(11_000)
    #expect((6...8).contains(sketch.frequency(of: 5)))
  }
}
