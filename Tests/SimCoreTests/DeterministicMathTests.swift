internal import Foundation
internal import SimCore
internal import Testing

/// The C library is a witness here, and only here: results are never made with it.
@Suite struct DeterministicMathTests {
  private static let spread = (0..<4_000).map { index in
    var random = SeededGenerator(seed: UInt64(index), purpose: .workload)
    return random.unit()
  }

  @Test func theLogarithmIsRightToTheLastBitsOrSo() {
    for unit in Self.spread {
      for x in [unit + 1e-9, 1 + (unit - 0.5) * 1e-3, unit * 1e12 + 1, unit * 1e-12 + 1e-300] {
        let right = Foundation.log(x)
        #expect(abs(DeterministicMath.log(x) - right) <= 2e-15 * max(abs(right), 0.1))
      }
    }
    #expect(DeterministicMath.log(1) == 0)
  }

  @Test func theExponentialIsRightToTheLastBitsOrSo() {
    for unit in Self.spread {
      for x in [unit * 1_400 - 700, unit * 2 - 1, (unit - 0.5) * 1e-6] {
        let right = Foundation.exp(x)
        #expect(abs(DeterministicMath.exp(x) - right) <= 1e-15 * right)
      }
    }
    #expect(DeterministicMath.exp(0) == 1)
    #expect(DeterministicMath.exp(710) == .infinity)
    #expect(DeterministicMath.exp(-746) == 0)
    #expect(DeterministicMath.exp(.nan).isNaN)
  }

  @Test func powersAreRight() {
    for unit in Self.spread {
      let right = Foundation.pow(unit * 1_000 + 1, -0.8)
      #expect(abs(DeterministicMath.pow(unit * 1_000 + 1, -0.8) - right) <= 1e-14 * right)
    }
    #expect(DeterministicMath.pow(0, 2) == 0 && DeterministicMath.pow(5, 0) == 1)
  }

  @Test func theCosineOfTurnsIsRight() {
    for unit in Self.spread {
      for turns in [unit, -unit * 3, unit * 1_000] {
        let right = Foundation.cos(2 * .pi * (turns - turns.rounded()))
        #expect(abs(DeterministicMath.cosine(turns: turns) - right) <= 2e-15)
      }
    }
    #expect(DeterministicMath.cosine(turns: 0) == 1)
    #expect(DeterministicMath.cosine(turns: 0.5) == -1)
  }

  /// Bit for bit: another machine must give the same.
  @Test func valuesArePinned() {
    #expect(DeterministicMath.log(10).bitPattern == 0x4002_6bb1_bbb5_5516)
    // One unit in the last place above the double nearest to e.
    #expect(DeterministicMath.exp(1).bitPattern == 0x4005_bf0a_8b14_576a)
    #expect(DeterministicMath.cosine(turns: 0.125).bitPattern == 0x3fe6_a09e_667f_3bcd)
  }
}
