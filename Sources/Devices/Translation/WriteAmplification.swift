internal import SimCore

/// Units written to flash for each unit that the host writes, in steady state, by closed forms.
///
/// All hold for single units written at random, each as likely as another, to a device whose
/// logical units all hold data. `slack` is the α of the papers: physical units that can hold data
/// for each live one, `(1 + spare) / fill`. What is trimmed is not live (Frankie, Hughes,
/// Kreutz-Delgado: The Effect of Trim Requests on Write Amplification in Solid State Drives,
/// arXiv 1210.5975). Skewed writes without separation of hot and cold make it worse.
public enum WriteAmplification {
  /// Physical units for each live one. The free blocks and the open one hold no data.
  /// - Parameters:
  ///   - overProvisioning: spare area in parts of what the host sees: 0.07.
  ///   - fill: the share of what the host sees that is live: not free, not trimmed.
  public static func slack(overProvisioning: Double, fill: Double) -> Double {
    precondition(overProvisioning >= 0 && fill > 0 && fill <= 1, "shares of a device")
    return (1 + overProvisioning) / fill
  }

  /// Cleaning the block with the fewest live units (Desnoyers: Analytic Modeling of SSD Write
  /// Performance, SYSTOR 2012, doi:10.1145/2367589.2367603, greedy).
  ///
  /// `A = Np / (Np − (X₀ − 1))` with `X₀ = 1/2 − (Np/α)·W(−zαe^(−zα))` and `z = 1 + 1/(2Np)`.
  /// - Precondition: the slack is at least 1.
  public static func greedy(slack: Double, unitsPerBlock: Int) -> Double {
    precondition(slack >= 1 && unitsPerBlock > 0, "live data must fit")
    let units = Double(unitsPerBlock)
    let factor = slack * (1 + 1 / (2 * units))
    let w = LambertW.principal(-factor * DeterministicMath.exp(-factor))
    let moved = 0.5 - units / slack * w - 1
    return max(1, units / (units - moved))
  }

  /// Cleaning the block that was written longest ago (Desnoyers 2012, there "LRU"; the same as
  /// Xiang, Kurkoski: An Improved Analytical Expression for Write Amplification in NAND Flash,
  /// arXiv 1110.4245).
  ///
  /// `A = α / (α + W(−αe^(−α)))`, whatever the size of a block.
  /// - Precondition: the slack is above 1; at 1 the amplification has no limit.
  public static func fifo(slack: Double) -> Double {
    precondition(slack > 1, "live data must leave room")
    return slack / (slack + LambertW.principal(-slack * DeterministicMath.exp(-slack)))
  }

  /// The older approximation of greedy cleaning, too low where space is scarce and too high where
  /// it is not (Agarwal, Marrow: A Closed-Form Expression for Write Amplification in NAND Flash,
  /// GLOBECOM Workshops 2010); kept to compare with.
  ///
  /// `A = (1 + ρ) / (2ρ)` with `ρ = α − 1`. From ρ = 1 on it is nonsense: below 1.
  /// - Precondition: the slack is above 1.
  public static func agarwalMarrow(slack: Double) -> Double {
    precondition(slack > 1, "live data must leave room")
    return slack / (2 * (slack - 1))
  }

  /// The amplification when cleaning a block moves so many live units on the average: an identity,
  /// as what a cleaned block does not need for them takes the host's writes.
  public static func perVictim(moved: Double, unitsPerBlock: Int) -> Double {
    precondition(moved >= 0 && moved < Double(unitsPerBlock), "a victim leaves room")
    return Double(unitsPerBlock) / (Double(unitsPerBlock) - moved)
  }
}
