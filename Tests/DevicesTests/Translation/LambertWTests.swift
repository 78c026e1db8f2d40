internal import Devices
internal import SimCore
internal import Testing

struct LambertWTests {
  /// W(1) is the omega constant (OEIS A030178); W(e) = 1 and W(2e²) = 2 by definition.
  @Test func knownValues() {
    #expect(abs(LambertW.principal(1) - 0.567143290409783873) < 1e-15)
    #expect(abs(LambertW.principal(DeterministicMath.exp(1)) - 1) < 1e-15)
    #expect(abs(LambertW.principal(2 * DeterministicMath.exp(2)) - 2) < 1e-15)
    #expect(LambertW.principal(0) == 0)
    #expect(LambertW.principal(-DeterministicMath.exp(-1)) + 1 < 1e-7)
  }

  @Test func itUndoesItsDefinition() {
    for step in -990...5_000 {
      let w = Double(step) / 1_000
      let back = LambertW.principal(w * DeterministicMath.exp(w))
      // Near −1 the root's tangent is vertical: an error of z counts 1/(1 + w) times.
      #expect(abs(back - w) <= 1e-15 * max(abs(w), 1) * max(4, 2 / (1 + w)), "w = \(w)")
    }
  }

  @Test func greatAndSmallArguments() {
    for exponent in stride(from: -300, through: 300, by: 7) {
      let z = DeterministicMath.pow(10, Double(exponent))
      let w = LambertW.principal(z)
      #expect(abs(w * DeterministicMath.exp(w) / z - 1) < 1e-12, "z = \(z)")
    }
  }
}
