internal import CachePolicies
internal import SimCore
internal import TestCases
internal import Testing

/// Belady's MIN against a search through all choices of victims.
struct BeladyTests {
  /// Every trace of seven requests for four objects, at capacities of one to three.
  @Test(arguments: 1...3)
  func noChoiceOfVictimsMissesLess(capacity: Int) throws {
    let belady = try #require(PolicyCatalog.entry(named: "belady"))
    for world in stride(from: 0, to: 1 << 14, by: 5) {
      var block = RequestBlock()
      for step in 0..<7 { block.keys.append(ObjectKey(world >> (2 * step) & 3)) }
      block.lookAhead()
      let misses = belady.replay([block], Bytes(Int64(capacity)), 0).misses
      expect(misses, is: least(block.keys[...], [], capacity), "world \(world)")
    }
  }

  /// The fewest misses from here on, by trying every victim.
  private func least(
    _ keys: ArraySlice<ObjectKey>, _ residents: [ObjectKey], _ capacity: Int
  ) -> Int64 {
    guard let key = keys.first else { return 0 }
    let rest = keys.dropFirst()
    if residents.contains(key) { return least(rest, residents, capacity) }
    if residents.count < capacity { return 1 + least(rest, residents + [key], capacity) }
    let choices = residents.map { victim in
      least(rest, residents.filter { $0 != victim } + [key], capacity)
    }
    return 1 + (choices.min() ?? 0)
  }
}
