package import SimCore

/// How media are played: what an origin has of them, and what their player asks for.
///
/// A medium is a screen whose main content is its first segment and lists the others, each with its
/// duration. The player asks for one after the other, as long as there is room ahead of what is
/// played, and plays as soon as one is there. Nothing else of a player is modelled.
package struct MediaSettings: Settings {
  package var bitRates: [BitRate] = []
  package var adaptation = BitRateAdaptation.highest
  package var bufferAhead = TimeSpan.seconds(50)

  package init() {}
  package static let fields: [Field<MediaSettings>] = [
    Field(
      "bitRates", \.bitRates,
      each: BitRate(bitsPerSecond: 1_000)...BitRate(bitsPerSecond: 1_000_000_000), count: 0...32,
      "The ladder: the rates in which each segment is there, from the lowest; what is published is "
        + "the highest. Empty: there is one rate.",
      check: { rates in
        zip(rates, rates.dropFirst()).allSatisfy { $0 < $1 }
          ? nil : "expected rates from the lowest to the highest, none twice"
      }),
    Field("adaptation", \.adaptation, "Which of them a segment is requested in."),
    Field(
      "bufferAhead", \.bufferAhead, in: .milliseconds(100)...(.hours(10)),
      "The player asks for another segment while no more than this lies ahead of what is played; "
        + "50 s, as ExoPlayer's DefaultLoadControl has it."),
  ]
}

/// By what a player chooses among the rates of a ladder.
package enum BitRateAdaptation: String, WordSettingValue {
  case highest
  case lowest
  /// The highest that the network brings: the harmonic mean of the last five segments, and the
  /// lowest before there is any (the rate-based rule of Yin et al., SIGCOMM 2015).
  case rate
  /// By what lies ahead: the lowest up to a reservoir, the highest behind a cushion, and between
  /// them a straight line, which the rate follows in steps (BBA-0, Huang et al., SIGCOMM 2014).
  case buffer
}

extension MediaSettings {
  /// The reservoir, and where the cushion ends, as shares of the buffer: 90 s and 216 s of 240 s in
  /// Huang et al.; recalled, and so assumed.
  private static let reservoir = 0.375
  private static let cushionEnd = 0.9

  /// Which rate a segment is requested in, from 0.
  /// - Parameters:
  ///   - level: what lies ahead of what is played.
  ///   - last: the rate of the segment before it.
  ///   - throughput: what the network brought of late, in bits per second; nil: nothing yet.
  func rung(level: TimeSpan, last: Int, throughput: Double?) -> Int {
    let highest = bitRates.count - 1
    switch adaptation {
    case .highest: return highest
    case .lowest: return 0
    case .rate:
      guard let throughput else { return 0 }
      return bitRates.lastIndex { Double($0.bitsPerSecond) <= throughput } ?? 0
    case .buffer:
      let share = level.seconds / bufferAhead.seconds
      if share <= Self.reservoir { return 0 }
      if share >= Self.cushionEnd { return highest }
      let (low, high) = (rate(0), rate(highest))
      let wanted =
        low + (high - low) * (share - Self.reservoir) / (Self.cushionEnd - Self.reservoir)
      if last < highest, wanted >= rate(last + 1) {
        return bitRates.lastIndex { Double($0.bitsPerSecond) < wanted } ?? 0
      }
      if last > 0, wanted <= rate(last - 1) {
        return bitRates.firstIndex { Double($0.bitsPerSecond) > wanted } ?? highest
      }
      return last
    }
  }

  private func rate(_ rung: Int) -> Double { Double(bitRates[rung].bitsPerSecond) }

  /// What a segment weighs in a rate, of what it weighs in the highest.
  func size(_ full: Bytes, at rung: Int) -> Bytes {
    guard let top = bitRates.last, rung < bitRates.count else { return full }
    let bytes = Double(full.count) * rate(rung) / Double(top.bitsPerSecond)
    return max(Bytes(1), Bytes(rounding: bytes))
  }
}
