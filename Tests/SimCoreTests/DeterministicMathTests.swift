internal import Foundation
internal import TestCases
internal import Testing

@testable internal import SimCore

/// The C library's functions are the measure; they err by less than one unit in the last place.
@Suite struct DeterministicMathTests {
  /// Numbers from a fixed stream.
  private static func numbers(_ count: Int, in range: ClosedRange<Double>) -> [Double] {
    var random = SeededGenerator(seed: 7, purpose: .workload)
    return (0..<count).map { _ in
      range.lowerBound + (range.upperBound - range.lowerBound) * random.unit()
    }
  }

  private static func relativeError(_ value: Double, of exact: Double) -> Double {
    value == exact ? 0 : abs(value - exact) / abs(exact)
  }

  @Test(arguments: [-1022, -300, -53, -1, 0, 1, 10, 300, 1022])
  func logarithmsAreRightOfAllMagnitudes(exponent: Int) {
    let scale = Double(sign: .plus, exponent: exponent, significand: 1)
    for significand in Self.numbers(5_000, in: 1...2) {
      let x = scale * significand
      let error = Self.relativeError(DeterministicMath.log(x), of: Foundation.log(x))
      expect(error < 1e-15, "log \(x)")
    }
  }

  @Test func logarithmsNearOneKeepTheirPrecision() {
    for step in 1...2_000 {
      for x in [1 + Double(step) * 0x1p-52, 1 - Double(step) * 0x1p-53, 1 + Double(step) * 1e-6] {
        let error = Self.relativeError(DeterministicMath.log(x), of: Foundation.log(x))
        expect(error < 1e-15, "log \(x)")
      }
    }
  }

  @Test func exponentialsAreRightFromUnderflowToOverflow() {
    for x in Self.numbers(20_000, in: -700...709) + Self.numbers(20_000, in: -1...1) {
      let error = Self.relativeError(DeterministicMath.exp(x), of: Foundation.exp(x))
      expect(error < 1e-15, "exp \(x)")
    }
  }

  @Test func exponentialsEndInZeroAndInInfinity() {
    expect(DeterministicMath.exp(709.8), is: .infinity)
    expect(DeterministicMath.exp(.infinity), is: .infinity)
    expect(DeterministicMath.exp(709.782712893384) < .infinity)
    expect(DeterministicMath.exp(-745.1), is: 0x1p-1074)
    expect(DeterministicMath.exp(-746), is: 0)
    expect(DeterministicMath.exp(-.infinity), is: 0)
    expect(DeterministicMath.exp(.nan).isNaN)
  }

  @Test(arguments: [-3, -0.8, -1 / 1.2, -0.5, 0.1, 0.64, 2, 7.5])
  func powersAreRight(exponent: Double) {
    for x in Self.numbers(5_000, in: 0.001...1_000) {
      let exact = Foundation.pow(x, exponent)
      let bound = 1e-15 * (1 + abs(exponent * Foundation.log(x)))
      let error = Self.relativeError(DeterministicMath.pow(x, exponent), of: exact)
      expect(error < bound, "\(x) to the \(exponent)")
    }
  }

  @Test func oneAndZeroAreExact() {
    expect(DeterministicMath.log(1) == 0 && DeterministicMath.exp(0) == 1)
    expect(DeterministicMath.pow(5, 0) == 1 && DeterministicMath.pow(1, 5) == 1)
  }

  @Test func powersOfZeroAreThoseOfTheCLibrary() {
    for exponent in [-2, -0.5, 0, 0.5, 3] {
      expect(DeterministicMath.pow(0, exponent), is: Foundation.pow(0, exponent))
    }
  }

  @Test func cosinesAreRightInEveryTurn() {
    for turns in Self.numbers(20_000, in: -4...4) + Self.numbers(5_000, in: 0...1_000) {
      // A whole turn less, for the C library would round its multiple of π.
      let exact = Foundation.cos(2 * .pi * (turns - turns.rounded()))
      expect(abs(DeterministicMath.cosine(turns: turns) - exact) < 1e-15, "\(turns) turns")
    }
  }

  @Test(
    arguments: [
      (0, 1), (0.25, 0), (0.5, -1), (0.75, 0), (1, 1), (-0.25, 0), (1e15, 1),
    ] as [(Double, Double)])
  func cosinesOfQuarterTurnsAreExact(turns: Double, cosine: Double) {
    expect(DeterministicMath.cosine(turns: turns), is: cosine)
  }

  /// The bits themselves, so that another compiler or machine cannot change them unnoticed.
  @Test func theLastBitIsAlwaysTheSame() {
    let pins: [(Double, UInt64)] = [
      (DeterministicMath.log(2), 0x3FE6_2E42_FEFA_39EF),
      (DeterministicMath.log(10), 0x4002_6BB1_BBB5_5516),
      (DeterministicMath.log(0.1), 0xC002_6BB1_BBB5_5515),
      (DeterministicMath.log(0x1p-1074), 0xC087_4385_446D_71C3),
      (DeterministicMath.exp(1), 0x4005_BF0A_8B14_576A),
      (DeterministicMath.exp(100), 0x48F3_494A_9B17_1BF5),
      (DeterministicMath.exp(-708.5), 0x000E_6CF6_D088_97AC),
      (DeterministicMath.pow(10, -3), 0x3F50_624D_D2F1_A9F9),
      (DeterministicMath.pow(40, -0.8), 0x3FAA_C4B4_102D_A8F0),
      (DeterministicMath.cosine(turns: 0.125), 0x3FE6_A09E_667F_3BCD),
      (DeterministicMath.cosine(turns: 0.1), 0x3FE9_E377_9B97_F4A8),
      (DeterministicMath.cosine(turns: 1.0 / 3), 0xBFDF_FFFF_FFFF_FFFD),
    ]
    for (value, bits) in pins { expect(value.bitPattern, is: bits, "\(value)") }
  }
}
