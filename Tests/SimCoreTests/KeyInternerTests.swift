internal import SimCore
internal import TestCases
internal import Testing

struct KeyInternerTests {
  /// Identifiers that a weak hash would put together: all alike, in steps, in the upper bits.
  @Test(arguments: 0..<4)
  func keysAreThoseOfADictionary(pattern: Int) {
    var random = SeededGenerator(seed: UInt64(pattern), purpose: .workload)
    var interner = KeyInterner(expected: pattern * 1_000)
    var twin: [UInt64: ObjectKey] = [:]
    for step in 0..<20_000 {
      let draw = UInt64(random.index(below: 6_000))
      let identifier = [draw, draw &* 4_096, draw << 50 | draw, UInt64.max - draw][pattern]
      let next = ObjectKey(twin.count)
      let expected = twin[identifier] ?? next
      twin[identifier] = expected
      expect(interner.key(of: identifier), is: expected, "pattern \(pattern), step \(step)")
    }
    expect(interner.count, is: twin.count)
  }

  @Test func keysAreGivenInOrderOfAppearance() {
    var interner = KeyInterner()
    var keys: [ObjectKey] = [9]
    interner.append(keysOf: [70, 0, 70, .max, 0, 5], to: &keys)
    expect(keys, is: [9, 0, 1, 0, 2, 1, 3])
    expect(interner.count, is: 4)
  }
}
