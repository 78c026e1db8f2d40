internal import DeviceModels
internal import SimCore
internal import TestCases

extension AccuracyTable {
  static let wear = closedForms + simulated + lives

  private static let formula = "Write amplification"
  private static let otherSimulator = "sssl-ftlsim (Desnoyers)"

  private static let mqsimSteady = "MQSim in steady state: 4.109"
  /// MQSim 7ec40e3b: 2 048 blocks of 64 pages, 12.7 % of spare area without the 0.5 % that it keeps
  /// for cleaning.
  private static let mqsim = WriteAmplificationOracle(
    cleaning: .greedy, unitsPerBlock: 64, slack: 1.1398, pattern: .uniform, simulated: 4.109)

  private static let closedForms = [
    AccuracyCheck(formula, "the closed forms evaluated elsewhere to 4 and 6 digits") { errors in
      for row in WriteAmplificationOracle.uniform {
        if let pinned = row.formula { errors.add(row.closedForm, for: pinned) }
      }
      for pin in FIFOPin.all {
        errors.add(WriteAmplification.fifo(slack: pin.slack), for: pin.amplification)
      }
    },
    AccuracyCheck(formula, "\(otherSimulator): even writes") { errors in
      for row in WriteAmplificationOracle.uniform { errors.add(row.closedForm, for: row.simulated) }
    },
    AccuracyCheck(formula, "\(otherSimulator): skewed writes that it is not made for") { errors in
      for row in WriteAmplificationOracle.skewed { errors.add(row.closedForm, for: row.simulated) }
    },
    AccuracyCheck(formula, mqsimSteady) { errors in
      errors.add(mqsim.closedForm, for: mqsim.simulated)
    },
    AccuracyCheck(formula, "Xiang and Kurkoski's measurement: 2.35") { errors in
      errors.add(WriteAmplification.fifo(slack: 1.3), for: 2.35)
    },
  ]

  private static let layer = "Translation layer"
  /// Small blocks and slack enough: seconds of any build.
  private static let quick = WriteAmplificationOracle.all.filter {
    $0.unitsPerBlock <= 64
      && ($0.slack == 1.5
        || $0.slack == 1.28
          && ($0.unitsPerBlock == 32 || $0.pattern == .hotCold(writes: 0.8, units: 0.2)))
  }

  private static let simulated = [
    AccuracyCheck(layer, "\(otherSimulator): 5 rows that are quick") { errors in
      for row in quick { errors.add(row.measured(userBlocks: 2_000), for: row.simulated) }
    },
    AccuracyCheck(layer, mqsimSteady) { errors in
      errors.add(mqsim.measured(userBlocks: 1_800), for: mqsim.simulated)
    },
    AccuracyCheck(
      layer, "\(otherSimulator): all rows; optimised builds only",
      isPossible: Cases.areAll
    ) { errors in
      for row in WriteAmplificationOracle.all {
        errors.add(row.measured(userBlocks: 2_000), for: row.simulated)
      }
    },
    AccuracyCheck(
      layer, "the closed forms on 1000 blocks of 64 and more; optimised builds only",
      isPossible: Cases.areAll
    ) { errors in
      for row in WriteAmplificationOracle.uniform where row.unitsPerBlock >= 64 {
        errors.add(row.measured(userBlocks: 1_000), for: row.closedForm)
      }
    },
  ]

  private static let lives = [
    AccuracyCheck("Wear", "an example worked by hand: 29.8 TB and 8.2 years and 1.2 % a year") {
      errors in
      let wear = FlashWear(.workedExample)
      errors.add(Double(wear.totalBytesWritten.count) / 1e12, for: 29.8)
      let ten = wear.estimate(.megabytes(10_000), over: .days(1))
      errors.add(ten.yearsOfLife ?? .infinity, for: 8.2)
      let one = wear.estimate(.megabytes(1_000), over: .days(1))
      errors.add(one.enduranceUsedPerYear, for: 0.012)
    }
  ]
}
