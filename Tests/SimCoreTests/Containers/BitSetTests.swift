internal import SimCore
internal import Testing

/// The set of bits holds what the library's set holds.
struct BitSetTests {
  @Test(arguments: 0..<8)
  func itHoldsWhatTheLibrarysSetHolds(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    let numbers = (0..<300).map { _ in UInt32(random.next() % 5_000) }
    var bits = BitSet(numbers.prefix(100))
    var others = BitSet()
    for number in numbers.dropFirst(100).prefix(100) { others.insert(number) }
    for number in numbers.prefix(200) where others.contains(number) { bits.insert(number) }
    bits.formUnion(numbers.suffix(100))
    let expected = Set(numbers)
    #expect(bits.count == expected.count)
    for number in 0..<6_000 as Range<UInt32>
    where bits.contains(number) != expected.contains(number) {
      Issue.record("\(number) is in one of the sets alone")
    }
  }

  @Test func theLargestNumbersFit() {
    var bits = BitSet([0, 63, 64])
    #expect(bits.contains(0) && bits.contains(63) && bits.contains(64) && !bits.contains(65))
    #expect(!bits.contains(.max) && bits.count == 3)
    bits.formUnion([])
    #expect(bits.count == 3)
  }
}
