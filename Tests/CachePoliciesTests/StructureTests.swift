internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CachePolicies

/// Running sums against a plain list of numbers.
struct RunningSumsTests {
  /// One level, the borders of two and three levels, and places that are no whole node.
  @Test(arguments: [1, 2, 15, 16, 17, 255, 256, 257, 4_096, 4_100])
  func theyAreThoseOfAList(count: Int) {
    var random = SeededGenerator(seed: UInt64(count), purpose: .workload)
    var numbers = [UInt64](repeating: 0, count: count)
    var sums = PrefixSums<UInt64>(count: count)
    for _ in 0..<500 {
      let place = Int.random(in: 0..<count, using: &random)
      let number = UInt64.random(in: 0..<(1 << 40), using: &random)
      let isTaken = numbers[place] >= number
      let sum = numbers[..<place].reduce(0, +)
      expect(sums.add(isTaken ? 0 &- number : number, at: place), is: sum)
      numbers[place] = isTaken ? numbers[place] - number : numbers[place] + number
    }
    expect(sums.add(0, at: count - 1), is: numbers.dropLast().reduce(0, +))
  }
}

struct FrequencySketchTests {
  @Test func fewObjectsAreCountedExactlyUpToFifteen() {
    var sketch = FrequencySketch()
    sketch.reserve(1_024)
    for key in 1...20 as ClosedRange<ObjectKey> {
      for _ in 0..<key { sketch.record(key) }
    }
    let counts = (1...20 as ClosedRange<ObjectKey>).map { sketch.frequency(of: $0) }
    expect(counts, is: (1...20).map { min($0, 15) })
    expect(sketch.frequency(of: 999), is: 0)
  }

  @Test func growingKeepsTheCounts() {
    var sketch = FrequencySketch()
    for _ in 0..<5 { sketch.record(7) }
    sketch.reserve(100_000)
    expect(sketch.frequency(of: 7), is: 5)
  }

  @Test func countsAreHalvedAfterTenTimesAsManyRequestsAsWords() {
    var sketch = FrequencySketch()
    sketch.reserve(1_024)
    for _ in 0..<12 { sketch.record(5) }
    for key in 10..<10_237 as Range<ObjectKey> { sketch.record(key) }
    expect(sketch.frequency(of: 5) >= 12)
    sketch.record(11_000)
    expect((6...8).contains(sketch.frequency(of: 5)))
  }
}
