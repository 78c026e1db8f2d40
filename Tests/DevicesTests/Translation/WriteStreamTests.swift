internal import Devices
internal import SimCore
internal import Testing

struct WriteStreamTests {
  private static func counts(_ pattern: WritePattern, units: Int, draws: Int) -> [Int] {
    var stream = WriteStream(pattern, units: units, seed: 3)
    var counts = [Int](repeating: 0, count: units)
    var batch = [UInt32](repeating: 0, count: draws)
    stream.fill(&batch)
    for address in batch { counts[Int(address)] += 1 }
    return counts
  }

  @Test func aSeedMakesOneStream() {
    for (name, pattern) in WritePattern.named {
      var first = [UInt32](repeating: 0, count: 100)
      var second = first
      var other = first
      var stream = WriteStream(pattern, units: 1_000, seed: 7)
      stream.fill(&first)
      var twin = WriteStream(pattern, units: 1_000, seed: 7)
      twin.fill(&second)
      var stranger = WriteStream(pattern, units: 1_000, seed: 8)
      stranger.fill(&other)
      #expect(first == second && first != other, "\(name)")
      stream.fill(&second)
      #expect(first != second, "\(name) goes on")
    }
  }

  /// Each of the shares lies within five deviations of what is due.
  @Test func sharesOfThePatterns() {
    let draws = 100_000
    let uniform = Self.counts(.uniform, units: 10, draws: draws)
    for count in uniform { #expect(abs(count - 10_000) < 475) }
    let skewed = Self.counts(.hotCold(writes: 0.8, units: 0.2), units: 10, draws: draws)
    for count in skewed[..<2] { #expect(abs(count - 40_000) < 775) }
    for count in skewed[2...] { #expect(abs(count - 2_500) < 250) }
    let zipf = Self.counts(.zipf(exponent: 1), units: 10, draws: draws)
    let harmonic = (1...10).reduce(0) { $0 + 1 / Double($1) }
    for (index, count) in zipf.enumerated() {
      let share = 1 / Double(index + 1) / harmonic
      let deviation = (Double(draws) * share * (1 - share)).squareRoot()
      #expect(abs(Double(count) - Double(draws) * share) < 5 * deviation)
    }
  }

  @Test func aDeviceOfOneUnitIsWrittenThere() {
    for (_, pattern) in WritePattern.named {
      #expect(Self.counts(pattern, units: 1, draws: 10) == [10])
    }
  }

  @Test func patternsAreReadByName() {
    var problems = Problems()
    for (name, pattern) in WritePattern.named {
      #expect(WritePattern.read(JSON(.string(name)), path: "pattern", &problems) == pattern)
      #expect(pattern.json.string == name)
    }
    #expect(WritePattern.read("zipf", path: "pattern", &problems) == nil)
  }
}
