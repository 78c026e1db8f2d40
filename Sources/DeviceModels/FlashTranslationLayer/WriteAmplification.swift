internal import SimCore

/// Units written to flash for each unit that the host writes, in steady state, by closed forms.
///
/// All hold for single units written at random, each as likely as another, to a device whose
/// logical units all hold data. `slack` is the α of the papers: physical units that can hold data
/// for each live one, `(1 + spare) / fill`. What is trimmed is not live (Frankie, Hughes,
/// Kreutz-Delgado: The Effect of Trim Requests on Write Amplification in Solid State Drives,
/// arXiv 1210.5975). Skewed writes without separation of hot and cold make it worse.
package enum WriteAmplification {
  /// Physical units for each live one. The free blocks and the open one hold no data.
  /// - Parameters:
  ///   - overProvisioning: spare area in parts of what the host sees: 0.07.
  ///   - fill: the share of what the host sees that is live: not free, not trimmed.
  package static func slack(overProvisioning: Double, fill: Double) -> Double {
    precondition(overProvisioning >= 0 && fill > 0 && fill <= 1, "shares of a device")
    return (1 + overProvisioning) / fill
  }

  /// Cleaning the block with the fewest live units (Desnoyers: Analytic Modeling of SSD Write
  /// Performance, SYSTOR 2012, doi:10.1145/2367589.2367603, greedy).
  ///
  /// `A = Np / (Np − (X₀ − 1))` with `X₀ = 1/2 − (Np/α)·W(−zαe^(−zα))` and `z = 1 + 1/(2Np)`.
  /// - Precondition: the slack is at least 1.
  package static func greedy(slack: Double, unitsPerBlock: Int) -> Double {
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
  package static func fifo(slack: Double) -> Double {
    precondition(slack > 1, "live data must leave free space")
    return slack / (slack + LambertW.principal(-slack * DeterministicMath.exp(-slack)))
  }

  /// The older approximation of greedy cleaning, too low where space is scarce and too high where
  /// it is not (Agarwal, Marrow: A Closed-Form Expression for Write Amplification in NAND Flash,
  /// GLOBECOM Workshops 2010); kept to compare with.
  ///
  /// `A = (1 + ρ) / (2ρ)` with `ρ = α − 1`. From ρ = 1 on it is nonsense: below 1.
  /// - Precondition: the slack is above 1.
  package static func agarwalMarrow(slack: Double) -> Double {
    precondition(slack > 1, "live data must leave free space")
    return slack / (2 * (slack - 1))
  }

  /// The amplification when cleaning a block moves so many live units on the average: an identity,
  /// as what a cleaned block does not need for them takes the host's writes.
  package static func perVictim(moved: Double, unitsPerBlock: Int) -> Double {
    precondition(moved >= 0 && moved < Double(unitsPerBlock), "a victim leaves free space")
    return Double(unitsPerBlock) / (Double(unitsPerBlock) - moved)
  }
}

/// Lambert's W, which the closed forms need: the w that makes w·eʷ a given number.
package enum LambertW {
  /// The branch that passes through 0, defined from −1/e on: W₀(z) ≥ −1.
  ///
  /// Halley's iteration (Corless et al.: On the Lambert W Function, Advances in Computational
  /// Mathematics 5, 1996, doi:10.1007/BF02124750, section 4). Relative error below 1e-13 away from
  /// −1/e; at −1/e the root has a vertical tangent, and half of the digits are lost.
  /// - Precondition: z is at least −1/e, up to its rounding.
  /// - Complexity: O(1), a handful of steps.
  package static func principal(_ z: Double) -> Double {
    let distance = 1 + z * DeterministicMath.exp(1)
    precondition(distance > -1e-12 && z.isFinite, "W has no value there")
    if distance <= 0 { return -1 }
    var w = start(z, distance)
    for _ in 0..<mostSteps {
      let power = DeterministicMath.exp(w)
      let error = w * power - z
      let slope = power * (w + 1)
      if slope == 0 { return w }
      let step = error / (slope - (w + 2) * error / (2 * w + 2))
      w -= step
      if abs(step) <= 1e-16 * abs(w) { break }
    }
    return w
  }

  /// Halley's convergence is cubic: these starts are near enough for far fewer steps.
  private static let mostSteps = 20

  /// The branch point's first term below −1/4, the tangent at 0, and the logarithm above 1/4.
  private static func start(_ z: Double, _ distance: Double) -> Double {
    if z < -0.25 { return -1 + (2 * distance).squareRoot() }
    if z < 0.25 { return z }
    return DeterministicMath.log(1 + z)
  }
}
