internal import Testing

/// Rounds of a fluid against packets with their own acknowledgements.
///
/// Alone they are equal. Together they differ in two ways: packets take turns whole, which moves
/// an end by a packet of each other connection; and a window opens packet by packet at the pace at
/// which the round before was served, where the fluid's opens at once, so that the fluid is ahead
/// when the link has become free meanwhile, and behind when packets of a wider window (each
/// acknowledgement widens it, even those of a full pipe) need not wait any more.
struct PacketTwinTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func aloneTheFluidIsThePackets(seed: UInt64) {
    #expect(PacketTwin.random(seed: seed, connections: 1...1).lagOfTheFluid() == [0])
  }

  @Test func togetherTheyDifferByLessThanARoundTripAndATurn() {
    var sum = 0.0
    var count = 0.0
    for seed in 0..<600 as Range<UInt64> {
      let twin = PacketTwin.random(seed: seed, connections: 2...4)
      let bound = Double(twin.roundTrip + twin.connections.count)
      for difference in twin.lagOfTheFluid() {
        #expect(abs(difference) <= bound, "seed \(seed)")
        sum += difference
        count += 1
      }
    }
    // On average by less than one packet.
    #expect(abs(sum / count) < 1, "\(sum / count)")
  }
}
