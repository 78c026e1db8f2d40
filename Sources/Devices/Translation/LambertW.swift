internal import SimCore

/// Lambert's W: the w that makes w·eʷ a given number.
public enum LambertW {
  /// The branch that passes through 0, defined from −1/e on: W₀(z) ≥ −1.
  ///
  /// Halley's iteration (Corless et al.: On the Lambert W Function, Advances in Computational
  /// Mathematics 5, 1996, doi:10.1007/BF02124750, section 4). Relative error below 1e-13 away from
  /// −1/e; at −1/e the root has a vertical tangent, and half of the digits are lost.
  /// - Precondition: z is at least −1/e, up to its rounding.
  /// - Complexity: O(1), a handful of steps.
  public static func principal(_ z: Double) -> Double {
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
