internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

struct WriteAmplificationTests {
  @Test(arguments: FIFOPin.all)
  func fifoToSixDecimals(pin: FIFOPin) {
    let argument = -pin.slack * DeterministicMath.exp(-pin.slack)
    expect(abs(LambertW.principal(argument) - pin.w) <= 0.5e-6)
    expect(abs(WriteAmplification.fifo(slack: pin.slack) - pin.amplification) <= 0.5e-6)
  }

  @Test(arguments: WriteAmplificationOracle.uniform.filter { $0.formula != nil })
  func closedFormsToFourDecimals(row: WriteAmplificationOracle) throws {
    expect(abs(row.closedForm - (try #require(row.formula))) <= 0.5e-4 + 1e-9, "\(row)")
  }

  /// Xiang and Kurkoski's abstract: with ρ = 0.3 theirs is 2.36, Agarwal and Marrow's 2.17, and
  /// 2.35 is measured.
  @Test func xiangAndKurkoskisExample() {
    expect(abs(WriteAmplification.fifo(slack: 1.3) - 2.3642) <= 0.5e-4)
    expect(abs(WriteAmplification.agarwalMarrow(slack: 1.3) - 2.167) <= 0.5e-3)
  }

  @Test func greedyIsNeverWorseAndNearsFIFOAsBlocksGrow() {
    for slack in stride(from: 1.02, through: 4, by: 0.02) {
      let fifo = WriteAmplification.fifo(slack: slack)
      var before = 1.0
      for bits in 3...16 {
        let greedy = WriteAmplification.greedy(slack: slack, unitsPerBlock: 1 << bits)
        expect(greedy >= before && greedy <= fifo + 1e-12)
        before = greedy
      }
      expect(fifo - before < 2e-3 * fifo)
    }
  }

  @Test func moreSlackNeverCostsMore() {
    var before = Double.infinity
    for slack in stride(from: 1.01, through: 40, by: 0.01) {
      let greedy = WriteAmplification.greedy(slack: slack, unitsPerBlock: 128)
      expect(greedy <= before && greedy >= 1)
      before = greedy
    }
    expect(before < 1 + 1e-9)
  }

  @Test func whatIsTrimmedIsSlack() {
    let slack = WriteAmplification.slack(overProvisioning: 0.07, fill: 0.8)
    expect(abs(slack - 1.3375) < 1e-12)
    expect(WriteAmplification.slack(overProvisioning: 0.07, fill: 0.7) > slack)
  }

  @Test func theIdentityOfAVictim() {
    expect(WriteAmplification.perVictim(moved: 0, unitsPerBlock: 64), is: 1)
    expect(WriteAmplification.perVictim(moved: 32, unitsPerBlock: 64), is: 2)
  }
}

struct LambertWTests {
  /// W(1) is the omega constant (OEIS A030178); W(e) = 1 and W(2e²) = 2 by definition.
  @Test func knownValues() {
    expect(abs(LambertW.principal(1) - 0.567143290409783873) < 1e-15)
    expect(abs(LambertW.principal(DeterministicMath.exp(1)) - 1) < 1e-15)
    expect(abs(LambertW.principal(2 * DeterministicMath.exp(2)) - 2) < 1e-15)
    expect(LambertW.principal(0), is: 0)
    expect(LambertW.principal(-DeterministicMath.exp(-1)) + 1 < 1e-7)
  }

  @Test func itUndoesItsDefinition() {
    for step in -990...5_000 {
      let w = Double(step) / 1_000
      let back = LambertW.principal(w * DeterministicMath.exp(w))
      // Near −1 the root's tangent is vertical: an error of z counts 1/(1 + w) times.
      expect(abs(back - w) <= 1e-15 * max(abs(w), 1) * max(4, 2 / (1 + w)), "w = \(w)")
    }
  }

  @Test func greatAndSmallArguments() {
    for exponent in stride(from: -300, through: 300, by: 7) {
      let z = DeterministicMath.pow(10, Double(exponent))
      let w = LambertW.principal(z)
      expect(abs(w * DeterministicMath.exp(w) / z - 1) < 1e-12, "z = \(z)")
    }
  }
}
